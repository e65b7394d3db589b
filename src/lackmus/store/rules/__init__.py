"""Rules in a workspace: current ones, editing them, judging texts."""
