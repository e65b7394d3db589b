"""The JSON API, one file a noun: the same verbs as the pages, for scripts and notebooks."""
