"""The files of the splits, each with its SHA-256 in `hashes.json`.

A hash is that of the text, so that another compression changes nothing.

>>> len(frozen_text(UNIQUES).splitlines())
1000
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
HASHES: Final = FOLDER / "hashes.json"
UNIQUES: Final = "withheld-uniques"
PEOPLE: Final = "withheld-lists"
TRAINING: Final = "training-decks"
"""Its decks are generated where they are needed; only their hash is kept."""


def digest_of(text: str) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def path_of(name: str) -> Path:
    """The file of this name."""
    return FOLDER / f"{name}.txt.gz"


@functools.cache
def hashes() -> dict[str, str]:
    """The SHA-256 of each file, by name."""
    found: dict[str, str] = json.loads(HASHES.read_text("utf-8"))
    return found


@functools.cache
def frozen_text(name: str) -> str:
    """The text of a file. Raises `ValueError` if it is not the frozen one."""
    return checked(name, gzip.decompress(path_of(name).read_bytes()).decode())


def checked(name: str, text: str) -> str:
    """This text, if it is the frozen one of this name. Raises `ValueError` if not."""
    found, right = digest_of(text), hashes().get(name, "none")
    if found != right:
        raise ValueError(
            f"{name} of Altered-Bench 1 is not the frozen one: its SHA-256 is {found[:16]}, that of"
            f" the benchmark {right[:16]}; install the released version of altered-env"
        )
    return text
