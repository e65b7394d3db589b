"""Rating tasks and ratings as tables and values."""
