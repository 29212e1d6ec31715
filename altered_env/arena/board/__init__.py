"""A rated board: agents under stated conditions, seeds committed to in advance, games that anyone
can verify, ratings with intervals, and a page."""
