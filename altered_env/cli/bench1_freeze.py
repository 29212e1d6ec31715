"""`altered bench1 freeze`: make the files of the splits and the panel, or check them."""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env._runtime.atomic_files import make_folder


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.description = (
        "Make the decks of the tasks, the lists of what is withheld, and the hashes of the panel's "
        "play, as a release of the benchmark does once; without --out, compare them with the "
        "frozen ones."
    )
    parser.add_argument("--out", metavar="DIR", help="write the files into this folder")
    parser.add_argument(
        "--uniques", metavar="FILE", help="references of unique cards, 1,000 of which are withheld"
    )


def run(options: argparse.Namespace) -> int:
    """Write or compare; the status is 1 if anything differs."""
    from altered_env._runtime.signals import temporary_folder
    from altered_env.arena.bench1.tasks import FROZEN, panel_frozen, panel_here, write_panel
    from altered_env.decks.bench1 import freezing
    from altered_env.decks.bench1.frozen_files import hashes
    from altered_env.formats.variants import card_pool

    references = sorted(card_pool(Path(options.uniques))) if options.uniques else ()
    if options.out is not None:
        folder = Path(options.out)
        make_folder(folder)
        found = freezing.freeze(folder, references)
        write_panel(folder / FROZEN.name)
        print(f"{len(found) + 1} files are in {folder}.")
        return 0
    with temporary_folder() as folder_name:
        found = freezing.freeze(Path(folder_name), references)
    status = 0
    for here, frozen in ((found, hashes()), (panel_here(), panel_frozen())):
        for name, digest in here.items():
            same = frozen.get(name) == digest
            print(f"{name:26}{digest[:16]}  {'as frozen' if same else 'other than frozen'}")
            status |= not same
    return status
