"""Engines at the table: they think in processes of their own."""
