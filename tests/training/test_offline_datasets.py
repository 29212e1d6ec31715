"""`altered bench1 dataset` and `altered_env.datasets`: games for offline learning."""

from __future__ import annotations

import json
import shutil
import sys

import numpy as np
import pytest

from altered_env import altered_v0, datasets
from altered_env.cli import main
from altered_env.decks.bench1.withheld import withheld_in
from altered_env.envs import recorded_games
from altered_env.game.replay import Replay
from altered_env.train import recording
from altered_env.train.recording import Recording, record

PLAN = Recording(fast=5, slow=1, seed=5)


@pytest.fixture(scope="module", autouse=True)
def few():
    """Fast players that are quick to set up, and a slow one."""
    with pytest.MonkeyPatch.context() as patch:
        players = {"fast": ("greedy", "net:v3,pick=draw"), "slow": ("net:v3,rollouts=4",)}
        patch.setattr(recording, "PLAYERS", players)
        patch.setattr(recording, "PART", {"fast": 3, "slow": 3})
        yield


@pytest.fixture(scope="module")
def made(few, tmp_path_factory):
    folder = tmp_path_factory.mktemp("datasets") / "games"
    record(PLAN, folder, jobs=1)
    return folder


@pytest.fixture
def copy(made, tmp_path):
    return shutil.copytree(made, tmp_path / "copy")


@pytest.mark.parametrize("view", ["raw", "flat", "compact", "cards"])
def test_its_observations_are_those_of_the_environment(made, view):
    """At every decision of a game that an environment plays from its start."""
    dataset = datasets.load(made)
    env = altered_v0.raw_env(bench="T3-train", view=view)
    games = list(dataset.games())[1::4]
    assert games
    for game in games:
        (found,) = dataset.decisions(
            view=view, batch=100_000, paces=[game.pace], players=set(game.players)
        )
        mine = np.flatnonzero(found.game == game.game)
        assert len(mine) == len(game.actions)
        env.reset(options={"start": (dataset.replay(game), 0)})
        for row in mine.tolist():
            seen = env.observe(env.agent_selection)
            assert env.possible_agents[found.seat[row]] == env.agent_selection
            assert (seen["action_mask"] == found.mask[row]).all()
            if isinstance(found.observation, dict):
                for name, part in found.observation.items():
                    assert (seen["observation"][name] == part[row]).all(), name
            else:
                assert (seen["observation"] == found.observation[row]).all()
            env.step(int(found.action[row]))
        assert env.terminations[env.agents[0]]
        assert env.rewards[env.possible_agents[found.seat[mine[-1]]]] == found.outcome[mine[-1]]


def test_shuffled_decisions_are_the_same_in_another_order(made):
    dataset = datasets.load(made)

    def keys(**how):
        found = []
        for some in dataset.decisions(batch=64, **how):
            assert len(some) <= 64
            assert some.observation.shape[0] == len(some)
            for row in range(len(some)):
                name = (int(some.player[row]), int(some.game[row]), int(some.number[row]))
                found.append((*name, some.observation[row].sum(), int(some.action[row])))
        return found

    in_order, one, other = keys(), keys(seed=1, slots=4), keys(seed=2, slots=4)
    assert len(in_order) == sum(len(game.actions) for game in dataset.games())
    assert in_order != one != other
    assert sorted(in_order) == sorted(one) == sorted(other)
    assert one == keys(seed=1, slots=4)


def test_wrong_arguments_are_refused(made):
    dataset = datasets.load(made)
    for wrong, said in (
        ({"batch": 0}, "batch: expected a whole number from 1 on, found 0"),
        ({"slots": "4"}, "slots: expected a whole number from 1 on, found '4'"),
        ({"seed": "a"}, "seed: expected a whole number from 0 on, found 'a'"),
        ({"seen_withheld": "no"}, "seen_withheld must be True or False, found 'no'"),
        ({"view": "compct"}, "found 'compct', did you mean 'compact'"),
        ({"players": "gredy"}, "has no player 'gredy', did you mean 'greedy'"),
        ({"paces": ["slow", "slw"]}, "has no pace 'slw', did you mean 'slow'"),
    ):
        with pytest.raises(ValueError, match=said):
            dataset.decisions(**wrong)
    with pytest.raises(TypeError, match="players must be a name or several, found 3"):
        dataset.decisions(players=3)
    with pytest.raises(TypeError, match=r"Dataset.decisions.. got an unexpected .* 'forced'"):
        dataset.decisions(forced=False)
    with pytest.raises(TypeError, match=r"a game that games\(\) yields, found 0"):
        dataset.replay(0)


def test_a_name_alone_chooses_as_a_list_of_it_does(made):
    dataset = datasets.load(made)
    slow = dataset.players[-1]
    for name, value in (("paces", "slow"), ("players", slow)):
        one, listed = {name: value}, {name: [value]}
        found = [game.game for game in dataset.games(**one)]
        assert found and found == [game.game for game in dataset.games(**listed)]
        assert sum(map(len, dataset.decisions(**one)))


