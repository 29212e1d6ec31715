"""Official card data: valid entries of every layout are read, each invalid one is one error."""

from __future__ import annotations

import json
import time

import pytest

from altered_env.cards import CardFileError
from altered_env.cards.entry_fields import WrongEntryError
from altered_env.cards.exports import read_official
from altered_env.cards.official import read_entry
from tests.citations import cites

FLAT = {
    "reference": "ALT_FUGUE_B_AX_07_R2",
    "name": "Clockwork Owl",
    "set": "FUGUE",
    "faction": "LY",
    "rarity": "RARE",
    "type": "CHARACTER",
    "subtypes": ["ROBOT", "ANIMAL"],
    "hand_cost": 2,
    "reserve_cost": 3,
    "forest": 1,
    "mountain": 0,
    "ocean": 4,
    "main_text": "{R} Draw four cards.",
    "echo_text": None,
    "reminder": None,
    "landmark_limit": None,
    "reserve_limit": None,
    "suspended": False,
    "errata": False,
    "aliases": ["ALT_FUGUE_P_AX_07_R2"],
    "first_set": "FUGUE",
}
EXPORT = {
    "@id": "/cards/ALT_FUGUE_B_AX_07_R2",
    "@type": "Card",
    "reference": "ALT_FUGUE_B_AX_07_R2",
    "cardType": {"@id": "/card_types/1", "reference": "CHARACTER", "name": "Character"},
    "cardSubTypes": [{"reference": "ROBOT", "name": "Robot"}, {"reference": "ANIMAL"}],
    "cardSet": {"reference": "FUGUE", "name": "A later set"},
    "rarity": {"reference": "RARE", "name": "Rare"},
    "mainFaction": {"reference": "LY", "color": "#000000"},
    "name": {"fr": "Hibou", "en": "Clockwork Owl"},
    "elements": {
        "MAIN_COST": "#2#",
        "RECALL_COST": "3",
        "FOREST_POWER": "1",
        "MOUNTAIN_POWER": "#0#",
        "OCEAN_POWER": 4,
        "MAIN_EFFECT": {"fr": "{R} Draw four cards.", "en_US": "{R} Draw four cards."},
    },
}


def flat(**changes):
    """The flat entry, changed; `out` takes a field out."""
    if "reference" in changes:
        changes = {"set": "out", "aliases": [], **changes}
    return {key: value for key, value in {**FLAT, **changes}.items() if value != "out"}


@pytest.fixture
def read(tmp_path):
    """Read text, or entries as JSON, as a file of official data."""

    def read(content, name="official.json"):
        path = tmp_path / name
        if isinstance(content, str):
            content = content.encode()
        elif not isinstance(content, bytes):
            content = json.dumps(content).encode()
        path.write_bytes(content)
        return read_official(path)

    return read


def test_a_flat_entry():
    owl = read_entry(FLAT)
    assert (owl.reference, owl.printed) == ("FUGUE_AX_07_R2", "FUGUE_B_AX_07_R2")
    assert (owl.name, owl.set, owl.faction, owl.rarity) == (
        "Clockwork Owl",
        "FUGUE",
        "lyra",
        "rare",
    )
    assert (owl.type, owl.subtypes, owl.token) == ("character", ("robot", "animal"), False)
    assert owl.numbers == (2, 3, 1, 0, 4, 0, 0)
    assert (owl.main_text, owl.support_text) == ("{R} Draw four cards.", "")
    assert owl.prints == ("FUGUE_P_AX_07_R2",)
    assert owl.remarks == ()


@cites("5.0:2.2.4.c")
def test_an_entry_of_the_export_says_the_same():
    owl, exported = read_entry(FLAT), read_entry(EXPORT)
    assert exported.prints == ()
    for field in ("reference", "name", "faction", "rarity", "type", "subtypes", "numbers"):
        assert getattr(exported, field) == getattr(owl, field)
    assert exported.main_text == owl.main_text


