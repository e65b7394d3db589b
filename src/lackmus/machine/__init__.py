"""What runs on this machine and can be plugged in: programs, packages, models, and options for them."""
