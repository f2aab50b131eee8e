"""File formats of a match: JSON record, SGF, move list, and conversion between formats."""
