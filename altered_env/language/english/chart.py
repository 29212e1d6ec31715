"""Parsing a text with the grammar: a chart of phrases, each found once."""

from __future__ import annotations

from dataclasses import dataclass, field

from altered_env.language.english.grammar import PERSONS, TERMINALS, Branch, Grammar
from altered_env.language.english.tokens import Token

Found = tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Chart:
    """The phrases found so far in one text.

    If several rules match the same words, the first in the files takes precedence.

    >>> from altered_env.language.english.tokens import tokens
    >>> grammar = Grammar(["[step]", "draw <n> cards => draw(<n>)", "[n]", "<number>"])
    >>> Chart(grammar, tokens("Draw two cards.")).phrases("step", 0)
    ((3, 'draw(2)'),)
    """

    grammar: Grammar
    tokens: list[Token]
    furthest: int = 0
    """The furthest token reached when parsing failed."""
    _found: dict[tuple[str, int], Found] = field(default_factory=dict)

    def phrases(self, symbol: str, at: int) -> Found:
        """Return the phrases of a kind that begin at a token, each with its end and meaning."""
        key = (symbol, at)
        known = self._found.get(key)
        if known is not None:
            return known
        if symbol in PERSONS:
            kind, third = PERSONS[symbol]
            here = at < len(self.tokens) and self.tokens[at].third is third
            return self.phrases(kind, at) if here else ()
        terminal = TERMINALS.get(symbol)
        if terminal is not None:
            found: Found = ()
            if at < len(self.tokens):
                said = terminal(self.tokens[at].text)
                if said is not None:
                    found = ((at + 1, said),)
                else:
                    self.furthest = max(self.furthest, at)
            self._found[key] = found
            return found
        begins = self.grammar.begins(symbol)
        if begins is not None and (at >= len(self.tokens) or self.tokens[at].text not in begins):
            self.furthest = max(self.furthest, at)
            self._found[key] = ()
            return ()
        self._found[key] = ()  # a phrase cannot begin with itself
        ends: dict[int, tuple[int, str]] = {}
        self._read(self.grammar.tree(symbol), at, (), ends)
        result = tuple((end, ends[end][1]) for end in sorted(ends, reverse=True))
        self._found[key] = result
        return result

    def _read(
        self, branch: Branch, at: int, said: tuple[str, ...], ends: dict[int, tuple[int, str]]
    ) -> None:
        """Follow the rules below a branch; `said` are the meanings of the slots before it."""
        while True:
            order = branch.order
            if order >= 0 and (at not in ends or order < ends[at][0]):
                filled = (part if isinstance(part, str) else said[part] for part in branch.fills)
                ends[at] = order, "".join(filled)
            for symbol, following in branch.slots.items():
                for end, meaning in self.phrases(symbol, at):
                    self._read(following, end, (*said, meaning), ends)
            if not branch.words:
                return
            word = self.tokens[at].text if at < len(self.tokens) else ""
            after = branch.words.get(word)
            if after is None:
                self.furthest = max(self.furthest, at)
                return
            branch = after
            at += 1
