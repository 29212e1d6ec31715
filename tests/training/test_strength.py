"""The worth of a card: known answers, deals that differ in the card alone, the command."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.arena.match import Match, play
from altered_env.arena.paired import Difference
from altered_env.cardstats import studies as strengths
from altered_env.cardstats.coverage import Answer, cover, variant
from altered_env.cardstats.deals import Deal, load, questions
from altered_env.cardstats.studies import Study, run, worth
from altered_env.cardstats.swaps import Swap, hosts_of, plain, swapped, versions
from altered_env.cli import main
from altered_env.cli.strength import Asked, dependence, studies, table

ARMORER = cards.find("Foundry Armorer C")
HOSTS = (decks.load("axiom"),)
OPPONENTS = (decks.load("bravos"), decks.load("lyra"))


def copy(card, **changes):
    """A card of another reference that is like this one but for the changes."""
    return replace(card, reference=f"{card.reference}_PLAIN", **changes)


def measured(card, against, agent, deals):
    study = Study(Swap(card, against), HOSTS, OPPONENTS, agent, deals)
    return worth(run(study, jobs=1))


@pytest.mark.parametrize(("agent", "deals"), [("random", 200), ("greedy", 12)])
@pytest.mark.parametrize("card", [ARMORER, copy(ARMORER)], ids=["itself", "a copy"])
def test_an_identical_card_is_worth_exactly_nothing(card, agent, deals):
    found = measured(card, ARMORER, agent, deals)
    assert found.mean == 0.0
    assert found.low < 0 < found.high and found.p == 1


def test_plus_one_in_all_statistics_is_worth_more_than_nothing():
    better = copy(ARMORER, forest=3, mountain=3, water=3)
    assert (ARMORER.forest, ARMORER.mountain, ARMORER.water) == (2, 2, 2)
    found = measured(better, ARMORER, "random", 800)
    assert found.low > 0 and found.p < 0.01
    few, turned = (measured(*arms, "random", 50) for arms in ((better, ARMORER), (ARMORER, better)))
    assert few.mean == -turned.mean


def test_a_card_that_cannot_be_played_is_worth_less_than_nothing():
    dead = copy(ARMORER, hand_cost=99, reserve_cost=99, forest=0, mountain=0, water=0, abilities=())
    found = measured(dead, ARMORER, "random", 1500)
    assert found.high < 0 and found.p < 0.01


def test_greedy_knows_what_to_do_with_a_good_card():
    better = copy(ARMORER, hand_cost=1, reserve_cost=1, forest=9, mountain=9, water=9)
    found = measured(better, ARMORER, "greedy", 40)
    assert found.low > 0


def test_the_games_of_a_deal_differ_in_the_card_alone():
    swap = Swap(ARMORER, plain(ARMORER))
    study = Study(swap, HOSTS, OPPONENTS)
    a_with, a_without, b_with, b_without = study.matches(7)
    assert len({(m.seed, m.chance, m.agents) for m in study.matches(7)}) == 1
    assert (a_with.decks[1], a_with.decks[0]) == b_with.decks
    assert (a_without.decks[1], a_without.decks[0]) == b_without.decks
    assert a_with.decks[1] == a_without.decks[1]
    pairs = list(zip(a_with.decks[0].cards, a_without.decks[0].cards, strict=True))
    other = [pair for pair in pairs if pair[0] != pair[1]]
    assert other == [(swap.card, swap.against)] * 3


def test_every_host_meets_every_opponent_equally_often():
    hosts = hosts_of(ARMORER)
    study = Study(Swap(ARMORER, plain(ARMORER)), hosts, OPPONENTS)
    laps = 4 * len(hosts) * len(OPPONENTS)
    met = Counter(
        (study.matches(n)[0].decks[0].name, study.matches(n)[0].decks[1].name) for n in range(laps)
    )
    assert set(met.values()) == {4} and len(met) == len(hosts) * len(OPPONENTS)


def test_a_card_takes_the_places_of_its_like():
    spell = next(card for card in HOSTS[0].cards if card.type == "spell")
    with_it, _ = swapped(HOSTS[0], Swap(spell, plain(spell), 1), random.Random(1))
    assert with_it.cards == HOSTS[0].cards  # it is already there
    dear = replace(ARMORER, reference="CORE_AX_99_C", name="Another", hand_cost=3)
    with_it, without = swapped(HOSTS[0], Swap(dear, plain(dear)), random.Random(1))
    gone = [c for c, now in zip(HOSTS[0].cards, with_it.cards, strict=True) if now == dear]
    assert len(gone) == 3 and {(c.type, c.hand_cost) for c in gone} == {("character", 3)}
    assert [c for c in without.cards if c not in HOSTS[0].cards] == [plain(dear)] * 3


def test_matches_give_the_same_in_any_company():
    study = Study(Swap(ARMORER, plain(ARMORER)), HOSTS, OPPONENTS)
    matches = study.matches(0) + study.matches(1)
    whole = play(matches)
    assert play(matches[::-1]) == whole[::-1]
    assert [play([match])[0] for match in matches[:3]] == whole[:3]
    assert all(p.winner in (0, 1) and p.first in (0, 1) and p.days > 3 for p in whole)


def test_agents_that_are_not_compiled_play_too():
    pair = (decks.load("axiom"), decks.load("bravos"))
    match = Match(pair, ("ismcts:iterations=2", "random"), seed=1, chance=2)
    assert play([match]) == play([match])


def test_a_study_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    study = Study(Swap(ARMORER, plain(ARMORER)), HOSTS, OPPONENTS, "random", deals=60)
    path = tmp_path / "deals.jsonl"
    whole = run(study, jobs=1, kept=path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:31], lines[31][:25]]))
    played = []
    really = strengths._play

    def counted(study, numbers):
        played.extend(numbers)
        return really(study, numbers)

    monkeypatch.setattr(strengths, "_play", counted)
    assert run(study, jobs=1, kept=path) == whole
    assert played == list(range(30, 60))
    assert [deal.number for deal in load(path)] == list(range(60))
    assert all(json.loads(line) for line in path.read_text().splitlines())
    other = replace(study, seed=1)
    assert run(other, jobs=1, kept=path) != whole and len(load(path)) == 120
    (asked, deals), (asked_too, _) = questions(path)
    assert (asked.card, asked.agent, asked.hosts, deals) == (
        "CORE_AX_16_C",
        "random",
        ("axiom",),
        whole,
    )
    assert asked.plain and (asked.seed, asked_too.seed) == (0, 1)


def test_a_study_ends_when_it_is_sure_enough(monkeypatch):
    monkeypatch.setattr(strengths, "ROUND", 20)
    monkeypatch.setattr(strengths, "LEAST", 40)
    study = Study(Swap(ARMORER, plain(ARMORER)), HOSTS, OPPONENTS, "random", deals=2000)
    deals = run(study, jobs=1, until=0.1)
    assert 40 <= len(deals) < 2000 and worth(deals).wide <= 0.1
    assert worth(deals[:-20]).wide > 0.1 or len(deals) == 40


UNIQUE = """Foundry Armorer:
  type: character
  subtypes: [engineer]
  versions:
    CORE_AX_16_U_7:
      cost: 3/2
      stats: 3/2/2
      abilities: ["J: create(brassbug, in_=target(expedition))"]
