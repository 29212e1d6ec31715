"""Collections: their forms, the values of their cards, and the best of them for a deck."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.cards.estimates import estimates
from altered_env.cards.worths import worths
from altered_env.cardstats.building_decks.build_pool import pool_of
from altered_env.cardstats.collection import forms
from altered_env.cardstats.collection import reading_collections as reading
from altered_env.cardstats.collection.card_values import (
    ordered,
    valued,
    values_of,
    with_contexts,
)
from altered_env.cardstats.collection.for_deck import best_for
from altered_env.cardstats.collection.phrases import Phrases, own_phrases, read_phrases
from altered_env.cardstats.collection.reading_collections import read_collection
from altered_env.cardstats.collection.tables import as_json, page_of, sheet_of
from altered_env.cardstats.context.worth_model import model
from altered_env.cardstats.reporting.page import to_page
from altered_env.cardstats.reporting.sheets import to_csv, to_html
from altered_env.cli import main
from altered_env.decks.constructing import ARCHETYPES, heroes
from altered_env.decks.legality import constructed
from altered_env.formats.deck_changes import breaks_more
from tests.cards.test_official import EXPORT, flat

ARMORER = "CORE_AX_16_C"
MEASURED = "CORE_AX_13_U_380"
"""A unique card with a measured worth, whose text the package does not have."""


def names(found):
    return [(one.count, one.reference) for one in found.held]


def unique(number=7, **more):
    return flat(
        reference=f"ALT_CORE_B_AX_16_U_{number}",
        name="Foundry Armorer",
        set="CORE",
        rarity="UNIQUE",
        **{"faction": "AX", **more},
    )


@pytest.mark.parametrize(
    "line",
    [
        *("-3 ALT_CORE_B_AX_16_C", "999999999999 CORE_AX_16_C", "CORE_AX_16_C x 5000"),
        *("0 CORE_AX_16_C", "1e9 CORE_AX_16_C", "1,000 CORE_AX_16_C", "2.5x ALT_CORE_B_AX_16_C"),
        *("CORE_AX_16_C x 1e9", "CORE_AX_16_C (2.5)"),
    ],
)
def test_a_number_that_is_none_of_copies_is_not_read(line):
    found = read_collection(f"{line}\nCORE_AX_04_C")
    assert names(found) == [(1, "CORE_AX_04_C")]
    assert found.problems[0].place == "line 1"
    assert "copies, expected 1 to 999" in found.problems[0].why


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("12 CORE_AX_16_C", 12), ("2,CORE_AX_16_C", 2), ("CORE_AX_16_C;3", 3),
        ("3x CORE_AX_16_C", 3), ("2026-01-01 CORE_AX_16_C", 1), ("CORE_AX_16_C (4)", 4),
    ],
)  # fmt: skip
def test_a_number_of_copies_stands_before_or_behind(line, count):
    assert names(read_collection(line)) == [(count, "CORE_AX_16_C")]


def test_a_text_may_be_worded_as_the_pages_word_it():
    head = "Owl (Axiom Character, Robot) 3/2 1/2/3\n"
    found = read_collection(f"{head}When I enter play: Draw 1 card.\nDraw frogs.")
    assert "not understood at 'Draw frogs.'" in found.problems[0].why
    for text in ("When I enter play: Draw 1 card.", "when I enter play:  draw a card."):
        (held,) = read_collection(head + text).held
        assert held.card is not None and held.card.abilities == ("J: draw(1)",)
    two = "When I enter play: Draw 1 card.\n{R} Draw a card.\nSupport: {D} : Draw a card."
    (held,) = read_collection(head + two).held
    assert held.card is not None
    assert (held.card.abilities, held.card.support) == (
        ("J: draw(1)", "R: draw(1)"),
        ("D: draw(1)",),
    )


@pytest.mark.parametrize(
    "text",
    [
        "2 ALT_CORE_B_AX_16_C",
        "2x CORE_AX_16_C",
        "CORE_AX_16_C x2",
        "ALT_CORE_B_AX_16_C,2",
        "https://example.org/en/cards/ALT_CORE_B_AX_16_C x2",
        "ALT_CORE_B_AX_16_C ALT_COREKS_B_AX_16_C",
        "2 Foundry Armorer C",
        "Characters (2)\n1 Foundry Armorer (Common)  # mine\nFoundry Armorer C",
        '["ALT_CORE_B_AX_16_C", "CORE_AX_16_C"]',
        '[[2, "CORE_AX_16_C"]]',
        '[["CORE_AX_16_C", 2]]',
        '{"CORE_AX_16_C": 2}',
        '{"name": "my box", "cards": [{"quantity": 2, "reference": "/cards/ALT_CORE_B_AX_16_C"}]}',
        '{"hydra:member": [{"owned": "2", "card": {"reference": "ALT_CORE_B_AX_16_C"}}]}',
        "reference,quantity\nALT_CORE_B_AX_16_C,2\n",
        "Quantity;Name;Reference\n2;Foundry Armorer;ALT_CORE_B_AX_16_C\n",
        "name\tcount\nFoundry Armorer C\t2\n",
    ],
)
def test_every_form_names_the_same_cards(text):
    found = read_collection(text)
    assert names(found) == [(2, ARMORER)] and not found.problems


@pytest.mark.parametrize(
    "head",
    ["Hero: Sierra & Oddball", "hero : Sierra & Oddball (axiom)", "- Sierra & Oddball C",
     "* Hero: CORE_AX_01_C"],
)  # fmt: skip
def test_a_deck_in_the_usual_form_is_a_collection(head):
    text = f"Name: mine\n{head}\nCharacters (2)\n- 2 Foundry Armorer C\nmine: 3 cards\n"
    found = read_collection(text)
    assert names(found) == [(1, "CORE_AX_01_C"), (2, ARMORER)] and not found.problems


def test_the_readme_form_and_what_decks_show_prints_are_collections(capsys):
    deck = decks.starter("axiom")
    every = sorted((count, card.reference) for card, count in deck.counted.items())
    assert main(["decks", "show", "axiom"]) == 0
    shown = capsys.readouterr().out
    for text in (deck.to_text(), f"Deck: {deck.to_code()}", shown):
        found = read_collection(text)
        assert sorted(names(found)) == sorted(every) and not found.problems


def test_a_deck_code_is_a_form():
    deck = decks.starter("axiom")
    found = read_collection(deck.to_code())
    assert found.cards == 40 and not found.problems
    assert {one.card for one in found.held} == {deck.hero, *deck.cards}


@pytest.mark.parametrize("entries", [[unique()], {"hydra:member": [unique()]}])
def test_official_data_is_read_with_its_text(entries):
    (one,) = read_collection(json.dumps(entries)).held
    assert one.card is not None and one.card.abilities and one.reference == "CORE_AX_16_U_7"


def test_the_export_of_the_official_site_is_read():
    (one,) = read_collection(json.dumps([EXPORT])).held
    assert one.card is not None


def test_a_text_with_its_facts_is_a_card():
    text = "\n".join(
        [
            "1 CORE_AX_16_C",
            "Owl of Glass (Axiom Character, Robot) 3/2 1/2/3",
            "{J} Draw a card.",
            "Support: {D} : Draw a card.",
            "",
            "Second (Lyra Spell, Song) 2/2",
            "Draw a card.",
            "2 CORE_AX_16_R1",
        ]
    )
    found = read_collection(text.replace("Draw a card.\n2 ", "Draw a card.\n\n2 "))
    assert not found.problems
    first, owl, spell, last = (one.card for one in found.held)
    assert (first.version, last.version) == ("C", "R1")
    assert (owl.name, owl.faction, owl.subtypes) == ("Owl of Glass", "axiom", ("robot",))
    assert (owl.hand_cost, owl.reserve_cost) == (3, 2)
    assert (owl.forest, owl.mountain, owl.water) == (1, 2, 3)
    assert owl.abilities == ("J: draw(1)",) and owl.support == ("D: draw(1)",)
    assert (spell.type, spell.faction, spell.hand_cost) == ("spell", "lyra", 2)


def test_texts_in_columns_are_cards(tmp_path):
    rows = [{**unique(), "subtypes": "engineer / robot", "quantity": "3"}]
    rows[0] = {key: value for key, value in rows[0].items() if value is not None}
    path = tmp_path / "mine.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    (one,) = reading.read_files([str(path)]).held
    assert one.count == 3 and one.card.subtypes == ("engineer", "robot") and one.card.abilities


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("CORE_AX_16_C\nBrasbug Hub C", "line 2", "did you mean 'Brassbug Hub'?"),
        ("ALT_FOO_B_AX_16_C", "line 1", "no card has the reference 'FOO_AX_16_C'"),
        ("ALT_CORE_B_AX_16_U_99999", "line 1", "no text is known for this unique card"),
        ("0 CORE_AX_16_C", "line 1", "found 0 copies, expected 1 to 999"),
        ("5000 CORE_AX_16_C", "line 1", "found 5000 copies, expected 1 to 999"),
        ("https://example.org/decks/01HK", "line 1", "web pages are not opened here"),
        ("Brassbug", "line 1", "no card is called 'Brassbug'"),
        ("x" * 5_000, "line 1", "is neither a card nor a deck code"),
        ("[1]", "entry 1", "found 1, expected a card"),
        ('[{"frog": "x"}, {"a": []}]', "entry 1", "found an object with frog"),
        ('{"reference": "CORE_AX_16_C"', "line 1", "not JSON"),
        ("[" * 30 + "]" * 30, "entry 1", "nested too deeply"),
        ("reference,quantity\nCORE_AX_16_C,many\n", "line 2", "found 'many' copies"),
        ("reference,quantity\n,2\n", "line 2", "no reference and no name"),
        ("Owl (Frog Character) 3/2 1/2/3\n{J} Draw a card.", "line 1", "FROG"),
        (
            "Owl (Axiom Character, Robot) 3/2 1/2/3\n{J} Frob.",
            "line 1",
            "not understood at 'Frob.'",
        ),
        (json.dumps([unique(main_text="{R} Frob.")]), "entry 1", "not understood at 'Frob.'"),
        (json.dumps([unique(hand_cost="many")]), "entry 1", "hand_cost"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, place, why):
    found = read_collection(text)
    assert place in found.problems[0].place and why in found.problems[0].why


def test_the_rest_is_read_and_problems_come_in_order():
    text = f"frog\n{ARMORER}\nALT_CORE_B_AX_16_U_99999\ntoad\n"
    found = read_collection(text)
    assert [one.place for one in found.problems] == ["line 1", "line 3", "line 4"]
    assert (1, ARMORER) in names(found)


def test_junk_is_counted_fast(monkeypatch):
    """A similar name is looked up for the first unknown ones only."""
    looked = []
    whole = forms.card_meant
    monkeypatch.setattr(forms, "card_meant", lambda *given: looked.append(1) or whole(*given))
    found = read_collection("\n".join(f"frog {k}" for k in range(500)))
    assert len(found.problems) == 500 and not found.held
    assert len(looked) == forms.PATIENCE


@pytest.mark.parametrize(("form", "faction"), [("\n".join, "AX"), (json.dumps, "LY")])
def test_suggestions_end_in_every_form(form, faction):
    """Each takes time, and only the first problems are shown."""
    unknown = [f"ALT_CORE_B_{faction}_{k}_R1" for k in range(200, 900)]
    told = read_collection(form(unknown)).problems
    suggested = ["did you mean" in one.why for one in told]
    assert len(told) == 700 and all(suggested[:100])
    assert sum(suggested) == reading.SUGGESTED
    named = read_collection(
        json.dumps([f"Foundry Armourer {faction}{k}" for k in range(500)])
    ).problems
    assert len(named) == 500
    assert 0 < sum("did you mean" in one.why for one in named) <= reading.SUGGESTED


def test_too_many_cards_are_cut_in_words(monkeypatch):
    monkeypatch.setattr(reading, "MOST", 2)
    found = read_collection("CORE_AX_16_C\nCORE_AX_16_C\nCORE_AX_16_R1\nCORE_AX_16_R2\nfrog")
    assert len(found.held) == 2 and found.cards == 3
    assert [str(one) for one in found.problems] == [
        "line 4: over 2 different cards; the rest is left out"
    ]


# values


def test_many_estimates_are_those_of_single_cards():
    chance = random.Random(3)
    pool = [card for card in cards.catalogue() if not card.token]
    some = chance.sample(pool, 150)
    for card, value in zip(some, values_of(some), strict=True):
        one = estimates().estimate(card)
        if one is None:
            assert value.worth is None
            continue
        alone = valued([reading.Held("", 1, replace(card, reference="CORE_AX_99_C"))])[0]
        assert alone.worth == pytest.approx(one.worth, abs=1e-3)
        assert alone.low == pytest.approx(one.low, abs=1e-3)
        assert alone.high == pytest.approx(one.high, abs=1e-3)
        assert alone.remarks == one.remarks and alone.source == "estimated"
        parts = alone.body + sum(line.worth for line in alone.brings)
        assert parts == pytest.approx(alone.worth)
        row = worths().cards.get(card.reference)
        if row is not None and row.copies:
            assert (value.worth, value.low, value.high) == (row.worth, row.low, row.high)
            assert value.source == "measured" and value.place == row.place
            assert value.own == pytest.approx(row.worth - one.worth, abs=1e-3)


def test_a_measured_unique_needs_no_text():
    (value,) = valued(read_collection("3 ALT_CORE_B_AX_13_U_380\n").held)
    row = worths().cards[MEASURED]
    assert (value.name, value.count, value.worth) == ("Ada Lovelace U 380", 3, row.worth)
    assert value.source == "measured" and value.card is None and not value.brings


def test_a_hero_has_no_value_and_comes_last():
    found = ordered(values_of([cards.find("Sierra & Oddball"), cards.find("Foundry Armorer C")]))
    assert [value.source for value in found] == ["measured", "unknown"]
    assert found[1].remarks == ("only cards of a deck have a worth",)


WITHOUT_WORTH = ("CORE_AX_01_C", "CORE_AX_17_C", "CORE_NE_01_C", ARMORER, MEASURED)
"""A Hero, a Landmark, the Mana, a Character, and a card of unknown text."""


def test_cards_of_every_kind_are_in_every_output(tmp_path, capsys):
    """Lines of a Hero have no worth, though they have a wording."""
    path, out, page = (tmp_path / name for name in ("all.txt", "all.csv", "all.html"))
    path.write_text("\n".join(WITHOUT_WORTH))
    line = ["cards", "value", str(path), "--csv", str(out), "--html", str(page)]
    assert main([*line, "--lines"]) == 0
    assert "only cards of a deck have a worth" in capsys.readouterr().out
    rows = {row["reference"]: row for row in csv.DictReader(out.read_text().splitlines())}
    assert set(rows) == set(WITHOUT_WORTH)
    for hero in ("CORE_AX_01_C", "CORE_NE_01_C"):
        assert (rows[hero]["worth"], rows[hero]["lines"]) == ("", "")
    assert all(name in page.read_text() for name in WITHOUT_WORTH)
    assert main([*line, "--json"]) == 0
    told = {row["reference"]: row for row in json.loads(capsys.readouterr().out)["values"]}
    assert told["CORE_AX_01_C"]["lines"] == [] and told["CORE_AX_01_C"]["worth"] is None
    assert told[ARMORER]["lines"]


def test_a_name_is_no_formula_of_a_spreadsheet(tmp_path):
    path, out = tmp_path / "mine.txt", tmp_path / "values.csv"
    names_ = ("=cmd|calc", "@SUM 1", "+1 +cmd|calc", "-2 +3", "Owl")
    path.write_text(
        "\n\n".join(f"{one} (Axiom Character) 3/2 1/2/3\n{{J}} Draw a card." for one in names_)
    )
    assert main(["cards", "value", str(path), "--csv", str(out)]) == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    for row in rows:
        for cell in row.values():
            assert cell[:1] not in ("=", "@", "+", "-") or float(cell) < 100
    assert {row["name"][:4] for row in rows} == {"'=cm", "'@SU", "'+1 ", "'-2 ", "Owl "}


def test_every_card_of_the_package_has_a_row():
    values = values_of(cards.catalogue())
    assert len(as_json(reading.Collection(), values)["values"]) == len(values)
    sheet = sheet_of(values)
    assert len(to_csv(sheet).splitlines()) == len(values) + 1
    assert ">None<" not in to_html(sheet)


def test_an_estimate_from_a_pasted_text_has_a_wide_interval_and_its_lines():
    text = "Owl (Axiom Character, Robot) 3/2 1/2/3\n{J} Draw a card.\nSupport: {D} : Draw a card."
    (value,) = valued(read_collection(text).held)
    assert value.source == "estimated" and value.high - value.low > 3
    assert [line.line for line in value.brings] == ["J: draw(1)", "D: draw(1)"]
    without = valued(read_collection(text.splitlines()[0]).held)[0]
    assert value.worth > without.worth


def test_impossible_statistics_are_outside_what_was_measured(tmp_path, capsys):
    text = tmp_path / "big.txt"
    text.write_text(
        "Big (Axiom Character, Robot) 1/1 30/30/30\n\nOwl (Axiom Character) 3/2 1/2/3\n"
    )
    big, owl = ordered(valued(reading.read_files([str(text)]).held))
    assert (big.known_from, owl.known_from, big.source) == ("outside", "estimated", "estimated")
    assert big.worth < 20 and big.high - big.low > 50
    (answer,) = with_contexts([big])
    assert answer.best.worth.high - answer.best.worth.low > 50
    assert main(["cards", "value", str(text)]) == 0
    said = capsys.readouterr().out
    assert "outside: 1 estimated from elements beyond the range of the measured cards" in said
    assert as_json(reading.Collection(), [big])["values"][0]["source"] == "outside"


def test_the_best_context_of_many_cards_is_that_of_single_ones():
    chance = random.Random(5)
    pool = [c for c in cards.catalogue() if not c.token and c.type not in ("hero", "mana")]
    pasted = valued(read_collection(json.dumps([unique(forest=5)])).held)
    found = with_contexts([*values_of(chance.sample(pool, 12)), *pasted])
    for value in found:
        mine = [hero for hero in heroes() if hero.faction == value.card.faction]
        pairs = [(hero, kind) for hero in mine for kind in ARCHETYPES]
        answers = [model().answer(value.card, *pair) for pair in pairs]
        top = max(answers, key=lambda answer: answer.gain.mean)
        hero, kind = pairs[answers.index(top)]
        assert (value.best.hero, value.best.archetype) == (hero.name, kind)
        for one, other in ((value.best.gain, top.gain), (value.best.worth, first_of(top))):
            assert (one.mean, one.low, one.high) == pytest.approx(
                (other.mean, other.low, other.high), abs=0.02
            )


def first_of(answer):
    """The figure of the strongest player."""
    return next(iter(answer.by.values()))


def test_what_no_deck_holds_or_has_no_text_has_no_context():
    held = read_collection(f"{MEASURED}\nSierra & Oddball\n").held
    assert [value.best for value in with_contexts(valued(held))] == [None, None]
    assert with_contexts([]) == []


# for a deck


def owned(*pairs):
    """Uniques with these statistics in each region."""
    text = [
        unique(number, faction=faction, forest=size, mountain=size, ocean=size)
        for number, faction, size in pairs
    ]
    return ordered(valued(read_collection(json.dumps(text)).held))


def test_the_best_three_uniques_take_the_worst_places_and_keep_the_deck_legal():
    deck = decks.starter("axiom")
    values = owned((1, "AX", 6), (2, "AX", 9), (3, "MU", 9), (4, "AX", 0), (5, "AX", 5))
    found = best_for(deck, values, 3)
    assert [pick.value.reference[-1] for pick in found.picks] == ["2", "1", "5"]
    assert not constructed(found.deck) and len(found.deck.cards) == len(deck.cards)
    assert (found.fitting, found.others) == (4, 1)
    named = [card.name for card in found.deck.cards]
    assert named.count("Foundry Armorer") <= 3
    for pick in found.picks:
        assert abs(pick.value.card.hand_cost - pick.out.card.hand_cost) <= 2
        assert pick.low < pick.gain < pick.high


def test_of_references_alone_nothing_is_said(tmp_path, capsys):
    """None of them was called worth less, though no text was known."""
    refs = [f"ALT_CORE_B_AX_{k:02}_U_{k}" for k in (4, 5, 6)]
    values = valued(read_collection("\n".join(refs)).held)
    found = best_for(decks.starter("axiom"), values, 3)
    assert (found.picks, found.fitting, found.others, found.unread) == ((), 0, 0, 3)
    (tmp_path / "refs.txt").write_text("\n".join(refs))
    line = ["cards", "value", str(tmp_path / "refs.txt"), "--deck", "axiom", "--best", "3"]
    assert main([*line, "--jobs", "1"]) == 1  # three have no known text
    said = capsys.readouterr().out
    assert (
        "3 cards known by reference alone" in said
        and "0 cards" not in said
        and "is worth more than" not in said
    )


def test_gains_are_those_in_the_deck():
    deck = decks.pool("constructed:tokens")[0]
    values = owned((1, deck.hero.faction[:2].upper(), 9))
    found = best_for(deck, values, 1)
    (pick,) = found.picks
    cost = sum(card.hand_cost for card in deck.cards) / len(deck.cards)
    one, two = (
        first_of(model().answer(card, deck.hero, "tokens", cost))
        for card in (pick.value.card, pick.out.card)
    )
    assert pick.gain == pytest.approx(one.mean - two.mean, abs=0.02)
    assert f"with {deck.hero.name}, in a deck of tokens" in found.context


def test_a_card_that_is_worth_less_takes_no_place():
    dear = unique(4, hand_cost=7, reserve_cost=7, forest=0, mountain=0, ocean=0)
    values = valued(read_collection(json.dumps([dear])).held)
    found = best_for(decks.starter("axiom"), values, 3)
    assert (found.picks, found.fitting) == ((), 1)


def test_a_fourth_unique_takes_the_place_of_one():
    deck = decks.starter("axiom")
    values = owned(*((k, "AX", 5 + k) for k in range(1, 4)))
    full = best_for(deck, values, 3).deck
    assert sum(card.rarity == "unique" for card in full.cards) == 3
    other = flat(
        reference="ALT_CORE_B_AX_99_U_9",
        name="Clockwork Owl",
        set="CORE",
        rarity="UNIQUE",
        faction="AX",
        **dict.fromkeys(("forest", "mountain", "ocean"), 12),
    )
    found = best_for(full, valued(read_collection(json.dumps([other])).held), 1)
    assert found.picks[0].out.card.rarity == "unique" and not constructed(found.deck)


def test_an_illegal_deck_breaks_no_further_rule():
    """A fourth unique took the place of a fourth copy: as many broken rules as before."""
    deck = decks.starter("axiom")
    full = best_for(deck, owned(*((k, "AX", 5 + k) for k in range(1, 4))), 3).deck
    fourth = next(card for card in full.cards if full.cards.count(card) == 3)
    other = next(card for card in full.cards if card.rarity == "common" and card != fourth)
    cards_in = list(full.cards)
    cards_in[cards_in.index(other)] = fourth
    illegal = replace(full, cards=tuple(cards_in))
    before = constructed(illegal)
    assert len(before) == 1 and "4 cards called" in before[0].message
    new = owned(*((k, "AX", 12) for k in range(11, 16)))
    found = best_for(illegal, new, 3)
    assert found.picks and found.illegal == tuple(map(str, before))
    assert set(constructed(found.deck)) <= set(before)


def test_fewer_copies_too_many_are_no_new_reason():
    deck = decks.starter("axiom")
    often = next(card for card in deck.cards if deck.cards.count(card) == 3)
    others = [k for k, card in enumerate(deck.cards) if card != often]
    cards_in = list(deck.cards)
    for k in others[:2]:
        cards_in[k] = often
    five = replace(deck, cards=tuple(cards_in))
    assert "5 cards called" in str(constructed(five)[0])
    cards_in[others[0]] = deck.cards[others[0]]
    four = replace(deck, cards=tuple(cards_in))
    assert not breaks_more(constructed, five, four)
    assert breaks_more(constructed, four, five)
    assert breaks_more(constructed, deck, four)


# phrases of another language


def table(path, *rows, head="kind\tlatin\tenglish"):
    path.write_text("\n".join([head, *("\t".join(("output", *row)) for row in rows)]))
    return str(path)


def test_a_text_of_another_language_is_read_by_its_phrases(tmp_path):
    file = table(
        tmp_path / "t.tsv",
        ("{j}", "{J}"),
        ("Trahe cartam.", "Draw a card."),
        ("Trahe cartam. Trahe duas.", "Draw three cards."),
    )
    phrases = read_phrases(file)
    assert phrases.code == "la"
    assert phrases.english("{J} Trahe [[cartam]].  (nota)") == "{J} Draw a card."
    assert phrases.english("{J} Trahe cartam. Trahe duas.") == "{J} Draw three cards."
    entry = unique(main_text={"la": "{J} Trahe cartam."})
    (one,) = read_collection(json.dumps([entry]), phrases).held
    assert one.card.abilities == ("J: draw(1)",)
    wrong = unique(main_text={"la": "{J} Dormi."})
    (problem,) = read_collection(json.dumps([wrong]), phrases).problems
    assert "no phrase of the table is 'Dormi.'" in problem.why
    english = unique(main_text="{J} Draw two cards.")
    (one,) = read_collection(json.dumps([english]), phrases).held
    assert one.card.abilities == ("J: draw(2)",)


@pytest.mark.parametrize(
    ("head", "rows", "says"),
    [
        ("a\tb\tc", (), "found the columns a, b, c; expected a tab-separated table"),
        ("kind\tlatin\tenglish", (("one",),), "line 2 has 2 columns, expected 3"),
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path, head, rows, says):
    with pytest.raises(OSError, match=says):
        read_phrases(table(tmp_path / "t.tsv", *rows, head=head))


def test_a_phrase_needs_no_separator():
    assert Phrases({"a": "A", "ab": "B"}, "latin").english("ab a") == "B A"


def test_a_table_in_the_own_folder_needs_no_option(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ALTERED_HOME", str(tmp_path))
    assert own_phrases() is None
    table(tmp_path / "phrases.tsv", ("Trahe cartam.", "Draw a card."), ("{j}", "{J}"))
    path = tmp_path / "one.json"
    path.write_text(json.dumps([unique(main_text={"la": "{J} Trahe cartam."})]))
    assert main(["cards", "value", str(path), "--lines"]) == 0
    assert "Draw 1 card." in capsys.readouterr().out
    pool = pool_of(cards.find("Sierra & Oddball"), files=[str(path)])
    assert [card.reference for card in pool.cards] == ["CORE_AX_16_U_7"]
    other = table(tmp_path / "o.tsv", ("Dormi.", "Draw a card."))
    assert own_phrases(other).table == {"dormi.": "Draw a card."}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([unique(main_text={"fr": "{J} Piochez une carte."})]),
        json.dumps([unique(main_text="{J} Piochez une carte.")]),
        "Owl (Axiom Character, Robot) 3/2 1/2/3\n{J} Piochez une carte.",
    ],
)
def test_a_refused_text_of_another_language_says_what_it_needs(text):
    why = str((*(found := read_collection(text)).problems, *found.by_number)[0])
    assert "needs the phrases of its language: --elements FILE, or phrases.tsv" in why
    found = read_collection(
        text, Phrases({"{j}": "{J}", "piochez une carte.": "Draw a card."}, "french")
    )
    assert found.held[0].card.abilities == ("J: draw(1)",) and not found.problems


def test_english_text_is_not_taken_for_another_language():
    (problem,) = read_collection("Owl (Axiom Character) 3/2 1/2/3\n{J} Draw frogs.").problems
    assert "language" not in problem.why


@pytest.mark.parametrize(
    ("head", "kind", "subtypes"),
    [
        ("Axiom Personnage, Robot", "character", ("robot",)),
        ("Axiom PERSONNAGE, Ing\u00e9nieur / Robot", "character", ("engineer", "robot")),
        ("Lyra Sort, Chant", "spell", ("song",)),
        ("Muna Permanent de Rep\u00e8re", "landmark_permanent", ()),
        ("Axiom Character, Engineer Robot", "character", ("engineer", "robot")),
    ],
)
def test_the_types_of_a_card_text_may_be_french(head, kind, subtypes):
    numbers = "3/2 1/2/3" if kind == "character" else "3/2"
    text = "Draw a card." if kind == "spell" else "{J} Draw a card."
    found = read_collection(f"Owl ({head}) {numbers}\n{text}\nSoutien : {{D}} : Draw a card.")
    assert not found.problems
    card = found.held[0].card
    assert (card.type, card.subtypes, card.support) == (kind, subtypes, ("D: draw(1)",))


# the command


def test_the_command_prints_writes_and_counts(tmp_path, capsys):
    path = tmp_path / "mine.txt"
    path.write_text(f"2 {ARMORER}\n{MEASURED}\nfrog\n")
    out = tmp_path / "values.csv"
    page = tmp_path / "values.html"
    assert main(["cards", "value", str(path), "--csv", str(out), "--html", str(page)]) == 1
    said = capsys.readouterr().out
    assert "2 different cards, 3 in all: 2 measured, 0 estimated" in said
    assert "Not read: 1\n  line 3: no card is called 'frog'" in said
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert [row["reference"] for row in rows] == [MEASURED, ARMORER]
    assert float(rows[0]["worth_low"]) < float(rows[0]["worth"]) < float(rows[0]["worth_high"])
    assert MEASURED in page.read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "there is nothing in it"), ("a,b\n1,2\n", "line 1: no card is called 'a,b'")],
)
def test_a_file_without_a_card_is_refused(text, says, tmp_path, capsys):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    assert main(["cards", "value", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"no card was read: {says}" in said and "a CSV with a column 'reference'" in said


def test_an_illegal_deck_is_named(tmp_path, capsys):
    path, deck = tmp_path / "mine.txt", tmp_path / "short.txt"
    path.write_text(ARMORER)
    deck.write_text("1 CORE_AX_01_C\n3 CORE_AX_08_C\n")
    assert main(["cards", "value", str(path), "--deck", str(deck)]) == 0
    said = capsys.readouterr().out
    assert "short is illegal: 3 cards besides the Hero; at least 39 are required" in said
    assert "valued as they are" in said
    assert main(["cards", "value", str(path), "--deck", str(deck), "--json"]) == 0
    (why,) = json.loads(capsys.readouterr().out)["deck"]["illegal"]
    assert why.startswith("3 cards besides the Hero")


def test_the_command_names_the_best_for_a_deck(tmp_path, capsys):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([unique()]))
    assert main(["cards", "value", str(path), "--deck", "axiom", "--best", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["counts"]["estimated"] == 1 and told["deck"]["fitting"] == 1
    assert told["values"][0]["lines"][0]["notation"]
    assert "a worth is the mean over the Heroes" in told["by_hero"]
    assert "with Sierra & Oddball, in a deck of" in told["deck"]["context"]
    row = told["values"][0]
    assert row["best_hero"] and row["best_archetype"] in ARCHETYPES
    assert row["gain_low"] < row["gain"] < row["gain_high"]
    assert row["there_low"] < row["there"] < row["there_high"]


def test_the_command_shows_the_best_context(tmp_path, capsys):
    path = tmp_path / "mine.txt"
    path.write_text(ARMORER)
    assert main(["cards", "value", str(path)]) == 0
    said = capsys.readouterr().out
    (value,) = with_contexts(values_of([cards.find(ARMORER)]))
    best, who = value.best, value.best.hero.partition(" & ")[0]
    assert f"{who}, {best.archetype} {best.gain.mean:+.1f}" in said
    assert f"with {best.hero} in a deck of {best.archetype}, which adds" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--best", "3"], "--best needs --deck"),
        (["--deck", "axiom", "--best", "0"], "--best must be 1 or more, found 0"),
        (["--top", "-1"], "--top must be 0 or more, found -1"),
        (["--html", "out.txt"], "a report is an HTML page"),
        (["--elements", "nowhere.tsv"], "nowhere.tsv"),
        (["--deck", "frog"], "frog"),
    ],
)
def test_wrong_options_are_refused(tmp_path, capsys, arguments, says):
    path = tmp_path / "mine.txt"
    path.write_text(ARMORER)
    assert main(["cards", "value", str(path), *arguments]) == 2
    assert says in capsys.readouterr().err


def test_uniques_are_found_by_worth(capsys):
    assert main(["cards", "search", "ada", "--sort", "worth", "--rarity", "unique"]) == 0
    said = capsys.readouterr().out
    assert MEASURED in said and "measured unique cards without their text" in said
    assert "Foundry" not in said


def test_a_page_and_json_of_a_collection_hold_its_problems():
    found = read_collection(f"{ARMORER}\n" + "\n".join(f"frog {k}" for k in range(30)))
    values = ordered(valued(found.held))
    page = to_page(page_of(found, values, "mine"), "mine")
    assert "Not read: 30" in page and "and 10 more" in page
    assert len(as_json(found, values)["problems"]) == 30


def test_cards_that_a_format_forbids_do_not_fit_a_deck():
    deck, values = decks.load("axiom"), valued(read_collection(json.dumps([unique()])).held)
    assert best_for(deck, values).fitting == 1
    found = best_for(deck, values, format="no_unique")
    assert (found.fitting, found.others, found.picks) == (0, 1, ())
    assert best_for(deck, values, format="standard:season=3").fitting == 1


@pytest.mark.parametrize("option", [["--format", "singleton"], ["--all-rarities"]])
def test_an_option_for_a_deck_needs_one(option, tmp_path, capsys):
    (tmp_path / "one.txt").write_text(ARMORER)
    assert main(["cards", "value", str(tmp_path / "one.txt"), *option]) == 2
    assert f"{option[0]} needs --deck" in capsys.readouterr().err


def test_a_missing_table_of_phrases_is_called_one(tmp_path, capsys):
    path = tmp_path / "one.json"
    path.write_text(json.dumps([unique()]))
    assert main(["cards", "value", str(path), "--elements", str(tmp_path / "none.tsv")]) == 2
    assert "none.tsv: No such file; expected a table of phrases" in capsys.readouterr().err
