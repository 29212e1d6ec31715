"""The opponents of a learner: the option `opponent` of every env, in the same words.

>>> opponents_of("greedy"), opponents_of(["random", "rules"])
(('greedy',), ('random', 'rules'))
>>> opponents_of({"greedy": 3})
Traceback (most recent call last):
    ...
TypeError: opponent must be an agent by name, an Agent, a function from observations and masks to \
actions, or a list of these; found {'greedy': 3}: write opponent=['greedy'], odds=[3]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.named import names
from altered_env.agents.network_cards import refuse_seen
from altered_env.agents.registry import make, refuse_seats
from altered_env.game.answer_parsing import number_of
from altered_env.game.errors import IllegalActionError
from altered_env.game.seat import Seat

BatchPolicy = Callable[[NDArray[np.int16], NDArray[Any]], NDArray[np.integer[Any]]]
"""A function from observations (k, SIZE) and masks (k, ACTIONS) to k actions."""
Opponent = str | Agent | BatchPolicy
"""An agent by name and options (`altered arena --help`), an `Agent`, or a `BatchPolicy`."""
Opponents = Opponent | Sequence[Opponent]
"""One opponent, or several; one is drawn for each game."""
WHAT: Final = (
    "an agent by name, an Agent, a function from observations and masks to actions, or a list of "
    "these"
)


def opponents_of(wanted: Any, players: int = 2, bench: str = "") -> tuple[Opponent, ...]:
    """The opponents, checked, for games of this number of players, or for training on a split of
    the benchmark."""
    if isinstance(wanted, Mapping):
        meant = f"opponent={list(wanted)}, odds={list(wanted.values())}"
        raise TypeError(f"opponent must be {WHAT}; found {wanted!r:.60}: write {meant:.120}")
    several = isinstance(wanted, Sequence) and not isinstance(wanted, str)
    found = tuple(wanted) if several else (wanted,)
    if not found:
        raise ValueError(f"an opponent is needed: {WHAT}")
    for one in found:
        if isinstance(one, str):
            _check_name(one)
        elif isinstance(one, type):
            raise TypeError(
                f"opponent must be {WHAT}; found the class {one.__name__:.60}: write "
                f"{one.__name__:.60}()"
            )
        elif not is_agent(one) and not callable(one):
            raise TypeError(f"opponent must be {WHAT}; found {one!r:.60}")
    refuse_seats([name_of(one) for one in found if isinstance(one, str) or is_agent(one)], players)
    if bench:
        refuse_seen(map(name_of, found), bench)
    return found


def is_agent(opponent: Any) -> TypeGuard[Agent]:
    """Is this an `Agent`, neither a name nor a function?"""
    return hasattr(opponent, "act") and hasattr(opponent, "start")


def name_of(opponent: Any) -> str:
    """The name of an opponent.

    >>> name_of("greedy"), name_of(min)
    ('greedy', 'min')
    """
    if isinstance(opponent, str):
        return opponent
    for name in ("name", "__name__"):
        if isinstance(found := getattr(opponent, name, None), str):
            return found
    return type(opponent).__name__


def answer_of(agent: Agent, seat: Seat) -> int:
    """The action of an agent. Raises `IllegalActionError`, which names the agent, for anything but
    a whole number."""
    found = agent.act(seat)
    try:
        return number_of(found)
    except IllegalActionError as error:
        raise IllegalActionError(f"{name_of(agent)}: {error}") from None


def asked(policy: BatchPolicy, observation: NDArray[Any], mask: NDArray[Any]) -> NDArray[Any]:
    """The actions of a function for these observations and masks. Raises `IllegalActionError`,
    which names the function, for anything but one whole number for each."""
    found = np.asarray(policy(observation, mask))
    if found.shape != (len(mask),) or not np.issubdtype(found.dtype, np.integer):
        raise IllegalActionError(
            f"{name_of(policy)}: expected an array of {len(mask)} whole numbers, found an array of "
            f"{found.dtype} of shape {found.shape}"
        )
    return found


def _check_name(name: str) -> None:
    parts = name.replace(",", "+").split("+")
    if len(parts) > 1 and set(parts) <= set(names()):
        raise ValueError(f"opponent: several agents are a list: {parts}, found {name!r:.80}")
    make(name)
