"""What every part of the wording calls of the others."""

from __future__ import annotations

from altered_env.language.kinds import SUBTYPES, TYPES, Names
from altered_env.language.model import Granted, Node
from altered_env.language.vocabulary import FLAGS, WORDS

_NOUNS = TYPES | SUBTYPES | {"expedition", "region", "player", "opponent", "they"}


class Voice:
    """Says one ability; each part of the wording adds what it can say."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.unlettered: dict[str, str] = {}
        """The names that are said without a letter, and how."""
        self.letters: dict[str, str] = {}
        self.it_is_player = False
        """Whether `it` is a player: inside "for each player"."""

    def is_noun(self, name: str) -> bool:
        """Whether the word names a kind of thing."""
        return name in _NOUNS or name in self.names.subtypes

    def is_bound(self, name: str) -> bool:
        """Whether the word is a name that the ability gave."""
        return not (
            name in WORDS
            or name in FLAGS
            or name in self.names.subtypes
            or name in self.names.tokens
            or name in self.names.counters
            or self.is_noun(name)
        )

    def letter(self, name: str) -> str:
        """The letter of a name, in quotes: they are given in the order of the text."""
        return f"“{self.letters.setdefault(name, chr(ord('A') + len(self.letters)))}”"

    def thing(self, node: Node) -> str:
        """An object, a player, an Expedition, a region, or several."""
        raise NotImplementedError

    def atom(self, node: Node) -> str:
        """The same where more words follow."""
        raise NotImplementedError

    def player(self, node: Node) -> str:
        """The acting player."""
        raise NotImplementedError

    def amount(self, node: Node) -> str:
        """A number or an amount."""
        raise NotImplementedError

    def simple_amount(self, node: Node) -> str:
        """An amount, in brackets if it is more than a word or two."""
        raise NotImplementedError

    def condition(self, node: Node) -> str:
        """What must be true."""
        raise NotImplementedError

    def event(self, node: Node, form: str = "now") -> str:
        """An event pattern as a clause."""
        raise NotImplementedError

    def chain(self, node: Node) -> str:
        """A step, or several in one sentence."""
        raise NotImplementedError

    def granted(self, granted: Granted) -> str:
        """Abilities in quotes."""
        raise NotImplementedError
