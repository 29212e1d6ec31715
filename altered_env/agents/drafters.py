"""Drafters: random, by a rating of cards, or by the measured worth of cards.

>>> from altered_env import draft_v0
>>> env = draft_v0.env(players=2, pilot="random", rounds=1)
>>> env.reset(seed=1)
>>> drafters = {"player_0": RatingDrafter(), "player_1": RandomDrafter(seed=1)}
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else drafters[agent].act(observation))
>>> [deck.name for deck in env.unwrapped.decks]
['player_0', 'player_1']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env.cards import Card
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import worths
from altered_env.formats import rating
from altered_env.formats.drafts import HEAD, PACK
from altered_env.game.books import pool_book

POINTS = 2.0
"""Worth in percent of games that equals 1 on the scale of `rating`, so that both have the same
spread."""


class Drafter(Protocol):
    """An agent that drafts and builds a deck: maps the env's observation to an action."""

    def act(self, observation: Mapping[str, NDArray[Any]]) -> int:
        """One of the legal actions of `action_mask`."""


class RandomDrafter:
    """A random legal action, but ends building as soon as it may."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Mapping[str, NDArray[Any]]) -> int:
        """A random pick or card; Mana Convergence only if nothing else is left."""
        mask = observation["action_mask"]
        if mask[-1]:
            return len(mask) - 1
        cards = np.flatnonzero(mask[:-2])
        return int(self._rng.choice(cards)) if len(cards) else len(mask) - 2


class RatingDrafter:
    """Picks by rating, increasingly within its factions, and builds from its three best
    factions."""

    def __init__(
        self, rate: Callable[[Card], float] = rating, cards: Sequence[Card] | None = None
    ) -> None:
        """`rate`: the rating of a card. `cards`: the cards by number in observations, by default
        those of the pool."""
        self._rate, self._choose = rate, formats.pick_by_rating(rate)
        self._cards = pool_book().cards if cards is None else cards

    def act(self, observation: Mapping[str, NDArray[Any]]) -> int:
        """The pick, or the next card of the planned deck."""
        row, mask = observation["observation"], observation["action_mask"]
        head = dict(zip(HEAD, row.tolist(), strict=False))
        at = len(HEAD)
        pack = self._named(row[at : at + head["pack"]])
        picked = self._named(row[at + PACK : at + PACK + head["picked"]])
        if head["stage"] == 0:
            return self._choose(pack, picked)
        wanted = Counter(formats.build_deck(picked, rate=self._rate).every_card)
        inside = row[at + PACK + head["most"] :]
        for place, card in enumerate(picked):
            if inside[place]:
                wanted[card] -= 1
        for place, card in enumerate(picked):
            if wanted[card] > 0 and mask[PACK + place]:
                return PACK + place
        return len(mask) - 1 if mask[-1] else len(mask) - 2

    def _named(self, numbers: NDArray[Any]) -> list[Card]:
        return [self._cards[number - 1] for number in numbers.tolist()]


def rating_by_worth(card: Card) -> float:
    """A card's measured worth in games (docs/ranking.md), or the estimate from its elements, on the
    scale of `rating`, which rates Heroes.

    >>> from altered_env.cards import find
    >>> rating_by_worth(find("Foundry Armorer R1")) > rating_by_worth(find("Haven Bouncer C"))
    True
    """
    measured = worths().of(card)
    if measured is not None:
        return 1.5 + measured.worth / POINTS
    estimate = estimates().estimate(card)
    return rating(card) if estimate is None else 1.5 + estimate.worth / POINTS


class WorthDrafter(RatingDrafter):
    """As `RatingDrafter`, by the measured worth of cards."""

    def __init__(self, cards: Sequence[Card] | None = None) -> None:
        """`cards`: the cards by number in observations, by default those of the pool."""
        super().__init__(rating_by_worth, cards)
