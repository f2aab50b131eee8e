"""Contests between two engines, with Elo difference, confidence interval and SPRT.

Reading order: `score` (statistics), `openings`, `entrants` and `ugi_engine` (players), `play_game` and `recorder` (one game and
its record), `workers` (games in parallel), `contest` (a whole contest, stored in a folder), `report` (tables and JSON).
"""
