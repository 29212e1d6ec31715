"""Names of decks: they are cells of tables, columns of files, and words on a terminal."""

from __future__ import annotations

from typing import Final

_JOINERS: Final = "\N{ZERO WIDTH JOINER}\N{NO-BREAK SPACE}"
"""Unprintable by themselves, but usual within names."""


def fault_of_name(name: str) -> str:
    """Why a deck cannot have this name; empty if it can.

    >>> fault_of_name("my\\tdeck")
    "the name 'my\\\\tdeck' has a character that cannot be printed, '\\\\t': take another name"
    >>> fault_of_name("Aurélie's deck")
    ''
    """
    for letter in name:
        if not letter.isprintable() and letter not in _JOINERS:
            return (
                f"the name {name[:60]!a} has a character that cannot be printed,"
                f" {letter!a}: take another name"
            )
    return ""
