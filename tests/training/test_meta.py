"""The metagame of a field: known answers, bans and patches, and the command."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from altered_env import decks
from altered_env.arena.pilots import list_key, pilots_in
from altered_env.cards import catalogue
from altered_env.cardstats.metagame import bans
from altered_env.cardstats.metagame.field import read_field
from altered_env.cardstats.metagame.meetings import BLOCK, Meetings, Record
from altered_env.cardstats.metagame.standing import Payoffs, by_hero, shifts, standings
from altered_env.cardstats.metagame.swiss import Day, match_rate, swiss_day
from altered_env.cli import main

NAMES = ("rock", "paper", "scissors")


def deals(rates, many=400):
    """Scores of deals in which the first deck of each pair wins this share."""
    chance = np.random.default_rng(3)
    return {pair: np.where(chance.random(many) < rate, 1.0, -1.0) for pair, rate in rates.items()}


CIRCLE = deals({(0, 1): 0.3, (0, 2): 0.7, (1, 2): 0.3})


def test_the_best_response_depends_on_the_shares():
    payoffs = Payoffs.of(CIRCLE, 3)
    rows = standings(NAMES, NAMES, (0.8, 0.1, 0.1), payoffs)
    assert rows[1].best > 0.95 and rows[0].beaten_by == "paper"
    assert rows[1].low < rows[1].rate < rows[1].high
    assert sum(row.meta for row in rows) == pytest.approx(1)
    assert all(row.meta_low < 1 / 3 < row.meta_high for row in rows)
    assert max(row.against_meta for row in rows) < 0.505


def test_more_deals_are_surer():
    few, many = (deals({(0, 1): 0.5}, n) for n in (20, 2000))
    spans = [
        row.high - row.low
        for row in (standings("ab", "ab", (0, 1), Payoffs.of(s, 2))[0] for s in (few, many))
    ]
    assert spans[1] < spans[0] / 5
    same = standings("ab", "ab", (0, 1), Payoffs.of({(0, 1): np.ones(10)}, 2))[0]
    assert same.low < 1  # ten wins in a row prove no certain win


def test_heroes_join_their_decks():
    rows = by_hero(["h", "h", "other"], (0.5, 0.25, 0.25), Payoffs.of(CIRCLE, 3))
    assert [(row.hero, row.decks, row.share) for row in rows] == [
        ("h", 2, 0.75),
        ("other", 1, 0.25),
    ]


def test_a_swiss_day_of_equals_wins_half():
    payoffs = Payoffs.of(deals({(0, 1): 0.5}), 2)
    even = replace(payoffs, worlds=np.zeros_like(payoffs.worlds))
    found = swiss_day(0, (0.5, 0.5), even, Day(16, 4))
    assert found.wins == pytest.approx(2, abs=0.05) and sum(found.chances) == pytest.approx(1)
    assert found.top == pytest.approx(0.5, abs=0.03) and found.first == pytest.approx(
        1 / 16, abs=0.02
    )
    sure = replace(payoffs, worlds=np.array([[[0, 1], [-1, 0]]] * 5, dtype=float))
    assert swiss_day(0, (0, 1), sure, Day(8, 3)).wins == 3
    assert match_rate(np.array(0.6), 5) > match_rate(np.array(0.6), 3) > 0.6


def test_paired_deals_show_a_change_alone():
    new = dict(CIRCLE)
    new[0, 1] = np.where(np.arange(400) < 40, 1.0, CIRCLE[0, 1])
    moved = shifts(NAMES, (CIRCLE, (0, 1, 0)), (new, (0, 1, 0)))
    assert moved[0].change > 0 and moved[0].low > 0
    assert moved[2].change == moved[2].low == 0
    gone = shifts(NAMES, (CIRCLE, (0.5, 0.5, 0)), (CIRCLE, (0, 1, 0)))
    assert [row.deck for row in gone] == ["paper", "scissors"] and gone[1].after > gone[1].before


def test_the_change_of_two_decks_is_the_reverse_of_each_other():
    old, new = deals({(0, 1): 0.3}, 20), deals({(0, 1): 0.6}, 20)
    one, two = shifts(NAMES[:2], (old, (0.5, 0.5)), (new, (0.5, 0.5)))
    assert (one.change, one.low, one.high) == pytest.approx((-two.change, -two.high, -two.low))
    assert one.low < one.change < one.high


def test_a_changed_deck_that_wins_the_same_deals_has_an_interval():
    old = deals({(0, 1): 0.3, (0, 2): 0.5, (1, 2): 0.5}, 20)
    shares = (0.5, 0.5, 0)
    one, two, three = shifts(NAMES, (old, shares), (old, shares), {0})
    assert one.change == 0 and one.low < 0 < one.high and two.low < 0 < two.high
    assert three.low < 0 < three.high and shifts(NAMES, (old, shares), (old, shares))[0].low == 0


def test_shares_that_change_have_their_interval_too():
    old = deals({(0, 1): 0.3, (0, 2): 0.7, (1, 2): 0.5}, 20)
    kept = {pair: old[pair] for pair in old if 2 not in pair}  # the third deck is gone
    one, _two = shifts(NAMES, (old, (0.4, 0.4, 0.2)), (kept, (0.5, 0.5, 0)))
    assert one.low < one.change < one.high


def test_a_banned_card_is_replaced():
    deck = decks.load("axiom")
    (armorer,) = {card for card in deck.cards if card.name == "Foundry Armorer"}
    banned = bans.banned_cards(["Foundry Armorer"])
    assert armorer.reference in banned and len(banned) >= 3
    found = bans.without(deck, banned, "2024.09", "standard")
    assert found.deck is not None and not banned & {card.reference for card in found.deck.cards}
    assert not decks.constructed(found.deck) and str(armorer) in found.how
    hero = bans.banned_cards([deck.hero.reference])
    assert bans.without(deck, hero, "2024.09", "standard").deck is None


PATCH = """Foundry Armorer:
  type: character
  subtypes: [engineer]
  versions:
    {reference}: {{cost: {cost}, stats: 9/9/9}}
