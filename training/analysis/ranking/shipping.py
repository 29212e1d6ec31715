"""Write what a ranking found down as the figures that come along with the package:

    python -m training.analysis.ranking.shipping ranking

References and numbers alone, and what they hold for; no names, no texts.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from altered_env.cards.worths import FILE, Worth, read_worths, written
from altered_env.whole_files import write_atomically
from training.analysis.ranking.experiment import plan_in
from training.analysis.ranking.placing import Ranking, rank, rows
from training.arena.versions import plays_of, version

__all__ = ["MOST", "main", "ship"]

MOST = 3_000_000
"""No file is larger, in bytes."""


def ship(folder: Path, beside: Sequence[Path] = (), file: Path = FILE) -> int:
    """Write the ranking of a folder, and of those `beside` it, by its first agent, into a file;
    returns how many bytes.

    Raises `ValueError` for a file that would be too large and for games of another version, and
    writes nothing.
    """
    plan, played_by = plan_in(folder)
    if played_by != version():
        raise ValueError(
            f"the games in {folder} were played by version {played_by}, this is {version()}:"
            " rank anew, or ship with the code of then"
        )
    ranking = rank(folder, plan.agents[0], beside=beside)
    data = written(_head(ranking, plan.rules, plan.mode, plan.seed), _worths(ranking))
    if len(data) > MOST:
        raise ValueError(f"{len(data):,} bytes of worths, {MOST:,} are the most")
    write_atomically(file, data)
    read_worths(file)
    return len(data)


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
            row["worth"],
            row["worth_low"],
            row["worth_high"],
            row["place"],
            row["place_low"],
            row["place_high"],
            row["best"],
            row["copies"],
        )
        for row in rows(ranking)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file of the package."""
    parser = argparse.ArgumentParser(description="ship the worths of a ranking with the package")
    parser.add_argument("folder", type=Path, help="what `altered rank --out` wrote")
    parser.add_argument(
        "--beside",
        nargs="+",
        type=Path,
        default=(),
        help="folders of other seeds, whose games join",
    )
    parser.add_argument("--out", type=Path, default=FILE, help="another file")
    options = parser.parse_args(arguments)
    size = ship(options.folder, options.beside, options.out)
    print(f"{options.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
