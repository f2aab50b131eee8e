"""The games: one folder each, found by `core.registry`; nothing here names them."""
