"""Solver, certificates of forced wins and draws, their verifier, and books made from them."""
