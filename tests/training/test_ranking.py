"""Rankings: a balanced design, a model that finds planted worths, and a folder that resumes where
it was stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from altered_env.arena.match import Match, play, play_tracked, recorded
from altered_env.cards import Card
from altered_env.cards.elements import elements
from altered_env.cards.estimates import read_elements
from altered_env.cards.worths import read_worths, worths
from altered_env.cardstats.ranking import allocating, pairs, shipping
from altered_env.cardstats.ranking.assignment import EARLY, REFERENCE, deal_round
from altered_env.cardstats.ranking.element_table import columns
from altered_env.cardstats.ranking.experiment import load, matches, planned, run
from altered_env.cardstats.ranking.folder import Plan, cards_in, claim, plan_in
from altered_env.cardstats.ranking.placing import rank, ranked, rows, too_few
from altered_env.cardstats.ranking.planting import Truth, decided, made_cards, truth_of
from altered_env.cardstats.ranking.proving import Proof, unseen_of
from altered_env.cardstats.ranking.racing import (
    doubt,
    expected,
    informed,
    informed_by,
    known_before,
    weighted,
    weights,
)
from altered_env.cardstats.ranking.studied import Studied, pool_cards, read, reference_card, write
from altered_env.cli import main, rank_prove
from altered_env.cli import rank as rank_command
from altered_env.cli.rank import beforehand
from altered_env.decks import starter
from altered_env.game.books import book_of
from altered_env.thinking.tracking import COPY

pytest.importorskip("polars")
pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def few():
    return Studied.of([card for card in pool_cards() if card.faction in ("axiom", "lyra")])


@pytest.fixture(scope="module")
def planted(few):
    """A round of games decided by planted worths, and its analysis."""
    truth = truth_of(few, 3)
    games = decided(few, truth, 900, 3)
    return truth, games, ranked(few, games)


def dealt_early(blocks, count):
    early = np.concatenate([block.cards[:, :, :EARLY].ravel() for block in blocks])
    return np.bincount(early[early >= 0], minlength=count), float((early == REFERENCE).mean())


def test_a_round_deals_every_card_alike_and_none_twice_in_a_deck(few):
    blocks = deal_round(few, 5, 0, 48, [1.0] * len(few.cards), "limited")
    copies, plain = dealt_early(blocks, len(few.cards))
    assert copies.min() >= 46 and copies.max() <= 50
    assert 0.11 < plain < 0.14
    for block in blocks:
        for deck in block.cards[:200].reshape(-1, block.cards.shape[2]).tolist():
            mine = [card for card in deck if card >= 0]
            assert len(mine) == len(set(mine))
            assert len({few.cards[card].faction for card in mine}) == 1


def test_a_round_follows_from_its_seed_and_from_weights(few):
    even = [1.0] * len(few.cards)
    one, two, other = (deal_round(few, seed, 1, 12, even, "limited")[0] for seed in (5, 5, 6))
    assert np.array_equal(one.cards, two.cards) and np.array_equal(one.hero, two.hero)
    assert not np.array_equal(one.cards, other.cards)
    weighted = [3.0 if k < 10 else 1.0 for k in range(len(even))]
    copies, _ = dealt_early(deal_round(few, 5, 1, 40, weighted, "limited"), len(few.cards))
    assert copies[:10].mean() > 2.4 * copies[10:].mean()


def test_many_cards_are_dealt_in_blocks_that_a_book_holds(few, monkeypatch):
    monkeypatch.setattr("altered_env.cardstats.ranking.assignment.BLOCK", 180)
    blocks = deal_round(few, 1, 0, 12, [1.0] * len(few.cards), "limited")
    assert len(blocks) == -(-len(few.cards) // 180)
    rare = Studied.of([*few.cards[: few.ranked], *made_cards(1, "muna")])
    (small,) = [  # a faction of few cards stays together
        block
        for block in deal_round(rare, 1, 0, 12, [1.0] * len(rare.cards), "limited")
        if any(rare.cards[card].faction == "muna" for card in block.block.tolist())
    ]
    assert sum(rare.cards[card].faction == "muna" for card in small.block.tolist()) > 39
    for block in blocks:
        held = set(np.unique(block.cards[block.cards >= 0]).tolist())
        assert held <= set(block.block.tolist())
    copies, _ = dealt_early(blocks, len(few.cards))
    assert copies.min() >= 9


def test_decks_in_order_are_dealt_as_they_are_listed():
    pair = (starter("axiom"), starter("bravos"))
    match = Match(pair, ("random", "random"), seed=1, chance=2, in_order=True)
    book = book_of([card for deck in pair for card in deck.every_card])
    _, copies = play_tracked([match], book=book)
    for seat in (0, 1):
        mine = [row for row in copies[0] if row[COPY.OWNER] == seat and row[COPY.OPENING]]
        found = sorted(book.cards[row[COPY.CARD]].reference for row in mine)
        assert found == sorted(card.reference for card in pair[seat].cards[:6])
    with pytest.raises(ValueError, match="no replay"):
        recorded(match)
    with pytest.raises(ValueError, match="only compiled agents"):
        play([replace(match, agents=("ismcts", "random"))])


def test_elements_are_read_off_the_notation():
    card = made_cards(1)[6]
    assert elements(card) == {
        ("line", "J: draw(1)"): 1.0,
        ("trigger", "when it joins"): 1.0,
        ("verb", "draw"): 1.0,
        ("effect", "when it joins: draw"): 1.0,
    }
    twice = replace(card, abilities=("J: gain(me, boost=2)",))
    assert elements(twice)[("effect", "when it joins: gain boost (me)")] == 2.0


def test_a_column_that_few_cards_have_is_left_out(few):
    table = columns(few.cards)
    named = list(zip(table.kinds, table.names, strict=True))
    assert ("body", "Hand Cost") in named and ("trigger", "from Reserve") in named
    few_have = dict.fromkeys(table.kinds, 4) | {"body": 0, "family": 2}
    assert all(n >= few_have[kind] for kind, n in zip(table.kinds, table.cards, strict=True))
    assert {"shape", "family"} <= set(table.kinds)


def test_planted_worths_are_found_and_intervals_hold_them(planted):
    truth, _, found = planted
    apart = np.abs(found.worth - truth.worth[found.which]) / found.error
    assert 0.9 <= (apart < 1.96).mean() <= 0.99
    order = np.argsort(np.argsort(-truth.worth[found.which])) + 1
    held = (found.place_low <= order) & (order <= found.place_high)
    assert held.mean() >= 0.88
    assert np.corrcoef(found.worth, truth.worth[found.which])[0, 1] > 0.8
    assert found.model.late == pytest.approx(truth.late, abs=0.08)
    best = np.argsort(found.place)[0]
    assert found.best[best] > 0.3 > found.best[np.argsort(found.place)[-1]]


def test_cards_that_were_never_dealt_are_estimated_from_their_elements(few, planted):
    truth, games, _ = planted
    strange = replace(made_cards(1)[6], reference="MADE_AX_99_U_1")
    found = ranked(few, games, also=[strange])
    row = next(row for row in rows(found) if row["reference"] == strange.reference)
    assert row["from"] == "elements" and row["copies"] == 0
    usual = [r["worth_high"] - r["worth_low"] for r in rows(found) if r["from"] == "games"]
    assert row["worth_high"] - row["worth_low"] > np.mean(usual)
    assert truth.worth.shape == (len(few.cards),)


def test_unseen_cards_are_compared_above_the_plain_character_of_their_faction(few):
    """A faction's level is identified by the plain Character alone: without it, estimates of unseen
    cards and the evidence of games are on different scales."""
    factions = np.array([card.faction == "lyra" for card in few.cards])
    truth = truth_of(few, 5, spread=0.004)
    shifted = replace(truth, worth=truth.worth + np.where(factions, 0.08, 0.0))
    order, ranking, _ = unseen_of(few, decided(few, shifted, 400, 5))
    assert order.figure > 0.7 and order.holds and "within a faction" in order.beside
    assert ranking.figure > 0.7 and ranking.holds


def test_too_few_games_rank_nothing(few):
    games = decided(few, truth_of(few, 1), 12, 1)
    assert "40 are needed" in too_few(ranked(few, games))
    noise = replace(truth_of(few, 1), worth=np.zeros(len(few.cards)))
    assert "not chance" in too_few(ranked(few, decided(few, noise, 60, 1)))


def test_the_race_is_about_cards_whose_place_is_in_doubt():
    chance = np.random.default_rng(1)
    draws = np.linspace(1, 0, 100) + 0.02 * chance.standard_normal((400, 100))
    found = doubt(draws)
    assert found[4] > 0.5 and found[50] == 0 and found[-1] == 0


def uniques(tmp_path, count=8):
    """A file of official data: plain Characters with other costs."""
    entries = [
        {
            "reference": f"ALT_CORE_B_AX_90_U_{k + 1}",
            "name": "Trial",
            "faction": "AX",
            "rarity": "UNIQUE",
            "type": "CHARACTER",
            "subtypes": ["ROBOT"],
            "hand_cost": 1 + k % 5,
            "reserve_cost": 2,
            "forest": k,
            "mountain": 2,
            "ocean": 2,
            "main_text": "",
        }
        for k in range(count)
    ]
    file = tmp_path / "uniques.jsonl"
    file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")
    return file


def trial_cards(count=6):
    return [replace(card, name=f"Trial {k}") for k, card in enumerate(made_cards(1)[:count])]


@pytest.fixture
def small(monkeypatch):
    """Rounds of few games, of which parts hold fewer."""
    monkeypatch.setattr("altered_env.cardstats.ranking.experiment.PART", 2)
    monkeypatch.setattr("altered_env.cardstats.ranking.experiment.FIRST", 1)


def even(folder, _agent):
    return np.ones(len(cards_in(folder).cards))


def test_a_run_that_was_stopped_comes_to_the_same_games(tmp_path, small):
    studied, plan = Studied.of(trial_cards()), Plan(("random",), seed=4)
    assert run(plan, studied, 4, tmp_path / "one", even, jobs=1) >= 4
    assert run(plan, studied, 2, tmp_path / "two", even, jobs=1) == 2
    assert run(plan, studied, 4, tmp_path / "two", even, jobs=1) >= 2
    assert run(plan, studied, 4, tmp_path / "two", even, jobs=1) == 0
    one, two = load(tmp_path / "one", "random"), load(tmp_path / "two", "random")
    assert np.array_equal(one.cards, two.cards) and np.array_equal(one.won, two.won)
    assert plan_in(tmp_path / "one")[0] == plan
    part = next((tmp_path / "two" / "games").glob("*.parquet"))
    part.write_bytes(b"PAR1")
    with pytest.raises(ValueError, match=f"{part.name} is damaged"):
        load(tmp_path / "two", "random")
    run(plan, studied, 4, tmp_path / "two", even, jobs=1)
    assert np.array_equal(load(tmp_path / "two", "random").won, one.won)


def test_how_many_games_will_be_played_is_known_before(tmp_path, small):
    """Exactly for the deals that are known, and in full parts for a round to come."""
    plan, studied = Plan(("random",), seed=4), Studied.of(trial_cards())
    claim(plan, studied, tmp_path)
    whole, found, exact = planned(plan, studied, 3, tmp_path, even)
    assert (whole, found, exact) == (4, 0, True)
    assert run(plan, studied, 3, tmp_path, even, jobs=1) == whole
    assert planned(plan, studied, 3, tmp_path, even) == (4, 4, True)
    most, found, exact = planned(plan, studied, 101, tmp_path, even)
    assert not exact and found == 4 and most >= 101
    assert beforehand(plan, studied, 3, 4)[0] == ("Games come in whole parts: 4 are played, not 3.")


def test_the_command_announces_the_games_that_it_plays(tmp_path, small, capsys, monkeypatch):
    announced = []
    monkeypatch.setattr(rank_command, "announce", lambda games, *_, **__: announced.append(games))
    command = ["rank", str(uniques(tmp_path)), "--out", str(tmp_path / "r"), "--jobs", "1"]
    main([*command, "--games", "3", "--agents", "random"])
    said = capsys.readouterr()
    assert announced == [4] and "4 new games" in said.out and "4 are played, not 3" in said.err


def test_paired_games_are_kept_gone_on_with_and_looked_at(tmp_path, small, monkeypatch):
    monkeypatch.setattr(pairs, "PART", 2)
    run(Plan(("random",), seed=4), Studied.of(trial_cards()), 2, tmp_path, even, jobs=1)
    chosen = pairs.drawn(cards_in(tmp_path), 3, seed=1)
    assert len(set(chosen)) == 3
    told = []
    say = lambda done, found: told.append((done, found))  # noqa: E731
    first = pairs.play_pairs(tmp_path, "random", chosen[:2], 2, jobs=1)
    found = pairs.play_pairs(tmp_path, "random", chosen, 3, jobs=1, say=say)
    assert [len(scores) for scores in found] == [3, 3, 3]
    assert all((two[:2] == one).all() for one, two in zip(first, found, strict=False))
    assert told[0] == (16, 16) and told[-1] == (48, 16) == (pairs.games_of(3, 3), 16)
    monkeypatch.setattr(pairs, "_play", None)  # nothing is due
    assert np.array_equal(pairs.play_pairs(tmp_path, "random", chosen, 3, jobs=1), found)


def test_damaged_paired_games_are_named(tmp_path, small, monkeypatch):
    monkeypatch.setattr(pairs, "PART", 2)
    run(Plan(("random",), seed=4), Studied.of(trial_cards()), 2, tmp_path, even, jobs=1)
    pairs.play_pairs(tmp_path, "random", [0], 2, jobs=1)
    (file,) = (tmp_path / "pairs").rglob("*.npy")
    damage = [
        (b"", "No data left"),
        (b"PK", ""),
        (np.zeros(3), r"holds \(3,\) of float64; expected 2 deals"),
        (np.array([0, 1]), "of int64"),
        (np.array([0, np.nan]), "not a difference"),
        (np.array([0, 1.25]), "not a difference"),
        (np.array([0, 0.3]), "not a difference"),
        (np.array([None, 1]), ""),
    ]
    for data, why in damage:
        if isinstance(data, bytes):
            file.write_bytes(data)
        else:
            np.save(file, data)
        with pytest.raises(ValueError, match=rf"{file.name} is damaged.*{why}.*remove it"):
            pairs.play_pairs(tmp_path, "random", [0], 2, jobs=1)


def test_a_deal_changes_one_card_and_nothing_else():
    studied = Studied.of(trial_cards())
    with_it, without, *other_seat = pairs.deal_of(studied, 2, "random", Random("x"))
    mine, plain = (game.decks[0].cards for game in (with_it, without))
    (place,) = [k for k in range(len(mine)) if mine[k] != plain[k]]
    assert (
        place < 12 and mine[place] is studied.cards[2] and plain[place].reference.endswith("PLAIN")
    )
    assert studied.cards[2] not in plain
    assert [game.decks for game in other_seat] == [
        (with_it.decks[1], with_it.decks[0]), (without.decks[1], without.decks[0])
    ]  # fmt: skip
    assert len({(game.seed, game.chance) for game in (with_it, without, *other_seat)}) == 1


def test_a_folder_of_other_cards_or_another_plan_is_refused(tmp_path, small):
    plan = Plan(("random",))
    run(plan, Studied.of(trial_cards()), 1, tmp_path / "r", even, jobs=1)
    with pytest.raises(ValueError, match=r"ranks other cards: 1 are missing now, MADE_AX_05_U_1"):
        run(plan, Studied.of(trial_cards(5)), 3, tmp_path / "r", even, jobs=1)
    with pytest.raises(ValueError, match="with another seed"):
        run(replace(plan, seed=1), Studied.of(trial_cards()), 3, tmp_path / "r", even, jobs=1)
    with pytest.raises(ValueError, match="too few games"):
        rank(tmp_path / "r", "random")
    with pytest.raises(ValueError, match="not a ranking"):
        (tmp_path / "s").mkdir()
        (tmp_path / "s" / "x").write_text("x")
        run(plan, Studied.of(trial_cards()), 1, tmp_path / "s", even, jobs=1)


def test_games_of_other_seeds_join_and_no_others(tmp_path, small):
    studied = Studied.of(trial_cards())
    for name, seed in (("one", 0), ("two", 1), ("same", 0)):
        run(Plan(("random",), seed), studied, 1, tmp_path / name, even, jobs=1)
    one, two = (load(tmp_path / name, "random") for name in ("one", "two"))
    both = load(tmp_path / "one", "random", [tmp_path / "two"])
    assert len(both) == len(one) + len(two)
    assert np.array_equal(both.cards[len(one) :], two.cards)
    with pytest.raises(ValueError, match="hold the same games"):
        load(tmp_path / "one", "random", [tmp_path / "same"])
    run(Plan(("random",), 2), Studied.of(trial_cards(5)), 1, tmp_path / "other", even, jobs=1)
    with pytest.raises(ValueError, match="ranks other cards than"):
        load(tmp_path / "one", "random", [tmp_path / "other"])


def test_cards_that_always_meet_are_told_apart_and_nothing_runs_away(few):
    """Cards that are dealt far more often than others also meet far more often."""
    truth = truth_of(few, 2)
    often = [3.0 if k % 9 == 0 else 0.5 for k in range(len(few.cards))]
    games = decided(few, truth, 600, 2, often)
    found = ranked(few, games)
    assert np.abs(found.worth).max() < 0.3 and found.model.rounds < 80
    assert np.corrcoef(found.worth, truth.worth[found.which])[0, 1] > 0.7


def test_a_constructed_deck_has_three_studied_cards_early(tmp_path, small):
    studied, plan = Studied.of(trial_cards()), Plan(("random",), mode="constructed")
    (dealt,) = deal_round(studied, 0, 0, 4, [1.0] * len(studied.cards), "constructed")
    for match in matches(studied, plan, 0, dealt.part(0, 5), 0):
        for deck in match.decks:
            assert len(deck.cards) == 39
            there = {*studied.cards, reference_card(deck.cards[0].faction)}
            assert sum(card.reference.startswith("MADE") or "PLAIN" in card.reference
                       for card in deck.cards) <= 3 < len(there)  # fmt: skip
    run(plan, studied, 2, tmp_path / "c", even, jobs=1)
    assert len(load(tmp_path / "c", "random")) == 2


def test_the_cards_of_a_folder_are_kept_as_they_are(tmp_path):
    studied = Studied.of([*trial_cards(), *pool_cards()[:3]])
    write(studied, tmp_path / "cards.jsonl")
    assert read(tmp_path / "cards.jsonl").cards == studied.cards
    assert read(tmp_path / "cards.jsonl").digest == studied.digest
    (tmp_path / "cards.jsonl").write_text('{"ranked": 1}\n')
    with pytest.raises(ValueError, match=r"cards\.jsonl is damaged"):
        read(tmp_path / "cards.jsonl")


def test_what_no_deck_is_made_of_is_no_card_to_rank():
    with pytest.raises(ValueError, match="no card to rank"):
        Studied.of([])
    token = Card("brassbug", "Brassbug", "neutral", None, "character", token=True)
    with pytest.raises(ValueError, match="not a card for decks"):
        Studied.of([token])
    card = trial_cards(1)[0]
    with pytest.raises(ValueError, match="stands for two different cards"):
        Studied.of([card, replace(card, forest=9)])


def test_the_command_says_what_it_leaves_out_and_that_games_are_few(tmp_path, small, capsys):
    file = uniques(tmp_path)
    with file.open("a", encoding="utf-8") as more:
        entry = json.loads(file.read_text("utf-8").splitlines()[0])
        more.write(json.dumps(entry) + "\n")
        strange = entry | {"reference": "ALT_CORE_B_AX_90_U_99", "main_text": "{J} Frobnicate me."}
        more.write(json.dumps(strange) + "\n")
    out = tmp_path / "ranking"
    arguments = ["rank", str(file), "--agents", "random", "--out", str(out), "--jobs", "1"]
    assert main([*arguments, "--games", "3"]) == 2
    said, told = capsys.readouterr()
    assert "occurs twice" in said and "CORE_AX_90_U_99" in said and "2 entries omitted" in said
    assert "too few games to rank these cards" in told
    assert (out / "plan.json").is_file() and not (out / "ranking.csv").exists()


def test_the_command_writes_tables_of_what_games_say(tmp_path, small, capsys, few, planted):
    _, games, _ = planted
    out = tmp_path / "ranking"
    run(Plan(("random",)), Studied.of(trial_cards()), 1, out, even, jobs=1)
    pl = pytest.importorskip("polars")
    write(few, out / "cards.jsonl")
    winner = np.where(games.won > 0.5, 0, 1)
    for part in (out / "games").glob("*.parquet"):
        part.unlink()
    pl.DataFrame(
        {
            "faction": pl.Series(games.faction, dtype=pl.Array(pl.Int8, 2)),
            "hero": pl.Series(games.hero, dtype=pl.Array(pl.Int16, 2)),
            "cards": pl.Series(games.cards.reshape(len(games), -1), dtype=pl.Array(pl.Int32, 78)),
            "first": games.first,
            "winner": winner.astype(np.int8),
        }
    ).write_parquet(out / "games" / "00000-00000.parquet")
    assert main(["rank", "--out", str(out), "--games", "0", "--agents", "random"]) == 0
    said = capsys.readouterr().out
    assert "the plain Character 3/3, 3/3/3" in said and "best 1 %" in said
    table = pl.read_csv(out / "ranking.csv")
    assert len(table) == few.ranked and table["place"].to_list() == sorted(table["place"])
    assert (table["worth_low"] <= table["worth"]).all()
    assert len(pl.read_parquet(out / "elements.parquet")) > 100


def test_what_is_shipped_stays_beside_what_another_player_found(
    few, planted, tmp_path, monkeypatch
):
    _, _, found = planted

    def shipped(*agents):
        plan = Plan(agents)
        monkeypatch.setattr(shipping, "plan_in", lambda _folder: (plan, shipping.version()))
        monkeypatch.setattr(shipping, "plays_of", lambda agent: agent)
        monkeypatch.setattr(
            shipping, "rank", lambda _folder, agent, beside: replace(found, agent=agent)
        )
        files = shipping.ship(tmp_path, into=tmp_path)
        assert all(file.is_file() for file in files)
        there = sorted(tmp_path.glob("worths*"))
        return {file.name: read_worths(file).head["agent"] for file in there}

    assert shipped("greedy") == {"worths.tsv.gz": "greedy"}
    assert shipped("rules") == {"worths.tsv.gz": "rules", "worths-greedy.tsv.gz": "greedy"}
    assert shipped("greedy", "net:v1") == {
        "worths.tsv.gz": "greedy",
        "worths-rules.tsv.gz": "rules",
        "worths-net-v1.tsv.gz": "net:v1",
    }
    assert read_elements(tmp_path / "elements.tsv.gz").head["agent"] == "greedy"


@pytest.mark.parametrize(("mode", "compared"), [("limited", True), ("constructed", False)])
def test_a_ranking_is_proved_by_games_of_its_own_rules_and_decks(
    tmp_path, small, monkeypatch, capsys, mode, compared
):
    plan = Plan(("random",), seed=4, rules="5.0", mode=mode)
    run(plan, Studied.of(trial_cards()), 2, tmp_path, even, jobs=1)
    asked = {}

    def instead(name, found):
        monkeypatch.setattr(
            rank_prove, name, lambda *given, **_: asked.update({name: given}) or found
        )

    for name in ("coverage", "unseen", "made"):
        instead(name, [])
    for name in ("halves", "speed"):
        instead(name, Proof("it", 1, 1, 1, "1", True))
    instead("against_pairs", ([], []))
    assert rank_prove.prove(tmp_path, 2, seed=7, jobs=1) == 0
    assert asked["made"][1] == replace(plan, seed=7)
    assert ("against_pairs" in asked, "speed" in asked) == (compared, compared)
    assert ("not compared" in capsys.readouterr().out) != compared


def test_the_first_round_deals_the_cards_more_often_that_may_be_among_the_best(tmp_path, small):
    """Without any game, weights follow from the included worths and estimates."""
    known = sorted(worths().cards.values(), key=lambda row: row.place)
    pool = {card.reference: card for card in pool_cards()}
    mine = [pool[row.reference] for row in known if row.reference in pool]
    studied = Studied.of([*mine[:20], *mine[-300:]])
    draws = expected(studied.cards[: studied.ranked])
    assert draws.shape[1] == 320
    claim(Plan(("random",)), studied, tmp_path / "ranking")
    found = weights(tmp_path / "ranking", "random")
    best = [k for k, card in enumerate(studied.cards) if card in mine[:20]]
    worst = [k for k, card in enumerate(studied.cards) if card in mine[-100:]]
    assert found[worst].max() < 0.6 < found[best].max()
    assert found[best].mean() > 1.5 * found[worst].mean()


def test_a_card_of_which_nothing_is_known_may_be_worth_anything():
    (card,) = trial_cards(1)
    strange = replace(card, reference="X_1", faction="neutral")
    assert expected([strange]).std() == pytest.approx(2.2, rel=0.15)


def test_what_was_known_counts_for_as_much_as_it_is_right(few):
    """Good estimates make worths truer, useless ones leave them, and intervals hold."""
    truth = truth_of(few, 3)
    games = decided(few, truth, 60, 3)
    real = truth.worth[: few.ranked]
    none = np.zeros(len(few.cards), dtype=np.bool_)
    noise = np.random.default_rng(5).standard_normal(len(truth.worth)) * truth.worth.std()

    def error(known):
        found = informed_by(games, few, 100 * known, none)
        worth, unsure = found.worth[: few.ranked], found.error[: few.ranked]
        covered = float((np.abs(worth - real) / unsure < 1.96).mean())
        assert covered > 0.9
        return float(np.sqrt(((worth - real) ** 2).mean()))

    alone = ranked(few, games).worth
    without = float(np.sqrt(((alone - real) ** 2).mean()))
    assert error(truth.worth + 0.5 * noise) < 0.85 * without
    assert error(2 * truth.worth + noise) < 0.85 * without
    assert error(noise) < 1.1 * without


def test_later_rounds_also_follow_from_what_was_known(few):
    """After a first round, the best cards are found sooner than from its games alone."""
    middle, _, _ = known_before(few.cards)
    games = decided(few, Truth(middle / 100), 48, 3)
    best = np.argsort(-middle[: few.ranked])[:30]

    def share(fitted):
        found = weighted(fitted.draws(200)[:, : few.ranked], len(few.cards))
        return found[best].mean() / found[: few.ranked].mean()

    with_known, alone = share(informed(few, games)), share(ranked(few, games).model)
    assert with_known > 1.5 and with_known > 1.15 * alone


def test_rankings_show_worths_with_what_was_known_beside(few, planted):
    _, games, ranking = planted
    known = informed_by(games, few, np.zeros(len(few.cards)), np.zeros(len(few.cards), np.bool_))
    (row, *_) = rows(replace(ranking, informed=known))
    assert row["with_known_low"] < row["with_known"] < row["with_known_high"]
    assert "with_known" not in rows(ranking)[0]


def test_allocations_are_compared_by_their_games(capsys):
    allocating.main(["--tries", "2", "--rounds", "3", "--cards", "60", "--correlations", "0.8"])
    said = capsys.readouterr().out
    assert "correlation of 0.8" in said and said.count("games and known") == 3
    assert "So many tries find a difference" in said
    with pytest.raises(SystemExit):
        allocating.main(["--correlations", "1.5"])
    assert "--correlations must be from 0 to 1, found 1.5" in capsys.readouterr().err


def test_games_alone_do_not_change_with_what_was_known():
    one, two = (allocating.attempt("evenly", 80, r, 3, 1) for r in (0.0, 0.9))
    assert one.games.tolist() == two.games.tolist()
    assert two.rank_error_known[0] < one.rank_error_known[0]
