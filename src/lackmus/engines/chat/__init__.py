"""Chat models with OpenAI's chat API: prompts, and the meaning of errors."""
