"""The opponents of a learner: the option `opponent` of every env, in the same words.

>>> opponents_of("greedy"), opponents_of(["random", "rules"])
(('greedy',), ('random', 'rules'))
>>> opponents_of({"greedy": 3})
Traceback (most recent call last):
    ...
TypeError: opponent must be an agent by name, an Agent, a function from observations and masks to \
actions, a model with predict, or a list of these; found {'greedy': 3}: write \
opponent=['greedy'], odds=[3]
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.agents.agent import Agent
from altered_env.agents.named import names
from altered_env.agents.network_cards import refuse_seen
from altered_env.agents.registry import make, refuse_seats
from altered_env.envs.view_option import View
from altered_env.game.answer_parsing import number_of
from altered_env.game.errors import IllegalActionError
from altered_env.game.seat import Seat
from altered_env.spaces.card_features import cards_of
from altered_env.spaces.compact import described, known

BatchPolicy = Callable[[Any, NDArray[Any]], NDArray[np.integer[Any]]]
"""A function from k observations in the env's view and masks (k, ACTIONS) to k actions."""
Opponent = Any
"""An agent by name and options (`altered arena --help`), an `Agent`, a `BatchPolicy`, a model of
sb3-contrib (anything with `predict(observation, action_masks=...)`), or one of the last two in a
`Seeing`."""
Opponents = Opponent | Sequence[Opponent]
"""One opponent, or several; one is drawn for each game."""
WHAT: Final = (
    "an agent by name, an Agent, a function from observations and masks to actions, a model with "
    "predict, or a list of these"
)


@dataclass(frozen=True)
class Seeing:
    """A function or model as an opponent that observes another view than the env's.

    >>> Seeing(min, "compact", rows=60).name
    'min'
    """

    policy: Any
    view: str = "raw"
    rows: int | None = None
    lists: str = "open"

    @property
    def name(self) -> str:
        """The name of the function or model."""
        return name_of(self.policy)


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
        elif not is_agent(one):
            _check_policy(one.policy if isinstance(one, Seeing) else one)
    refuse_seats([name_of(one) for one in found if isinstance(one, str) or is_agent(one)], players)
    if bench:
        refuse_seen(map(name_of, found), bench)
    return found


def is_agent(opponent: Any) -> TypeGuard[Agent]:
    """Is this an `Agent`, neither a name nor a function? `act` is enough."""
    acts = callable(getattr(opponent, "act", None))
    return acts and (hasattr(opponent, "start") or not callable(opponent))


def start_agent(agent: Any, seed: int) -> None:
    """Start a new game, if the agent wants to know."""
    start = getattr(agent, "start", None)
    if start is not None:
        start(seed)


def name_of(opponent: Any) -> str:
    """The name of an opponent.

    >>> name_of("greedy"), name_of(min)
    ('greedy', 'min')
    >>> name_of(type("Mine", (), {"name": ""})())
    'Mine'
    """
    if isinstance(opponent, str):
        return opponent
    model = model_of(opponent)
    if model is not None and model is not opponent:
        return name_of(model)
    for name in ("name", "__name__"):
        if isinstance(found := getattr(opponent, name, None), str) and found:
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


class Guest:
    """An opponent that is asked for its actions in many games at once: a function or a model."""

    def __init__(self, opponent: Any, view: View) -> None:
        """`view`: the env's. Raises `ValueError` for a model that was trained with another."""
        if isinstance(opponent, Seeing):
            view = View(view.setup, opponent.view, opponent.rows, opponent.lists)
            opponent = opponent.policy
        self.name, self.view = name_of(opponent), view
        if view.setup.detail == "mask":
            raise ValueError(
                f'opponent {self.name:.60} reads observations, which detail="mask" leaves out: use '
                'detail="full"'
            )
        self._model = model_of(opponent)
        self._policy = opponent if self._model is None else self._model.predict
        self._space = getattr(self._model, "observation_space", None)
        if self._space is not None:
            seen = _without_mask(self._space)
            if seen != view.space:
                raise ValueError(
                    f"opponent {self.name:.60} was trained with {described(seen)}; the env has "
                    f"{described(view.space)}. {_what_to_do(seen, view)}"
                )

    def answer(
        self,
        observations: NDArray[np.int16],
        records: NDArray[np.void],
        of: NDArray[np.int64],
        seats: NDArray[Any],
        masks: NDArray[Any],
    ) -> NDArray[Any]:
        """The actions for these raw observations and masks of the seats in the games `of`. Raises
        `IllegalActionError`, which names the opponent, for anything but one whole number for
        each."""
        games = records[of] if self.view.tabular else records[:0]
        seen: Any = self.view.of(observations, games, seats)
        if self._model is None:
            answer = self._policy(seen, masks)
        else:
            if isinstance(self._space, gymnasium.spaces.Dict) and MASK in self._space.spaces:
                seen = {"observation": seen} if "observation" in self._space.spaces else seen
                seen = {**seen, MASK: masks}
            answer = self._policy(seen, action_masks=masks)
        if isinstance(answer, tuple) and answer and np.ndim(answer[0]) == 1:
            answer = answer[0]  # as `predict` answers: actions, and a state
        try:
            found = np.asarray(answer)
        except ValueError:  # parts of different lengths
            found = np.array(None)
        if found.shape != (len(masks),) or not np.issubdtype(found.dtype, np.integer):
            raise IllegalActionError(
                f"{self.name}: expected an array of {len(masks)} whole numbers, found "
                f"{_in_words(answer)}"
            )
        return found


