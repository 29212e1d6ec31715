"""`make demo`: train a small agent, rate it, measure the worth of cards, and rate the bundled
agent; minutes on two cores.

Options: `python -m altered_env.cli.demo_training --help`. All results go to one folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import astuple, replace
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder, write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST_FAST
from altered_env.arena.pairings import Arena, Outcome
from altered_env.arena.pairings import run as arena
from altered_env.arena.ratings import Rating, wilson
from altered_env.arena.workers import Jobs, add_jobs, reach
from altered_env.cardstats.deals import Deal
from altered_env.cardstats.reporting.of_causes import strength_section
from altered_env.cardstats.reporting.page import write as write_page
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import Column, Sheet, spanned
from altered_env.cardstats.studies import Study
from altered_env.cli.strength import Asked, played
from altered_env.cli.strength import table as strength_table
from altered_env.decks import names
from altered_env.render.plots import printed
from altered_env.train import runs
from altered_env.train.config import Config
from altered_env.train.evaluate import Curve, evaluate, rating_plot, refuse_odd, table, write
from altered_env.train.learner import Learner
from altered_env.train.refusing import refusing

SMALL = Config(
    decks="starters",
    seed=1,
    decisions=600_000,
    learning_rate=2e-3,
    entropy=0.015,
    opponent_fraction=0.3,
    opponents="greedy",
    afterstates=24,
    expert="rules:worlds=1",
    distill_until=0.25,
    file_every=200_000,
)
"""The training options, equal to configs/demo.yaml."""
BASELINES = ("random", "greedy")
KEPT = 3
"""The number of networks of the run to rate."""
AGENT, RIVAL = STRONGEST_FAST, "greedy"
"""The strongest fast agent, and its opponent at the end."""
CARDS = ("Foundry Armorer R1", "Kelon Elemental C")


def bars(agents: Sequence[str], ratings: Sequence[Rating], wide: int = 40) -> str:
    """Ratings with their intervals as a text plot.

    >>> print(bars(["random", "greedy"], [Rating(-200, -300, -100), Rating(200, 100, 300)], 12))
    random            -200  |--*--       |
    greedy             200  |        --*-|
    """
    low, high = min(r.low for r in ratings), max(r.high for r in ratings)
    span = max(1.0, high - low)

    def at(elo: float) -> int:
        return min(wide - 1, int(wide * (elo - low) / span))

    lines = []
    for agent, rating in zip(agents, ratings, strict=True):
        row = [" "] * wide
        for k in range(at(rating.low), at(rating.high) + 1):
            row[k] = "-"
        row[at(rating.elo)] = "*"
        lines.append(f"{agent[:16]:16}{rating.elo:z6.0f}  |{''.join(row)}|")
    return "\n".join(lines)


def _rate(out: Path, games: int, jobs: Jobs) -> tuple[Curve, Path]:
    """Rate the networks kept by the run; return their curve, and the path of its plot."""
    curve = evaluate(out, BASELINES, games, "starters", KEPT, 7, jobs, show=True)
    print("\n" + table(curve))
    print("\nRatings, with 95 % intervals:")
    labels = [f"after {point.decisions:,}" for point in curve.points]
    ratings = [point.rating for point in curve.points]
    print(bars([*labels, *curve.baselines], [*ratings, *curve.baselines.values()]))
    return curve, write(curve, out)[1]


def _refuse(config: Config, out: Path, games: int, deals: int) -> None:
    """Raise `ValueError` for options that would fail after the training, and for a folder with
    another run; the demonstration's own is overwritten."""
    refuse_odd(games, "--games")
    if deals < 1:
        raise ValueError(f"--deals must be 1 or more, found {deals}")
    if runs.is_begun(out) and not runs.is_of(config, out):
        raise ValueError(f"{out}: this folder holds a run with other options; give another --out")


@refusing("altered_env.cli.demo_training")
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demonstration; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.cli.demo_training", description=__doc__
    )
    option(parser, "--out", "runs/demo", "output folder")
    parser.add_argument(
        "--decisions", type=int, default=SMALL.decisions, help="decisions to train on"
    )
    option(parser, "--games", 200, "games per pair of agents, even")
    option(parser, "--deals", 40, "deals per card, four games each")
    add_jobs(parser)
    parser.add_argument(
        "--pictures", metavar="FOLDER", help="also write the two pictures to this folder"
    )
    options = parser.parse_args(arguments)
    out = Path(options.out)
    with ExitStack() as alone:
        config = replace(SMALL, decisions=options.decisions)
        reach(options.jobs)
        alone.enter_context(writing_in(out))
        _refuse(config, out, options.games, options.deals)
        if options.pictures:
            make_folder(options.pictures)
        print(
            f"1. A network learns from {counted(config.decisions, 'decision')} of its own: first"
            " from the\n"
            "advice of `rules`, then from who wins.\n"
        )
        with signals.keeping(f"the files in {out} are kept, and the same command starts again"):
            _demonstrate(config, out, options.games, options.deals, options.jobs)
    if options.pictures:
        for name in ("rating", "cards"):
            kept = Path(options.pictures) / f"demo-{name}.svg"
            write_atomically(kept, (out / f"{name}.svg").read_bytes())
            print(f"Picture written to {kept}.")
    return 0