def test_no_fitting_game_is_an_error(made):
    """A loop over nothing would learn nothing, without a word."""
    dataset = datasets.load(made)
    with pytest.raises(ValueError, match="has no game with both decks of T1-train and these"):
        next(dataset.decisions("T1-train"))


def test_closed_lists_hide_what_others_decks_hold(made):
    (found,) = datasets.load(made).decisions(
        view="compact", lists="closed", batch=100_000, paces="slow"
    )
    assert found.observation["unseen_counts"][:, 0].any()
    assert not found.observation["unseen_counts"][:, 1].any()


def test_probabilities_are_of_the_legal_actions_of_networks(made):
    dataset = datasets.load(made)
    (found,) = dataset.decisions(batch=100_000)
    networks = [k for k, name in enumerate(dataset.players) if name.startswith("net")]
    assert found.mask.sum(axis=1).min() == 2  # single options are taken by the game
    due = np.isin(found.player, networks)
    assert due.any() and not due.all()
    assert (np.isfinite(found.probabilities).all(axis=1) == due).all()
    likely = found.probabilities[due]
    assert likely.sum(axis=1) == pytest.approx(np.ones(due.sum()), abs=0.05)
    assert not likely[found.mask[due] == 0].any()


def test_it_has_what_may_be_trained_on_and_no_more(made):
    dataset = datasets.load(made)
    assert not withheld_in(card for deck in dataset.decks.values() for card in deck.every_card)
    assert {game.task for game in dataset.games()} == {"T2", "T3"}
    assert {game.task for game in dataset.games("T2-train")} == {"T2"}
    every = [game.decks for game in dataset.games()]
    without = [decks for decks in every if not any("-spells-" in name for name in decks)]
    assert [game.decks for game in dataset.games("T3-train-without-spells")] == without != every
    assert {game.players for game in dataset.games(seen_withheld=False)} == {("greedy", "greedy")}
    with pytest.raises(LookupError, match="bench must be a split to train on, found 'T2'"):
        list(dataset.games("T2"))
    with pytest.raises(ValueError, match="has no player 'greedi', did you mean 'greedy'"):
        list(dataset.games(players=["greedi"]))


def test_a_stopped_run_resumes_to_the_same_games(made, copy):
    note = json.loads((copy / "dataset.json").read_text())
    del note["parts"]["fast-0001.parquet"]
    (copy / "dataset.json").write_text(json.dumps(note))
    (copy / "slow-0000.parquet").write_bytes(b"cut off")
    with pytest.raises(ValueError, match="has 4 of its 6 games: run altered bench1 dataset"):
        datasets.load(copy)
    assert record(PLAN, copy, jobs=1).new == 3
    assert (copy / "dataset.json").read_bytes() == (made / "dataset.json").read_bytes()
    assert record(PLAN, copy, jobs=1).new == 0
    with pytest.raises(ValueError, match="holds another dataset: its seed is 5, now it is 6"):
        record(Recording(5, 1, 6), copy, jobs=1)


def test_a_dataset_is_not_extended(copy, capsys):
    """Other options are refused, and nothing in the folder changes."""
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    command = ["bench1", "dataset", "--out", str(copy), "--games", "6", "--slow", "1", "--seed"]
    assert main([*command, "5", "--jobs", "1"]) == 2
    said = capsys.readouterr().err
    assert "its games is 5 fast and 1 slow, now it is 6 fast and 1 slow" in said
    assert "a dataset is not extended: name another folder with --out" in said
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before


def rewritten(folder, change):
    """The first part with its second row changed, and its hash made anew."""
    path = folder / "fast-0000.parquet"
    table = recorded_games.polars().read_parquet(path)
    rows = table.to_dicts()
    change(rows[1])
    path.write_bytes(b"")
    recorded_games.polars().DataFrame(rows, schema=table.schema).write_parquet(path)
    note = json.loads((folder / "dataset.json").read_text())
    note["parts"][path.name]["sha256"] = recorded_games.digest_of(path.read_bytes())
    (folder / "dataset.json").write_text(json.dumps(note))
    return datasets.load(folder)


def _flip(row):
    row["winner"] = 1 - row["winner"]


def _nobody(row):
    row["winner"] = -1


def _cut(row):
    row["actions"] = row["actions"][:-2]


def _beyond(row):
    row["actions"][3] = 30_000


def _below(row):
    row["actions"][3] = -5


def _longer(row):
    row["actions"].append(0)


def _first(row):
    row["first"] = 1 - row["first"]


