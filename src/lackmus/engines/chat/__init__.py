"""Chat models behind OpenAI's chat API: what they are told, and what their errors mean."""