"""


def test_a_unique_card_is_compared_with_its_versions(tmp_path, monkeypatch, capsys):
    home = tmp_path / "home"
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "mine.yaml").write_text(UNIQUE)
    monkeypatch.setenv("ALTERED_HOME", str(home))
    cards.catalogue.cache_clear()
    try:
        unique = cards.find("CORE_AX_16_U_7")
        asked = Asked(("CORE_AX_16_U_7",), agents=("random",), deals=4)
        against = [study.swap.against for study in studies(asked)]
        assert against == [plain(unique), *versions(unique)]
        assert [c.rarity for c in against[1:]] == ["common", "rare", "rare"]
        assert {study.swap.copies for study in studies(asked)} == {1}
        command = ["strength", "CORE_AX_16_U_7", "--agents", "random", "--deals", "4"]
        assert main([*command, "--jobs", "1"]) == 0
        said = capsys.readouterr().out
        assert "1 Foundry Armorer U 7 (CORE_AX_16_U_7) in place of Foundry Armorer C" in said
        assert "p has Holm's correction for 4 comparisons" in said
    finally:
        monkeypatch.undo()
        cards.catalogue.cache_clear()


def test_a_hero_is_measured_against_a_hero():
    heroes = cards.search(type="hero", faction="axiom")[:2]
    with_it, without = swapped(HOSTS[0], Swap(*heroes), random.Random(1))
    assert (with_it.hero, without.hero) == tuple(heroes)
    assert with_it.cards == without.cards == HOSTS[0].cards


def test_no_deck_holds_a_token():
    with pytest.raises(ValueError, match="Brassbug is a token"):
        Swap(cards.catalogue().tokens["brassbug"], ARMORER)


def test_host_decks_are_named_as_in_matchups():
    (study,) = studies(Asked(["Foundry Armorer C"], ["plain"], ["random"], "random:2:5:axiom,lyra"))
    assert [deck.hero.faction for deck in study.hosts] == ["axiom", "axiom", "lyra"]


def test_the_table_says_what_it_holds_for():
    study = Study(Swap(ARMORER, plain(ARMORER)), HOSTS, OPPONENTS, "random", deals=10, seed=4)
    said = table([(study, run(study, jobs=1))])
    assert "3 Foundry Armorer C (CORE_AX_16_C) in place of plain Character 3/3 3/3/3" in said
    row = next(line for line in said.splitlines() if line.startswith("random"))
    assert " .. " in row and " 40 " in row
    arms = [tuple(map(float, ends)) for ends in re.findall(r"\d \s*(\d+)\.\.(\d+) %", row)]
    assert len(arms) == 2 and all(0 <= low < high - 10 <= 90 for low, high in arms)
    assert "Rules 2024.09, seed 4; decks axiom; opponents bravos, lyra." in said
    assert "Holm" not in said


def test_the_command(capsys, tmp_path):
    out = tmp_path / "deals.jsonl"
    command = ["strength", "Foundry Armorer C", "--against", "Foundry Armorer R1", "--jobs", "1"]
    command += ["--agents", "random", "--deals", "6", "--decks", "axiom", "--out", str(out)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "in place of Foundry Armorer R1" in said and len(load(out)) == 6
    assert main(command) == 0
    assert capsys.readouterr().out == said and len(load(out)) == 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["Foundry Armorr C"], "did you mean"),
        (["Foundry Armorer C", "--agents", "gredy"], "did you mean 'greedy'"),
        (["Foundry Armorer C", "--decks", "axion"], "did you mean 'axiom'"),
        (["Foundry Armorer C", "--decks", ","], "no host deck for Foundry Armorer C"),
        (["Foundry Armorer C", "--copies", "4"], "1 to 3 copies of a card, found 4"),
        (["Foundry Armorer C", "--deals", "0"], "one or more deals, found 0"),
        (["Sierra & Oddball"], "is a Hero: name another Hero"),
        (["Foundry Armorer C", "--against", "Sierra & Oddball"], "compare a Hero with a Hero"),
        (["Foundry Armorer C", "--until", "nan"], "must be from 0 to 0.5, found nan"),
        (["Foundry Armorer C", "--until", "-1"], "must be from 0 to 0.5, found -1.0"),
        (["Foundry Armorer C", "--until", "inf"], "must be from 0 to 0.5, found inf"),
        (["--check", "Foundry Armorer C"], "its own cards: omit Foundry Armorer C"),
        (["--check", "--until", "0.1", "--copies", "2"], "omit --copies, --until"),
        (["--check", "--rules", "5.0"], "omit --rules"),
        (["--check", "--deals", "4"], "--check needs 13 or more deals, found 4"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys):
    assert main(["strength", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_check_prints_known_answers_and_how_often_intervals_hold(capsys):
    """A short one; `altered strength --check --deals 1500` is the whole."""
    status = main(["strength", "--check", "--agents", "random", "--deals", "250", "--jobs", "1"])
    said = capsys.readouterr().out.splitlines()
    rows = {line[:44].strip(): line[44:] for line in said}
    assert "+0.0 %" in rows["itself"] and rows["itself"].endswith("  nothing")
    assert "+0.0 %" in rows["a copy of itself"]
    assert float(rows["+1 in each statistic"].split()[1]) > 0
    assert "  less" in rows["nothing for its costs"]
    held = next(line for name, line in rows.items() if name.endswith(", 50 deals")).split()
    assert held[-1] == "20" and float(held[1]) >= 75
    assert status == 0 and not any("WRONG" in line for line in said)


@pytest.mark.parametrize(
    ("expected", "low", "high", "wrong"),
    [
        ("more", 0.01, 0.03, False),
        ("more", -0.01, 0.03, False),
        ("more", -0.03, -0.01, True),
        ("less", -0.03, -0.01, False),
        ("less", 0.01, 0.03, True),
    ],
)
def test_an_answer_is_wrong_where_its_interval_says_so(expected, low, high, wrong):
    found = Difference((low + high) / 2, low, high, 0.5, 100)
    assert Answer("a card", expected, "random", found, right=False).wrong is wrong


def test_intervals_hold_the_mean_of_a_long_study():
    fixed, *stopped = cover("random", deals=1000, short=40, jobs=1)
    assert fixed.studies == 25 and fixed.held >= 21  # 95 % of 25, less two standard errors
    assert all(row.studies >= 5 and row.held >= 0.8 * row.studies for row in stopped)


def test_a_long_study_is_as_long_as_a_short_one():
    with pytest.raises(
        ValueError, match="needs at least 40 deals, as many as a short one, found 39"
    ):
        cover("random", deals=39, short=40, jobs=1)
    (fixed, *_) = cover("random", deals=40, short=40, jobs=1)
    assert fixed.studies == 1


def test_a_file_of_deals_that_is_no_text_is_named(tmp_path, capsys):
    out = tmp_path / "deals.jsonl"
    out.write_bytes(b"{}\n\xff\xfe")
    asked = ["strength", "Foundry Armorer C", "--jobs", "1", "--deals", "1", "--out", str(out)]
    assert main(asked) == 2
    assert f"{out} is not a file of games: its byte 3" in capsys.readouterr().err
    assert out.read_bytes() == b"{}\n\xff\xfe"


def test_deals_are_not_written_over_something_else(tmp_path, capsys):
    out = tmp_path / "deck.txt"
    out.write_text("1 CORE_AX_01_C\n")
    asked = ["strength", "Foundry Armorer C", "--jobs", "1", "--deals", "1", "--out", str(out)]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert f"{out} does not hold games; its first line is '1 CORE_AX_01_C'" in said
    assert out.read_text() == "1 CORE_AX_01_C\n"


def test_known_answers_have_names():
    with pytest.raises(LookupError, match=r"called 'better': itself"):
        variant("better", ARMORER)


def studied(agent, differences):
    """A study by a player whose deals came out so."""
    study = Study(Swap(ARMORER, plain(ARMORER), 3), HOSTS, HOSTS, agent, len(differences), 0)
    deals = [
        Deal("", number, (won, won), (0.5, 0.5), 8.0)
        for number, won in enumerate(0.5 + d for d in differences)
    ]
    return study, deals


def test_how_the_worth_depends_on_the_player_is_said():
    weak = studied("random", [0.0, 0.1] * 200)
    strong = studied("rules", [0.2, 0.3, 0.1, 0.2] * 100)
    (line,) = dependence([strong, weak])
    assert line.startswith("Foundry Armorer") and "worth +15.0 points more with rules" in line
    assert "than with random" in line and "chance" not in line
    same = studied("greedy", [0.1, 0.0, 0.0, 0.1] * 100)
    (line,) = dependence([weak, same])
    assert "+0.0 points more" in line and "this may be chance" in line
    assert dependence([weak]) == []
    assert line in table([weak, same])


def test_two_players_measure_unless_told():
    asked = Asked(("Foundry Armorer C",))
    assert [study.agent for study in studies(asked)] == ["greedy", "rules"]


def test_which_study_is_under_way_and_each_row_are_told(capsys, monkeypatch):
    monkeypatch.setattr("altered_env._runtime.progress.APART", 0.0)
    command = ["strength", "Foundry Armorer C", "--agents", "random", "greedy:region=1"]
    assert main([*command, "--deals", "4", "--decks", "axiom", "--jobs", "1"]) == 0
    said = capsys.readouterr()
    assert "study 1 of 2, random" in said.err and "study 2 of 2, greedy:region=1" in said.err
    rows = [line for line in said.err.splitlines() if line.startswith("Foundry Armorer C: ")]
    assert len(rows) == 2 and "random" in rows[0] and "16" in rows[0]
    assert main([*command, "--deals", "4", "--decks", "axiom", "--jobs", "1", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_a_card_has_the_text_of_a_season():
    """Sigismar was corrected in 2025: the study of season 1 plays the earlier Hero."""
    asked = Asked(["Ordis Cadets C"], agents=["random"], decks="ordis", opponents="axiom", deals=1)
    now, then = (
        studies(replace(asked, format=name))[0] for name in ("standard", "standard:season=1")
    )
    assert now.hosts[0].hero != then.hosts[0].hero and now.key() != then.key()
    assert len(studies(replace(asked, decks="random:30:5:ordis"))[0].hosts) == 30