def test_the_card_has_the_abilities_it_is_given():
    card = read_entry(FLAT).card(("J: sabotage()",), ("D: draw(1)",))
    assert (card.reference, card.faction, card.printed_faction) == (
        "FUGUE_AX_07_R2",
        "lyra",
        "axiom",
    )
    assert (card.hand_cost, card.reserve_cost, card.water) == (2, 3, 4)
    assert (card.abilities, card.support) == (("J: sabotage()",), ("D: draw(1)",))


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"type": "PERMANENT", "forest": None}, "type", "landmark_permanent"),
        ({"type": "EXPEDITION_PERMANENT", "forest": None}, "type", "expedition_permanent"),
        ({"type": "TOKEN"}, "token", True),
        ({"subtypes": ["SKY PIRATE"]}, "subtypes", ("sky_pirate",)),
        ({"subtypes": []}, "remarks", ()),
        ({"subtypes": None}, "remarks", ("sub-types are missing",)),
        (
            {"subtypes": ["ENGINER"]},
            "remarks",
            ("a new sub-type, enginer, did you mean 'engineer'?",),
        ),
        ({"name": "Clockwork\u00a0 Owl "}, "name", "Clockwork Owl"),
        ({"faction": "Yzmir"}, "faction", "yzmir"),
        ({"hand_cost": 2.0}, "hand_cost", 2),
        ({"reference": "FUGUE_AX_7_F"}, "reference", "FUGUE_AX_07_R2"),
        ({"rarity": "out"}, "rarity", "rare"),
    ],
)
def test_what_is_taken(changes, field, value):
    if changes.get("type", "TOKEN") != "TOKEN":
        changes |= {"mountain": None, "ocean": None}
    assert getattr(read_entry(flat(**changes)), field) == value


def test_a_landmark_of_the_first_set():
    jammer = flat(type="PERMANENT", subtypes=["LANDMARK"], forest=0, mountain=None, ocean=None)
    card = read_entry(jammer)
    assert (card.type, card.subtypes) == ("landmark_permanent", ())


def test_a_hero():
    hero = {
        **EXPORT,
        "reference": "ALT_FUGUE_B_LY_01_C",
        "rarity": "COMMON",
        "cardType": {"reference": "HERO"},
    }
    del hero["cardSubTypes"]
    card = read_entry({**hero, "elements": {"RESERVE": "3", "PERMANENT": "2"}})
    assert card.numbers == (0, 0, 0, 0, 0, 3, 2)
    card = read_entry({**hero, "elements": []})
    assert card.numbers[-2:] == (2, 2)
    assert card.remarks == ("limits are missing: 2 and 2 are assumed",)


WRONG = [
    (7, "found 7, expected an object with a reference"),
    (None, "found null, expected an object"),
    ([], "found a list, expected an object"),
    ({}, "reference: missing, expected a reference such as ALT_CORE_B_AX_16_C"),
    (flat(reference=5), "reference: found 5, expected a reference"),
    (flat(reference="owl"), "reference: found 'owl', expected a reference"),
    (flat(reference="ALT_FUGUE_B_AX_07_R2\n"), "reference: found"),
    (flat(reference="ALT_FUGUE_B_QQ_07_R2"), "reference: unknown faction QQ, expected one of AX"),
    (flat(name="out"), "name: missing, expected 1 to 100 characters"),
    (flat(name=""), "name: missing"),
    (flat(name=7), "name: found 7, expected text"),
    (flat(name="x" * 101), "name: 101 characters, expected at most 100"),
    (flat(name="a\x00b"), "name: holds U+0000, which is not a letter"),
    (flat(name="a\ud800b"), "name: holds U+D800"),
    (flat(name="Owl\udcff"), "name: 'Owl?' is not text in UTF-8"),
    (flat(name="$subtypes"), "name: found '$subtypes'"),
    (flat(name={"fr": "Hibou"}), "name: no English text: found fr, expected en"),
    (flat(name={}), "name: no English text: found no language"),
    (flat(name={"en": ["Owl"]}), "name: found a list, expected text"),
    (flat(type="CHARACTR"), "type: found 'CHARACTR', did you mean 'CHARACTER'"),
    (flat(type="FOILER"), "type: found 'FOILER', expected one of CHARACTER"),
    (flat(type="out"), "type: missing, expected one of CHARACTER"),
    (flat(type={"name": "Character"}), "type: found null, expected a word or an object"),
    (flat(set="BISE"), "set: found 'BISE', the reference says FUGUE"),
    (flat(set=["FUGUE"]), "set: found a list, expected a word"),
    (flat(rarity="COMMON"), "rarity: found 'COMMON', the reference says RARE"),
    (flat(faction="AX"), "faction: found 'AX', expected another faction than axiom"),
    (flat(faction="QQ"), "faction: found 'QQ', expected one of AX, BR"),
    (flat(faction="out"), "faction: missing, and not known from the reference"),
    (flat(subtypes="ROBOT"), "subtypes: found 'ROBOT', expected a list"),
    (flat(subtypes=[None]), "subtypes: found null, expected a word"),
    (flat(subtypes=["R0B0T!"]), "subtypes: found 'R0B0T!', expected words such as ENGINEER"),
    (flat(subtypes=["A"] * 201), "subtypes: 201 entries, expected at most 200"),
    (flat(hand_cost=-1), "hand_cost: found -1, expected a number from 0 to 99"),
    (flat(hand_cost=100), "hand_cost: found 100, expected a number from 0 to 99"),
    (flat(hand_cost=10**4000), "hand_cost: found a huge number"),
    (flat(hand_cost="-2"), "hand_cost: found -2"),
    (flat(hand_cost="X"), "hand_cost: found 'X'"),
    (flat(hand_cost=1.5), "hand_cost: found 1.5"),
    (flat(hand_cost=1e300), "hand_cost: found a huge number"),
    (flat(hand_cost=True), "hand_cost: found true"),
    (flat(hand_cost=[2]), "hand_cost: found a list"),
    (flat(hand_cost=None), "hand_cost: missing, expected a number"),
    (flat(ocean="out"), "ocean: missing"),
    (flat(type="SPELL"), "forest: found 1, but a spell has none"),
    (flat(main_text="out"), "main_text: missing, expected text, or null for a card without"),
    (flat(main_text=["{J}"]), "main_text: found a list, expected text"),
    (flat(main_text="x" * 5_001), "main_text: 5,001 characters, expected at most 5,000"),
    (flat(echo_text={"de": "Nichts"}), "echo_text: no English text: found de"),
    (flat(suspended="yes"), "suspended: found 'yes', expected true or false"),
    (flat(aliases="ALT_X"), "aliases: found 'ALT_X', expected a list"),
    (flat(aliases=["ALT_X"]), "aliases: found 'ALT_X', expected a reference"),
    ({**EXPORT, "elements": "none"}, "elements: found 'none', expected an object"),
    ({**EXPORT, "elements": {}}, "elements.MAIN_COST: missing, expected a number"),
]


