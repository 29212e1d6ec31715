"""Building the book: cards and tokens with their abilities, in one record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from altered_env.engine.captures import FIRST
from altered_env.engine.layout import CODE_WORDS, new_book
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import ABILITY, FN, TYPE
from altered_env.language.book import AbilityInfo, Book
from altered_env.language.compiler.abilities import Entry, compile_ability, compile_waiting
from altered_env.language.compiler.ability_rows import Aside, Rows
from altered_env.language.compiler.numbering import BookFullError, CardLike, Numbering
from altered_env.language.compiler.program import Assembler, NotSupportedError
from altered_env.language.compiler.reading_programs import check_programs, reads_beyond_play
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.words import KEYWORD_BITS, TYPES
from altered_env.language.errors import NotationError
from altered_env.language.kinds import FACTION_CODES, KNOWN, NEUTRAL, RARITIES, Names
from altered_env.language.model import Ability, Apply, Number, Word
from altered_env.language.notation import read_ability

_FACTIONS = (NEUTRAL, *(name for name in FACTION_CODES.values() if name != NEUTRAL))


class BookBuilder:
    """Collects cards; `finish` returns the book."""

    def __init__(
        self, tokens: Mapping[str, CardLike], names: Names = KNOWN, apart: bool = False
    ) -> None:
        self.words = names
        self.apart = apart
        self.asm = Assembler(0)
        self.asm.emit(OP.END)
        self.numbering = Numbering(tokens, names)
        self.rows = Rows()
        self.texts: dict[str, int] = {}
        self.known_lines: dict[tuple[str, bool, bool, int], list[Any]] = {}
        self.info: dict[int, AbilityInfo] = {}
        self.unsupported: dict[str, str] = {}
        self.book = new_book()
        self.current = AbilityInfo("", 0, "")
        self.signature = 0
        """The Signature token of the current card, plus 1; 0 if it has none."""

    def add(self, card: CardLike) -> int:
        """Add a card, once; return its row."""
        return self.numbering.add(card)

    # lines

    def _scope(self) -> Scope:
        return Scope(self.asm, self.numbering, self.rows)

    def _abilities(self, card: CardLike) -> tuple[int, int]:
        """Compile the lines; plain keywords become characteristics of the card."""
        keywords = tough = 0
        lines = [(line, False) for line in card.abilities] + [(line, True) for line in card.support]
        for index, (line, support) in enumerate(lines):
            self.current = AbilityInfo(card.reference, index, line)
            if (
                not self.apart
                and not line.startswith("signature(")
                and self._known_line(line, support, card.type == "spell")
            ):
                continue
            place = f"{card.source}, {card}" if card.source else str(card)
            ability = read_ability(line, place=place, names=self.words)
            head = ability.head
            if ability.kind == "keyword" and not ability.gates and not support:
                if isinstance(head, Word) and head.name in KEYWORD_BITS:
                    keywords |= KEYWORD_BITS[head.name]
                    continue
                if isinstance(head, Apply) and head.name == "tough":
                    if isinstance(head.args[0], Number):
                        tough += head.args[0].value
                        continue
            self._line(card, ability, support)
        return keywords, tough

    def _line(self, card: CardLike, ability: Ability, support: bool) -> None:
        """Compile one line and the abilities it defers."""
        line, index = self.current.line, self.current.index
        aside = self.rows.next_aside
        works = FN.RESERVE if support else FN.PLAY | FN.HERO
        entry = Entry(self._scope(), ability, works, index)
        compile_ability(entry)
        for row in entry.rows:
            check_programs(row, self.asm.words)
            row["index"] = index
            row["text"] = self.texts.setdefault(line, len(self.texts))
            self.info[self.rows.append(row)] = self.current
        self.signature = entry.signature or self.signature
        while self.rows.pending:
            self._compile_aside(self.rows.pending.pop(0))
        # granted abilities and "since" conditions belong to the line's place on the card
        placed = entry.latches or aside != self.rows.next_aside
        key = (line, support, card.type == "spell", index if placed else -1)
        self.known_lines[key] = entry.rows

    def _compile_aside(self, aside: Aside) -> None:
        """Compile a granted, lasting or waiting ability."""
        kept = aside.kept
        self.asm.first_register = FIRST + len(kept.numbers)
        self.asm.first_set = FIRST + len(kept.sets)
        scope = self._scope()
        scope.names = dict(kept.names)
        scope.means(x=kept.x)
        works = FN.PLAY | FN.HERO
        try:
            if isinstance(aside.said, Ability):
                entry = Entry(scope, aside.said, works, self.current.index, granted=True)
                compile_ability(entry)
            else:
                said = Ability("reaction", head=Word("J"), body=aside.said)
                entry = Entry(scope, said, works, self.current.index, granted=True)
                compile_waiting(entry, aside.said)
        finally:
            self.asm.first_register = self.asm.first_set = FIRST
        for row in entry.rows:
            check_programs(row, self.asm.words)
            self.rows.aside[aside.row] = row
        self.info[aside.row] = self.current

    def _known_line(self, line: str, support: bool, spell: bool) -> bool:
        """Add the rows of a line that another card has too, with shared programs."""
        for place in (-1, self.current.index):
            rows = self.known_lines.get((line, support, spell, place))
            if rows is not None:
                for row in rows:
                    copy = row.copy()
                    copy["index"] = self.current.index
                    self.info[self.rows.append(copy)] = self.current
                return True
        return False

    # cards

    def _compile_card(self, card: CardLike) -> None:
        row = self.book[0].card[self.numbering.index[card.reference]]
        first = len(self.rows.of_cards)
        self.signature = 0
        try:
            keywords, tough = self._abilities(card)
        except (NotSupportedError, NotationError) as error:
            self.unsupported[card.reference] = f"{self.current.line}: {error}"
            del self.rows.of_cards[first:]
            self.rows.pending.clear()
            keywords = tough = 0
        self._facts(card, row, keywords, tough, first)

    def _facts(self, card: CardLike, row: Any, keywords: int, tough: int, first: int) -> None:
        numbering = self.numbering
        row["name"] = numbering.name(card.name)
        row["type"] = TYPES.get(card.type, 0) | (TYPE.TOKEN if card.token else 0)
        row["faction"] = _FACTIONS.index(card.faction) if card.faction in _FACTIONS else 0
        row["rarity"] = 1 + RARITIES.index(card.rarity) if card.rarity else 0
        bits = 0
        for subtype in card.subtypes:
            bits |= 1 << numbering.subtype(subtype)
        for ability in self.rows.of_cards[first:]:
            if ability["kind"] == ABILITY.BESIDES:
                row["type"] |= ability["property"]
                bits |= int(ability["value"])
        row["subtypes"] = bits
        for name in ("hand_cost", "reserve_cost", "forest", "mountain", "water"):
            row[name] = getattr(card, name)
        row["keywords"], row["tough"] = keywords, tough
        row["reserve_limit"], row["landmark_limit"] = card.reserve_limit, card.landmark_limit
        row["first"], row["last"] = first, len(self.rows.of_cards)
        row["token"] = 1 if card.token else 0
        row["signature"] = self.signature
        listens = hears = gated = statements = supports = reductions = 0
        row["spell"] = -1
        for number in range(first, len(self.rows.of_cards)):
            ability = self.rows.of_cards[number]
            ability["card"] = numbering.index[card.reference]
            kind = int(ability["kind"])
            if kind == ABILITY.REACTION or kind == ABILITY.ALSO:
                listens |= 1 << int(ability["event"])
                if int(ability["works"]) & FN.SELF == 0:
                    hears |= 1 << int(ability["event"])
                    if ability["gate"] >= 0 or int(ability["works"]) & FN.RESERVE:
                        gated = 1
            if kind != ABILITY.REACTION:
                statements |= 1 << kind
            if kind == ABILITY.HAVE and reads_beyond_play(ability, self.asm.words):
                statements |= 1 << ABILITY.VOLATILE
            if kind == ABILITY.SPELL:
                row["spell"] = number
            if kind == ABILITY.COST and ability["optional"] and int(ability["works"]) & FN.HAND:
                reductions += 1
            if int(ability["works"]) == FN.RESERVE:
                supports |= int(ability["symbol"])
        row["reductions"] = reductions
        row["listens"], row["hears"], row["gated"] = listens, hears, gated
        row["statements"], row["supports"] = statements, supports

    def finish(self) -> Book:
        """Compile everything that was added."""
        numbering = self.numbering
        while numbering.waiting:
            self._compile_card(numbering.waiting.pop(0))
        book = self.book[0]
        words = self.asm.words
        if len(words) > CODE_WORDS:
            raise BookFullError("CODE_WORDS", CODE_WORDS, "words of code")
        book.code[: len(words)] = words
        for number, row in (*enumerate(self.rows.of_cards), *self.rows.aside.items()):
            book.ability[number] = row
        book.cards = len(numbering.cards)
        book.abilities = len(self.rows.of_cards)
        book.length = len(words)
        return Book(
            self.book,
            numbering.index,
            list(numbering.cards),
            numbering.counters,
            self.info,
            self.unsupported,
            numbering.subtypes,
        )


def build_book(
    cards: Iterable[CardLike],
    tokens: Mapping[str, CardLike],
    names: Names = KNOWN,
    *,
    apart: bool = False,
) -> Book:
    """Compile cards, and the tokens they create, into a book.

    Equal lines share their programs unless `apart` is set, which allows a line to be removed from a
    book without another.

    A card that cannot be compiled is listed in `unsupported` with the reason. It stays in the book
    without abilities, and no deck may hold it.
    """
    builder = BookBuilder(tokens, names, apart)
    for card in cards:
        builder.add(card)
    return builder.finish()
