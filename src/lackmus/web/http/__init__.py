"""What all pages and API routes share: middleware, sessions, caching, answers, errors, files."""
