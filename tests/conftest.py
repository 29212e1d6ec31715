"""What every test may ask for."""

from __future__ import annotations

import os

# The engine compiles with bounds checking, into a cache of its own. Before anything imports it.
os.environ.setdefault("ALTERED_CHECKED", "1")
