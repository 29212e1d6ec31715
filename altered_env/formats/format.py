"""A format: its decks and its special rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from altered_env import decks
from altered_env._runtime.plurals import counted
from altered_env.cards.printed_words import SETS
from altered_env.decks import Deck, Violation
from altered_env.decks.legality import USUAL_BOUNDS, Bounds
from altered_env.language.words import rule_bits

from . import usual_decks
from .named_decks import as_it_is

USUAL: Final = "usual"
"""The name of a format's default pool of decks."""
OPENED: Final = 64
"""The number of decks that a set's name stands for if decks come from boosters."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format.

    >>> from altered_env import decks, formats
    >>> formats.get("standard").check([decks.starter("axiom"), decks.starter("muna")])
    []
    """

    name: str
    title: str
    about: str
    """Its decks and its special rules, in a sentence for people; empty for a variant."""
    of_deck: Callable[[Deck, str], list[Violation]]
    """The reasons why a deck is illegal under a ruleset."""
    switches: int = 0
    """Differences of its rules, as switches of the engine (`RULE`)."""
    players: int = 2
    told_by: str = "DB-11"
    """The rule that states the number of players."""
    named: Callable[[str | Path, int, int], Deck] = as_it_is
    """The deck of a name, for a seed and a seat."""
    defaults: tuple[str, ...] = decks.names()
    """The names of the default decks, as far as they are legal (`usual`)."""
    pool_id: str = ""
    """For a format with a file of cards, its size and a hash of its cards."""
    base: str = ""
    """The format that is played, if this one differs only in its deck rules."""
    from_boosters: bool = False
    """Do its decks come from boosters? The name of a set then stands for opened boosters."""
    day: date | None = None
    """The day whose card texts are played; None for today's."""
    bounds: Bounds = USUAL_BOUNDS
    """The numbers of cards in its constructed decks."""

    @property
    def played_as(self) -> str:
        """The name of this format in recorded games."""
        return self.base or self.name

    @property
    def usual(self) -> tuple[str, ...]:
        """The names of the default decks; seats take them in turn. Raises `ValueError` if there are
        none.

        >>> from altered_env import formats
        >>> formats.get("standard", season=6).usual[:2]
        ('axiom:standard:season=6', 'bravos:standard:season=6')
        """
        return tuple(usual_decks.usual(self)) if self.base else self.defaults

    def deck(self, name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
        """The deck of this name in the format. If decks come from boosters, the name of a set
        stands for a deck opened or drafted with this seed, a different one for each seat.

        >>> from altered_env import formats
        >>> formats.get("first_game").deck("lyra").hero is None
        True
        >>> len(formats.get("booster_war").deck("CORE", seed=3, seat=1).cards)
        11
        """
        if usual_decks.is_made(name):
            return self._made(str(name))
        return self.as_played(self.named(name, seed, seat))

    def _made(self, name: str) -> Deck:
        """The constructed deck of this name among the usual ones."""
        found = usual_decks.usual(self).get(name) if self.base else None
        if found is None:
            raise LookupError(
                f"{self.name} has no usual deck called {name[:80]!r}, there are"
                f" {', '.join(self.usual)}"
            )
        return found

    def as_played(self, deck: Deck) -> Deck:
        """The deck with the card texts of this format's day."""
        return deck if self.day is None else deck.as_of(self.day)

    def is_opened(self, name: str | Path) -> bool:
        """Is this the name of a set, from which a new deck is opened for each game and seat?

        >>> from altered_env import formats
        >>> [formats.get(name).is_opened("CORE") for name in ("booster_war", "standard")]
        [True, False]
        """
        return self.from_boosters and name in SETS

    def pool(self, name: str = USUAL) -> tuple[Deck, ...]:
        """Decks to draw from: a pool by name (`altered_env.decks.POOLS`), or the default ones. If
        decks come from boosters, `CORE:20:7` is twenty decks of CORE opened or drafted with seed 7.

        >>> from altered_env import formats
        >>> len(formats.get("limited").pool()), len(formats.get("booster_war").pool("CORE:20"))
        (6, 20)
        """
        found: list[Deck] = []
        for part in self.usual if name == USUAL else name.split("+"):
            head, *numbers = part.split(":")
            if self.is_opened(head):
                found += self._opened(part, head, numbers)
            elif usual_decks.is_made(part):
                found.append(self._made(part))
            elif part in decks.names():
                found.append(self.named(part, 0, 0))
            else:
                found += decks.pool(part)
        return tuple(map(self.as_played, found))

    def _opened(self, part: str, name: str, numbers: Sequence[str]) -> list[Deck]:
        if len(numbers) > 2 or not all(number.isdecimal() for number in numbers):
            raise ValueError(f"{part[:60]!r}: expected {name}:N:SEED, such as {name}:{OPENED}:7")
        count, seed = (*map(int, numbers), *(OPENED, 0)[len(numbers) :])
        return [self.named(name, seed + k // 8, k % 8) for k in range(count)]

    def check(self, decks: Sequence[Deck], rules: str = "2024.09") -> list[Violation]:
        """All reasons why these decks cannot play a game of this format; empty if they can.

        >>> from altered_env import decks, formats
        >>> [str(found) for found in formats.get("standard").check([decks.starter("axiom")])]
        ['1 deck; a game of Standard needs 2 (DB-11)']
        """
        found = []
        if len(decks) != self.players:
            message = f"{counted(len(decks), 'deck')}; a game of {self.title} needs {self.players}"
            alone = self.players == 2 and rules != "2024.09"  # the Complete Rules cover two players
            found.append(Violation("1.1.3.b" if alone else self.told_by, message))
        for deck in decks:
            found += [
                Violation(wrong.rule, f"{deck.name}: {wrong.message}")
                for wrong in self.of_deck(deck, rules)
            ]
        return found

    def rule_bits(self, rules: str = "2024.09") -> int:
        """The engine switches of a game of this format under a ruleset."""
        return rule_bits(rules) | self.switches