@pytest.mark.parametrize(("entry", "message"), WRONG, ids=[row[1][:40] for row in WRONG])
def test_what_is_wrong_is_said(entry, message):
    with pytest.raises(WrongEntryError) as caught:
        read_entry(entry)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (FLAT, 1),
        ([FLAT, EXPORT | {"reference": "ALT_FUGUE_B_AX_08_R2", "name": "Owl"}], 2),
        ({"hydra:member": [FLAT], "hydra:totalItems": 1}, 1),
        (
            [{"hydra:member": [FLAT]}, {"member": [flat(name="Owl", reference="ALT_A_B_AX_9_R2")]}],
            2,
        ),
        ({"ALT_FUGUE_B_AX_07_R2": flat(reference="out")}, 1),
        ({"ALT_FUGUE_B_AX_07_R2": flat(reference="out", id="01HKAFJ")}, 1),
        (json.dumps(FLAT, indent=2), 1),
        (json.dumps([FLAT], indent=2), 1),
        (
            "\n\n"
            + json.dumps(FLAT)
            + "\n\n"
            + json.dumps(flat(reference="ALT_A_B_AX_1_R2", name="Owl")),
            2,
        ),
        (b"\xef\xbb\xbf" + json.dumps(FLAT).encode(), 1),
        ([], 0),
        ("", 0),
    ],
)
def test_every_shape_of_file(read, content, count):
    found = read(content)
    assert not found.errors
    assert (len(found.cards), found.entries) == (count, count)
    assert bool(found.remarks) == (count == 0)


def test_each_wrong_entry_is_one_error_and_the_rest_is_read(read):
    good = [flat(reference=f"ALT_FUGUE_B_AX_{n}_R2", name=f"Owl {n}") for n in range(100, 104)]
    lines = [json.dumps(entry) for entry in good]
    broken = ["{", '{"reference": "A"', "x", json.dumps(flat(hand_cost=-1)), '{"name": NaN}', "5"]
    for text in ("\n".join(lines[:2] + broken + lines[2:]), "\n".join([*broken, *lines, "}"])):
        found = read(text)
        assert [card.name for card in found.cards] == ["Owl 100", "Owl 101", "Owl 102", "Owl 103"]
        assert len(found.errors) == len(broken) + text.endswith("\n}")
    first = read("\n".join(lines[:1] + broken)).errors
    assert str(first[3]) == (
        "official.json:5, entry 5, ALT_FUGUE_B_AX_07_R2: hand_cost: found -1, "
        "expected a number from 0 to 99"
    )


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_a_mistake_in_an_array_spoils_its_entry_only(read, indent):
    good = [flat(reference=f"ALT_FUGUE_B_AX_{n}_R2", name=f"Owl {n}") for n in range(100, 104)]
    text = json.dumps(good, indent=indent)
    mistakes = [('"Owl 101"', "Owl 101"), ('"Owl 101"', '"Owl 101" 7'), ("Owl 101", "Owl\\x")]
    mistakes += [('"Owl 102",', '"Owl 102",,'), ('"Owl 102"', "Infinity"), ('"Owl 100"', "'")]
    if indent:
        mistakes += [('"Owl 102"', '"Owl 102'), ("Owl 101", '[[[{"')]
    for page in (text, f'{{"hydra:member": {text}, "hydra:totalItems": 4}}'):
        for old, new in mistakes:
            if old == "Owl 102" and new == "}":
                continue
            found = read(page.replace(old, new))
            assert (len(found.cards), len(found.errors)) == (3, 1), (old, new)


