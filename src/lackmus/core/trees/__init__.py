"""Treebanks as columns, the query language, matching, word links, and drawings of trees."""
