"""Contests: which of two engines is better, by how much, and how sure that is.

In the order of reading: `score` counts, `openings` varies, `entrants` play (`program` those of other people), `playing` is one
game and `sheet` its record, `workers` plays many at once, `contest` brings them together and keeps everything in a folder,
`report` tells it.
"""
