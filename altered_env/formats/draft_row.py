"""What an observation of a draft begins with: for the env, and for those who play in it."""

from altered_env.formats.boosters import CONTENTS

PACK = CONTENTS.size
"""The cards of a booster, and the first actions: to pick one."""
HEAD = ("stage", "booster", "pick", "pack", "picked", "deck", "mana", "most")
"""What an observation begins with: 0 drafting, 1 building, 2 over; which booster, from 0; which
pick from it, from 0; how many cards are in the pack; how many are picked; how many are in the deck;
how many of those are Mana Convergence; how many picked cards there are room for."""
