"""The options of the envs: typed, and refused by name where there is no such option.

>>> from altered_env.envs import make_vec
>>> make_vec(2, day_limits=3)
Traceback (most recent call last):
    ...
TypeError: make_vec has no option 'day_limits', did you mean 'day_limit'?
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, ParamSpec, TypedDict, TypeVar

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card

P = ParamSpec("P")
R = TypeVar("R")

ILLEGAL: Final = ("raise", "lose")
"""What an illegal action does: it is refused and changes nothing, or who took it has lost."""
MASKS: Final = ("int8", "bool")
"""What masks are made of."""


class GameOptions(TypedDict, total=False):
    """Options of every env, besides the decks."""

    rules: str
    """`2024.09` unless told, or `5.0`."""
    format: str
    """One of `altered_env.formats`; `standard` unless told."""
    day_limit: int | None
    """Days after which a game is truncated, 50 unless told; None for no limit."""
    legal: bool
    """False lets decks break the rules of deck building."""
    cards: Iterable[Card]
    """Cards beyond the pool that decks which come later may hold."""
    illegal: str
    """`raise` unless told: an illegal action raises `IllegalActionError` and changes nothing. With
    `lose` who took it has lost, and the game is over."""


class SeenOptions(GameOptions, total=False):
    """The same, with the options of observations."""

    detail: str
    """`full` unless told, `mask` for no observations, or `everything`, which gives agents no more
    than `full` and a critic in training all there is."""
    masks: str
    """`int8` unless told, as PettingZoo has it, or `bool`."""


def known_options(
    options: type | None = None, name: str = ""
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse unknown options of a function, with a suggestion. `name` is its public name, if that
    differs."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            and parameter.name != "self"
        ]
        if options is not None:
            known += options.__annotations__
        called = name or getattr(function, "__name__", "it")

        @functools.wraps(function)
        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            for given in kwargs:
                if given not in known:
                    hint = did_you_mean(given, known) or f"; its options are {', '.join(known)}"
                    raise TypeError(f"{called} has no option {given[:40]!r}{hint}")
            return function(*args, **kwargs)

        return checked

    return decorate


def one_of(value: Any, choices: Sequence[str], what: str) -> str:
    """A word of these, or an error that says which there are.

    >>> one_of("lose", ILLEGAL, "illegal")
    'lose'
    """
    if value not in choices:
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        raise ValueError(f"{what} must be {' or '.join(choices)}, found {value!r:.40}{hint}")
    return str(value)


def taken(options: Mapping[str, Any] | None, *known: str) -> list[Any]:
    """The values of these options of `reset`, None if not given.

    >>> taken({"seat": "player_1"}, "decks", "seat")
    [None, 'player_1']
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options of reset must be values by name, found {options!r:.60}")
    given = dict(options or {})
    found = [given.pop(name, None) for name in known]
    given.pop("options", None)  # PettingZoo's tests send it
    if given:
        strange = str(next(iter(given)))
        raise ValueError(
            f"options of reset are {', '.join(known[:-1])} and {known[-1]}, found "
            f"{sorted(given)!r:.80}{did_you_mean(strange, known)}"
        )
    return found
