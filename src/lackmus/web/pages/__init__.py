"""The pages, one file each: what a browser asks for, answered with a template."""
