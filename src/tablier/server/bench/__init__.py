"""Load test of the server: many simulated players, and the cost of serving them."""
