"""Deck lists in the formats that players use: lines, JSON, deck codes."""

import json
import random

import pytest

from altered_env import cards, decks
from altered_env.decks import Deck, DeckFileError
from altered_env.decks.share_code import code_of, read_code


def counted(deck):
    return {str(card): count for card, count in deck.counted.items()}


@pytest.mark.parametrize(
    "line",
    [
        "3 CORE_AX_16_R1",
        "3 ALT_CORE_B_AX_16_R1",
        "3x ALT_COREKS_B_AX_16_R1",
        "CORE_AX_16_R1 x3",
        "(3) Foundry Armorer R1",
        "3 foundry armorer (Rare)",
        "3 Foundry Armorer [R]",
        "3 Foundry Armorer - Rare",
        "3 Foundry Armorer Rare",
        "3 Foundry Armorer R1 [CORE]",
        "- 3 \u00d7 Foundry Armorer R1  // a comment",
        "Foundry Armorer R1 (3)",
    ],
)
def test_a_line_may_be_written_in_many_ways(line):
    deck = Deck.from_text(f"1 Sierra & Oddball\n{line}")
    assert counted(deck) == {"Sierra & Oddball C": 1, "Foundry Armorer R1": 3}


@pytest.mark.parametrize(
    ("word", "version"),
    [("C", "C"), ("common", "C"), ("R2", "R2"), ("F", "R2"), ("Out of faction", "R2")],
)
def test_rarities_in_words(word, version):
    (card,) = Deck.from_text(f"Foundry Armorer ({word})").cards
    assert card.version == version


def test_a_rare_in_words_is_that_of_the_heros_faction():
    lines = "Foundry Armorer (Rare)\nHero: {}\n"
    assert Deck.from_text(lines.format("Sierra & Oddball")).cards[0].version == "R1"
    assert Deck.from_text(lines.format("Kojo & Booda")).cards[0].version == "R2"
    with pytest.raises(DeckFileError, match=r"1: which rare .*R1 \(axiom\) or R2 \(bravos\)"):
        Deck.from_text("Foundry Armorer (Rare)")


def test_a_name_is_of_characters_that_can_be_printed(tmp_path):
    """Its own, in any form of list, and that of its file."""
    for text in ("Name: a\tb\n3 CORE_AX_16_C", '{"name": "a\\u0007b", "cards": []}'):
        with pytest.raises(DeckFileError, match=r"deck: the name 'a\\.+b' has a character"):
            Deck.from_text(text)
    path = tmp_path / "one\ttwo.txt"
    path.write_text("3 CORE_AX_16_C")
    with pytest.raises(DeckFileError, match=r"the name 'one\\ttwo' has a character"):
        Deck.from_file(path)
    assert Deck.from_text('{"name": "  ", "cards": []}', name="mine").name == "mine"


def test_headings_and_titles_are_no_cards():
    deck = Deck.from_text(
        "Name: Robots\nHero\n1 Sierra & Oddball\n\n"
        "== Characters (2) ==\n2 Foundry Armorer C\nSpells:\n"
    )
    assert deck.name == "Robots"
    assert counted(deck) == {"Sierra & Oddball C": 1, "Foundry Armorer C": 2}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 Foundry Armoror (Rare)", "no card is called"),
        ("3 Foundry Armorer (Exalted)", "Foundry Armorer has no version E; it has C, R1, R2"),
        ("3 Foundry Armorer [ALIZE]", "no version|which|no card"),
        ("100x Foundry Armorer C", "100 copies, expected 1 to 99"),
    ],
)
def test_what_is_no_card_is_refused(line, message):
    with pytest.raises(DeckFileError, match=message):
        Deck.from_text(line)


@pytest.mark.parametrize("name", [*decks.names(), *decks.lists()])
def test_every_form_reads_back_the_same(name):
    deck = decks.load(name)
    for form in ("references", "official", "names"):
        assert Deck.from_text(deck.to_text(form), name=name) == deck
    assert Deck.from_text(deck.to_json()) == deck
    if not any(card.set == "EOLE" for card in deck.every_card):
        assert sorted(Deck.from_text(deck.to_code()).cards, key=str) == sorted(deck.cards, key=str)


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="no form of a list is called 'name', did you mean"):
        decks.starter("axiom").to_text("name")


