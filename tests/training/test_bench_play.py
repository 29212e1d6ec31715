"""The bench of players: positions, labels, regret, shares, masking cost and cross-play."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import numpy as np
import pytest

from altered_env import Scenario, cli, decks
from altered_env.agents.net_weights import NetWeights
from altered_env.arena.match import play, play_tracked
from altered_env.arena.paired import Estimate
from altered_env.arena.workers import Workers
from altered_env.engine.layout import OBJECTS
from altered_env.engine.terms import CODE, C
from altered_env.game.books import pool_book
from altered_env.thinking.tracking import COPY
from altered_env.train.bench import (
    control,
    cross_play,
    labelling,
    labels,
    masking,
    positions,
    regret,
    shares,
)
from altered_env.train.bench.positions import Answer, Label, PositionsError, make, read


@pytest.fixture
def net(tmp_path):
    file = tmp_path / "small.safetensors"
    NetWeights.new(8, 12, seed=3).save(file, {})
    return f"net:{file}"


@pytest.fixture
def few(monkeypatch):
    """Few worlds, and games of fast players."""
    monkeypatch.setattr(labels, "WORLDS", 2)
    monkeypatch.setattr(labelling, "WORLDS", 2)
    monkeypatch.setattr(regret, "WORLDS", 2)
    monkeypatch.setattr(positions, "PLAYERS", ("greedy", "random"))


def test_positions_are_replayed_from_a_file(tmp_path, few):
    made = make(10, seed=4)
    assert made == make(10, seed=4) != make(10, seed=5)
    assert [game.constructed for game in made.games][:2] == [True, False] and made.count >= 10
    (tmp_path / "p.json.gz").write_bytes(made.packed())
    again = read(tmp_path / "p.json.gz")
    assert again == made
    for k, row in enumerate(again.games):
        seen = [(len(game.story.actions), len(game.choices())) for game in again.replayed(k)]
        assert [count for count, _ in seen] == list(row.at)
        assert all(choices > 1 for _, choices in seen)


def test_positions_of_other_rules_are_named(few):
    made = make(1, seed=4)
    (first,) = made.games[:1]
    for changed in (replace(first, seen="0" * 16), replace(first, seed=first.seed + 1)):
        with pytest.raises(PositionsError, match="game 1 of the positions plays out differently"):
            list(replace(made, games=(changed,)).replayed(0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("kind"), "expected 'altered bench positions 1'"),
        (lambda data: data.update(rules="5.0"), "its rules are '5.0', expected 2024.09"),
        (lambda data: data["games"][0].update(decks=[0, 99]), "no deck"),
        (lambda data: data["games"][0].pop("seed"), "damaged"),
        (lambda data: data["decks"][0].__setitem__(1, "3 NOBODY"), "NOBODY"),
        (lambda data: data["labels"].update(x={"about": {}, "of": []}), "0 labels of x"),
        (lambda data: data["labels"].update(x={"about": {}, "of": [[1]]}), "is no label"),
    ],
)
def test_a_damaged_file_of_positions_is_named(tmp_path, few, change, message):
    data = json.loads(gzip.decompress(make(1, seed=4).packed()))
    change(data)
    path = tmp_path / "p.json.gz"
    path.write_bytes(gzip.compress(json.dumps(data).encode()))
    with pytest.raises(PositionsError, match=message) as found:
        read(path)
    assert str(path) in str(found.value)


def test_labels_cover_sure_positions_and_resume(tmp_path, net, few, capsys):
    """No position is left out for the network's sureness; a second run takes all from the log."""
    log, out = tmp_path / "log.jsonl", tmp_path / "p.json.gz"
    given = [net, "--new", "6", "--jobs", "1", "--log", str(log), "--out", str(out), "--quiet"]
    assert labelling.main(given) == 0
    whole = out.read_bytes()
    found = read(out)
    assert len(found.labels[net]) == found.count >= 6
    assert all(len(label.answers) > 1 for label in found.labels[net])
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:1]))
    assert labelling.main(given) == 0
    assert out.read_bytes() == whole
    other = [net, "--file", str(out), "--jobs", "1", "--out", str(out), "--quiet"]
    assert labelling.main(other) == 0  # the same network again: its labels are replaced
    assert list(read(out).labels) == [net]
    assert labelling.main(["net:nobody", "--out", str(out)]) == 2
    assert "nobody" in capsys.readouterr().err


def test_regret_judges_a_choice_in_other_worlds():
    """The better answer of noise alone has no regret on average, and no advantage."""
    rng, total = np.random.default_rng(1), 0.0
    for _ in range(4000):
        noise = rng.normal(0, 0.1, (3, 2))
        label = Label(0.9, tuple(Answer((k,), *row) for k, row in enumerate(noise.tolist())))
        total += regret.regret_of(label, label.answers[0])
    assert abs(total / 4000) < 0.005
    sure = Label(0.9, (Answer((1,), 0.5, 0.6), Answer((2,), 0.1, 0.2)))
    assert regret.regret_of(sure, sure.answers[1]) == pytest.approx(0.4)
    assert regret.regret_of(sure, sure.answers[0]) == 0


