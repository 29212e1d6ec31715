"""The log of a run: a line per round in `log.jsonl`, and scalars for TensorBoard."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env.arena.line_files import add_lines, read_lines

NO_TENSORBOARD = (
    "TensorBoard is not installed: pip install 'altered-env[train]'. log.jsonl has the same numbers"
)


class Logbook:
    """The lines of a run.

    >>> import tempfile
    >>> log = Logbook(Path(tempfile.mkdtemp()), tensorboard=False)
    >>> log.write({"round": 1, "decisions": 64, "entropy": 1.5})
    >>> log.lines()
    [{'round': 1, 'decisions': 64, 'entropy': 1.5}]
    """

    def __init__(self, out: Path, tensorboard: bool, since: int = 0) -> None:
        """`since`: the round from which the run resumes; lines of later rounds are dropped."""
        self._path = out / "log.jsonl"
        lines = [line for line in self.lines() if line["round"] <= since]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        write_atomically(self._path, text.encode())
        decisions = lines[-1]["decisions"] if lines else 0
        self._board = _board(out / "tensorboard", decisions) if tensorboard else None

    def lines(self) -> list[dict[str, Any]]:
        """All lines so far; a truncated last one does not count. Raises `ValueError`, which names a
        line that no run wrote."""
        return [line for _, line in read_lines(self._path, _line)]

    def write(self, line: Mapping[str, Any]) -> None:
        """Add a line; its numbers are drawn over `decisions`."""
        add_lines(self._path, [line])
        if self._board is not None:
            for name, number in line.items():
                if isinstance(number, int | float):
                    self._board.add_scalar(name.replace(" ", "_"), number, line["decisions"])

    def close(self) -> None:
        """Flush the log."""
        if self._board is not None:
            self._board.close()


def _line(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise ValueError(f"expected an object, found {row!r:.40}")
    for name in ("round", "decisions"):
        if type(row.get(name)) is not int or row[name] < 0:
            raise ValueError(f"{name} must be a whole number, found {row.get(name)!r:.40}")
    return row


def _board(folder: Path, since: int) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        print(NO_TENSORBOARD, flush=True)
        return None
    return SummaryWriter(str(folder), purge_step=since + 1 if since else None)
