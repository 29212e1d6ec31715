"""What the parts of card texts mean, kept on disk: a text that was read once is not read again.

The key covers the grammar, the program that reads, and the names of the pool, so an entry is never
stale. Parts that were not understood are not kept.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from altered_env import language
from altered_env.engine import cache
from altered_env.language.english.understanding import MOST_KNOWN, Line, Part, known_parts
from altered_env.language.kinds import Names

KIND = "texts"


def load(names: Names) -> int:
    """Add what is kept for these names to the known parts. Returns the number of parts kept."""
    key = _key(names)
    kept = None if key is None else cache.fetch(KIND, key)
    if kept is None:
        return 0
    known = known_parts(names)
    rows = json.loads(kept)
    for text, spell, lines in rows:
        part = Part(text, bool(spell))
        if part not in known:
            known[part] = tuple(
                Line(text[start:end], start, end, tuple(notation), None, "")
                for start, end, notation in lines
            )
    return len(rows)


def save(names: Names) -> None:
    """Keep the known parts of these names, if possible."""
    key = _key(names)
    if key is None:
        return
    rows = [
        [part.text, int(part.spell), [[line.start, line.end, line.notation] for line in lines]]
        for part, lines in known_parts(names).items()
        if all(line.problem is None for line in lines)
    ]
    cache.keep(KIND, key, json.dumps(rows[:MOST_KNOWN], separators=(",", ":")).encode())


def _key(names: Names) -> str | None:
    """Return the cache key; None if the program was edited after its start."""
    folder = Path(language.__file__).parent
    program = cache.sources(folder)
    if program is None:
        return None
    rules = files(language).joinpath("english", "rules")
    grammar = [path for path in sorted(rules.iterdir(), key=lambda p: p.name) if path.is_file()]
    words = [sorted(part) for part in (names.tokens, names.counters, names.subtypes)]
    return cache.key_of(program, repr(words), *(path.read_bytes() for path in grammar))
