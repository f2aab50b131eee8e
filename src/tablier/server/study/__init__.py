"""Studies: boards to try things out on, with an engine that thinks along. Nothing is written down."""
