"""`altered simulate` and `altered metrics`: games in numbers, and what they say about cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from altered_env import cards
from altered_env.commands.progress import Progress
from altered_env.game.saving import refuse_no_folder, write_atomically
from training.analysis.card_metrics import CardMetrics, Share, as_rows, metrics
from training.analysis.dataset import count_games, plan_of
from training.analysis.simulation import Simulation, run
from training.arena.deck_sets import deck_set, deck_words
from training.arena.rating_table import who_played
from training.arena.workers import compile_first

__all__ = ["print_metrics", "simulate", "table"]

BIASES = (
    "These are observed, not caused: every figure is of the decks that held the card, and of these",
    "players. In deck: how good those decks are. Drawn, in hand: also that long games draw more.",
    "Never seen: short games. Improvement is free of the deck, not of how long games are, nor of",
    "what a player keeps. What a card causes is what `altered strength` measures.",
)


def simulate(
    deck_names: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    rules: str,
    jobs: int,
    out: str,
) -> int:
    """Play games into a dataset, and say how fast."""
    names = deck_set(deck_names)
    plan = Simulation(names, tuple(agents), seed, rules)
    compile_first()  # which is no part of the speed
    progress = Progress(games, "games")
    played, processor = run(plan, games, Path(out), jobs, progress.say)
    progress.clear()
    rate = played / max(0.001, progress.seconds)
    print(f"{games:,} games of {', '.join(agents)}, rules {rules}, seed {seed}; {played:,} new")
    if played:
        print(f"{rate:,.0f} games/s, {played / max(0.001, processor):,.0f} a second of a processor")
    print(who_played(agents))
    print(f"The dataset is {out}: altered metrics {out}, altered report {out}")
    return 0


def _share(share: Share) -> str:
    half = 50 * (share.high - share.low)
    return f"{100 * share.rate:5.1f} \u00b1{half:4.1f}" if share.count else "     -     "


def table(found: Sequence[CardMetrics]) -> list[str]:
    """A line for each card: when those who held it won; and a line for what became of it."""
    won = [
        f"{'who held it won':26}{'in deck':>11}{'opening':>12}{'drawn':>12}{'in hand':>12}"
        f"{'never seen':>12}{'improvement':>13}{'copies':>9}"
    ]
    used = [f"{'what became of it':26}{'mana':>11}{'hand':>12}{'reserve':>12}{'day':>12}"]
    for row in found:
        name = f"{str(cards.find(row.card))[:25]:26}"
        better, low, high = row.improvement
        rates = " ".join(_share(share) for share in row.rates.values())
        won.append(
            f"{name}{rates}{100 * better:+7.1f} \u00b1{50 * (high - low):4.1f}"
            f"{row.rates['in_hand'].count:9,}"
        )
        shares = " ".join(_share(share) for share in (row.mana, row.from_hand, row.from_reserve))
        day, low, high = row.day
        played = f"{day:6.1f} \u00b1{(high - low) / 2:4.1f}" if row.from_hand.rate else f"{'-':>7}"
        used.append(f"{name}{shares}{played}")
    return [*won, "", *used]


def print_metrics(dataset: str, least: int, out: str | None, agent: str | None = None) -> int:
    """Print what a dataset says about each card, or write it as CSV."""
    if out is not None:
        refuse_no_folder(out)
    folder = Path(dataset)
    plan = plan_of(folder)
    if agent is not None and agent not in plan["agents"]:
        raise ValueError(f"{agent} did not play in {dataset}: {', '.join(plan['agents'])} did")
    found, fewer = metrics(folder, least, agent)
    if out is not None:
        rows = as_rows(found)
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(rows[0]) if rows else ["card"])
        writer.writeheader()
        writer.writerows(rows)
        write_atomically(out, text.getvalue().encode())
        print(f"{len(rows)} cards are in {out}")
        return 0
    games = count_games(folder)
    print("\n".join(table(found)))
    print(
        "\nIn percent, with 95 % intervals by game. Copies: in hand. Mana, hand: of these,"
        "\nhow many became Mana Orbs, were played; reserve: of copies seen, how many were played"
        "\nfrom Reserve; day: the mean of when they were first played from hand."
    )
    if fewer:
        print(f"{fewer} cards with fewer than {least} copies in hand are left out (--least).")
    names = deck_words(plan["decks"])
    print(f"Rules {plan['rules']}, seed {plan['seed']}, decks {names}; {games:,} games.")
    if agent is not None:
        print(f"Only copies of {agent} are counted.")
    print(who_played(plan["agents"]))
    print("\n".join(BIASES))
    return 0
