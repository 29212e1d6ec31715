"""`altered decks improve`: legal changes of a deck, tried by paired games."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill

from altered_env import stopping
from altered_env.commands.deck_lists import find_deck
from altered_env.commands.progress import Progress
from altered_env.game.saving import write_atomically
from training.analysis.improving import Improved, Search, Step, improve
from training.arena.deck_sets import legal_decks
from training.arena.ledger import Ledger, Table
from training.arena.rating_table import who_played
from training.arena.workers import AGAIN, Workers

__all__ = ["Asked", "improve_deck", "report"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says."""

    deck: str
    search: Search
    opponents: str = "starters"
    agent: str = "greedy"
    seed: int = 0
    rules: str = "2024.09"
    jobs: int = 0
    log: str | None = None
    out: str | None = None


def _line(step: Step, p: float | None = None) -> str:
    verdict = "accepted" if step.accepted else "not proved"
    worth = step.worth
    line = (
        f"{step.change!s:54}{100 * worth.mean:+6.1f} % ({100 * worth.low:+.1f} .. "
        f"{100 * worth.high:+.1f}){4 * worth.deals:7,} games"
    )
    return f"{line}  {verdict}" if p is None else f"{line}  p {p:.3f}  {verdict}"


def report(found: Improved, table: Table) -> str:
    """Every step with its evidence, and what came of all of them."""
    lines = [f"{found.before.name}, improved by {table.agent} in {found.games:,} games:", ""]
    lines += [_line(step, p) for step, p in zip(found.steps, found.corrected, strict=True)] or [
        "No change came as far as to prove itself."
    ]
    count = sum(step.accepted for step in found.steps)
    worth, (before, after) = found.worth, found.rates
    lines += [
        "",
        f"{count} of {len(found.steps)} changes accepted. It ended: {found.why}.",
        f"In {4 * worth.deals:,} games more the deck won {100 * after:.1f} %, before "
        f"{100 * before:.1f} %: {100 * worth.mean:+.1f} % ({100 * worth.low:+.1f} .. "
        f"{100 * worth.high:+.1f}).",
        "",
        fill(
            "A change is the best of a race of those drawn by chance, and is shown with the games "
            "played after that, in which it had to prove itself: an interval above zero. Intervals "
            "hold 95 %, clustered by deal: one opponent and seed, both seats, both decks. p is "
            "corrected after Holm for all changes that came so far.",
            90,
        ),
        f"Rules {table.rules}, seed {table.seed}; opponents "
        f"{', '.join(deck.name for deck in table.opponents)}.",
        who_played([table.agent]),
    ]
    return "\n".join(lines)


def improve_deck(asked: Asked) -> int:
    """Improve a deck, print the report and write the list."""
    deck = find_deck(asked.deck)
    others = legal_decks(asked.opponents, asked.rules)
    table = Table(others, asked.agent, asked.seed, asked.rules)
    log = None if asked.log is None else Path(asked.log)
    out = Path(asked.out or f"{deck.name}-improved.txt")
    progress = Progress(asked.search.games, "games")

    def tell(step: Step) -> None:
        progress.clear()
        print(_line(step), file=sys.stderr, flush=True)

    def words() -> str:
        if log is None:
            return "nothing of it is kept; with --log its games are, and it goes on with them"
        return f"the games so far are in {log}; {AGAIN}"

    with stopping.keeping(words), Workers(asked.jobs) as workers:
        ledger = Ledger(table, workers, log, progress.say)
        found = improve(deck, ledger, asked.search, tell=tell)
    progress.clear()
    print(report(found, table))
    better = replace(found.deck, name=f"{deck.name}, improved")
    write_atomically(out, better.to_text().encode())
    print(f"The deck is {out}.")
    return 0
