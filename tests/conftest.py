"""What every test may ask for."""

from __future__ import annotations

import os

# The engine compiles with bounds checking, into a cache of its own. Before anything imports it.
os.environ.setdefault("ALTERED_CHECKED", "1")

# Tests run side by side: sums of numbers are not spread over the same cores again.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Nobody's own cards are in the tests' catalogue.
os.environ["ALTERED_HOME"] = os.path.join(os.path.dirname(__file__), "no-cards-of-ones-own")
