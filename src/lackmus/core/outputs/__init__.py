"""What systems wrote: outputs, campaigns, imports, misaligned lines, templates."""
