"""Which cards a scenario of the tests names: the list is generated, by `make docs`."""

from __future__ import annotations

import csv
import functools
from pathlib import Path

FILE = Path(__file__).with_name("verified.tsv")


@functools.cache
def verified() -> frozenset[str]:
    """The references of the cards that are verified.

    >>> "CORE_AX_16_C" in verified()
    True
    """
    with FILE.open(encoding="utf-8", newline="") as file:
        return frozenset(row["reference"] for row in csv.DictReader(file, delimiter="\t"))
