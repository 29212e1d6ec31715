"""Written card files are read back as the same cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from altered_env import cards
from altered_env.cards.card import Card
from altered_env.cards.catalogue import HERE
from altered_env.cards.printed_words import FACTION_CODES, SUBTYPES_OF
from altered_env.cards.reader import read_cards, read_tokens
from altered_env.cards.writer import WIDTH, in_order, write_cards, write_tokens


def bare(found):
    """Cards without where they were read."""
    return [replace(card, source="") for card in found]


@pytest.fixture
def again(tmp_path):
    """Cards written to a file and read from it."""

    def again(found, set_name="OWN"):
        path = tmp_path / "again.yaml"
        path.write_text(write_cards(found, set_name, "Written by a test.\nAnd read."), "utf-8")
        return read_cards(path, "again.yaml", set_name)

    return again


def test_every_card_of_the_package_is_read_again(tmp_path):
    groups = {}
    for card in in_order(cards.search()):
        groups.setdefault(f"{card.set.lower()}/{card.printed_faction}.yaml", []).append(card)
    files = {name: write_cards(group, group[0].set, "Cards.") for name, group in groups.items()}
    assert set(files) == {
        f"{path.parent.name}/{path.name}" for path in sorted(HERE.glob("*/*.yaml"))
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    found = cards.Catalogue.of_folder(tmp_path)
    by_reference = {card.reference: card for card in bare(found)}
    assert by_reference == {card.reference: card for card in bare(cards.search())}


def test_every_card_of_the_package_in_one_file(again):
    found = again(cards.search())
    assert {card.reference: card for card in bare(found)} == {
        card.reference: card for card in bare(cards.search())
    }


def test_the_tokens_are_read_again(tmp_path):
    tokens = list(cards.catalogue().tokens.values())
    path = tmp_path / "tokens.yaml"
    path.write_text(write_tokens(tokens, "Tokens."), "utf-8")
    assert bare(read_tokens(path, "tokens.yaml")) == bare(tokens)


BASE = replace(cards.find("Foundry Armorer C"), prints=())


def test_what_all_versions_share_is_written_once():
    found = [
        replace(BASE, prints=("COREKS_B_AX_16_C",)),
        replace(BASE, reference="CORE_AX_16_R1", rarity="rare", prints=("COREKS_B_AX_16_R1",)),
    ]
    assert write_cards(found, "CORE") == (
        "Foundry Armorer:\n"
        "  type: character\n"
        "  subtypes: [engineer]\n"
        "  cost: 3/3\n"
        "  stats: 2/2/2\n"
        "  prints: [COREKS_B]\n"
        "  abilities:\n"
        '    - "R: create(brassbug, in_=target(expedition))"\n'
        "  versions:\n"
        "    AX_16_C:  {}\n"
        "    AX_16_R1: {}\n"
    )


def test_a_version_that_does_not_fit_takes_several_lines(again):
    long = replace(BASE, reference="CORE_AX_16_R1", rarity="rare", abilities=BASE.abilities * 3)
    text = write_cards([BASE, long], "CORE")
    assert "    AX_16_C: {abilities: [" in text
    assert '    AX_16_R1:\n      abilities:\n        - "R: create(' in text
    assert bare(again([BASE, long], "CORE")) == bare([BASE, long])


def test_new_subtypes_are_named_above(again):
    pirate = replace(BASE, subtypes=("pirate", "engineer", "song"))
    text = write_cards([pirate], "CORE")
    assert text.startswith("$subtypes: [pirate, song]\n\nFoundry Armorer:\n")
    assert bare(again([pirate], "CORE")) == bare([pirate])


def test_prints_with_another_number_are_written_whole(again):
    card = replace(BASE, prints=("COREKS_B_AX_16_C", "CORE_A_AX_16_C", "EOLE_P_AX_99_C"))
    assert "prints: [COREKS_B, CORE_A, EOLE_P_AX_99_C]" in write_cards([card], "CORE")
    assert bare(again([card], "CORE")) == bare([card])


def test_what_cannot_be_written_is_refused():
    with pytest.raises(ValueError, match="Brassbug is a token"):
        write_cards([cards.catalogue().tokens["brassbug"]])
    with pytest.raises(ValueError, match="two of its versions have the same reference"):
        write_cards([BASE, BASE])


def letters(most):
    """Any text that a card file takes, one that says nothing excepted."""
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=most)


NAMES = letters(100).filter(lambda name: name.isprintable() and name.strip() and name[0] != "$")
LINES = st.lists(letters(200).map(lambda s: " ".join(s.split())).filter(bool), max_size=3)
NUMBERS = st.integers(0, 99)


@st.composite
def any_cards(draw):
    """Cards of all kinds, two versions of each at most."""
    found = []
    for number, name in enumerate(draw(st.lists(NAMES, max_size=4, unique=True))):
        kind = draw(st.sampled_from(sorted(SUBTYPES_OF)))
        code = draw(st.sampled_from(["AX", "NE", "YZ"]))
        words = st.sampled_from([*SUBTYPES_OF[kind], "pirate", "ninja"])
        for rarity, version in draw(
            st.sampled_from([[("common", "C")], [("common", "C"), ("unique", "U_7")]])
        ):
            costs = [0, 0] if kind in ("hero", "mana") else [draw(NUMBERS), draw(NUMBERS)]
            stats = [draw(NUMBERS) if kind == "character" else 0 for _ in range(3)]
            limits = [draw(NUMBERS) if kind == "hero" else 0 for _ in range(2)]
            unique = draw(st.sampled_from(["axiom", "lyra"])) if rarity == "unique" else None
            found.append(
                Card(
                    f"{draw(st.sampled_from(['OWN', 'FUGUE']))}_{code}_{number:02d}_{version}",
                    name,
                    unique or FACTION_CODES[code],
                    rarity,
                    kind,
                    tuple(draw(st.lists(words, max_size=2, unique=True))),
                    *costs,
                    *stats,
                    *limits,
                    tuple(draw(LINES)),
                    tuple(draw(LINES)),
                    suspended=draw(st.booleans()),
                    prints=draw(st.sampled_from([(), (f"OWN_P_{code}_{number:02d}_{version}",)])),
                )
            )
    return found


@settings(max_examples=200, deadline=None)
@given(any_cards())
def test_any_cards_are_read_again(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("any") / "any.yaml"
    text = write_cards(found)
    if not found:
        assert text == ""
        return
    path.write_text(text, "utf-8")
    assert bare(read_cards(path, "any.yaml", "OWN")) == found
    flows = [line for line in text.splitlines() if line.endswith("}")]
    assert all(len(line) <= WIDTH for line in flows)
