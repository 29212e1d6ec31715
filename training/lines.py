"""Files of lines that games are kept in."""

from __future__ import annotations

from pathlib import Path

__all__ = ["lines_in", "refuse_others"]


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


def refuse_others(path: Path, lines: list[str], read: int) -> None:
    """Raise `ValueError` for a file of something else, before it is written anew without its lines:
    none of them could be `read`, and what is there is no single line that was cut off."""
    written = [line for line in lines if line.strip()]
    if read or not written or (len(written) == 1 and written[0].startswith("{")):
        return
    raise ValueError(
        f"{path} holds something else than games, its first line is {written[0]!r:.60};"
        " name another file"
    )
