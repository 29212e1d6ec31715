"""The game: one record, and the rules as compiled functions over it.

It knows NumPy and Numba; it knows no card, no Gym, no agent. Everything goes through one entry, in
`table`; `terms` and `layout` are the words and the record. `of_four` is the same engine once more,
for four players.
"""

from typing import Final

SEATS: Final = 2
"""The players that a game has room for: what `layout` sizes the record by."""
