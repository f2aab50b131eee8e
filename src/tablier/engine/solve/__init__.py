"""Games solved: who can force a win, how, and how anybody can check it."""
