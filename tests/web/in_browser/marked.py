"""A language in which every translation is between marks: a text outside of them is not translated.

The values of a translation stand outside of its marks, so one that is English is found as well.
"""

from __future__ import annotations

import re
from typing import Any

OPEN, SHUT = "⟦", "⟧"
SHOWN = """() => {
  const seen = (element) => element.checkVisibility();
  const left = "code, script, noscript, style, kbd, [lang=en], [translate=no]";
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!element.closest(left)) found.push(walk.currentNode.textContent);
  }
  for (const element of document.querySelectorAll("[title], [placeholder], [aria-label], [alt]"))
    for (const name of ["title", "placeholder", "aria-label", "alt"])
      if (!element.closest(left)) found.push(element.getAttribute(name) || "");
  return [...found, document.title].map((text) => text.trim()).filter(Boolean);
}"""
"""All texts of a page but code."""
_PLACEHOLDER = re.compile(r"\{\w+\}")


def marked(language: dict[str, Any]) -> dict[str, Any]:
    """Return a language, each translation between marks."""
    found = {part: _each(language[part], _outside) for part in ("pages", "server")}
    # the wording of a card has no unknown part, and its parts are joined to words
    return found | {"cards": language["cards"] | {"line": _each(language["cards"]["line"], _whole)}}


def _each(entry: Any, mark: Any) -> Any:
    return (
        {key: _each(form, mark) for key, form in entry.items()}
        if isinstance(entry, dict)
        else mark(entry)
    )


def _whole(text: str) -> str:
    return OPEN + text + SHUT


def _outside(text: str) -> str:
    return _whole(_PLACEHOLDER.sub(lambda found: SHUT + found[0] + OPEN, text))


def unmarked(text: str) -> str:
    """Return what of a text is outside of all marks."""
    depth, left = 0, ""
    for letter in text:
        depth += (letter == OPEN) - (letter == SHUT)
        left += " " if letter in OPEN + SHUT else "" if depth else letter
    return " ".join(left.split())
