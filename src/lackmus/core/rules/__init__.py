"""Rules: compile patterns safely, judge one text, try rules before they are saved, compare versions."""
