"""The splits of Altered-Bench 1: frozen, and nothing withheld in what may be trained on."""

from __future__ import annotations

import gzip
import json

import pytest

from altered_env import Game, altered_v0, cards, decks
from altered_env.agents.named import KINDS
from altered_env.agents.network_cards import SHIPPED, shipped_path, withheld_seen
from altered_env.decks.bench1 import bench_pools, freezing, frozen_files
from altered_env.decks.bench1.bench_pools import HELD, bench_pool, known_pools, task_decks
from altered_env.decks.bench1.withheld import (
    chosen_uniques,
    is_withheld,
    trainable_cards,
    withheld_in,
    withheld_uniques,
)
from altered_env.envs import make_vec
from altered_env.envs.imitated import Expert
from altered_env.envs.setup import Setup
from altered_env.game.books import book_of, pool_book
from altered_env.spaces.card_features import card_features, tokens_of

TRAINING = [name for name in known_pools() if "-train" in name]


def test_the_hashes_are_frozen():
    """Whoever changes a file makes another benchmark, and names it so."""
    assert {name: digest[:12] for name, digest in frozen_files.hashes().items()} == FROZEN


FROZEN = {
    "withheld-uniques": "b5f0ba0721dd",
    "withheld-lists": "3f5c509526b0",
    "T1": "51987918f4bd",
    "T2": "0bfdc6754e7f",
    "T3": "3faac318cf4d",
    "T4": "64e5cba4e418",
    "training-decks": "13fbdd99ece4",
}


def test_a_changed_file_is_refused(tmp_path, monkeypatch):
    text = frozen_files.frozen_text("T1").replace("axiom", "Axiom", 1)
    (tmp_path / "T1.txt.gz").write_bytes(gzip.compress(text.encode()))
    monkeypatch.setattr(frozen_files, "FOLDER", tmp_path)
    frozen_files.frozen_text.cache_clear()
    try:
        with pytest.raises(ValueError, match=r"T1 of Altered-Bench 1 is not the frozen one"):
            frozen_files.frozen_text("T1")
    finally:
        frozen_files.frozen_text.cache_clear()


def test_freezing_again_writes_the_same(tmp_path):
    """But for the constructed lists, which the package may renew."""
    found = freezing.freeze(tmp_path)
    frozen = frozen_files.hashes()
    assert {k: v for k, v in found.items() if k != "T3"} == {
        k: v for k, v in frozen.items() if k != "T3"
    }
    assert json.loads((tmp_path / "hashes.json").read_text()) == found


def test_a_third_of_the_unique_cards_is_withheld_and_nobody_has_chosen_them():
    assert len(withheld_uniques()) == 1000
    assert all("_U_" in reference for reference in withheld_uniques())
    some = [f"CORE_AX_13_U_{n}" for n in range(300)]
    assert len(chosen_uniques(some, 100)) == 100
    assert chosen_uniques(some, 100) == chosen_uniques(some[::-1], 100)


def test_a_withheld_unique_card_is_known_by_its_reference():
    (reference, *_) = withheld_uniques()
    card = cards.find("Foundry Armorer C")
    assert is_withheld(cards.Card(**{**_fields(card), "reference": reference, "rarity": "unique"}))
    assert not is_withheld(card)


def _fields(card):
    return {name: getattr(card, name) for name in card.__dataclass_fields__}


def test_people_are_named_by_source_only():
    text = frozen_files.frozen_text(frozen_files.PEOPLE)
    assert text.splitlines() == list(freezing.SOURCES)


@pytest.mark.parametrize("name", TRAINING)
def test_nothing_withheld_is_trained_on(name):
    for deck in bench_pool(name):
        assert not withheld_in(deck.every_card), deck.name


@pytest.mark.parametrize("task", ["T1", "T2", "T3", "T5"])
def test_only_t4_has_withheld_cards(task):
    assert not [one.deck.name for one in task_decks(task) if withheld_in(one.deck.every_card)]


def test_every_deck_of_t4_has_withheld_cards():
    for one in task_decks("T4"):
        assert sum(map(is_withheld, one.deck.cards)) >= freezing.LEAST


@pytest.mark.parametrize("name", known_pools())
def test_every_deck_is_legal_under_both_rulesets(name):
    for deck in bench_pool(name):
        assert decks.constructed(deck) == decks.constructed(deck, "5.0") == [], deck.name


def test_no_deck_of_a_task_is_trained_on():
    trained = {(deck.hero, deck.cards) for deck in bench_pool("T3-train")}
    for task in ("T2", "T4", "T5"):
        assert not trained & {(deck.hero, deck.cards) for deck in bench_pool(task)}


