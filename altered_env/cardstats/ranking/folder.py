"""The folder of a ranking: its games, players and cards.

`plan.json` describes the games, the version and the networks; `cards.jsonl` lists the cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from altered_env._runtime import renamed
from altered_env._runtime.atomic_files import make_folder, write_atomically
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env.agents.bots import refuse_stepwise
from altered_env.agents.registry import known_as, refuse_seats
from altered_env.arena.versions import version
from altered_env.cards import Card
from altered_env.cardstats.ranking.studied import Studied, names, read, write
from altered_env.language.words import rule_bits

MODES = {
    "limited": "decks of one faction, of studied cards only",
    "constructed": "three studied cards in a random constructed deck",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan without the cards: rounds by these agents in turn, each against itself."""

    agents: tuple[str, ...] = ("greedy",)
    seed: int = 0
    rules: str = "2024.09"
    mode: str = "limited"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(f"mode must be {' or '.join(MODES)}, found {self.mode[:40]!r}")
        if not self.agents:
            raise ValueError("a ranking needs one or more agents (--agents)")
        rule_bits(self.rules)
        refuse_stepwise(self.agents)
        refuse_seats(self.agents, 2)


def cards_in(folder: Path) -> Studied:
    """Return the cards that a folder ranks, and add them to the catalogue."""
    studied = read(folder / "cards.jsonl")
    studied.known()
    return studied


def plan_in(folder: Path) -> tuple[Plan, str]:
    """Return the plan of a folder, with the version of the rules and players.

    Raises `ValueError` if there is no plan, or if it is damaged.
    """
    plan, played_by, _ = _read(folder)
    return plan, played_by


def _read(folder: Path) -> tuple[Plan, str, dict[str, str]]:
    """Return the same, with the networks behind the agents' names; none in an older folder."""
    file = folder / "plan.json"
    if not file.is_file():
        raise ValueError(f"{folder} is not a ranking: it has no plan.json")
    try:
        row = parsed(read_text(file, DOCUMENT))
        if type(row["seed"]) is not int:
            raise ValueError(f"a seed must be a whole number, found {row['seed']!r:.40}")
        plan = Plan(
            tuple(renamed.agent(str(one)) for one in row["agents"]),
            row["seed"],
            row["rules"],
            row["mode"],
        )
        known = {
            renamed.agent(str(name)): renamed.known_as(str(said))
            for name, said in dict(row.get("known_as", {})).items()
        }
        return plan, str(row["version"]), known
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise ValueError(f"{file} is damaged, {error}: restore it") from None


def _write(folder: Path, plan: Plan, known: Mapping[str, str]) -> None:
    row = asdict(plan) | {"version": version(), "known_as": dict(known)}
    write_atomically(folder / "plan.json", (json.dumps(row, indent=1) + "\n").encode())


def claim(plan: Plan, studied: Studied, folder: Path) -> None:
    """Make the folder, or check that it has this plan, these networks and these cards."""
    if (folder / "plan.json").exists():
        refuse_other(folder, asdict(plan) | {"version": version()}, studied)
        same_networks(folder, plan.agents)
        make_folder(folder / "games")
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} exists already and is not a ranking: name another folder")
    for name in ("rounds", "games"):
        make_folder(folder / name)
    write(studied, folder / "cards.jsonl")
    _write(folder, plan, {agent: known_as(agent) for agent in plan.agents})


def refuse_other(folder: Path, asked: Mapping[str, Any], studied: Studied | None = None) -> None:
    """Raise `ValueError` if a folder holds another ranking than requested: a different version,
    plan or cards, as far as they are given."""
    plan, played_by = plan_in(folder)
    found = asdict(plan) | {"version": played_by}
    for name, wanted in asked.items():
        if found[name] != wanted:
            raise ValueError(
                f"{folder} is a ranking with another {name}: found {_plain(found[name])!r:.60},"
                f" asked for {_plain(wanted)!r:.60}; name another folder"
            )
    if studied is None:
        return
    before = read(folder / "cards.jsonl")
    if before.digest != studied.digest:
        raise ValueError(
            f"{folder} ranks other cards{_differ(before, studied)}; name another folder"
        )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def same_networks(folder: Path, agents: Iterable[str]) -> None:
    """Check that the networks behind these agents' names are those of the folder. An older folder
    does not record them; it does from now on, if it is of this version.

    Raises `ValueError` if a name now refers to another network.
    """
    plan, played_by, before = _read(folder)
    now = {agent: known_as(agent) for agent in agents}
    refuse_others(before, now, f"now; {folder} was played by")
    if played_by == version() and not now.keys() <= before.keys():
        _write(folder, plan, before | now)


def refuse_unlike(folder: Path, other: Path) -> None:
    """Raise `ValueError` if games of the two folders cannot be combined."""
    (one, by, known), (two, by_other, known_other) = _read(folder), _read(other)
    if (one.rules, one.mode, by) != (two.rules, two.mode, by_other):
        raise ValueError(f"{other} was played with other rules, mode or version than {folder}")
    refuse_others(known, known_other, f"in {other}; {folder} was played by")
    before, now = read(folder / "cards.jsonl"), read(other / "cards.jsonl")
    if before.digest != now.digest:
        raise ValueError(f"{other} ranks other cards than {folder}{_differ(before, now)}")


def refuse_others(before: Mapping[str, str], now: Mapping[str, str], where: str) -> None:
    """Raise `ValueError` if one of the names refers to something else now."""
    for agent, known in now.items():
        there = before.get(agent, known)
        if there != known:
            new, old = (said.removeprefix(f"{agent} ") for said in (known, there))
            raise ValueError(
                f"{agent} is another network ({new}) {where} {old}: restore its file, or name"
                " another folder"
            )


def _differ(before: Studied, now: Studied) -> str:
    there, here = ({c.reference: c for c in s.cards[: s.ranked]} for s in (before, now))
    gone: list[Card] = [card for name, card in there.items() if name not in here]
    new = [card for name, card in here.items() if name not in there]
    said = [f"{len(gone)} are missing now, {names(gone)}"] if gone else []
    said += [f"{len(new)} are new, {names(new)}"] if new else []
    return f": {'; '.join(said) or 'they say something else now'}"
