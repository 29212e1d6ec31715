"""A hash of the visible state of a game, independent of the numbers of cards.

The bytes of a game contain cards and abilities by their numbers in its book. When a card joins the
pool, those numbers change although the game does not.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from altered_env.game.states import State
from altered_env.game.view import look
from altered_env.render.views import View


def fingerprint(state: State) -> str:
    """A hash of the full view of a game, without the wording of its question and of the legal
    actions, and of its random state.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> len(fingerprint(game))
    16
    """
    view = look(state)
    numbered = tuple((action, "") for action, _label in view.options)
    return _hash_of(state, dataclasses.replace(view, question="", options=numbered))


def is_of(state: State, seen: str) -> bool:
    """Return whether this is the fingerprint of a game. Earlier ones held these words."""
    return seen == fingerprint(state) or seen == _hash_of(state, look(state))


def _hash_of(state: State, view: View) -> str:
    seen = json.dumps(view, default=_parts, sort_keys=True)
    chance = state.games["rng"][0].tolist()
    return hashlib.sha256(f"{seen} {chance}".encode()).hexdigest()[:16]


def _parts(thing: Any) -> list[Any]:
    """The contents of a part of a view, or of a set of words, in a fixed order."""
    if isinstance(thing, frozenset):
        return sorted(thing)
    return [getattr(thing, name) for name in thing.__slots__]
