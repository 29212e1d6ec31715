"""The head of a draft observation, for the env and for drafters."""

from altered_env.formats.boosters import CONTENTS

PACK = CONTENTS.size
"""The number of cards in a booster, and of the first actions, which pick one."""
HEAD = ("stage", "booster", "pick", "pack", "picked", "deck", "mana", "most")
"""The first numbers of an observation: 0 drafting, 1 building, 2 over; the booster, from 0; the
pick, from 0; then the numbers of cards in the pack, of picked cards, of cards in the deck, of Mana
Convergence among them, and of picked cards that there is room for."""
