"""Proposals: probable verdicts on open texts, what speaks for them, how far to trust them, what they save."""