def test_prints_are_one_card(read):
    prints = ("FUGUE_P", "COREKS_B", "CORE_A", "FUGUE_B", "CORE_B")
    found = read([flat(reference=f"ALT_{p}_AX_07_R2", set="out", aliases=[]) for p in prints])
    assert not found.errors
    (owl,) = found.cards
    assert (owl.reference, owl.printed) == ("CORE_AX_07_R2", "CORE_B_AX_07_R2")
    assert set(owl.prints) == {f"{p}_AX_07_R2" for p in prints if p != "CORE_B"}


def test_uniques_are_printed_once(read):
    numbers = ("CORE_B_AX_07_U_1", "COREKS_B_AX_07_U_1", "CORE_B_AX_07_U_2")
    unique = [flat(reference=f"ALT_{n}", set="out", rarity="UNIQUE", aliases=[]) for n in numbers]
    assert [card.printed for card in read(unique).cards] == list(numbers)


def test_a_reference_that_is_there_twice(read):
    found = read([FLAT, flat(name="Another Owl"), FLAT])
    assert [card.name for card in found.cards] == ["Clockwork Owl"]
    assert [error.problem for error in found.errors] == [
        "reference: occurs twice, first in entry 1"
    ] * 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (json.dumps(FLAT).encode("utf-16"), "found UTF-16, expected UTF-8: save the file as"),
        (json.dumps(FLAT).encode("utf-16-le"), "found UTF-16, expected UTF-8"),
        (json.dumps(FLAT).encode("utf-16-be"), "found UTF-16, expected UTF-8"),
        (json.dumps(FLAT).encode("utf-32"), "found UTF-32, expected UTF-8"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00", "found bytes that are not text, expected UTF-8"),
    ],
)
def test_another_encoding_is_said(read, content, message):
    with pytest.raises(CardFileError, match=message):
        read(content)


def test_bytes_that_are_no_text_spoil_their_entry_only(read):
    lines = [json.dumps(FLAT), json.dumps(flat(reference="ALT_A_B_AX_01_R2", name="Ow\xe9"))]
    text = "\n".join(lines).replace("\\u00e9", "\xe9")
    found = read(text.encode("latin-1"))
    assert [card.name for card in found.cards] == ["Clockwork Owl"]
    assert "name: 'Ow?' is not text in UTF-8" in str(found.errors[0])


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "[" + '{"a":[' * 100_000])
def test_deep_nesting_is_said(read, text):
    errors = read(text).errors
    assert errors[0].problem == "nested too deeply"
    assert len(errors) <= 2


def test_ten_million_letters(read):
    found = read([flat(main_text="x" * 10_000_000), flat(reference="ALT_A_B_AX_01_R2")])
    assert len(found.cards) == 1
    assert found.errors[0].problem == "main_text: 10,000,000 characters, expected at most 5,000"
    found = read("[" + "9" * 10_000_000 + "]")
    assert found.errors[0].problem == "a number with thousands of digits"


def test_a_list_that_leaves_texts_out_is_remarked(read):
    silent = [
        flat(reference=f"ALT_A_B_AX_{n}_R2", name=f"Owl {n}", main_text=None) for n in range(5)
    ]
    assert read(silent).remarks == (
        "no card of this file has a text: is a field missing from the export?",
    )


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(CardFileError, match="No such file"):
        read_official(tmp_path / "none.json")
    with pytest.raises(CardFileError, match="a folder without"):
        read_official(tmp_path)


def test_progress_is_told(tmp_path):
    path = tmp_path / "two.json"
    path.write_text(json.dumps([FLAT, 5]))
    told = []
    read_official(path, told.append)
    assert told == [1, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 4_000_000, "nested too deeply"),
        ('{"a":' * 1_000_000, "nested too deeply"),
        ("[" + "7," * 1_000_000, "none of the first 1,000 entries is a card"),
        ('{"reference": 3}\n' * 200_000, "none of the first 1,000 entries is a card"),
    ],
)
def test_a_large_file_without_a_card_is_given_up_soon(read, text, says):
    begun = time.process_time()
    found = read(text)
    assert time.process_time() - begun < 3
    assert any(says in error.problem for error in found.errors) and len(found.errors) <= 1001