@pytest.mark.parametrize(
    "data",
    [
        {"hero": "CORE_AX_01_C", "cards": [[3, "CORE_AX_16_C"]]},
        {"hero": "CORE_AX_01_C", "cards": [["CORE_AX_16_C", 3]]},
        {"cards": {"CORE_AX_01_C": 1, "Foundry Armorer C": 3}},
        {"hero": {"name": "Sierra & Oddball"}, "cards": ["CORE_AX_16_C"] * 3},
        [
            {"reference": "ALT_CORE_B_AX_01_C"},
            {"quantity": 3, "card": {"reference": "ALT_CORE_B_AX_16_C"}},
        ],
    ],
)
def test_json_in_many_shapes(data):
    deck = Deck.from_text(json.dumps(data))
    assert counted(deck) == {"Sierra & Oddball C": 1, "Foundry Armorer C": 3}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"cards": [[3, "CORE_AX_160_C"]]}', r"deck: cards\[0\]: no card has the reference"),
        ('{"cards": [[0, "CORE_AX_16_C"]]}', r"cards\[0\]: 0 copies, expected 1 to 99"),
        ('{"cards": [[true, "CORE_AX_16_C"]]}', "True copies, expected 1 to 99"),
        ('[{"cardReference": "CORE_AX_16_C", "quantity": 2.0}]', "2.0 copies, expected 1 to 99"),
        ('{"cards": [7]}', r'cards\[0\]: expected \[3, "CORE_AX_16_C"\], found 7'),
        ('{"cards": [{"quantity": 3}]}', r'cards\[0\]: expected a "reference" or a "name"'),
        ('{"cards": ["brassbug"]}', "a token"),
        ('{"hero": "CORE_AX_01_C", "cards": ["CORE_AX_02_C"]}', "second Hero"),
        ('{"name": "x"}', 'expected "cards": a list of cards; the object has name'),
        ('{"cards": [', "this is not JSON, or a damaged one"),
        ("[" * 90_000, "this is not JSON, or a damaged one: nested too deeply"),
    ],
)
def test_wrong_json_is_refused(text, message):
    with pytest.raises(DeckFileError, match=message):
        Deck.from_text(text)


TWO_SETS = """
1 CORE_BR_03_C, 2 COREKS_AX_26_R2, 3 COREKS_BR_05_C, 3 CORE_BR_08_R1, 3 CORE_BR_10_C,
3 CORE_BR_11_C, 2 COREKS_BR_14_C, 3 COREKS_BR_15_C, 3 CORE_BR_16_C, 3 CORE_BR_17_R1,
2 CORE_BR_20_R1, 3 CORE_BR_25_C, 1 CORE_BR_26_C, 2 CORE_BR_26_R1, 3 CORE_BR_28_C, 3 CORE_BR_30_R1
"""


def test_deck_codes_are_those_that_sites_share():
    words = [line.split() for line in TWO_SETS.split(",")]
    pairs = [(int(count), reference) for count, reference in words]
    code = "ECAjGhnSHpR0s6gdRaqPWRrRVp64deQESnV0UqcdPA"
    assert code_of(pairs) == code
    assert sorted(read_code(code)) == sorted(pairs)
    assert len(Deck.from_text(code + "==").cards) == 39


def test_deck_codes_of_exalted_and_many():
    assert read_code("ECCw0rFE3DE69AkdSxRrFHMEdwxVwx69Fa9A")[0] == (1, "DUSTERCB_P_BR_98_E")
    pairs = [(65, "CORE_NE_01_C"), (1, "CYCLONE_AX_66_U_4711"), (3, "DUSTER_BR_98_E")]
    assert read_code(code_of(pairs)) == pairs


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("EBAgeU", "the deck code is cut off"),
        ("EBAgUEIA", r"an unknown product \(0\)"),
        ("EBYwQA==", "names set 99, which is not known here"),
        ("IBAAAAA=", "no card is called"),
    ],
)
def test_wrong_codes_are_refused(code, message):
    with pytest.raises(DeckFileError, match=message):
        Deck.from_text(code)


def test_what_no_code_can_hold():
    with pytest.raises(ValueError, match="no number for the set of EOLE_"):
        decks.public("starter-yeong-gi").to_code()
    with pytest.raises(ValueError, match="holds at most 65"):
        code_of([(66, "CORE_NE_01_C")])


def test_a_file_may_be_in_any_form(tmp_path):
    deck = decks.starter("lyra")
    for name, text in (("a.json", deck.to_json()), ("b.txt", deck.to_code() + "\n")):
        path = tmp_path / name
        path.write_text("\ufeff" + text, "utf-8")
        assert decks.load(path).hero == deck.hero
        assert sorted(decks.load(path).cards, key=str) == sorted(deck.cards, key=str)