@pytest.mark.parametrize("archetype", bench_pools.archetypes())
def test_training_without_an_archetype_leaves_out_all_its_lists(archetype):
    marks = {one.deck: one.marks for one in task_decks("T3")}
    mine = bench_pool(f"T3-train-without-{archetype}")
    assert not [deck.name for deck in mine if archetype in marks.get(deck, ())]
    others = {mark for deck in mine for mark in marks.get(deck, ())}
    assert others == set(bench_pools.archetypes()) - {archetype}
    assert HELD not in others


def test_the_field_of_t5_has_every_faction_and_archetype():
    field = task_decks("T5")
    assert {one.deck.hero.faction for one in field} == set(decks.names())
    assert {mark for one in field for mark in one.marks} == {HELD, *bench_pools.archetypes()}


def test_an_unknown_pool_is_named():
    with pytest.raises(LookupError, match=r"no decks called 'T2-trian', did you mean 'T2-train'"):
        decks.pool("bench1:T2-trian")


# environments


@pytest.mark.parametrize("bench", ["T2-train", "T4-train", "T3-train-without-spells"])
def test_an_env_of_a_split_knows_no_withheld_card(bench):
    """Neither in its decks nor in its book, from which views, tables of features, determinizations
    and statistics are made."""
    setup = Setup.of(bench=bench)
    assert setup.decks == bench_pool(bench)
    assert not withheld_in(setup.book.cards)
    tokens = {card.reference for card in setup.book.cards if card.token}
    only = {card.reference for card in pool_book().cards if card.token} - tokens
    assert {"blazing_booda", "molted_maw"} <= only  # which only withheld cards create


def test_no_feature_tells_of_a_withheld_card():
    """Columns of words that only withheld cards use are zero in every row."""
    vec = make_vec(1, bench="T4-train")
    table = vec.card_features
    names = {card.reference for card in pool_book().cards if is_withheld(card)}
    assert names and not names & set(table.references)
    trained = {word for card in vec.setup.book.cards for word in tokens_of(card)}
    columns = {name: k for k, name in enumerate(table.names)}
    strange = [
        word
        for card in pool_book().cards
        for word in tokens_of(card)
        if f"word {word}" in columns and word not in trained
    ]
    assert {"signature", "temple"} <= set(strange)
    assert not table.values[:, [columns[f"word {word}"] for word in strange]].any()
    assert card_features().values[:, columns["word temple"]].any()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"decks": "starters"}, "has its own decks and cards"),
        ({"format": "limited"}, "of the standard format"),
        ({"bench": "T4"}, "a split to train on, found 'T4'"),
    ],
)
def test_what_a_split_does_not_take_is_named(given, said):
    with pytest.raises((ValueError, LookupError), match=said):
        make_vec(1, **{"bench": "T4-train", **given})


def test_other_decks_cannot_be_brought_in_later():
    vec = make_vec(1, bench="T1-train")
    other = decks.random(5)
    with pytest.raises(ValueError, match="no other may be trained on"):
        vec.reset(1, decks=other)
    with pytest.raises(ValueError, match="no other may be trained on"):
        vec.setup.seated([other, other])


def test_a_position_of_other_decks_is_refused():
    vec = make_vec(1, bench="T1-train", threads=1)
    env = altered_v0.raw_env(bench="T1-train")
    own = vec.setup.decks[:2]
    game = Game.start(*own, seed=1)
    vec.begin(0, game)
    env.reset(options={"start": game})
    other = Game.start(own[0], decks.random(5), seed=1)
    says = r"no other may be trained on|unknown to this"
    with pytest.raises(ValueError, match=says):
        vec.begin(0, other)
    with pytest.raises(ValueError, match=says):
        env.reset(options={"start": other})


def test_the_decks_of_a_split_can_be_named():
    pool, vec = "bench1:T1-train", make_vec(1, "bench1:T1-train", bench="T1-train", threads=1)
    own = vec.setup.decks
    env = altered_v0.raw_env(bench="T1-train")
    for given in (pool, own[3], {"player_0": own[3], "player_1": pool}, [own[3], own[4]]):
        vec.reset(1, given)
        env.reset(1, options={"decks": given})
    assert vec.decks(0) == (own[3], own[4])
    vec.reset(1, lambda rng: [own[0], own[2]])
    assert vec.decks(0) == (own[0], own[2])
    vec.close()


def test_an_expert_that_has_seen_withheld_cards_does_not_answer():
    with pytest.raises(ValueError, match="net:v4 has seen withheld cards"):
        Expert(make_vec(1, bench="T4-train", threads=1), "net:v4")


