"""Files of lines that games are kept in."""

from __future__ import annotations

from pathlib import Path

__all__ = ["lines_in"]


def lines_in(path: Path) -> list[str]:
    """The lines of a file of text, none where there is no file.

    Raises `ValueError`, which names the file, for bytes that are no text.
    """
    if not path.exists():
        return []
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is no file of lines that games are kept in: its byte {error.start} is no text;"
            " name another file"
        ) from None