def test_any_text_is_a_deck_or_refused():
    chance = random.Random(4)
    pieces = [
        "3",
        " x",
        "[",
        "]",
        "{",
        "}",
        '"',
        ":",
        ",",
        "(",
        "Rare",
        "R1",
        "Foundry Armorer",
        "CORE_AX_16_C",
        "\n",
        "#",
        "//",
        "- ",
        "EBAgeUA",
        "=",
        "\u2022",
        "Hero:",
        "\u00e9",
        " ",
    ]
    read = refused = 0
    for _ in range(600):
        text = "".join(chance.choices(pieces, k=chance.randint(0, 9)))
        try:
            deck = Deck.from_text(text)
        except DeckFileError:
            refused += 1
            continue
        read += 1
        assert all(card in cards.catalogue() for card in deck.every_card)
    assert read > 20 and refused > 100


def test_every_line_that_is_wrong_is_named_at_once():
    lines = ["Hero: Sierra & Oddball", "4 Kelon Brst", "200 Kelon Burst C", "2 Foundry Armorer C"]
    with pytest.raises(DeckFileError) as refused:
        Deck.from_text("\n".join([*lines, "1 Brassbug"]), name="mine")
    said = str(refused.value)
    assert said.startswith("deck:2: no card is called 'Kelon Brst', did you mean 'Kelon Burst'?; ")
    assert "; line 3: 200 copies, expected 1 to 99; line 5: no card is called 'Brassbug'" in said
    with pytest.raises(DeckFileError, match=r"line 12: .*; and more$"):
        Deck.from_text("\n".join(f"{n} nonsense" for n in range(1, 900)), name="mine")


def test_what_a_code_was_read_as_is_said(capsys, tmp_path):
    """Codes have no checksum: of 1,219 mistyped ones 64 were another deck."""
    code = decks.starter("axiom").to_code()
    said = "deck code read as Sierra & Oddball with 39 cards: 31 common, 8 rare\n"
    Deck.from_text(code)
    assert capsys.readouterr().err == said
    path = tmp_path / "deck.txt"
    path.write_text(code)
    decks.load(path)
    assert capsys.readouterr().err == said
    Deck.from_text(decks.starter("axiom").to_text())
    assert capsys.readouterr().err == ""


SITE = {
    "@id": "/deck_user_lists/01",
    "name": "from a site",
    "alterator": {"@id": "/cards/ALT_CORE_B_AX_01_C", "reference": "ALT_CORE_B_AX_01_C"},
    "deckCardsByType": {
        "hero": {"deckUserListCard": [{"quantity": 1, "card": "/cards/ALT_CORE_B_AX_01_C"}]},
        "character": {
            "totalQuantity": 3,
            "deckUserListCard": [{"quantity": 3, "card": {"reference": "ALT_CORE_B_AX_16_C"}}],
        },
        "spell": [{"quantity": 2, "cardReference": "ALT_CORE_B_AX_23_C"}],
    },
}
FLAT = [
    {"cardReference": "ALT_CORE_B_AX_01_C", "quantity": 1},
    {"cardReference": "ALT_CORE_B_AX_16_C", "quantity": 3},
    {"cardReference": "ALT_CORE_B_AX_23_C", "quantity": 2},
]


@pytest.mark.parametrize(
    "data",
    [SITE, FLAT, {"cards": FLAT}, {"deckCards": FLAT}, {"hero": "CORE_AX_01_C", "cards": FLAT}],
)
def test_decks_in_the_shape_of_deck_sites(data):
    deck = Deck.from_text(json.dumps(data))
    assert deck.hero.name == "Sierra & Oddball"
    assert sorted(card.name for card in deck.cards) == ["Foundry Armorer"] * 3 + ["Kelon Burst"] * 2


@pytest.mark.parametrize("name", decks.lists())
def test_every_public_list_goes_there_and_back(name):
    deck = decks.public(name)
    for text in (deck.to_exchange(), deck.to_json(), deck.to_text("official")):
        found = Deck.from_text(text, name=deck.name)
        assert (found.hero, sorted(map(str, found.cards))) == (
            deck.hero,
            sorted(map(str, deck.cards)),
        )


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"cardReference": "ALT_CORE_B_AX_99_C", "quantity": 1}, r"cards\[0\]"),
        ({"cardReference": "ALT_CORE_B_AX_16_C", "quantity": 0}, "0 copies, expected 1 to 99"),
        ({"cardReference": "ALT_CORE_B_AX_16_C", "quantity": "x"}, "x copies"),
        ({"cardReference": 7, "quantity": 1}, 'expected a "reference" or a "name"'),
    ],
)
def test_what_is_wrong_in_one_is_said(entry, says):
    with pytest.raises(DeckFileError, match=says):
        Deck.from_text(json.dumps({"cards": [entry]}))
