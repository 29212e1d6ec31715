"""A booster draft of one person against computer drafters, and the deck built from its picks.

>>> from altered_env._runtime.seeds import Secret
>>> drafting = Drafting(Secret(1), "CORE")
>>> while not drafting.draft.over:
...     drafting.pick(0)
>>> len(drafting.picked), len(drafting.deck.every_card), drafting.wrong
(48, 30, [])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from altered_env import formats
from altered_env._runtime.seeds import Secret
from altered_env.agents.drafters import rating_by_worth
from altered_env.cards import Card, find
from altered_env.decks import Deck
from altered_env.decks.legality import MANA_CONVERGENCE
from altered_env.engine.layout import DECK_MAX
from altered_env.formats.drafts import BOOSTERS, PACK
from altered_env.web.messages import face_of

FORMAT = "booster_draft"
RULES = "2024.09"
YOU = 0
"""The seat of the person; the computer has the others."""
_CHOOSE = (formats.pick_by_rating(rating_by_worth), formats.pick_by_rating())
"""The computer drafters: by the measured worth of cards, and by their statistics."""

Json = dict[str, Any]


class Drafting:
    """A draft, at a pick of the person's or at the building of the deck."""

    def __init__(self, secret: Secret, set: str) -> None:
        """`set`: the set of all boosters. Raises `ValueError` for an unknown one."""
        self.secret, self.set = secret, set
        seed = secret.derive("draft")
        self.draft = formats.Draft(seed, sets=(set,) * len(BOOSTERS))
        self.inside: list[int] = []
        """The places of the picks that are in the deck."""
        self.mana = 0
        """The number of Mana Convergence in the deck."""

    @property
    def picked(self) -> tuple[Card, ...]:
        """The picks of the person."""
        return self.draft.picked(YOU)

    def pick(self, place: int) -> None:
        """The person takes a card, and so do the others. Raises `ValueError` for no card."""
        size = len(self.draft.pack(YOU))
        if not size:
            raise ValueError("the draft is over: build a deck")
        if not 0 <= place < size:
            raise ValueError(f"no card {place} in this booster, which has 0 to {size - 1}")
        others = [player for player in self.draft.to_pick if player != YOU]
        for player in others:
            choose = _CHOOSE[player % len(_CHOOSE)]
            self.draft.pick(player, choose(self.draft.pack(player), self.draft.picked(player)))
        self.draft.pick(YOU, place)
        if self.draft.over:
            self.suggest()

    def suggest(self) -> None:
        """Put the suggested deck in place of the current one."""
        wanted = Counter(formats.build_deck(self.picked, rate=rating_by_worth).every_card)
        self.inside = []
        for place, card in enumerate(self.picked):
            if wanted[card] > 0:
                wanted[card] -= 1
                self.inside.append(place)
        self.mana = wanted[find(MANA_CONVERGENCE)]

    def build(self, inside: Sequence[int], mana: int) -> None:
        """Build the deck of these picks and a number of Mana Convergence; it need not be legal yet.
        Raises `ValueError` where it cannot be a deck."""
        if not self.draft.over:
            raise ValueError("the deck is built after the last pick")
        count = len(self.picked)
        if len(set(inside)) < len(inside) or not all(0 <= place < count for place in inside):
            raise ValueError(f"a deck has picks of the draft, 0 to {count - 1}, each once")
        if mana < 0 or len(inside) + mana > DECK_MAX:
            raise ValueError(f"a deck has at most {DECK_MAX} cards")
        if sum(self.picked[place].type == "hero" for place in inside) > 1:
            raise ValueError("a deck has one Hero: take the other one out first")
        self.inside, self.mana = list(inside), mana

    @property
    def deck(self) -> Deck:
        """The current deck."""
        cards = [self.picked[place] for place in self.inside]
        hero = next((card for card in cards if card.type == "hero"), None)
        rest = [card for card in cards if card.type != "hero"]
        return Deck("drafted", hero, (*rest, *[find(MANA_CONVERGENCE)] * self.mana))

    @property
    def wrong(self) -> list[str]:
        """Why the deck is not legal; empty if it is."""
        return [str(found) for found in formats.get(FORMAT).of_deck(self.deck, RULES)]

    def deck_of(self, player: int) -> Deck:
        """The deck of a computer drafter. Raises `ValueError` before the end and for no drafter."""
        if not self.draft.over:
            raise ValueError("the others build their decks after the last pick")
        if not YOU < player < self.draft.players:
            raise ValueError(f"the others are 1 to {self.draft.players - 1}, found {player}")
        rate = rating_by_worth if player % len(_CHOOSE) == 0 else formats.rating
        picked = self.draft.picked(player)
        return formats.build_deck(picked, rate=rate, name=f"drafter {player + 1}")

    def told(self) -> Json:
        """What the person sees: the booster, the picks and the deck, nothing of the others."""
        pack, picked = self.draft.pack(YOU), self.picked
        return {
            "set": self.set,
            "over": self.draft.over,
            "booster": min(self.draft.round + 1, len(BOOSTERS)),
            "boosters": len(BOOSTERS),
            "left": self.draft.round % 2 == 0,
            "size": PACK,
            "players": self.draft.players,
            "pack": [face_of(card) for card in pack],
            "picked": [face_of(card) for card in picked],
            "inside": self.inside,
            "mana": self.mana,
            "count": len(self.inside) + self.mana,
            "wrong": self.wrong if self.draft.over else [],
        }
