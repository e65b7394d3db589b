"""lackmus.tables.trees"""
