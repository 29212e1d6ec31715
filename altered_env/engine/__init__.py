"""The game: one record, and the rules as compiled functions over it.

It depends on NumPy and Numba, but on no cards, envs or agents. Everything goes through one entry,
in `table`; `terms` and `layout` define the words and the record. `of_four` is the same engine for
four players.
"""

from typing import Final

SEATS: Final = 2
"""The number of players in a game, which determines the size of the record."""
