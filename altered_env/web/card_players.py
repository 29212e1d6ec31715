"""Studies and datasets of a card in the folder of `--data`, by player.

A study of `altered strength --out` measures the causal effect of the card: games with it minus
games without. A dataset of `altered simulate` gives observations: copies in hand minus copies never
seen. Both depend on the player's skill with the card, so each player has its row, the weakest
first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from altered_env._runtime.input_files import LINES, opened
from altered_env._runtime.json_text import parsed
from altered_env.arena.paired import difference
from altered_env.arena.rating_table import rating_of
from altered_env.cardstats.card_metrics import metrics
from altered_env.cardstats.dataset import plan_of
from altered_env.cardstats.deals import questions
from altered_env.web.data_folder import DataFolder

LEAST = 30
"""Of a dataset, a player who had fewer copies of the card in hand has no row."""
HEAD = 20_000
"""The maximum length of a line of a study."""

Json = dict[str, Any]


def by_player(folder: DataFolder, card: str) -> Json:
    """The rows of a card, by its reference; and which files could not be read, and why."""
    rows: list[Json] = []
    wrong: list[str] = []
    sources = [(name, _of_study) for name in folder.names("jsonl")]
    sources += [(name, _of_dataset) for name in folder.datasets()]
    for name, read in sources:
        try:
            rows += [{"file": name, **row} for row in read(folder.path(name), card)]
        except (ValueError, OSError) as error:
            wrong.append(f"{name}: {error}"[:500])
    rows.sort(key=lambda row: (row["kind"], float("inf") if row["elo"] is None else row["elo"]))
    return {"rows": rows, "wrong": wrong}


def _of_study(path: Path, card: str) -> Iterator[Json]:
    """The results of the card's studies in this file; empty for a file of other lines."""
    if not _asks(path):
        return
    for asked, deals in questions(path):
        if asked.card == card:
            found = difference([deal.difference for deal in deals])
            rated = rating_of(asked.agent)
            yield {
                "kind": "caused",
                "player": asked.agent,
                "elo": None if rated is None else rated.elo,
                "against": "a plain Character" if asked.plain else asked.against_name,
                "mean": found.mean,
                "low": found.low,
                "high": found.high,
                "games": 4 * len(deals),
            }


def _asks(path: Path) -> bool:
    """Does the file begin with a study's question? Other commands write lines of JSON as well."""
    with opened(path, LINES) as file:
        try:
            first = parsed(file.readline(HEAD))
        except ValueError:
            return False
    return isinstance(first, dict) and {"study", "card", "against"} <= first.keys()


def _of_dataset(path: Path, card: str) -> Iterator[Json]:
    """The observations of the card with each player."""
    plan = plan_of(path)
    for agent in plan["agents"]:
        rated = (plan.get("ratings") or {}).get(agent)
        for row in metrics(path, LEAST, agent, card)[0]:
            mean, low, high = row.improvement
            yield {
                "kind": "observed",
                "player": agent,
                "elo": None if rated is None else rated["elo"],
                "against": "copies never seen",
                "mean": mean,
                "low": low,
                "high": high,
                "games": row.games,
            }