def test_positions_are_played_to_the_end_as_control(tmp_path, net, few, monkeypatch, capsys):
    """Where the best answer is the network's own there is nothing to gain at the end; elsewhere the
    gain is of finished games: with two worlds in each half a multiple of a quarter."""
    out = tmp_path / "p.json.gz"
    assert labelling.main([net, "--new", "24", "--jobs", "1", "--out", str(out), "--quiet"]) == 0
    made = read(out)
    for module in (control, regret):
        monkeypatch.setattr(module, "released", lambda: made)
    monkeypatch.setattr(control, "WORLDS", 2)
    with Workers(1) as workers:
        found = control.gains(net, 12, workers)
        assert found == control.gains(net, 12, workers)
    every = [one for game in found for one in game]
    assert len(every) == 12
    assert all(one.end == 0.0 for one in every if one.same)
    other = [one.end for one in every if not one.same]
    assert other and all(4 * gain == round(4 * gain) and -2 <= gain <= 2 for gain in other)
    regret._positions.cache_clear()
    assert control.main([net, "--count", "12", "--jobs", "1", "--quiet"]) == 0
    assert "12 positions" in capsys.readouterr().out
    assert control.main([net, "--count", "1000", "--jobs", "1", "--quiet"]) == 2
    assert f"--count must be from 1 to {made.count}" in capsys.readouterr().err
    regret._positions.cache_clear()


def test_regret_of_agents_in_a_file(tmp_path, net, few):
    out = tmp_path / "p.json.gz"
    assert labelling.main([net, "--new", "8", "--jobs", "1", "--out", str(out), "--quiet"]) == 0
    with Workers(1) as workers:
        found = regret.regrets("greedy", net, workers, str(out))
        assert found == regret.regrets("greedy", net, workers, str(out))
    assert regret.labels_of("", str(out)) == net
    with pytest.raises(ValueError, match="no labels of net:v2; there are those of net:"):
        regret.labels_of("net:v2", str(out))
    every = [one for game in found for one in game]
    assert len(every) == read(out).count
    strata = regret.by_stratum(found)
    for division in ("decks", "network's sureness", "decision", "cards to choose from", "day"):
        counted = sum(one.items for (name, _), one in strata.items() if name == division)
        assert counted == len(every)


def test_shares_are_those_of_tracked_copies():
    with Workers(1) as workers:
        found = shares.shares("greedy", 6, 3, workers)
    _, copies = play_tracked(shares.matches("greedy", 6, 3), book=pool_book())
    spells = np.array([card.type == "spell" for card in pool_book().cards])
    rows = copies.reshape(-1, copies.shape[-1])
    rows = rows[(rows[:, COPY.OWNER] >= 0) & spells[rows[:, COPY.CARD]]]
    drawn = rows[(rows[:, COPY.OPENING] > 0) | (rows[:, COPY.DRAWN] > 0)]
    assert found["spell"].played.items == len(drawn)
    assert found["spell"].played.mean == pytest.approx((drawn[:, COPY.PLAYED] > 0).mean())
    assert found["spell"].mana.mean == pytest.approx((drawn[:, COPY.MANA] > 0).mean())


@pytest.mark.parametrize("agent", ["greedy", "net:v1"])
def test_without_a_mask_games_are_those_of_the_arena(agent):
    some = masking.deals(agent, "spell", 6, 1)
    found = masking.play_masked(some, [0] * 6, frozenset()).tolist()
    assert found == [played.winner for played in play(some, book=pool_book())]


def test_a_masked_player_plays_no_such_card(monkeypatch):
    """Its options never have the play of a Spell; the opponent's have."""
    seen = {0: 0, 1: 0}
    answer = masking.answer

    def watching(games, i, book, action):
        game = games[i]
        if game["decision"] == masking.DECIDE.TURN and action < OBJECTS:
            card = pool_book().cards[game["obj"][action, C.CARD]]
            seen[int(game["decider"])] += card.type == "spell"
        return answer(games, i, book, action)

    monkeypatch.setattr(masking, "answer", watching)
    some = masking.deals("greedy", "spell", 2, 1)[:1] * 8
    lists = masking.lists_with("spell")[:2]
    some = [replace(match, decks=(lists[0], lists[1]), seed=k) for k, match in enumerate(some)]
    masking.play_masked(some, [0] * 8, masking.cards_of("spell"))
    assert seen[0] == 0 < seen[1]


