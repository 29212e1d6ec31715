"""The files of a ranking: players are stored with the games, and damage is reported."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from altered_env import cards
from altered_env.agents.net_weights import NetWeights
from altered_env.cardstats.ranking import pairs
from altered_env.cardstats.ranking.experiment import load, run
from altered_env.cardstats.ranking.folder import Plan, claim, plan_in
from altered_env.cardstats.ranking.studied import Studied, read, write
from altered_env.cli import main
from altered_env.cli.collecting import UsageError
from altered_env.cli.rank import then
from tests.training.test_ranking import even, small, trial_cards, uniques

__all__ = ["small"]


def written(file, **changed):
    """A plan, with some of its keys changed; without those that are None."""
    row = json.loads(file.read_text("utf-8")) | changed
    kept = {name: value for name, value in row.items() if value is not None}
    file.write_text(json.dumps(kept), "utf-8")


def test_another_network_under_the_same_name_is_refused(tmp_path, small, monkeypatch):
    monkeypatch.setattr(pairs, "PART", 2)
    net, folder, other = tmp_path / "n.safetensors", tmp_path / "r", tmp_path / "other"
    NetWeights.new(4, 4, seed=1).save(net, {})
    plan, studied = Plan((f"net:{net}",)), Studied.of(trial_cards())
    run(plan, studied, 1, folder, even, jobs=1)
    pairs.play_pairs(folder, plan.agents[0], [0], 2, jobs=1)
    NetWeights.new(4, 4, seed=2).save(net, {})
    with pytest.raises(ValueError, match=r"another network .* restore its file"):
        run(plan, studied, 2, folder, even, jobs=1)
    with pytest.raises(ValueError, match=r"another network .* was played by"):
        pairs.play_pairs(folder, plan.agents[0], [0], 2, jobs=1)
    assert len(load(folder, plan.agents[0])) == 2  # existing files stay unchanged
    claim(replace(plan, seed=1), studied, other)
    with pytest.raises(ValueError, match=f"another network .* in {other}"):
        load(folder, plan.agents[0], [other])
    written(folder / "plan.json", known_as=None)
    with pytest.raises(ValueError, match=r"another network .* is by"):
        pairs.play_pairs(folder, plan.agents[0], [0], 2, jobs=1)


def test_a_folder_of_before_says_by_whom_when_it_is_next_gone_on_with(tmp_path):
    plan, studied, file = Plan(("net:v2",)), Studied.of(trial_cards()), tmp_path / "plan.json"
    claim(plan, studied, tmp_path)
    now = file.read_text("utf-8")
    written(file, known_as=None)
    assert plan_in(tmp_path)[0] == plan
    claim(plan, studied, tmp_path)
    assert file.read_text("utf-8") == now and "known_as" in now
    written(file, known_as=None, version="before")
    with pytest.raises(ValueError, match="another version"):
        claim(plan, studied, tmp_path)
    assert plan_in(tmp_path) == (plan, "before")


def test_who_cannot_play_claims_no_folder(tmp_path):
    for agent, why in (("net:four", "for four players"), ("ismcts", "compiled code")):
        out = tmp_path / agent
        with pytest.raises(ValueError, match=why):
            run(Plan((agent,)), Studied.of(trial_cards()), 1, out, even, jobs=1)
        assert not out.exists()


DEEP = "[" * 100_000
DAMAGED_PLANS = [
    ('"seed": 0', '"seed": 1e999', "a whole number, found inf"),
    ('"seed": 0', '"seed": 1.5', "a whole number, found 1.5"),
    ('"seed": 0', f'"seed": {DEEP}', "nested too deeply"),
    ('"random"', '"nobody"', "no agent is called"),
    ('"known_as": {', '"known_as": 3, "x": {', "int"),
]


@pytest.mark.parametrize(("before", "after", "why"), DAMAGED_PLANS)
def test_a_damaged_plan_is_named(tmp_path, before, after, why):
    claim(Plan(("random",)), Studied.of(trial_cards()), tmp_path)
    file = tmp_path / "plan.json"
    file.write_text(file.read_text("utf-8").replace(before, after), "utf-8")
    with pytest.raises(ValueError, match=f"plan.json is damaged, .*{why}.*restore it"):
        plan_in(tmp_path)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[1,2]", "expected an object"),
        (DEEP, "nested too deeply"),
        ('{"reference":5}', ""),
        (None, "MADE_AX_00_U_1 occurs twice"),
    ],
)
def test_a_damaged_line_of_cards_is_named(tmp_path, line, why):
    file = tmp_path / "cards.jsonl"
    write(Studied.of(trial_cards()), file)
    lines = file.read_text("utf-8").splitlines()
    lines[3:4] = [lines[1] if line is None else line]
    file.write_text("\n".join(lines), "utf-8")
    with pytest.raises(ValueError, match=f"cards.jsonl is damaged: line 4: .*{why}"):
        read(file)


@pytest.mark.parametrize("name", ["zzz", "00000-0", "000000-00000", "00000-00001-2"])
def test_a_file_that_is_no_part_is_named(tmp_path, small, name):
    run(Plan(("random",)), Studied.of(trial_cards()), 1, tmp_path, even, jobs=1)
    part = tmp_path / "games" / "00000-00000.parquet"
    part.with_stem(name).write_bytes(part.read_bytes())
    with pytest.raises(ValueError, match=rf"{name}\.parquet: not the name of a part.*remove it"):
        load(tmp_path, "random")


def test_a_part_that_was_copied_over_another_is_named(tmp_path, small):
    run(Plan(("random",)), Studied.of(trial_cards()), 4, tmp_path, even, jobs=1)
    one, two = (tmp_path / "games" / f"00000-0000{k}.parquet" for k in (0, 1))
    two.write_bytes(one.read_bytes())
    with pytest.raises(ValueError, match=f"{two.name} is damaged, .*the same games as {one.name}"):
        load(tmp_path, "random")


REFUSED = [
    (["--games", "0", "--agents", "rules"], "another agents"),
    (["--games", "0", "--seed", "9"], "another seed"),
    (["--games", "0", "--rules", "5.0"], "another rules"),
    (["--games", "0", "--mode", "constructed"], "another mode"),
    (["--games", "0", "{}"], "ranks other cards"),
    (["--games", "0", "--pool-cards"], "ranks other cards"),
    (["--games", "0", "--deals", "2"], "--deals needs --prove"),
    (["--prove", "--agents", "rules"], "another agents"),
    (["--prove", "{}"], "ranks other cards"),
    (["--prove", "--games", "5"], "--games cannot be used with --prove"),
    (["--prove", "--html"], "--html cannot be used with --prove"),
    (["--prove", "--deals", "0"], "--deals must be 2 or more"),
]


@pytest.mark.parametrize(("asked", "why"), REFUSED)
def test_the_command_refuses_what_the_folder_is_not(tmp_path, capsys, asked, why):
    claim(Plan(("random",), seed=4), Studied.of(trial_cards()), tmp_path / "rk")
    before = (tmp_path / "rk" / "plan.json").read_bytes()
    asked = [str(uniques(tmp_path)) if word == "{}" else word for word in asked]
    assert main(["rank", "--out", str(tmp_path / "rk"), *asked]) == 2
    assert why in capsys.readouterr().err
    assert (tmp_path / "rk" / "plan.json").read_bytes() == before


def test_what_is_not_given_is_as_the_folder_says(tmp_path, capsys):
    plan = Plan(("random",), 4, "5.0", "constructed")
    claim(plan, Studied.of(trial_cards()), tmp_path)
    given = ["--agents", "random", "--seed", "4", "--rules", "5.0", "--mode", "constructed"]
    for asked in ([], given):
        assert main(["rank", "--out", str(tmp_path), "--games", "0", *asked]) == 2
        assert "holds no games of random yet" in capsys.readouterr().err


def test_cards_are_ranked_with_their_texts_of_a_day(tmp_path, capsys):
    ozma = cards.find("Ozma C")
    (before,) = then([ozma], "2024-11-01")
    assert before.reference == ozma.reference and before.abilities != ozma.abilities
    assert then([ozma], None) == [ozma]
    later = cards.find("ALIZE_AX_32_C")
    assert then([ozma, later], "2024-11-01") == [before]
    assert "1 of 2 cards left out: a card is of ALIZE" in capsys.readouterr().err
    write(Studied.of([before]), tmp_path / "cards.jsonl")
    kept = [card for card in read(tmp_path / "cards.jsonl").cards if card.name == "Ozma"]
    assert before.abilities in [card.abilities for card in kept]
    with pytest.raises(UsageError, match="expected a date such as 2025-01-15"):
        then([ozma], "soon")
