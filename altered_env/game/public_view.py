"""What everybody at the table can see: the information that all players share, for spectators.

>>> from altered_env import Game
>>> view = public_view(Game.start("axiom", "bravos", seed=1))
>>> [(player.hand_count, player.hand) for player in view.players]
[(6, ()), (6, ())]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from altered_env.game.position import Position
from altered_env.render.views import ObjectView, PlayerView, View

PUBLIC = ""
"""The seat of a public view: nobody's."""
_ZONES = ("hand", "deck", "mana", "reserve", "discard", "landmarks", "limbo")


def public_view(position: Position) -> View:
    """The board as far as every player sees it."""
    views = [position.view(player) for player in range(position.players)]
    base = next(view for view in views if position.over or view.seat != views[0].decider)
    players = zip(*(view.players for view in views), strict=True)
    return replace(
        base,
        seat=PUBLIC,
        players=tuple(map(_shared, players)),
        decision=None,
        options=(),
    )


def view_for(position: Position, seat: str | None) -> View:
    """A seat's view, everything for None, or the public view."""
    return public_view(position) if seat == PUBLIC else position.view(seat)


def _shared(seen: Sequence[PlayerView]) -> PlayerView:
    """One player's part of the table, as all others and the player see it."""
    zones = {zone: _known(*(getattr(one, zone) for one in seen)) for zone in _ZONES}
    return replace(seen[0], **zones)  # type: ignore[arg-type]  # each is a tuple of objects


def _known(*seen: tuple[ObjectView, ...]) -> tuple[ObjectView, ...]:
    """The objects that everyone lists; face down if anyone sees them so."""
    first, *others = ({one.slot: one for one in objects} for objects in seen)
    found = []
    for slot, one in first.items():
        views = [one, *(other[slot] for other in others if slot in other)]
        if len(views) == len(seen):
            found.append(next((view for view in views if view.name is None), one))
    return tuple(found)
