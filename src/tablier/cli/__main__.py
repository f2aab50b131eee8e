"""`python -m tablier.cli`: the same as `tablier`."""

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
