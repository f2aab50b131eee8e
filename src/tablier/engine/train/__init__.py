"""Fitting evaluations: a player plays itself, and the weights of what it sees are fitted to how the games ended.

In the order of reading: `selfplay` plays, `parts` does so on all cores, `regression` fits, `training` does both by turns,
`header` writes the weights down. For players that judge by a network: `lessons`, `network`, `choice`, `fitting`. What games to
play for it stands in a game's own folder, in its module `training`; what its player sees is its native player's `features`.
"""