def _days(row):
    row["days"] += 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_flip, r"its winner is \d, but its actions lead to \d"),
        (_nobody, "it does not end with its actions"),
        (_cut, "it does not end with its actions"),
        (_beyond, "action 4, 30000, is not legal there"),
        (_below, "action 4, -5, is not legal there"),
        (_longer, r"it ends with action \d+ of \d+|action \d+, 0, is not legal there"),
        (_first, r"its first player is \d, but its seed gives \d"),
        (_days, r"its days is \d+, but its actions lead to \d+"),
    ],
)
def test_a_row_is_compared_with_its_replayed_game(copy, change, said):
    """Its file and row are named, by the decisions and by the replay."""
    dataset = rewritten(copy, change)
    where = rf"fast-0000\.parquet, row 2: ({said}).*; restore it, or make the dataset again"
    for seed in (None, 0):
        with pytest.raises(ValueError, match=where):
            list(dataset.decisions(seed=seed))
    with pytest.raises(ValueError, match=where):
        list(map(dataset.replay, dataset.games()))


def _fewer(row):
    row["probabilities"] = row["probabilities"][:-1]


def _more(row):
    row["probabilities"] += b"1"


@pytest.mark.parametrize(("change", "said"), [(_fewer, "too few"), (_more, "for .* legal actions")])
def test_probabilities_are_of_all_legal_actions(copy, change, said):
    with pytest.raises(ValueError, match=rf"row 2: it has \d+ probabilities, {said}"):
        list(rewritten(copy, change).decisions())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"winner": 2}, "'winner' is 2, expected -1 to 1"),
        ({"winner": None}, "'winner' is missing"),
        ({"seed": -1}, "'seed' is -1, expected 0 to"),
        ({"pace": "slow"}, "'pace' is 'slow', expected 'fast'"),
        ({"deck_1": "gone"}, "the dataset has no deck 'gone'"),
        ({"player_0": "me"}, "the dataset has no player 'me'"),
        ({"actions": []}, "'actions' are missing"),
    ],
)
def test_a_row_that_is_no_game_is_named(copy, changes, said):
    with pytest.raises(ValueError, match=rf"fast-0000\.parquet, row 2: {said}"):
        list(rewritten(copy, lambda row: row.update(changes)).games())


def test_a_part_that_is_no_table_of_games_is_named(copy):
    path = copy / "fast-0000.parquet"
    other = recorded_games.polars().DataFrame({"game": [1]})
    for write, said in (
        (lambda: path.write_bytes(b"none"), "it is not a Parquet table"),
        (lambda: other.write_parquet(path), "its column 'game' is Int64, expected Int32"),
    ):
        write()
        note = json.loads((copy / "dataset.json").read_text())
        note["parts"][path.name]["sha256"] = recorded_games.digest_of(path.read_bytes())
        (copy / "dataset.json").write_text(json.dumps(note))
        with pytest.raises(ValueError, match=rf"fast-0000\.parquet: {said}"):
            list(datasets.load(copy).games())


def test_damage_is_named(copy, monkeypatch):
    path = copy / "fast-0000.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    dataset = datasets.load(copy)
    with pytest.raises(ValueError, match=r"fast-0000\.parquet is damaged: its SHA-256 is"):
        dataset.verify()
    with pytest.raises(ValueError, match=r"fast-0000\.parquet is damaged"):
        next(dataset.decisions())
    path.unlink()
    with pytest.raises(ValueError, match=r"fast-0000\.parquet is missing"):
        dataset.verify()
    (copy / "decks.txt.gz").write_bytes(b"")
    with pytest.raises(ValueError, match=r"decks\.txt\.gz is damaged"):
        datasets.load(copy)
    (copy / "dataset.json").write_text("{}")
    with pytest.raises(ValueError, match="this is not the note of a dataset"):
        datasets.load(copy)
    (copy / "dataset.json").write_text(json.dumps({"kind": recorded_games.KIND, "format": 9}))
    with pytest.raises(ValueError, match="it is of format 9, this version reads 1"):
        datasets.load(copy)
    with pytest.raises(ValueError, match=r"is not a dataset, dataset\.json is missing"):
        datasets.load(copy.parent)


def test_polars_is_named_if_it_is_missing(made, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ValueError, match=r"needs polars.*pip install 'altered-env\[analysis\]'"):
        next(datasets.load(made).games())


def test_its_command_says_how_large_it_is(made, copy, capsys):
    command = ["bench1", "dataset", "--out", str(copy), "--games", "5", "--slow", "1"]
    assert main([*command, "--seed", "5", "--jobs", "1", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert "5 fast games, " in said and "1 slow game, " in said and "New: 0 games." in said
    assert "150,000 fast and 4,000 slow games would have" in said
    assert main([*command[:-4], "--games", "0", "--slow", "0"]) == 2
    assert "a dataset needs one or more games" in capsys.readouterr().err


def test_altered_replay_shows_one_of_its_games(made, tmp_path, capsys):
    saved = tmp_path / "game.json"
    assert main(["replay", str(made), "--game", "3", "--save", str(saved), "--log"]) == 0
    third = list(datasets.load(made).games())[3]
    assert list(Replay.load(saved).actions) == third.actions.tolist()
    assert main(["replay", str(made)]) == 2
    assert "with 6 games: choose one of them (--game 0 to 5)" in capsys.readouterr().err
