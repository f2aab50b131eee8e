"""Fitting the weights of native players to games of self-play.

Reading order: `selfplay` (games as samples of features and outcomes), `regression` (logistic regression), `training`
(generations of self-play and fitting, on all cores), `export` (weights as a C++ header). For players with a value network and
a policy: `dataset`, `move_features`, `network`, `adam`, `fitting`. The games to play are declared by `Game.training`.
"""
