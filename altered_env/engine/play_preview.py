"""A play under consideration, before anything is paid: the player, the card, its origin and
destination, the choices and the terms (5.1.2).

`Play` is one value shared by costs, legality and play; in compiled code it is as cheap as its
numbers. To match patterns against it, it is written into the last row of the staging area
(sketched) and erased afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

from .compiled import compiled
from .layout import STEP_ACTIONS
from .terms import ACT, EV, TERMS, C, Z

SCOUTED = 1 << 20
"""In the options of a play: the Scout cost is paid instead of the Hand Cost (7.4.5)."""
AT_HAND_COST = 1 << 21
"""In the options of a play: the Hand Cost is paid instead of the Reserve Cost (5.1.2.e)."""
TEMPLED = 1 << 22
"""In the options of a play: the Temple cost is paid, and it is a Landmark Permanent."""
ROW = STEP_ACTIONS - 1


class Play(NamedTuple):
    """The play of a card from Hand, Reserve or wherever an effect plays it from."""

    player: int
    card: int
    """The object to be played."""
    origin: int
    """The zone that counts as its origin and determines its cost."""
    expedition: int
    """The Expedition that it joins; -1 for none, or any."""
    options: int
    """Its optional costs as bits in their order, and `SCOUTED`, `TEMPLED`, `AT_HAND_COST`."""
    terms: int
    """The terms of an effect that plays it (`TERMS`)."""
    less: int
    """The reduction of its cost by that effect."""


@compiled
def with_choices(play, expedition, options):
    """Return the same play with these choices."""
    return Play(
        play.player, play.card, play.origin, int(expedition), int(options), play.terms, play.less
    )


@compiled
def origin_of(game, x, terms):
    """Return the zone that counts as the origin of x on these terms."""
    return Z.HAND if terms & TERMS.AS_HAND else int(game.obj[x, C.ZONE])


@compiled
def place_allowed(terms, expedition):
    """Return whether the terms of a play allow this Expedition."""
    places = (terms // TERMS.PLACE) & 255
    return places == 0 or (expedition >= 0 and (places >> expedition) & 1 != 0)


@compiled
def sketch(game, play):
    """Write a play into the last row of the staging area, for matching patterns."""
    for column in range(ACT.COLUMNS):
        game.act[ROW, column] = 0
    game.act[ROW, ACT.KIND] = EV.PLAY
    game.act[ROW, ACT.OBJECT] = play.card
    game.act[ROW, ACT.AFTER] = play.card
    game.act[ROW, ACT.DOER] = play.player
    game.act[ROW, ACT.FROM] = play.origin
    if play.expedition >= 0:
        game.act[ROW, ACT.TO_PRESENCE] = 1 << play.expedition


@compiled
def erase(game):
    """Erase a sketch completely."""
    for column in range(ACT.COLUMNS):
        game.act[ROW, column] = 0