"""


def test_a_patch_changes_cards_by_reference(tmp_path):
    deck = decks.load("axiom")
    (armorer,) = {card for card in deck.cards if card.name == "Foundry Armorer"}
    file = tmp_path / "patch.yaml"
    file.write_text(PATCH.format(reference=armorer.reference, cost="1/1"))
    patch = bans.read_patch(file)
    found = bans.patched(deck, patch).deck
    assert found is not None and sum(card.forest == 9 for card in found.cards) == deck.cards.count(
        armorer
    )
    assert bans.patched(decks.load("lyra"), patch).deck == decks.load("lyra")
    said = bans.patched(deck, patch).how
    assert said == f"patched: {armorer} ({armorer.reference})"
    file.write_text(PATCH.format(reference="CORE_AX_99_C", cost="1/1"))
    with pytest.raises(ValueError, match="CORE_AX_99_C is no card of the catalogue"):
        bans.read_patch(file)


def test_a_patch_without_a_set_changes_the_card_of_its_name_and_number(tmp_path):
    """As the files of the package have it, from which one copies: it was OWN_AX_16_C."""
    file = tmp_path / "patch.yaml"
    file.write_text(PATCH.format(reference="AX_16_C", cost="1/1"))
    patch = bans.read_patch(file)
    assert list(patch) == ["CORE_AX_16_C"] and patch["CORE_AX_16_C"].reference == "CORE_AX_16_C"
    held = bans.patched(decks.load("axiom"), patch)
    assert held.how == "patched: Foundry Armorer C (CORE_AX_16_C)"
    for name, number, why in (
        (
            "Foundry Armorer",
            "AX_15_C",
            "no version AX_15_C of Foundry Armorer: there are AX_16_C, ",
        ),
        ("Foundry Armourer", "AX_16_C", "no card is called 'Foundry Armourer', did you mean"),
    ):
        text = PATCH.format(reference=number, cost="1/1").replace("Foundry Armorer", name)
        file.write_text(text)
        with pytest.raises(ValueError, match=why) as caught:
            bans.read_patch(file)
        assert str(file) in str(caught.value) and "OWN_" not in str(caught.value)


def test_a_version_of_several_sets_must_name_its_set():
    armorer = catalogue()["CORE_AX_16_C"]
    there = [*catalogue(), replace(armorer, reference="BISE_AX_16_C")]
    with pytest.raises(ValueError, match="name its set: BISE_AX_16_C or CORE_AX_16_C"):
        bans.known_as_printed(replace(armorer, reference="OWN_AX_16_C"), there, "it")


def test_games_are_kept_and_more_deals_add_to_them(tmp_path):
    two = tuple(decks.load(name) for name in ("axiom", "muna"))
    plan = Meetings(two, ("random", "random"), BLOCK)
    file = tmp_path / "games.jsonl"
    first = Record(file).play(plan, jobs=1)
    again = Record(file)
    assert again.missing(plan) == 0 and again.missing(replace(plan, deals=2 * BLOCK)) == 2 * BLOCK
    longer = again.play(replace(plan, deals=2 * BLOCK), jobs=1)
    assert (longer[0, 1][:BLOCK] == first[0, 1]).all()
    assert Record(file).missing(replace(plan, pilots=("random", "greedy"))) == 2 * BLOCK
    file.write_text(file.read_text().replace('"marks": "', '"marks": "9'))
    with pytest.raises(ValueError, match="line 1: marks is"):
        Record(file)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("field.csv", "deck;share\naxiom;1,5\nbravos;0.5\n"),
        ("field.csv", "deck,share\naxiom,3\nbravos,1\n"),
        ("field.csv", "deck\tshare\naxiom\t3\nbravos\t1\n"),
        ("field.tsv", "deck;share\naxiom;75 %\nbravos;25%\n"),
    ],
)
def test_the_columns_of_a_field_are_separated_by_any_mark(name, text, tmp_path):
    (tmp_path / name).write_text(text)
    found = read_field(str(tmp_path / name))
    assert [(one.deck.name, one.share) for one in found.entries] == [
        ("axiom", 0.75),
        ("bravos", 0.25),
    ]


def test_a_field_is_a_table_of_shares(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text(decks.load("lyra").to_text())
    table = tmp_path / "field.tsv"
    table.write_text(f"deck\tshare\naxiom\t3\nmine.txt\t1\n{decks.load('lyra').to_code()}\t1\n")
    found = read_field(str(table))
    assert [round(share, 2) for share in found.shares] == [0.6, 0.4]  # equal lists are one
    assert list_key(found.decks[1]) == list_key(decks.load("lyra"))
    table.write_text("deck\tshare\naxiom\tmany\n")
    with pytest.raises(ValueError, match="line 2: expected a share above 0, found 'many'"):
        read_field(str(table))
    table.write_text("deck\taxiom\n")
    with pytest.raises(ValueError, match="the column 'share' is missing"):
        read_field(str(table))
    assert len(read_field("starters", most=3).entries) == 3


def test_an_unknown_deck_of_a_table_is_named_with_its_line(tmp_path):
    path = tmp_path / "field.tsv"
    path.write_text("deck\tshare\naxiom\t1\nmna\t2\n")
    with pytest.raises(ValueError, match=r"field\.tsv, line 3: .*did you mean 'muna'"):
        read_field(str(path))


def test_a_field_of_illegal_decks_is_refused_in_a_few_words():
    says = r"legal in all_uniques .*more\); all_uniques has no usual decks"
    with pytest.raises(ValueError, match=says) as refused:
        read_field("public", "all_uniques")
    assert len(str(refused.value)) < 600


def test_each_ban_that_no_deck_feels_is_named(capsys):
    command = ["meta", "axiom,muna", "--agent", "random", "--deals", "10", "--jobs", "1"]
    assert main([*command, "--ban", "Kelon Burst", "Lyra Festival"]) == 0
    said = capsys.readouterr()
    assert "--ban Lyra Festival: no deck of axiom,muna holds it" in said.err
    assert "--ban Kelon Burst:" not in said.err and "3 Kelon Burst C ->" in said.out


def test_a_ban_that_takes_the_users_deck_is_said(capsys, monkeypatch):
    """It stayed in the table after the change, as if nothing had happened to it."""
    line = ["meta", "muna,bravos", "--deck", "axiom", "--agent", "random", "--deals", "10"]
    ban = ["--jobs", "1", "--ban", "Sierra & Oddball"]
    said = _said_after(capsys, [*line, *ban, decks.load("bravos").cards[0].name])
    assert "  axiom: it can be played no more, Sierra & Oddball is banned" in said
    rows = said.partition("of the meta")[2]
    assert "\nbravos " in rows and "\nmuna " in rows and "\naxiom " not in rows
    monkeypatch.setattr(Record, "play", None)
    assert main([*line, *ban]) == 2
    why = capsys.readouterr().err
    assert "axiom: it can be played no more, Sierra & Oddball is banned." in why
    assert "No other deck of muna,bravos holds one of these cards" in why


def _said_after(capsys, command):
    assert main(command) == 0
    return capsys.readouterr().out.partition("After the change:")[2]


def test_a_ban_of_the_users_deck_alone_changes_nothing_in_the_field(tmp_path, capsys):
    """The shares of six decks, divided by their sum, differed in the last digit, so that pairs
    without a change counted as changed: +0.0 (-4.3 .. +4.3)."""
    line = ["meta", "starters", "--deck", "demo-atsadi", "--agent", "random", "--deals", "10"]
    ban = ["--jobs", "1", "--ban", "Theseus C", "--out", str(tmp_path)]
    rows = _said_after(capsys, [*line, *ban]).splitlines()
    untouched = [row for row in rows if row.split()[:1] and row.split()[0] in decks.names()]
    assert len(untouched) == 6
    assert all("+0.0 (+0.0 .. +0.0)" in row for row in untouched)
    table = (tmp_path / "meta-changes.csv").read_text().splitlines()
    columns = table[0].split(",")
    for row in table[1:]:
        found = dict(zip(columns, row.split(","), strict=True))
        exact = {float(found[name]) for name in ("change", "change_low", "change_high")} == {0}
        assert exact == (found["deck"] in decks.names())


def test_a_ban_that_no_deck_feels_is_refused_before_any_game(capsys, monkeypatch):
    monkeypatch.setattr(Record, "play", None)
    command = ["meta", "axiom,muna", "--ban", "Lyra Festival", "--jobs", "1"]
    assert main(command) == 2
    assert "no deck of axiom,muna holds one of these cards" in capsys.readouterr().err


def test_a_deck_that_is_in_the_field_is_there_once(tmp_path, capsys):
    """It was there twice, with two figures for one list."""
    axiom = decks.load("axiom")
    (tmp_path / "my own.txt").write_text(replace(axiom, cards=axiom.cards[::-1]).to_text())
    line = ["meta", "axiom,muna", "--agent", "random", "--deals", "10", "--jobs", "1"]
    assert main([*line, "--deck", str(tmp_path / "my own.txt")]) == 0
    said = capsys.readouterr()
    assert "my own is in the field, as axiom." in said.err
    assert "\naxiom: " in said.out and "my own" not in said.out
    assert "Games: 20, 20 per pair" in said.out


def test_what_is_left_out_is_said_once(tmp_path, capsys):
    (tmp_path / "short.txt").write_text("1 CORE_AX_01_C\n3 CORE_AX_16_C\n")
    command = ["meta", f"axiom,muna,{tmp_path / 'short.txt'}", "--agent", "random", "--deals", "10"]
    assert main([*command, "--jobs", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "Left out: short: " in said


def test_the_command(tmp_path, capsys):
    line = ["meta", "axiom,muna,lyra", "--deck", "axiom", "--agent", "random", "--deals", "10"]
    ban = ["--ban", "Foundry Armorer", "--jobs", "1", "--out", str(tmp_path)]
    assert main([*line, *ban]) == 0
    said = capsys.readouterr().out
    assert (
        "\naxiom: " in said
        and "(mine)" not in said
        and "After the change:" in said
        and "of the meta" in said
    )
    assert {"meta.html", "meta-matchups.csv", "meta-changes.csv", "games.jsonl"} <= {
        path.name for path in tmp_path.iterdir()
    }
    assert main([*line, *ban]) == 0  # from the kept games
    assert capsys.readouterr().out.partition("Written")[0] == said.partition("Written")[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["axiom"], "a field needs two or more decks, found 1"),
        (["axiom,mna"], "did you mean 'muna'"),
        (["starters", "--ban", "Kelon Brst"], "did you mean 'Kelon Burst'"),
        (["starters", "--season", "9"], "there are seasons 1, 2"),
        (["starters", "--event", "Cup"], "--event needs a folder with decks.jsonl"),
        (["starters", "--best-of", "2"], "best-of must be 1, 3 or 5, found 2"),
        (["starters", "--practised", "."], "has no pilot"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["meta", "--agent", "random", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_folder_without_pilots_is_refused(tmp_path):
    with pytest.raises(ValueError, match="has no pilot"):
        pilots_in(tmp_path)


def test_worlds_surround_what_was_measured():
    few = {(0, 1): np.array([1.0] * 9 + [-1.0])}
    payoffs = Payoffs.of(few, 2)
    assert payoffs.worlds[:, 0, 1].mean() == pytest.approx(payoffs.mean[0, 1], abs=0.06)
    assert payoffs.worlds.max() <= 1 and np.ptp(payoffs.worlds[:, 0, 1]) > 0.3


def test_a_deck_that_breaks_a_rule_can_still_be_changed():
    deck = decks.load("axiom")
    (armorer,) = {card for card in deck.cards if card.name == "Foundry Armorer"}
    four = replace(deck, cards=(*deck.cards, deck.cards[0]))
    assert len(decks.constructed(four)) == 1
    found = bans.without(four, bans.banned_cards([armorer.reference]), "2024.09", "standard")
    assert found.deck is not None and len(decks.constructed(found.deck)) <= 1
