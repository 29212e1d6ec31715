"""`altered bench-play`: measure agents on fixed positions and fixed lists."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env._runtime.help_pages import option
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST_FAST
from altered_env.agents.bots import is_compiled
from altered_env.agents.registry import refuse_seats
from altered_env.arena.alike import names_alike
from altered_env.arena.paired import Difference, Estimate
from altered_env.arena.workers import Workers
from altered_env.cli.arguments import AGENTS, add_jobs, add_seed
from altered_env.cli.collecting import UsageError
from altered_env.train.bench import cross_play, masking, regret, shares

PARTS = ("regret", "shares", "masking", "cross-play")
_EXAMPLES = """examples:
  altered bench-play greedy rules net:v3
  altered bench-play net:runs/one/network.safetensors net:v3 --parts regret
docs/bench-play.md explains the figures.
"""
WIDE = 34


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("agents", nargs="+", metavar="AGENT", help=f"agents: {AGENTS}")
    parser.add_argument(
        "--parts",
        nargs="+",
        choices=PARTS,
        default=PARTS,
        metavar="PART",
        help=f"parts of the bench: {', '.join(PARTS)} (all)",
    )
    option(parser, "--against", STRONGEST_FAST, "reference of cross-play", "AGENT")
    parser.add_argument(
        "--labels",
        metavar="NETWORK",
        default="",
        help="network whose labels regret uses (the latest in the file of positions)",
    )
    option(parser, "--games", 1000, "games of each row of cross-play; half as many for shares")
    option(parser, "--deals", 800, "deals of each row of masking, two games each")
    parser.add_argument("--positions", metavar="FILE", default="", help="another file of positions")
    add_seed(parser, "other games", 1)
    add_jobs(parser)
    output(parser, "--out", "write the figures as JSON, too")


def run(options: argparse.Namespace) -> int:
    """Measure, print and write; returns the exit status."""
    agents: Sequence[str] = options.agents
    if len(set(agents)) < len(agents):
        raise UsageError("an agent is named twice")
    for name in ("games", "deals"):
        if getattr(options, name) < 2:
            raise UsageError(f"--{name} must be 2 or more, found {getattr(options, name)}")
    refuse_seats([*agents, options.against], 2)
    if options.out is not None:
        refuse_unwritable(options.out)
    if "regret" in options.parts:
        options.labels = regret.labels_of(options.labels, options.positions)
    compiled = [agent for agent in agents if is_compiled(agent)]
    if not compiled and "regret" not in options.parts:
        raise UsageError(
            f"{', '.join(options.parts)}: games of compiled agents alone, and {', '.join(agents)}"
            " plays outside; add --parts regret"
        )
    rows: dict[str, Any] = {}
    alike = partial(names_alike, (*agents, options.against))
    with Workers(options.jobs, alike=alike) as workers:
        for part in PARTS:
            if part not in options.parts:
                continue
            who = agents if part == "regret" else compiled
            progress = Progress(len(who), f"agents, {part}")
            found = {}
            for agent in who:
                found[agent] = _MEASURES[part](agent, options, workers)
                progress.say(len(found))
            progress.clear()
            rows[part] = _SHOWN[part](found, options)
    if len(compiled) < len(agents) and set(options.parts) != {"regret"}:
        others = ", ".join(agent for agent in agents if agent not in compiled)
        print(f"\nRegret alone for {others}: the games are for compiled agents.")
    print("\nIntervals are 95 %, clustered by game or deal.")
    if options.out is not None:
        data = {"seed": options.seed, "agents": list(agents), **rows}
        write_atomically(options.out, (json.dumps(data, indent=1) + "\n").encode())
        print(f"Figures written to {options.out}.")
    return 0


def _regret(agent: str, options: argparse.Namespace, workers: Workers) -> Any:
    return regret.regrets(agent, options.labels, workers, options.positions)


def _shares(agent: str, options: argparse.Namespace, workers: Workers) -> Any:
    return shares.shares(agent, max(2, options.games // 2), options.seed, workers)


def _masking(agent: str, options: argparse.Namespace, workers: Workers) -> Any:
    cost = partial(masking.masking_cost, agent, count=options.deals, seed=options.seed)
    return {kind: cost(kind=kind, workers=workers) for kind in masking.LEAST}


def _cross_play(agent: str, options: argparse.Namespace, workers: Workers) -> Any:
    return cross_play.cross_play(agent, options.against, options.games, options.seed, workers)


def _show_regret(found: Mapping[str, Any], options: argparse.Namespace) -> Any:
    each = {agent: Estimate.of([[one.regret for one in game] for game in games])
            for agent, games in found.items()}  # fmt: skip
    first = next(iter(found))
    count = each[first].items
    print(
        f"Regret in {counted(count, 'position')} of {len(found[first]):,} games, labels of"
        f" {options.labels};"
        " 1 is a certain win, -1 a certain loss"
    )
    _head(found)
    _row("all positions", [f"{one.mean:z.4f} ±{one.high - one.mean:z.4f}" for one in each.values()])
    paired = {agent: _paired(games, found[first]) for agent, games in found.items()}
    shown = ["" if agent == first else f"{one.mean:+z.4f} ±{one.high - one.mean:z.4f}"
             for agent, one in paired.items()]  # fmt: skip
    if len(found) > 1:
        _row(f"more than {first}", shown)
    every = {agent: [one for game in games for one in game] for agent, games in found.items()}
    _row("best answer", [_share(one.best for one in e) for e in every.values()])
    _row("answer without a label", [_share(not x.labelled for x in e) for e in every.values()])
    strata = {agent: regret.by_stratum(games) for agent, games in found.items()}
    division = ""
    for stratum, one in strata[first].items():
        if stratum[0] != division:
            division = stratum[0]
            _row(f"{division}:", ["" for _ in found])
        values = [f"{strata[agent][stratum].mean:z.4f}" for agent in found]
        _row(f"  {stratum[1]} ({one.items:,})", values)
    return {
        agent: {
            "all": each[agent]._asdict(),
            "paired": paired[agent]._asdict(),
            "strata": {": ".join(name): e._asdict() for name, e in strata[agent].items()},
        }
        for agent in found
    }


def _paired(games: Any, others: Any) -> Estimate:
    """The difference of regrets, position by position."""
    return Estimate.of(
        [one.regret - other.regret for one, other in zip(game, with_, strict=True)]
        for game, with_ in zip(games, others, strict=True)
    )


def _share(flags: Iterable[bool]) -> str:
    values = list(flags)
    return f"{sum(values) / max(1, len(values)):.1%}".replace("%", " %")


def _show_shares(found: Mapping[str, Any], options: argparse.Namespace) -> Any:
    print(f"\nShares of drawn cards, %; {counted(max(2, options.games // 2), 'game')} of the lists")
    _head(found)
    for kind in shares.KINDS:
        for way, says in (("played", "played from hand"), ("mana", "turned into Mana")):
            _row(
                f"{kind.capitalize()}s {says}",
                [_percent(getattr(each[kind], way)) for each in found.values()],
            )
    return {agent: {kind: {"played": one.played._asdict(), "mana": one.mana._asdict()}
                    for kind, one in each.items()} for agent, each in found.items()}  # fmt: skip


def _show_masking(found: Mapping[str, Any], options: argparse.Namespace) -> Any:
    print(
        f"\nMasking cost, points of win rate lost; {counted(options.deals, 'deal')} of a list"
        " with such"
        " cards against a starter"
    )
    _head(found)
    for kind, least in masking.LEAST.items():
        count = len(masking.lists_with(kind))
        _row(
            f"{kind.capitalize()}s, {counted(count, 'list')} of {least} or more",
            [f"{100 * each[kind].mean:z.1f} {_span(each[kind])}" for each in found.values()],
        )
    return {agent: {kind: asdict(one) for kind, one in each.items()}
            for agent, each in found.items()}  # fmt: skip


def _show_cross_play(found: Mapping[str, Any], options: argparse.Namespace) -> Any:
    print(f"\nWon against {options.against}, %; {counted(options.games, 'game')} a row, both ways")
    _head(found)
    for name in (*cross_play.SETS, cross_play.ALONE):
        _row(name, [_percent(each[name]) for each in found.values()])
    return {agent: {name: one._asdict() for name, one in each.items()}
            for agent, each in found.items()}  # fmt: skip


def _percent(one: Estimate) -> str:
    return f"{100 * one.mean:z.1f} {_span(one)}"


def _span(one: Estimate | Difference) -> str:
    return f"({100 * one.low:z.1f} to {100 * one.high:z.1f})"


def _head(found: Mapping[str, Any]) -> None:
    _row("", [agent if len(agent) <= 21 else f"…{agent[-20:]}" for agent in found])


def _row(name: str, cells: Sequence[str]) -> None:
    print((f"{name:{WIDE}}" + "".join(f"{cell:>22}" for cell in cells)).rstrip())


_MEASURES: dict[str, Callable[..., Any]] = {
    "regret": _regret,
    "shares": _shares,
    "masking": _masking,
    "cross-play": _cross_play,
}
_SHOWN: dict[str, Callable[..., Any]] = {
    "regret": _show_regret,
    "shares": _show_shares,
    "masking": _show_masking,
    "cross-play": _show_cross_play,
}
