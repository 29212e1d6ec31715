"""The booster draft: opening, picking, passing, and building a deck from the picks.

>>> from altered_env import formats
>>> draft = formats.Draft(seed=1, players=4)
>>> while not draft.over:
...     for player in draft.to_pick:
...         card = draft.pick(player, 0)
>>> [len(draft.picked(player)) for player in range(4)]
[48, 48, 48, 48]
>>> deck = formats.build_deck(draft.picked(0), name="A")
>>> formats.get("booster_draft").check([deck, deck])
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from altered_env._runtime.seeds import fresh_seed
from altered_env.cards import Card, find
from altered_env.cards.printed_words import FACTIONS
from altered_env.decks import Deck
from altered_env.decks.legality import MANA_CONVERGENCE, MAX_FACTIONS

from .boosters import CONTENTS, Booster, Contents, boosters
from .deck_rules import DRAFTED

SEATS: Final = 8
BOOSTERS: Final = ("CORE",) * 4
"""Four boosters for each player (BD-02)."""
PACK = CONTENTS.size
"""The number of cards in a booster, and of the first actions, which pick one."""
HEAD = ("stage", "booster", "pick", "pack", "picked", "deck", "mana", "most")
"""What an observation of a draft begins with: 0 drafting, 1 building, 2 over; which booster, from
0; which pick from it, from 0; how many cards are in the pack; how many are picked; how many are in
the deck; how many of those are Mana Convergence; how many picked cards there are room for."""

Drafter = Callable[[Sequence[Card], Sequence[Card]], int]
"""From the cards to pick from and those picked so far, the place of the next pick."""


class Draft:
    """A draft: all players pick a card, then the boosters are passed on (BD-04)."""

    def __init__(
        self,
        seed: int | None = None,
        *,
        players: int = SEATS,
        sets: Sequence[str] = BOOSTERS,
        contents: Contents = CONTENTS,
        uniques: Iterable[Card] = (),
    ) -> None:
        """A draft of `players`, ideally eight (BD-01), with one booster of each of `sets` per
        player. The seed determines all boosters; without one they are unpredictable."""
        if not 2 <= players <= 16:
            raise ValueError(f"{players} players; a draft has 2 to 16, ideally {SEATS}")
        if not sets:
            raise ValueError("no boosters; a draft needs at least one per player")
        pool = list(uniques)
        seed = fresh_seed() if seed is None else seed
        self.players = players
        self.round = 0
        """The booster being drafted, from 0."""
        self._opened: list[tuple[Booster, ...]] = []
        for number, name in enumerate(sets):
            opened = boosters(players, name, seed * 64 + number, contents=contents, uniques=pool)
            pool = [card for card in pool if not any(card in one.cards for one in opened)]
            self._opened.append(opened)
        self._picked: list[list[Card]] = [[] for _ in range(players)]
        self._waiting = set(range(players))
        self._packs = [list(booster.every_card) for booster in self._opened[0]]

    @property
    def over(self) -> bool:
        """Have all cards been picked?"""
        return self.round == len(self._opened)

    @property
    def to_pick(self) -> tuple[int, ...]:
        """The players who have not picked since boosters were passed last."""
        return tuple(sorted(self._waiting))

    def pack(self, player: int) -> tuple[Card, ...]:
        """The cards that `player` picks from now, hidden from the others."""
        return () if self.over else tuple(self._packs[player])

    def picked(self, player: int) -> tuple[Card, ...]:
        """The picks of `player`, in order, hidden from the others."""
        return tuple(self._picked[player])

    def pick(self, player: int, place: int) -> Card:
        """`player` takes the card at `place` of the pack; with the last, boosters are passed."""
        if player not in self._waiting:
            raise ValueError(
                f"player {player!r} has nothing to pick now; to pick are {self.to_pick}"
            )
        pack = self._packs[player]
        if not 0 <= place < len(pack):
            raise ValueError(f"no card {place!r} in this pack, which has 0 to {len(pack) - 1}")
        card = pack.pop(place)
        self._picked[player].append(card)
        self._waiting.discard(player)
        if not self._waiting:
            self._pass_on()
        return card

    def _pass_on(self) -> None:
        """To the left, then, with the next boosters, to the right, and so on (BD-05)."""
        if not any(self._packs):
            self.round += 1
            if self.over:
                return
            self._packs = [list(booster.every_card) for booster in self._opened[self.round]]
        else:
            step = 1 if self.round % 2 == 0 else -1
            self._packs = [
                self._packs[(player - step) % self.players] for player in range(self.players)
            ]
        self._waiting = set(range(self.players))


def rating(card: Card) -> float:
    """A rating of a card by itself: its statistics for its cost.

    >>> from altered_env import cards
    >>> rating(cards.find("Foundry Armorer R1")) > rating(cards.find("Foundry Armorer C"))
    True
    """
    rarity = {"rare": 1.0, "exalted": 3.0, "unique": 2.0}.get(card.rarity or "", 0.0)
    if card.type == "hero":
        return 4.0
    if card.type != "character":
        return 0.3 + rarity  # Characters move Expeditions; decks with few of them do not
    statistics = (card.forest + card.mountain + card.water) / 3
    abilities = 0.7 * len(card.abilities) + 0.4 * len(card.support)
    return statistics - (card.hand_cost + card.reserve_cost) / 2 + abilities + rarity + 1.5


def pick_at_random(seed: int) -> Drafter:
    """A drafter that takes a random card."""
    chance = Random(f"drafter {seed}")
    return lambda pack, picked: chance.randrange(len(pack))


def pick_by_rating(rate: Callable[[Card], float] = rating) -> Drafter:
    """A drafter that takes the card with the highest rating, with growing weight on the factions of
    its picks."""

    def choose(pack: Sequence[Card], picked: Sequence[Card]) -> int:
        held = dict.fromkeys(FACTIONS, 0.0)
        for card in picked:
            if card.faction in held:
                held[card.faction] += max(0.0, rate(card))
        best = sorted(held.values(), reverse=True)[MAX_FACTIONS - 1]
        weight = len(picked) / 12
        hero = any(card.type == "hero" for card in picked)

        def worth(place: int) -> float:
            card = pack[place]
            value = rate(card) if card.type != "hero" or not hero else 0.0
            return value + (weight if held.get(card.faction, 0.0) >= best else 0.0)

        return max(range(len(pack)), key=worth)

    return choose


def build_deck(
    pool: Sequence[Card],
    *,
    rate: Callable[[Card], float] = rating,
    size: int = DRAFTED,
    name: str = "drafted",
) -> Deck:
    """A legal deck from the picks: a Hero, the best three factions with it, their best cards, and
    Mana Convergence if there are too few (1.1.5)."""
    heroes = [card for card in pool if card.type == "hero"]
    others = [card for card in pool if card.type not in ("hero", "mana")]
    most: tuple[tuple[float, ...], Card | None, list[Card]] = ((-1.0,), None, [])
    for factions in combinations(FACTIONS, MAX_FACTIONS):
        fits = sorted((card for card in others if card.faction in factions), key=rate)[::-1]
        hero = max((card for card in heroes if card.faction in factions), key=rate, default=None)
        mine = [hero] if hero else []
        cards = fits[: size - len(mine)]
        worth = len(mine) + len(cards), len(mine), sum(map(rate, cards))
        if worth > most[0]:
            most = (worth, hero, cards)
    _, hero, cards = most
    missing = size - (hero is not None) - len(cards)
    return Deck(name, hero, (*cards, *[find(MANA_CONVERGENCE)] * missing))
