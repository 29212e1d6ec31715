"""Building the book: cards and tokens with their abilities, in one record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from altered_env.engine.keeping import FIRST
from altered_env.engine.layout import ABILITIES, CARDS, CODE_WORDS, SUBTYPES, ability_t, new_book
from altered_env.engine.terms import ABILITY, EV, FN, OP, TYPE
from altered_env.language.book import AbilityInfo, Book
from altered_env.language.compiler.abilities import AbilityCompiler
from altered_env.language.compiler.assembler import Assembler, NotSupportedError
from altered_env.language.compiler.core import Core
from altered_env.language.compiler.lasting import Kept
from altered_env.language.compiler.reading_only import check_programs
from altered_env.language.compiler.tables import KEYWORD_BITS, SUBTYPE_WORDS, TYPES
from altered_env.language.compiler.volatile import reads_beyond_play
from altered_env.language.errors import NotationError
from altered_env.language.kinds import COUNTERS, KNOWN, Names
from altered_env.language.model import Ability, Apply, Number, Steps, Word
from altered_env.language.notation import read_ability

__all__ = ["BookBuilder", "BookFullError", "CardLike", "build_book"]

FACTIONS = ["neutral", "axiom", "bravos", "lyra", "muna", "ordis", "yzmir"]
RARITIES = ["", "common", "rare", "exalted", "unique"]


class CardLike(Protocol):
    """What the compiler needs to know of a card; `altered_env.cards.Card` is one."""

    @property
    def reference(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def rarity(self) -> str | None: ...
    @property
    def type(self) -> str: ...
    @property
    def subtypes(self) -> tuple[str, ...]: ...
    @property
    def hand_cost(self) -> int: ...
    @property
    def reserve_cost(self) -> int: ...
    @property
    def forest(self) -> int: ...
    @property
    def mountain(self) -> int: ...
    @property
    def water(self) -> int: ...
    @property
    def reserve_limit(self) -> int: ...
    @property
    def landmark_limit(self) -> int: ...
    @property
    def abilities(self) -> tuple[str, ...]: ...
    @property
    def support(self) -> tuple[str, ...]: ...
    @property
    def token(self) -> bool: ...
    @property
    def source(self) -> str: ...


class BookFullError(ValueError):
    """More than a book holds; the message names the capacity (`engine/layout.py`)."""

    def __init__(self, capacity: str, most: int, what: str) -> None:
        super().__init__(f"the book is full: it holds {most:,} {what} ({capacity})")


@dataclass(slots=True)
class _Nested:
    """An ability to be compiled after the one that speaks of it, into a row set aside."""

    row: int
    ability: Ability | None
    steps: Steps | None
    kept: Kept
    info: AbilityInfo


class BookBuilder:
    """Collects cards; `finish` gives the book."""

    def __init__(
        self, tokens: Mapping[str, CardLike], names: Names = KNOWN, apart: bool = False
    ) -> None:
        self.tokens = tokens
        self.names = names
        self.apart = apart
        self.asm = Assembler(0)
        self.asm.emit(OP.END)
        self.rows: list[Any] = []
        self.nested_rows: dict[int, Any] = {}
        self.next_nested = ABILITIES - 1
        self.reserved: int | None = None
        self.pending: list[_Nested] = []
        self.cards: list[CardLike] = []
        self.index: dict[str, int] = {}
        self.waiting_cards: list[CardLike] = []
        self.name_numbers: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.subtypes = list(SUBTYPE_WORDS)
        self.known_lines: dict[tuple[str, bool, bool, int], list[Any]] = {}
        self.counter_names = ["boost", *sorted((names.counters | COUNTERS) - {"boost"})]
        for marker in ("forest_marker", "mountain_marker", "water_marker"):
            if marker not in self.counter_names:
                self.counter_names.append(marker)
        self.info: dict[int, AbilityInfo] = {}
        self.unsupported: dict[str, str] = {}
        self.signature = 0
        """The Signature token of the card under way, plus 1; 0 if it has none."""
        self.placed = False
        """Does the line under way know its place on the card?"""
        self.book = new_book()
        self.current = AbilityInfo("", 0, "")

    # -- names ------------------------------------------------------------------

    def counter(self, name: str) -> int | None:
        """The kind of a counter by its name; None if there is none of that name."""
        if name == "boosts":
            return 0
        return self.counter_names.index(name) if name in self.counter_names else None

    def counter_kinds(self, name: str) -> list[int]:
        """The kinds a word may mean: `counter` is any, `marker` any Terrain Marker."""
        if name == "counter":
            return list(range(len(self.counter_names)))
        if name == "marker":
            return [
                self.counter_names.index(f"{terrain}_marker")
                for terrain in ("forest", "mountain", "water")
            ]
        kind = self.counter(name)
        if kind is None:
            raise NotSupportedError(f"the counter '{name}'")
        return [kind]

    def is_subtype(self, word: str) -> bool:
        """Whether a word is a sub-type of the pool."""
        return word in self.names.subtypes

    def subtype(self, word: str) -> int:
        """The bit of a sub-type; cards may bring new ones."""
        if word not in self.subtypes:
            if len(self.subtypes) >= SUBTYPES:
                raise BookFullError("SUBTYPES", SUBTYPES, "sub-types")
            self.subtypes.append(word)
        return self.subtypes.index(word)

    def name_number(self, name: str) -> int:
        return self.name_numbers.setdefault(name, len(self.name_numbers) + 1)

    def name_of(self, card: int) -> int:
        return self.name_number(self.cards[card].name)

    def token(self, word: str) -> int:
        """The card of a token, which joins the book when something creates it."""
        if word not in self.tokens:
            raise NotSupportedError(f"the token '{word}'")
        card = self.tokens[word]
        if card.reference not in self.index:
            self._reserve(card)
        return self.index[card.reference]

    # -- abilities --------------------------------------------------------------

    @property
    def abilities_count(self) -> int:
        return len(self.rows)

    def new_ability(self) -> Any:
        row = np.zeros(1, dtype=ability_t)[0]
        if self.reserved is not None:
            if self.reserved in self.nested_rows:
                raise NotSupportedError("a granted ability that needs two rows")
            self.nested_rows[self.reserved] = row
            return row
        self._append(row)
        return row

    def _append(self, row: Any) -> None:
        if len(self.rows) > self.next_nested:
            raise BookFullError("ABILITIES", ABILITIES, "abilities")
        self.rows.append(row)

    def ability_row(self, number: int) -> Any:
        return self.rows[number]

    def granted_rows(self) -> list[Any]:
        """The row of the granted ability under way; none for abilities of cards."""
        return [] if self.reserved is None else [self.nested_rows[self.reserved]]

    def nested(self, ability: Ability, where: Core) -> int:
        """A row for an ability that is granted; it is compiled after this one."""
        return self._set_aside(_Nested(0, ability, None, Kept(), self.current))

    def lasting(self, ability: Ability, kept: Kept) -> int:
        """A row for what an Ongoing Emblem holds."""
        return self._set_aside(_Nested(0, ability, None, kept, self.current))

    def waiting(self, steps: Steps, kept: Kept) -> int:
        """A row for steps that wait as a Reaction."""
        return self._set_aside(_Nested(0, None, steps, kept, self.current))

    def _set_aside(self, nested: _Nested) -> int:
        if len(self.rows) > self.next_nested:
            raise BookFullError("ABILITIES", ABILITIES, "abilities")
        nested.row = self.next_nested
        self.next_nested -= 1
        self.pending.append(nested)
        return nested.row

    def _compile_nested(self, nested: _Nested) -> None:
        self.reserved = nested.row
        self.asm.first_register = FIRST + len(nested.kept.numbers)
        self.asm.first_set = FIRST + len(nested.kept.sets)
        try:
            ability = nested.ability or Ability("reaction", head=Word("J"), body=nested.steps)
            compiler = AbilityCompiler(self, ability, FN.PLAY | FN.HERO, False)
            compiler.env, compiler.x_register = dict(nested.kept.env), nested.kept.x
            if nested.ability is not None:
                compiler.compile()
            else:
                row = compiler.new_row(ABILITY.REACTION)
                row["event"] = EV.NONE
                compiler._effect(row, nested.steps)
            if nested.row in self.nested_rows:
                check_programs(self.nested_rows[nested.row], self.asm.words)
            self.info[nested.row] = nested.info
        finally:
            self.reserved = None
            self.asm.first_register = self.asm.first_set = FIRST

    # -- cards ------------------------------------------------------------------

    def _reserve(self, card: CardLike) -> int:
        number = len(self.cards)
        if number >= CARDS:
            raise BookFullError("CARDS", CARDS, "cards")
        self.cards.append(card)
        self.index[card.reference] = number
        self.waiting_cards.append(card)
        return number

    def add(self, card: CardLike) -> int:
        """Add a card, once; returns its row."""
        if card.reference in self.index:
            return self.index[card.reference]
        return self._reserve(card)

    def _compile_waiting(self) -> None:
        while self.waiting_cards:
            self._compile_card(self.waiting_cards.pop(0))

    def _compile_card(self, card: CardLike) -> None:
        row = self.book[0].card[self.index[card.reference]]
        first = len(self.rows)
        self.signature = 0
        try:
            keywords, tough = self._abilities(card)
        except (NotSupportedError, NotationError) as error:
            self.unsupported[card.reference] = f"{self.current.line}: {error}"
            del self.rows[first:]
            self.pending.clear()
            keywords = tough = 0
        self._facts(card, row, keywords, tough, first)

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
            ability = read_ability(line, place=place, names=self.names)
            head = ability.head
            if ability.kind == "keyword" and not ability.gates and not support:
                if isinstance(head, Word) and head.name in KEYWORD_BITS:
                    keywords |= KEYWORD_BITS[head.name]
                    continue
                if isinstance(head, Apply) and head.name == "tough":
                    if isinstance(head.args[0], Number):
                        tough += head.args[0].value
                        continue
            works = FN.RESERVE if support else FN.PLAY | FN.HERO
            compiler = AbilityCompiler(self, ability, works, card.type == "spell")
            aside, self.placed = self.next_nested, False
            numbers = compiler.compile()
            for number in numbers:
                check_programs(self.rows[number], self.asm.words)
                self.info[number] = self.current
                self.rows[number]["index"] = index
                self.rows[number]["text"] = self.texts.setdefault(line, len(self.texts))
            while self.pending:
                self._compile_nested(self.pending.pop(0))
            # what a line grants knows its place on the card: it is the same for the same place
            place_of = index if self.placed or aside != self.next_nested else -1
            key = (line, support, card.type == "spell", place_of)
            self.known_lines[key] = [self.rows[number] for number in numbers]
        return keywords, tough

    def _known_line(self, line: str, support: bool, spell: bool) -> bool:
        """Add the rows of a line that another card has as well: they share its programs."""
        for place in (-1, self.current.index):
            rows = self.known_lines.get((line, support, spell, place))
            if rows is not None:
                for row in rows:
                    self.info[len(self.rows)] = self.current
                    self._append(row.copy())
                    self.rows[-1]["index"] = self.current.index
                return True
        return False

    def _facts(self, card: CardLike, row: Any, keywords: int, tough: int, first: int) -> None:
        row["name"] = self.name_number(card.name)
        row["type"] = TYPES.get(card.type, 0) | (TYPE.TOKEN if card.token else 0)
        row["faction"] = FACTIONS.index(card.faction) if card.faction in FACTIONS else 0
        row["rarity"] = RARITIES.index(card.rarity or "")
        bits = 0
        for subtype in card.subtypes:
            bits |= 1 << self.subtype(subtype)
        for ability in self.rows[first:]:
            if ability["kind"] == ABILITY.BESIDES:
                row["type"] |= ability["property"]
                bits |= int(ability["value"])
        row["subtypes"] = bits
        for name in ("hand_cost", "reserve_cost", "forest", "mountain", "water"):
            row[name] = getattr(card, name)
        row["keywords"], row["tough"] = keywords, tough
        row["reserve_limit"], row["landmark_limit"] = card.reserve_limit, card.landmark_limit
        row["first"], row["last"] = first, len(self.rows)
        row["token"] = 1 if card.token else 0
        row["signature"] = self.signature
        listens = hears = gated = statements = supports = reductions = 0
        row["spell"] = -1
        for number in range(first, len(self.rows)):
            ability = self.rows[number]
            ability["card"] = self.index[card.reference]
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
        self._compile_waiting()
        book = self.book[0]
        words = self.asm.words
        if len(words) > CODE_WORDS:
            raise BookFullError("CODE_WORDS", CODE_WORDS, "words of code")
        book.code[: len(words)] = words
        for number, row in enumerate(self.rows):
            book.ability[number] = row
        for number, row in self.nested_rows.items():
            book.ability[number] = row
        book.cards = len(self.cards)
        book.abilities = len(self.rows)
        book.length = len(words)
        return Book(
            self.book,
            self.index,
            list(self.cards),
            self.counter_names,
            self.info,
            self.unsupported,
            self.subtypes,
        )


def build_book(
    cards: Iterable[CardLike],
    tokens: Mapping[str, CardLike],
    names: Names = KNOWN,
    *,
    apart: bool = False,
) -> Book:
    """Compile cards, and the tokens they create, into a book.

    Equal lines share their programs, unless they are to be `apart`: then a line can be taken out
    of a book without another.

    A card that cannot be compiled is listed in `unsupported` with the reason; it stays in the
    book without abilities, and no deck may hold it.
    """
    builder = BookBuilder(tokens, names, apart)
    for card in cards:
        builder.add(card)
    return builder.finish()