def _demonstrate(config: Config, out: Path, games: int, deals: int, jobs: Jobs) -> None:
    """Train, rate and measure."""
    Learner(config, out).train()
    network = out / "network.safetensors"
    print("\n2. It plays the baseline agents with the six starter decks.\n")
    curve, picture = _rate(out, games, jobs)
    print("\n3. The worth of cards: games that differ only in the card.\n")
    found = played(Asked(CARDS, agents=("greedy",), deals=deals, jobs=jobs, out=None))
    cards = strength_table(found)
    print(cards)
    print(f"\n4. The bundled agent {AGENT} was trained for longer. It plays {RIVAL}.\n")
    verdict, rows = _meeting(games, jobs)
    print(verdict)
    pictures = _pictures(out, picture, cards)
    page = out / "results.html"
    write_page(_report(out, curve, found, verdict, len(rows)), page)
    print(
        f"\nAll on one page      {page}: open it in a browser\n"
        f"The network          {network}\n"
        f"The rating plot      {picture}\n"
        f"The table of cards   {pictures}\n"
        f"Ratings, numbers     {out / 'evaluation.json'}, each game {out / 'evaluation.jsonl'}\n"
        f"Training log         {out / 'log.jsonl'}; or: tensorboard --logdir {out}\n"
        f"Earlier networks     {out / 'kept'}\n\n"
        f"Play against it:     altered play --opponent net:{network}\n"
        f"  or, stronger:      altered play --opponent {AGENT}\n"
        "Measure a card:      altered strength NAME\n"
        "Train for longer:    python -m altered_env.train --help"
    )


def _meeting(games: int, jobs: Jobs) -> tuple[str, list[Outcome]]:
    """The verdict on the bundled agent against its opponent, and the games."""
    plan = Arena((AGENT, RIVAL), names(), games, seed=7)
    progress = Progress(games, "games", games=True)
    rows = arena(plan, jobs, say=progress.say)
    progress.clear()
    return judged(sum(row.score(AGENT) for row in rows), len(rows)), rows


def judged(won: float, games: int) -> str:
    """The verdict on the agent from its number of wins.

    >>> judged(30, 40).removeprefix(AGENT)
    ' beats greedy: it won 75.0 % of 40 games (59.8 to 85.8 %).'
    >>> judged(22, 40).removeprefix(AGENT)
    ' won 55.0 % of 40 games against greedy (39.8 to 69.3 %): too few to tell which is stronger.'
    """
    low, high = wilson(won, games)
    span = f"({100 * low:z.1f} to {100 * high:z.1f} %)"
    share = f"{100 * won / games:.1f} % of {games} games"
    if low > 0.5:
        return f"{AGENT} beats {RIVAL}: it won {share} {span}."
    if high < 0.5:
        return f"{AGENT} loses to {RIVAL}: it won {share} {span}."
    return f"{AGENT} won {share} against {RIVAL} {span}: too few to tell which is stronger."


def _pictures(out: Path, rating: Path, cards: str) -> Path:
    """Draw the printed table of cards next to the plot of ratings; return its path."""
    drawn = rating.with_name("cards.svg")
    picture = printed(cards, "The worth of cards, as printed by altered strength")
    write_atomically(drawn, picture.as_file().encode())
    return drawn


def _report(
    out: Path, curve: Curve, found: Sequence[tuple[Study, Sequence[Deal]]], verdict: str, last: int
) -> Report:
    """The report with all results."""
    columns = (
        Column("agent", "agent"),
        Column("elo", "Elo", "elo"),
        *(Column(name, f"wins against {name}", "percent") for name in BASELINES),
    )
    rated: list[dict[str, object]] = [
        {"agent": f"after {counted(point.decisions, 'decision')}"}
        | spanned("elo", *astuple(point.rating))
        | {name: point.won[name] / curve.games for name in BASELINES}
        for point in curve.points
    ]
    rated += [
        {"agent": name} | spanned("elo", *astuple(rating))
        for name, rating in curve.baselines.items()
    ]
    words = ["Elo ratings with 95 % intervals, from games with the six starter decks."]
    sheet = Sheet("ratings", "The networks of the run and their opponents", columns, rated)
    sections = (
        Section("ratings", "A network that learns", words, [rating_plot(curve)], [sheet]),
        strength_section([(study.question(), deals) for study, deals in found]),
        Section("agent", "The bundled agent", [verdict]),
    )
    conditions = (
        ("Run", str(out)),
        ("Rules", "2024.09"),
        ("Decks", "the six starter decks"),
        ("Games", f"{curve.games} per pair of agents; {last} of {AGENT} against {RIVAL}"),
    )
    return Report("Results of the demonstration", conditions, sections)


if __name__ == "__main__":
    raise SystemExit(main())
