"""Write the results of a ranking as the figures shipped with the package:

    python -m altered_env.cardstats.ranking.shipping ranking

The worths of cards contain references, numbers and conditions, but no names or texts. The worths of
their elements, in the notation's words, give an estimate for cards that were never dealt
(`altered_env/cards/estimates.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env.arena.versions import plays_of, version
from altered_env.cards import Card, estimates, measured_texts
from altered_env.cards.estimates import MEAN, Element, read_elements
from altered_env.cards.printed_words import FACTIONS
from altered_env.cards.worths import FILE, Worth, file_of, read_worths, written
from altered_env.cardstats.ranking.element_table import Columns
from altered_env.cardstats.ranking.folder import plan_in
from altered_env.cardstats.ranking.hierarchy import Posterior
from altered_env.cardstats.ranking.placing import Ranking, rank, rows
from altered_env.cardstats.reporting.sheets import span_of

MOST = 3_000_000
"""The maximum size of a file, in bytes."""


def ship(folder: Path, beside: Sequence[Path] = (), into: Path = FILE.parent) -> list[Path]:
    """Write the ranking of a folder, and of the folders `beside` it, by its first agent, as three
    files: cards, elements and marks of texts; and a file of worths for each other agent. Files of
    further agents stay. Returns the files.

    Raises `ValueError`, and writes nothing, if a file would be too large or games are of another
    version.
    """
    plan, played_by = plan_in(folder)
    if played_by != version():
        raise ValueError(
            f"the games in {folder} were played by version {played_by}, but this is {version()}:"
            " rank again, or ship with the code of that version"
        )
    ranking, *others = (rank(folder, agent, beside=beside) for agent in plan.agents)
    head = _head(ranking, plan.rules, plan.mode, plan.seed)
    files = {
        into / FILE.name: written(head, _worths(ranking)),
        into / estimates.FILE.name: estimates.written(
            head,
            elements_of(ranking.model.posterior, ranking.table),
            spreads_of(ranking.model.posterior, ranking.table, ranking.cards, ranking.which),
            _zeros(ranking),
        ),
        into / measured_texts.FILE.name: measured_texts.written(ranking.cards),
    }
    for other in others:
        head = _head(other, plan.rules, plan.mode, plan.seed)
        files[into / file_of(other.agent)] = written(head, _worths(other))
    before = read_worths(into / FILE.name)
    if before.head and before.head["agent"] not in plan.agents:
        files[into / file_of(before.head["agent"])] = (into / FILE.name).read_bytes()
    for file, data in files.items():
        if len(data) > MOST:
            raise ValueError(f"{file}: {len(data):,} bytes; at most {MOST:,} are allowed")
    for file, data in files.items():
        write_atomically(file, data)
    (into / file_of(plan.agents[0])).unlink(missing_ok=True)
    for file in files:
        if file.name != measured_texts.FILE.name:
            read_elements(file) if file.name == estimates.FILE.name else read_worths(file)
    return list(files)


def _head(ranking: Ranking, rules: str, mode: str, seed: int) -> dict[str, str]:
    return {
        "agent": ranking.agent,
        "games": str(ranking.model.games),
        "rules": rules,
        "mode": mode,
        "seed": str(seed),
        "version": version(),
        "plays": plays_of(ranking.agent),
        "cards": str(len(ranking.cards)),
        "in_deck": f"{ranking.model.in_deck:.3f}",
    }


def _worths(ranking: Ranking) -> list[Worth]:
    return [
        Worth(
            row["reference"],
            *span_of(row, "worth"),
            *span_of(row, "place"),
            row["best"],
            row["copies"],
        )
        for row in rows(ranking)
    ]


def elements_of(posterior: Posterior, table: Columns) -> list[Element]:
    """Return the worth of each element, as written to the file."""
    error = np.sqrt(np.diag(posterior.covariance))
    parts = np.rint(posterior.covariance / np.outer(error, error) * estimates.FINE).astype(int)
    worth, error = 100 * posterior.coefficients, 100 * error
    found = [Element(*MEAN, 0.0, 1.0, 1.0, 1.0, float(worth[0]), float(error[0]), "")]
    for k, (kind, name) in enumerate(zip(table.kinds, table.names, strict=True)):
        found.append(
            Element(
                kind,
                name,
                float(table.middle[k]),
                float(table.scale[k]),
                float(table.least[k]),
                float(table.most[k]),
                float(worth[k + 1]),
                float(error[k + 1]),
                " ".join(str(part) if part else "" for part in parts[k + 1, : k + 1].tolist()),
            )
        )
    return found


def spreads_of(
    posterior: Posterior, table: Columns, cards: Sequence[Card], which: NDArray[np.int64]
) -> dict[str, float]:
    """Return the spread of each kind of element, and of each group's own effects."""
    found = {kind: 100 * posterior.spreads[kind] for kind in table.kinds}
    rest = np.sqrt(posterior.rest)
    for card, k in zip(cards, which.tolist(), strict=True):
        found.setdefault(f"rest {estimates.group_of(card)}", 100 * float(rest[k]))
    return found


def _zeros(ranking: Ranking) -> dict[str, tuple[float, float]]:
    """Return the worth of the plain Character among the cards of each dealt faction."""
    error = np.sqrt(np.diag(ranking.model.zero_spread))
    dealt = np.unique(ranking.model.factions[ranking.model.copies > 0])
    return {FACTIONS[f]: (100 * float(ranking.model.zero[f]), 100 * float(error[f])) for f in dealt}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the package's files."""
    parser = argparse.ArgumentParser(description="ship the worths of a ranking with the package")
    parser.add_argument("folder", type=Path, help="folder of `altered rank --out`")
    parser.add_argument(
        "--beside",
        nargs="+",
        type=Path,
        default=(),
        help="folders with other seeds, to add their games",
    )
    parser.add_argument("--out", type=Path, default=FILE.parent, help="another folder")
    options = parser.parse_args(arguments)
    try:
        files = ship(options.folder, options.beside, options.out)
    except (ValueError, LookupError, OSError) as error:
        parser.error(str(error))
    for file in files:
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
