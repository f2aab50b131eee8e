"""How fast the rules are, measured: never asserted, and beside a peer in the same run where there is one."""
