"""Search: a concordance as page and JSON API."""
