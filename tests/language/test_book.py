"""Building a book: equal abilities are compiled once, and every capacity has an error."""

from __future__ import annotations

import itertools

import pytest

from altered_env.cards import Card, catalogue
from altered_env.engine import layout
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import names
from altered_env.language.book import read_book, write_book
from altered_env.language.compiler import (
    BookFullError,
    NotSupportedError,
    ability_rows,
    build_book,
    numbering,
)
from altered_env.language.compiler import book as building

TOKENS = catalogue().tokens


def card(number: int, *abilities: str, kind: str = "character", **fields: object) -> Card:
    return Card(
        reference=f"OWN_AX_{number:02d}_C",
        name=f"Card {number}",
        faction="axiom",
        rarity="common",
        type=kind,
        abilities=abilities,
        **fields,
    )


def rows(book, reference: str):
    found = book.record[0]["card"][book.index[reference]]
    return book.record[0]["ability"][found["first"] : found["last"]]


def test_equal_lines_share_their_programs():
    line = "R: if_(me.boost >= 1, create(brassbug, in_=target(expedition)))"
    one = build_book([card(1, "gigantic", line)], TOKENS)
    two = build_book(
        [card(1, "gigantic", line), card(2, line), card(3, "J: draw(1)", line)], TOKENS
    )
    assert two.record[0]["length"] < 2 * one.record[0]["length"]
    first, second, third = (rows(two, f"OWN_AX_0{n}_C")[-1] for n in (1, 2, 3))
    assert first["effect"] == second["effect"] == third["effect"] > 0
    assert first["declare"] == second["declare"] and first["text"] == second["text"]
    assert [int(row["index"]) for row in (first, second, third)] == [1, 0, 1]
    assert [int(row["card"]) for row in (first, second)] == [0, two.index["OWN_AX_02_C"]]
    assert [info.reference for info in two.abilities.values() if info.line == line] == [
        "OWN_AX_01_C",
        "OWN_AX_02_C",
        "OWN_AX_03_C",
    ]


def test_equal_lines_apart_share_nothing():
    line = "J: gain(target(character), {T: draw(1)})"
    book = build_book([card(1, line), card(2, line)], TOKENS, apart=True)
    one, two = (rows(book, f"OWN_AX_0{n}_C")[0] for n in (1, 2))
    assert one["effect"] != two["effect"] and one["text"] == two["text"]
    assert sorted(info.reference for info in book.abilities.values()) == [
        "OWN_AX_01_C",
        "OWN_AX_01_C",
        "OWN_AX_02_C",
        "OWN_AX_02_C",
    ]


def test_the_same_words_in_another_place_are_another_ability():
    line = "D: draw(1)"
    book = build_book([card(1, line), Card(**{**_facts(2), "support": (line,)})], TOKENS)
    assert book.unsupported == {}
    one, two = rows(book, "OWN_AX_01_C")[0], rows(book, "OWN_AX_02_C")[0]
    assert one["works"] == two["works"]  # {D} works from Reserve wherever it is
    line = "when(plays(you, spell)): draw(1)"
    book = build_book([card(1, line), Card(**{**_facts(2), "support": (line,)})], TOKENS)
    one, two = rows(book, "OWN_AX_01_C")[0], rows(book, "OWN_AX_02_C")[0]
    assert one["works"] != two["works"]


def _facts(number: int) -> dict[str, object]:
    return {
        "reference": f"OWN_AX_{number:02d}_C",
        "name": f"Card {number}",
        "faction": "axiom",
        "rarity": "common",
        "type": "character",
    }


def test_what_a_line_grants_knows_its_place_on_the_card():
    line = "J: gain(target(character), {T: draw(1)})"
    cards = [card(1, line), card(2, line), card(3, "J: draw(1)", line)]
    book = build_book(cards, TOKENS)
    granted = [info for row, info in book.abilities.items() if row >= book.record[0]["abilities"]]
    assert [info.index for info in granted] == [0, 1]


@pytest.mark.parametrize(
    "line", ["J: gain(target(character), {T: later(draw(1), after=rest)})", "x"]
)
def test_a_line_that_is_not_understood_is_not_understood_twice(line, monkeypatch):
    def fail(*_):
        raise NotSupportedError("no such thing")

    monkeypatch.setattr(building.BookBuilder, "_compile_aside", fail)
    book = build_book([card(1, line), card(2, line), card(3, "J: draw(1)")], TOKENS)
    assert sorted(book.unsupported) == ["OWN_AX_01_C", "OWN_AX_02_C"]
    assert len(rows(book, "OWN_AX_01_C")) == len(rows(book, "OWN_AX_02_C")) == 0
    assert len(rows(book, "OWN_AX_03_C")) == 1