MASK: Final = "action_mask"


def _in_words(answer: Any) -> str:
    """What was answered in place of an array of whole numbers."""
    if isinstance(answer, np.ndarray):
        return f"an array of {answer.dtype} of shape {answer.shape}"
    return f"{answer!r:.80}"


def model_of(opponent: Any) -> Any:
    """The model, if this is one, or its method `predict`; otherwise None."""
    if callable(getattr(opponent, "predict", None)):
        return opponent
    owner = getattr(opponent, "__self__", None)
    if getattr(opponent, "__name__", "") == "predict" and not inspect.ismodule(owner):
        return owner
    return None


def _what_to_do(space: Any, view: View) -> str:
    """How a model of this space becomes an opponent in an env with another view, in words."""
    found, setup = known(space), view.setup
    if found is None:
        return "No view of the env is like this: train the model without wrappers that change it"
    if found.players != setup.kernel.players:
        return "It plays with another number of players: give the env the format of its training"
    if (cards := getattr(space, "cards", "")) and cards != cards_of(setup.book):
        return (
            "Its card numbers mean other cards: give the env the bench, or the cards, of its "
            "training, or meet it as agents/maskable_ppo_bot.py:Bot:path=FILE, which reads cards "
            "by their features"
        )
    rows = "" if found.rows is None else f", rows={found.rows}"
    return f'Make the env alike, or write Seeing(model, view="{found.view}"{rows})'


def _without_mask(space: Any) -> Any:
    """The space of the observation in a space that may have a mask beside it."""
    if not isinstance(space, gymnasium.spaces.Dict) or MASK not in space.spaces:
        return space
    if "observation" in space.spaces:
        return space["observation"]
    return gymnasium.spaces.Dict({n: part for n, part in space.spaces.items() if n != MASK})


def _check_policy(one: Any) -> None:
    """Raise `TypeError` for what is neither a function nor a model that takes masks."""
    model = model_of(one)
    if model is None:
        if not callable(one):
            raise TypeError(f"opponent must be {WHAT}; found {one!r:.60}")
        _check_function(one)
        return
    takes = inspect.signature(model.predict).parameters.values()
    if not any(p.name == "action_masks" or p.kind is p.VAR_KEYWORD for p in takes):
        raise TypeError(
            f"opponent: predict of {name_of(one):.60} takes no action_masks, so it would act "
            "illegally; MaskablePPO of sb3-contrib has them"
        )


def _check_function(one: Callable[..., Any]) -> None:
    """Raise `TypeError` for a function that does not take observations and masks."""
    try:
        takes = inspect.signature(one)
    except (TypeError, ValueError):  # a function of C may not say
        return
    try:
        takes.bind(None, None)
    except TypeError:
        raise TypeError(
            f"opponent: the function {name_of(one):.60} must take observations and masks, it takes "
            f"{takes!s:.80}"
        ) from None


def _check_name(name: str) -> None:
    parts = name.replace(",", "+").split("+")
    if len(parts) > 1 and set(parts) <= set(names()):
        raise ValueError(f"opponent: several agents are a list: {parts}, found {name!r:.80}")
    if name.lower().endswith(".zip"):
        path = name.removeprefix("net:").removeprefix("path=")
        raise ValueError(
            f"opponent: {name[:80]} is a saved model of stable-baselines3: load it with the class "
            f"that saved it, as in opponent=MaskablePPO.load({path[:80]!r})"
        )
    make(name)
