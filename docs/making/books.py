"""Notebooks as pages: their cells in order, with the outputs that are stored in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["page"]

_TITLE = re.compile(r"^# (.*)", re.MULTILINE)


def page(path: Path, out: Path) -> str:
    """Write a notebook as a page into `out`, pictures beside it. Returns its title."""
    book = json.loads(path.read_text("utf-8"))
    parts: list[str] = []
    pictures = 0
    for cell in book["cells"]:
        source = "".join(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            shown, picture = _shown(output)
            if picture:
                name = f"{path.stem}-{pictures}.svg"
                (out / name).write_text(picture, "utf-8")
                shown = f"![]({name})"
                pictures += 1
            if shown:
                parts.append(shown)
    parts.append(f"*The notebook itself: `notebooks/{path.name}`.*")
    text = "\n\n".join(parts) + "\n"
    (out / f"{path.stem}.md").write_text(text, "utf-8")
    found = _TITLE.search(text)
    return found[1] if found else path.stem


def _shown(output: dict[str, Any]) -> tuple[str, str]:
    """An output as text of the page, or as a picture."""
    if output["output_type"] == "stream":
        return _block("".join(output["text"])), ""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return "", "".join(data["image/svg+xml"])
    if "text/html" in data:
        html = "".join(data["text/html"])
        if html.lstrip().startswith("<svg"):
            return "", html
        lines = (line.strip() for line in html.splitlines())
        return f'<div class="output">{"".join(lines)}</div>', ""
    return _block("".join(data.get("text/plain", ""))), ""


def _block(text: str) -> str:
    """Text to the letter, longer rows and all."""
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""
