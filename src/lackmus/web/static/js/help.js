// Help: the keys of all pages.
