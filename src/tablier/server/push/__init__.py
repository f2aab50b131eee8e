"""Web Push: a person who asked for it hears that it is their turn, though no page of theirs is open."""