@pytest.mark.parametrize(
    "line",
    [
        "J: exhaust(choose(mana_orb))",
        "J: ready(all(mana_orb, ready))",
        "J: ready(choose(mana_orb & exhausted))",
        "J: exhaust(choose(mana_orb | permanent))",
        "J: play(choose(mana_orb))",
        "J: discard(choose(mana_orb, you.reserve))",
    ],
)
def test_mana_orbs_are_asked_for_where_they_are(line):
    """There are none in play: the line would do nothing, without saying why."""
    book = build_book([card(1, line), card(2, line.replace("orb", "orb, you.mana"))], TOKENS)
    assert list(book.unsupported) == ["OWN_AX_01_C"]
    assert "write mana_orb, you.mana" in str(book.unsupported["OWN_AX_01_C"])


def test_a_book_is_read_as_it_was_written():
    cards = [
        card(1, "J: gain(target(character), {T: draw(1)})", "tough(2)", forest=3),
        card(2, "no such ability"),
        card(3, "effect: create(brassbug, in_=target(expedition))", kind="spell"),
    ]
    book = build_book(cards, TOKENS)
    known = {entry.reference: entry for entry in (*cards, *TOKENS.values())}
    again = read_book(write_book(book), known)
    assert again.record.tobytes() == book.record.tobytes()
    for name in ("index", "cards", "counters", "abilities", "unsupported", "subtypes"):
        assert getattr(again, name) == getattr(book, name)


def test_room_for_the_whole_pool_and_thousands_of_cards_of_one_s_own():
    """Every line another one: none of them shares its program."""
    cards = [
        card(
            n,
            f"J: if_(me.boost >= {n % 97}, gain(target(card, hand_cost <= {n % 31}), boost=2))",
            f"when(plays(you, spell, hand_cost >= {n % 89})): draw({1 + n // 89})",
        )
        for n in range(6_000)
    ]
    book = build_book(cards, TOKENS)
    assert book.unsupported == {}
    assert int(book.record[0]["abilities"]) == 12_000
    last = rows(book, "OWN_AX_5999_C")
    assert int(last["effect"].max()) < int(book.record[0]["length"]) <= layout.CODE_WORDS


@pytest.mark.parametrize(
    ("module", "capacity", "most", "message"),
    [
        (numbering, "CARDS", 5, r"it holds 5 cards \(CARDS\)"),
        (building, "CODE_WORDS", 100, r"it holds 100 words of code \(CODE_WORDS\)"),
    ],
)
def test_a_capacity_that_is_passed_is_named(module, capacity, most, message, monkeypatch):
    monkeypatch.setattr(module, capacity, most)
    with pytest.raises(BookFullError, match=message):
        build_book([card(n, f"J: draw({n + 1})") for n in range(12)], TOKENS)


@pytest.mark.parametrize("line", ["J: draw({})", "J: gain(target(character), {{T: draw({})}})"])
def test_too_many_abilities_are_named(line, monkeypatch):
    monkeypatch.setattr(ability_rows, "ABILITIES", 9)
    with pytest.raises(BookFullError, match=r"it holds 9 abilities \(ABILITIES\)"):
        build_book([card(n, line.format(n + 1)) for n in range(12)], TOKENS)


def test_sub_types_that_cards_bring_have_their_place():
    book = build_book([card(1, subtypes=("pirate", "gear")), card(2, subtypes=("pirate",))], TOKENS)
    assert book.subtypes[-1] == "pirate"
    bit = 1 << book.subtypes.index("pirate")
    assert [int(row["subtypes"]) for row in book.record[0]["card"][:2]] == [bit | 1, bit]
    words = tuple(f"word_{n}" for n in range(60))
    with pytest.raises(BookFullError, match=r"it holds 63 sub-types \(SUBTYPES\)"):
        build_book([card(1, subtypes=words)], TOKENS)


def test_numbers_in_the_record_are_wide_enough():
    """Cards, abilities and names are kept in 16 bits, addresses and operands in 32."""
    most = 2**15 - 1
    assert most >= layout.CARDS and most >= layout.ABILITIES - 1
    assert layout.game_t["obj"].base.itemsize == layout.game_t["emblem"].base.itemsize == 2
    assert layout.game_t["frame"].base.itemsize == layout.book_t["code"].base.itemsize == 4


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("day >= 2", "INFO CMP SET"),
        ("count(character, you.play) >= 2", "INFO ZONE FILTER_BITS SIZE CMP SET"),
        (
            "count(character, you.play | you.reserve) >= 2",
            "INFO INFO ZONE ZONE OR FILTER_BITS SIZE CMP SET",
        ),
        ("count(character, boosted, hand) >= 2", "ZONE FILTER_BITS FILTER SIZE CMP SET"),
    ],
)
def test_what_is_asked_after_every_event_is_short(condition, expected):
    book = build_book([card(1, f"while_({condition}), have(me, defender)")], TOKENS)
    gate = int(rows(book, "OWN_AX_01_C")[0]["gate"])
    code = book.record[0]["code"][gate :: layout.CODE_WIDTH].tolist()
    program = itertools.takewhile(lambda op: op != OP.END, code)
    assert " ".join(names(OP)[op] for op in program) == expected
