"""What several nouns share: language pairs, choices, signatures, text keys, and statistics."""
