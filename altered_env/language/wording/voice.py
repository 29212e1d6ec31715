"""What every part of the wording calls of the others."""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.language.kinds import SUBTYPES, TYPES, Names
from altered_env.language.model import Granted, Node
from altered_env.language.vocabulary import WORDS

__all__ = ["Voice"]

_NOUNS = TYPES | SUBTYPES | {"expedition", "region", "player", "opponent", "they"}


class Voice:
    """Says one ability; each part of the wording adds what it can say."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.it_is_player = False
        """Whether `it` is a player: inside "for each player"."""

    def is_noun(self, name: str) -> bool:
        """Whether the word names a kind of thing."""
        return name in _NOUNS or name in self.names.subtypes

    def is_bound(self, name: str) -> bool:
        """Whether the word is a name that the ability gave."""
        return not (
            name in WORDS
            or name in self.names.subtypes
            or name in self.names.tokens
            or name in self.names.counters
            or self.is_noun(name)
        )

    def amount(self, node: Node) -> str:
        """A number or an amount."""
        raise NotImplementedError

    def simple_amount(self, node: Node) -> str:
        """An amount, in brackets if it is more than a word or two."""
        raise NotImplementedError

    def condition(self, node: Node) -> str:
        """What must be true."""
        raise NotImplementedError

    def chain(self, node: Node) -> str:
        """A step, or several in one sentence."""
        raise NotImplementedError

    def granted(self, granted: Granted) -> str:
        """Abilities in quotes."""
        raise NotImplementedError

    def kind(self, filters: Sequence[Node], *, several: bool = False) -> str:
        """Filters as a noun phrase without its article."""
        raise NotImplementedError
