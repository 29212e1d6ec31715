"""A rated board: agents under stated conditions, seeds that were committed to before, games that
anybody can check, ratings with intervals, and a page."""
