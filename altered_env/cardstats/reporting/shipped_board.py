"""Write the included board into a table of docs/reports/players.md: `make docs`.

The page contains only figures from the file of the board.
"""

from __future__ import annotations

import json
from pathlib import Path

from altered_env._runtime import renamed
from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.plurals import counted
from altered_env.arena.board.archive import opened
from altered_env.arena.board.schedule import RATINGS, SLOW, Board, open_board
from altered_env.cardstats.reporting.of_boards import standings

DOCS = Path(__file__).parents[3] / "docs"
SHIPPED = DOCS / "boards" / "agents.zip"
PAGE = DOCS / "reports" / "players.md"
BEGIN, END = "<!-- the board: `make docs` writes this -->", "<!-- end of the board -->"


def table(path: Path = SHIPPED) -> str:
    """Return the results of a board, in Markdown."""
    with opened(path) as folder:
        board = open_board(folder)
        said = json.loads(read_text(folder / RATINGS, DOCUMENT))
    config = board.config
    lines = [
        f"{counted(len(board.rows), 'game')}, decks `{config.decks}`, rules {config.rules},"
        f" {', '.join(config.formats)}, lists {config.lists}, {_aim(board)}."
        f" Played by version `{said['version']}` of altered-env {said['package']}."
        f" Milliseconds depend on the machine.",
        "",
        "| | Elo | interval | won | games | ms per decision |",
        "|---|---|---|---|---|---|",
    ]
    for row in standings(board):
        span = f"{row['elo_low']:z.0f} to {row['elo_high']:z.0f}"
        name = renamed.agent(row["name"], tell=False)
        lines.append(
            f"| `{name}` | {row['elo']:z.0f} | {span} | {100 * row['rate']:.0f} %"
            f" | {row['games']} | {row['ms']:.3g} |"
        )
    return "\n".join(lines)


def _aim(board: Board) -> str:
    """Return the target width of the intervals, and the agents that miss it."""
    config = board.config
    wide = [f"`{renamed.agent(agent, tell=False)}`" for agent in board.unsettled()]
    said = f"intervals of ±{config.until:g} Elo"
    if config.until_slow:
        said += f" (±{config.until_slow:g} above {SLOW:g} ms per decision)"
    return f"{said}, not reached yet by {', '.join(wide)}" if wide else said


def within(text: str, said: str) -> str:
    """Return the text with the part between the marks replaced.

    >>> within(f"a\\n{BEGIN}\\nold\\n{END}\\nb", "new") == f"a\\n{BEGIN}\\nnew\\n{END}\\nb"
    True
    """
    head, _, rest = text.partition(BEGIN)
    _, mark, tail = rest.partition(END)
    if not mark:
        raise ValueError(f"{PAGE}: {BEGIN} or {END} is missing")
    return f"{head}{BEGIN}\n{said}\n{END}{tail}"


if __name__ == "__main__":
    write_atomically(PAGE, within(PAGE.read_text("utf-8"), table()).encode())