def test_a_quick_action_of_a_masked_card_stays():
    """In Reserve a Spell may be used for its support ability, though not played."""
    table = Scenario()
    table.player("A").reserve("Kelon Burst C", "Magical Training C").mana(6)
    table.begin("afternoon", first="A")
    games, book = table.game.games, table.game.book
    before = set(table.game.legal_actions())
    masked = np.array([card.type == "spell" for card in book.cards])
    masking.withhold(games, 0, book.record, masked)
    after = set(table.game.legal_actions())
    assert OBJECTS + CODE.PASS in after < before
    assert games[0]["options"][: games[0]["offered"]].tolist() == sorted(
        after, key=lambda a: list(games[0]["options"]).index(a)
    )


def test_lists_of_a_mask_are_built_on_its_cards():
    for kind, least in masking.LEAST.items():
        lists = masking.lists_with(kind)
        assert len(lists) >= 4
        for deck in lists:
            assert sum(card.type.endswith(kind) for card in deck.cards) >= least


def test_who_is_better_wins_with_any_decks():
    with Workers(1) as workers:
        found = cross_play.cross_play("greedy", "random", 20, 2, workers)
        back = cross_play.cross_play("random", "greedy", 20, 2, workers)
    assert set(found) == {*cross_play.SETS, cross_play.ALONE}
    for name in cross_play.SETS:
        assert found[name].items == 20 and back[name].mean < 0.2 < 0.8 < found[name].mean
    assert 0.1 < found[cross_play.ALONE].mean < 0.9


def test_estimates_are_clustered():
    alone = Estimate.of([[value] for value in (0.0, 1.0) * 50])
    twice = Estimate.of([[value, value] for value in (0.0, 1.0) * 50])
    assert alone.mean == twice.mean == 0.5 and (alone.items, twice.items) == (100, 200)
    assert twice.high - twice.low == pytest.approx(alone.high - alone.low)
    assert Estimate.of([[]]).items == 0


def test_the_command_prints_every_part(tmp_path, net, few, capsys):
    file, out = tmp_path / "p.json.gz", tmp_path / "figures.json"
    assert labelling.main([net, "--new", "4", "--jobs", "1", "--out", str(file), "--quiet"]) == 0
    given = ["--positions", str(file), "--labels", net, "--against", "greedy", "--jobs", "1"]
    given += ["--games", "4", "--deals", "2", "--out", str(out), "--quiet"]
    assert cli.main(["bench-play", "random", "ismcts:iterations=2", *given]) == 0
    said = capsys.readouterr().out
    for row in ("all positions", "Spells turned into Mana", "Permanents, 4 lists", "starters"):
        assert row in said
    assert "Regret alone for ismcts:iterations=2" in said
    figures = json.loads(out.read_text())
    assert set(figures["regret"]) == {"random", "ismcts:iterations=2"}
    assert set(figures["masking"]) == set(figures["shares"]) == {"random"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["greedy", "greedy"], "an agent is named twice"),
        (["greedy", "--games", "1"], "--games must be 2 or more, found 1"),
        (["net:four"], "net:four: trained for four players"),
        (["nobody"], "no agent is called 'nobody'"),
        (["greedy", "--positions", "none.gz", "--parts", "regret"], "none.gz"),
        (["greedy", "--parts", "regrets"], "invalid choice"),
        (["greedy", "--labels", "net:v2"], "no labels of net:v2; there are those of net:v3"),
        (["ismcts", "--parts", "shares", "masking"], "ismcts plays outside; add --parts regret"),
    ],
)
def test_wrong_arguments_are_a_sentence(given, message, capsys):
    try:
        status = cli.main(["bench-play", *given, "--jobs", "1"])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert message in capsys.readouterr().err


def test_the_lists_of_shares_are_the_bench():
    names = {deck.name for match in shares.matches("greedy", 24, 1) for deck in match.decks}
    assert names == {deck.name for deck in decks.pool("constructed:bench")}


def test_regret_needs_no_option(capsys):
    """Of the labels in the package, the latest are used, whatever the strongest network is."""
    network = list(positions.released().labels)[-1]
    assert regret.labels_of("") == network
    assert cli.main(["bench-play", "random", "--parts", "regret", "--jobs", "1", "--quiet"]) == 0
    assert f"labels of {network}" in capsys.readouterr().out


def test_the_released_positions_are_whole():
    """Half are of games with lists of the bench; none is of another version of the rules."""
    found = positions.released()
    assert "net:v3" in found.labels
    shares_of = [len(game.at) for game in found.games if game.constructed]
    assert 0.4 < sum(shares_of) / found.count < 0.6
    bench = {deck.name for deck in decks.pool("constructed:bench")}
    training = {(deck.hero, deck.cards) for deck in decks.pool("constructed")}
    for game in found.games:
        dealt = [found.decks[k] for k in game.decks]
        assert game.constructed == all(deck.name in bench for deck in dealt)
        assert training.isdisjoint((deck.hero, deck.cards) for deck in dealt)
        assert not any(decks.constructed(deck) for deck in dealt)
    for number in range(0, len(found.games), max(1, len(found.games) // 8)):
        assert sum(1 for _ in found.replayed(number)) == len(found.games[number].at)
