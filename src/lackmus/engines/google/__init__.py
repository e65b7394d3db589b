"""Google Cloud Translation, versions 2 and 3."""
