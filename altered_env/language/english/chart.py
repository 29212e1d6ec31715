"""Parsing a text with the grammar: a chart of phrases, each found once."""

from __future__ import annotations

from dataclasses import dataclass, field

from altered_env.language.english.grammar import PERSONS, TERMINALS, Grammar, Rule, Slot
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
        ends: dict[int, str] = {}
        for rule in self.grammar.rules[symbol]:
            self._read(rule, 0, at, {}, ends)
        result = tuple(sorted(ends.items(), reverse=True))
        self._found[key] = result
        return result

    def _read(
        self, rule: Rule, index: int, at: int, slots: dict[str, str], ends: dict[int, str]
    ) -> None:
        items = rule.items
        while index < len(items):
            item = items[index]
            if isinstance(item, Slot):
                for end, said in self.phrases(item.symbol, at):
                    self._read(rule, index + 1, end, {**slots, item.label: said}, ends)
                return
            if at >= len(self.tokens) or self.tokens[at].text not in item:
                self.furthest = max(self.furthest, at)
                return
            index += 1
            at += 1
        if at not in ends:
            ends[at] = rule.say(slots)
