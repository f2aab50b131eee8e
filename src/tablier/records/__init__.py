"""Games as data: the JSON record, SGF, and conversion between formats."""
