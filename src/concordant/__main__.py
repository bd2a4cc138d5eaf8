"""Let `python -m concordant` be the command."""

import sys

from concordant.cli import main

if __name__ == "__main__":
    sys.exit(main())
