"""What is known of translation engines: limits, prices, replies and how to clean them, pacing."""
