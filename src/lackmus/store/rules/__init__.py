"""Rules in a workspace: which hold, editing them, judging texts by them."""
