"""A deck, and its forms: a list of lines, JSON, a deck code."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from altered_env._runtime.input_files import DECK
from altered_env._runtime.plurals import counted
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, Catalogue, UnknownCardError, catalogue
from altered_env.cards.earlier import as_of

from . import share_code
from .deck_names import fault_of_name
from .errors import DeckFileError
from .json_form import looks_like_json, read_json
from .reading_lists import Listed, names_a_card, read_list, text_in

MAX_CARDS = 255
FORMS: Final = ("references", "official", "names")


@dataclass(frozen=True, slots=True)
class Deck:
    """A Hero, if any, and the other cards, each in a certain version.

    >>> from altered_env import decks
    >>> deck = decks.starter("axiom")
    >>> deck.hero.name, len(deck.cards)
    ('Sierra & Oddball', 39)
    """

    name: str
    hero: Card | None
    cards: tuple[Card, ...]

    @classmethod
    def from_text(
        cls, text: str, *, name: str = "deck", file: str = "deck", pool: Catalogue | None = None
    ) -> Deck:
        """Parse the deck in `text`, in any form: lines, JSON or a deck code.

        A line is a number and a card: `3 CORE_AX_16_C`, `3 ALT_CORE_B_AX_16_C`, `3 Foundry Armorer
        C`, `3x Foundry Armorer (Rare)`; without a number, it is one copy. A rarity in words means
        the version of the Hero's faction. The version may be omitted only if there is a single one,
        since versions of a card differ (1.1.4.e, remark). Text after `#` or `//` is a comment;
        headings such as `Characters (24)` are ignored. Cards are looked up in `pool`, by default
        the whole catalogue.

        Raises `DeckFileError` naming `file` and the line. Legality is checked elsewhere: see
        `altered_env.decks.legality`.
        """
        pool = catalogue() if pool is None else pool
        if looks_like_json(text):
            listed = read_json(text, pool, file)
        elif share_code.looks_like_code(text) and not names_a_card(text.strip(), pool):
            return cls.from_code(text, name=name, file=file, pool=pool)
        else:
            listed = read_list(text, pool, file)
        return cls._of(listed, name, file)

    @classmethod
    def from_code(
        cls, code: str, *, name: str = "deck", file: str = "deck", pool: Catalogue | None = None
    ) -> Deck:
        """Parse a deck code, as shared by deck sites. Raises `DeckFileError`.

        Codes have no checksum: a mistyped one may be that of another deck. So the parsed deck is
        printed on standard error.

        >>> from altered_env.decks import Deck
        >>> [str(card) for card in Deck.from_code("EBAgeUA").cards]
        ['Axiom Salvager C', 'Axiom Salvager C', 'Axiom Salvager C']
        """
        pool = catalogue() if pool is None else pool
        try:
            pairs = share_code.read_code(code)
            entries = tuple((count, pool[reference], 1) for count, reference in pairs)
        except (ValueError, UnknownCardError) as error:
            raise DeckFileError(file, str(error)) from None
        deck = cls._of(Listed(None, entries), name, file)
        print(f"deck code read as {deck.summary}", file=sys.stderr)
        return deck

    @classmethod
    def from_json(
        cls, text: str, *, name: str = "deck", file: str = "deck", pool: Catalogue | None = None
    ) -> Deck:
        """Parse a deck in JSON: `{"name": ..., "hero": ..., "cards": [[3, card], ...]}`.

        Raises `DeckFileError`.
        """
        return cls._of(read_json(text, catalogue() if pool is None else pool, file), name, file)

    @classmethod
    def _of(cls, listed: Listed, name: str, file: str) -> Deck:
        named = (listed.name or "").strip() or name
        if wrong := fault_of_name(named):
            raise DeckFileError(file, wrong)
        hero: Card | None = None
        cards: list[Card] = []
        for count, card, number in listed.entries:
            if card.type == "hero":
                if hero is not None or count > 1:
                    problem = f"{card.name} is a second Hero; a deck has only one"
                    raise DeckFileError(file, problem, number)
                hero = card
                continue
            cards += [card] * count
            if len(cards) > MAX_CARDS:
                raise DeckFileError(file, f"over {MAX_CARDS} cards, too many for a deck", number)
        return cls(named, hero, tuple(cards))

    @classmethod
    def from_file(cls, path: str | Path, *, pool: Catalogue | None = None) -> Deck:
        """Read the deck in the file at `path`, in any form; its name is the file's unless it has
        one."""
        path = Path(path)
        text = text_in(path, DECK)
        if not text.strip():
            raise DeckFileError(str(path), f"the file is empty; expected {DECK.name}")
        return cls.from_text(text, name=path.stem, file=str(path), pool=pool)

    def as_of(self, day: date) -> Deck:
        """Return the deck with the cards' texts of a day.

        >>> from altered_env import cards
        >>> deck = Deck("ours", cards.find("Waru & Mack"), ())
        >>> len(deck.hero.abilities), len(deck.as_of(date(2025, 1, 3)).hero.abilities)
        (1, 2)
        """
        hero = None if self.hero is None else as_of(self.hero, day)
        return replace(self, hero=hero, cards=tuple(as_of(card, day) for card in self.cards))

    def to_text(self, form: str = "references") -> str:
        """Return the list as text, for `from_text`.

        `form` is the form of cards: `references` (`CORE_AX_16_R1`, followed by the name),
        `official` (`ALT_CORE_B_AX_16_R1`, as deck sites accept) or `names` (`Foundry Armorer R1`).
        """
        if form not in FORMS:
            hint = did_you_mean(form, FORMS) or f", there are {', '.join(FORMS)}"
            raise ValueError(f"no form of a list is called {form[:40]!r}{hint}")
        lines = [] if form == "official" else [f"# {self.name}" if self.name.isprintable() else "#"]
        for card, count in self.counted.items():
            if form == "references":
                shown = card.name if card == self.hero else str(card)
                lines.append(f"{count} {card.reference}  # {shown}")
            else:
                lines.append(f"{count} {card if form == 'names' else official(card)}")
        return "\n".join(lines) + "\n"

    def to_json(self) -> str:
        """Return the deck as JSON, for `from_json`."""
        data = {
            "name": self.name,
            "hero": None if self.hero is None else self.hero.reference,
            "cards": [[count, card.reference] for card, count in Counter(self.cards).items()],
        }
        return json.dumps(data, ensure_ascii=False) + "\n"

    def to_exchange(self) -> str:
        """Return the deck as JSON in the format of deck sites: `{"cardReference": ..., "quantity":
        ...}` for each card, the Hero first, with the publisher's references.

        >>> from altered_env import decks
        >>> deck = decks.starter("axiom")
        >>> Deck.from_json(deck.to_exchange()) == deck
        True
        """
        cards = [
            {"cardReference": official(card), "quantity": count}
            for card, count in self.counted.items()
        ]
        data = {"name": self.name, "cards": cards}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def to_code(self) -> str:
        """Return the deck code, as shared by deck sites; it does not contain the name.

        Raises `ValueError` for a card of a set without a number in codes.
        """
        return share_code.code_of((count, card.reference) for card, count in self.counted.items())

    @property
    def summary(self) -> str:
        """The Hero and the number of cards, in a line.

        >>> from altered_env import decks
        >>> decks.starter("axiom").summary
        'Sierra & Oddball with 39 cards: 31 common, 8 rare'
        """
        counts = Counter(card.rarity or "without rarity" for card in self.cards)
        parts = ", ".join(f"{counts[rarity]} {rarity}" for rarity in sorted(counts))
        hero = "no Hero" if self.hero is None else self.hero.name
        return f"{hero} with {counted(len(self.cards), 'card')}" + (f": {parts}" if parts else "")

    @property
    def every_card(self) -> tuple[Card, ...]:
        """The Hero, if there is one, and the other cards."""
        return self.cards if self.hero is None else (self.hero, *self.cards)

    @property
    def counted(self) -> Counter[Card]:
        """The number of copies of each card, the Hero first."""
        return Counter(self.every_card)


def official(card: Card) -> str:
    """Return the reference of the card's booster print, as the publisher writes it.

    >>> from altered_env import cards
    >>> official(cards.find("Foundry Armorer R1"))
    'ALT_CORE_B_AX_16_R1'
    """
    return f"ALT_{card.set}_B_{card.reference.split('_', 1)[1]}"