def test_a_network_that_has_seen_withheld_cards_is_no_opponent_in_training():
    with pytest.raises(ValueError, match="net:v3 has seen withheld cards"):
        make_vec(1, bench="T4-train", learner=True, opponent=["greedy", "net:v3"])
    make_vec(1, bench="T4-train", learner=True, opponent="greedy").close()


# networks


def test_each_network_of_the_package_has_a_card():
    assert set(SHIPPED) == {name for kind in KINDS.values() for name in kind.shipped}


@pytest.mark.parametrize(
    ("agent", "seen"),
    [
        ("greedy", "no network"),
        ("rules@1", "no network"),
        ("net:v1", "seen"),
        ("net", "seen"),
        ("rollout:v3,rollouts=4", "seen"),
        ("search:path=v2", "seen"),
        ("cmd:./mybot", "unknown"),
        ("mine.py:Bot", "unknown"),
    ],
)
def test_what_an_agent_has_seen(agent, seen):
    assert withheld_seen(agent) == seen


@pytest.mark.parametrize(
    ("config", "seen"),
    [
        ({"decks": "bench1:T4-train", "opponents": "greedy+rules"}, "not seen"),
        ({"decks": "starters+bench1:T2-train", "start": ""}, "not seen"),
        ({"decks": "bench1:T4-train", "opponents": "net:v2+rules"}, "seen"),
        ({"decks": "bench1:T4-train", "start": "v2"}, "seen"),
        ({"decks": "bench1:T4-train", "start": "other.safetensors"}, "unknown"),
        ({"decks": "bench1:T4-train", "opponents": "greedy+net:other.safetensors"}, "unknown"),
        ({"decks": "bench1:T4"}, "unknown"),
        ({"decks": "random:3000:1:curve"}, "unknown"),
        (None, "unknown"),
    ],
)
def test_a_file_says_what_it_was_trained_on(tmp_path, config, seen):
    from altered_env.agents.net_weights import NetWeights

    path = tmp_path / "one.safetensors"
    NetWeights.new(8, 8).save(path, {"config": config})
    assert withheld_seen(f"net:{path}") == seen
    assert withheld_seen(f"rollout:{path},rollouts=2") == seen


def test_a_copy_of_a_network_that_has_seen_cards_has_seen_them(tmp_path):
    """And so has what was trained against it, or from it; the file itself may be gone by then."""
    from altered_env.agents.net_weights import NetWeights
    from altered_env.agents.network_cards import TAUGHT, taught_by

    copy, path = tmp_path / "mine.safetensors", tmp_path / "new.safetensors"
    copy.write_bytes(shipped_path("v4").read_bytes())
    assert withheld_seen(f"net:{copy}") == "seen"
    for given in (([f"net:{copy}"], ""), ([], str(copy))):
        assert taught_by(*given) == "seen"
    assert taught_by(["greedy", f"net:{tmp_path / 'none.safetensors'}"]) == "unknown"
    for taught in ("seen", "unknown", "not seen"):
        config = {"decks": "bench1:T4-train", "opponents": "net:gone.safetensors"}
        NetWeights.new(8, 8).save(path, {"config": config, TAUGHT: taught})
        assert withheld_seen(f"net:{path}") == taught


def test_training_on_a_split_says_what_its_opponents_have_seen(tmp_path, capsys):
    from altered_env.agents.network_cards import TAUGHT
    from altered_env.train import Config
    from altered_env.train.learner import Learner

    small = {"games": 2, "steps": 4, "threads": 1, "width": 8, "hidden": 8}
    for opponents, seen in (("net:v3", "seen"), ("greedy", "not seen")):
        config = Config(decks="bench1:T1-train", opponents=opponents, **small)
        assert Learner(config, tmp_path / opponents[:3]).about()[TAUGHT] == seen
        assert ("will be 'seen', from its opponents" in capsys.readouterr().err) is (seen == "seen")


def test_trainable_cards_are_of_complete_sets():
    assert len(trainable_cards()) == 1945


def test_closed_lists_of_a_split_are_of_its_cards():
    """Unknown cards are drawn from its book, which has many more cards than decks."""
    deck, other = bench_pool("T1")[:2]
    book = book_of(trainable_cards())
    game = Game.start(deck, other, seed=1, book=book)
    drawn = set()
    for seed in range(40):
        hand = game.seat("A").closed().world(seed=seed).view().players[1].hand
        drawn |= {card.reference for card in hand}
    assert len(drawn) > 50  # more than the other deck has
    assert not {one for one in drawn if is_withheld(cards.find(one))}
    with pytest.raises(ValueError, match="reveals its decks"):
        Game.start(deck, other, seed=1, book=book_of((*deck.every_card, *other.every_card))).seat(
            "A"
        ).closed()
