"""The interface between the parts of the wording."""

from __future__ import annotations

from altered_env.language.kinds import SUBTYPES, TYPES, Names
from altered_env.language.model import Granted, Node
from altered_env.language.vocabulary import FLAGS, WORDS

_NOUNS = TYPES | SUBTYPES | {"expedition", "region", "player", "opponent", "they"}


class Voice:
    """The wording of one ability; each part implements some of its methods."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.unlettered: dict[str, str] = {}
        """Names worded without a letter, with their wording."""
        self.letters: dict[str, str] = {}
        self.it_is_player = False
        """Whether `it` is a player: inside "for each player"."""

    def is_noun(self, name: str) -> bool:
        """Return whether the word names a kind of thing."""
        return name in _NOUNS or name in self.names.subtypes

    def is_bound(self, name: str) -> bool:
        """Return whether the word is a name bound by the ability."""
        return not (
            name in WORDS
            or name in FLAGS
            or name in self.names.subtypes
            or name in self.names.tokens
            or name in self.names.counters
            or self.is_noun(name)
        )

    def letter(self, name: str) -> str:
        """Return the letter of a name, in quotes; letters follow the order of the text."""
        return f"“{self.letters.setdefault(name, chr(ord('A') + len(self.letters)))}”"

    def thing(self, node: Node) -> str:
        """Word one or more objects, players, Expeditions or regions."""
        raise NotImplementedError

    def atom(self, node: Node) -> str:
        """Word a thing before further words."""
        raise NotImplementedError

    def player(self, node: Node) -> str:
        """Word the acting player."""
        raise NotImplementedError

    def amount(self, node: Node) -> str:
        """Word a number or an amount."""
        raise NotImplementedError

    def simple_amount(self, node: Node) -> str:
        """Word an amount, in brackets if it is longer than a word or two."""
        raise NotImplementedError

    def condition(self, node: Node) -> str:
        """Word a condition."""
        raise NotImplementedError

    def event(self, node: Node, form: str = "now") -> str:
        """Word an event pattern as a clause."""
        raise NotImplementedError

    def chain(self, node: Node) -> str:
        """Word one or more steps in one sentence."""
        raise NotImplementedError

    def granted(self, granted: Granted) -> str:
        """Word abilities in quotes."""
        raise NotImplementedError
