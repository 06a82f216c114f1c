"""`python -m burgomaster` is the same as `burgomaster`."""

from __future__ import annotations

import sys

from burgomaster.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
