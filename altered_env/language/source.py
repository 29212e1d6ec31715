"""A line of text: its characters, brackets and colon, parsed by `ast` alone.

>>> Source("T, pay(1): draw()").scan()
9
"""

from __future__ import annotations

import ast
import re

from altered_env.language.errors import NotationError
from altered_env.language.parsing import tree

LONGEST_LINE = 2000
DEEPEST = 30

_STRAY = re.compile(r"[^A-Za-z0-9_ ()\[\]{}:;,.=<>!+\-*|&~]")
_RUN = re.compile(r"(?<![A-Za-z0-9_])[0-9]+(?:[A-Za-z_]|\.)")


class Source:
    """A line, and the positions of mistakes in it.

    `base` is the offset of a position given by `ast` from that in the line.
    """

    def __init__(self, line: str, place: str = "") -> None:
        self.line = line
        self.place = place
        self.base = 0

    def fail(self, problem: str, at: ast.AST | int) -> NotationError:
        offset = at if isinstance(at, int) else self.base + getattr(at, "col_offset", 0)
        return NotationError(problem, self.line, offset, self.place)

    def scan(self) -> int | None:
        """Refuse stray characters and brackets; return the place of the first unbracketed colon."""
        line = self.line
        if len(line) > LONGEST_LINE:
            raise self.fail(f"a line has at most {LONGEST_LINE} characters, found {len(line)}", 0)
        if stray := _STRAY.search(line):
            raise self.fail(f"{stray.group()!a} is not used in the notation", stray.start())
        if run := _RUN.search(line):
            raise self.fail(
                "a number is a whole number, and ends before a letter or dot", run.start()
            )
        open_at: list[int] = []
        colon = None
        for i, c in enumerate(line):
            if c in "([{":
                if c == "[":
                    raise self.fail("'[' is not used in the notation, did you mean '('?", i)
                open_at.append(i)
                if len(open_at) > DEEPEST:
                    raise self.fail(f"brackets nest at most {DEEPEST} deep", i)
            elif c in ")]}":
                if not open_at:
                    raise self.fail(f"'{c}' closes nothing", i)
                if {"(": ")", "{": "}"}[line[open_at.pop()]] != c:
                    raise self.fail(f"'{c}' closes the wrong bracket", i)
            elif c == ":" and not open_at and line[i + 1 : i + 2] != "=" and colon is None:
                colon = i
        if open_at:
            raise self.fail(f"'{line[open_at[-1]]}' is never closed", open_at[-1])
        return colon

    def parse(self, text: str, mode: str, base: int) -> ast.AST:
        self.base = base
        try:
            return tree(text, mode)
        except SyntaxError as error:
            offset = max(0, base + (error.offset or 1) - 1)
            problem = "this does not parse: a word, a bracket or a comma is out of place"
            raise self.fail(problem, offset) from None
        except (ValueError, OverflowError):
            raise self.fail("this does not parse", base) from None

    def parse_head(self, text: str) -> list[ast.expr]:
        if not text.strip():
            raise self.fail("a line begins with its head: J, T, effect, when(..), have(..)", 0)
        found = self.parse(f"({text})", "eval", -1)
        assert isinstance(found, ast.Expression)
        return list(found.body.elts) if isinstance(found.body, ast.Tuple) else [found.body]

    def parse_body(self, start: int) -> list[tuple[ast.AST, int]]:
        """Return the statements of the body, each with the base of its positions."""
        text = self.line[start:]
        stripped = text.lstrip(" ")
        start += len(text) - len(stripped)
        if not stripped:
            raise self.fail("a body is missing after ':'", start)
        found = self.parse(stripped, "exec", start)
        assert isinstance(found, ast.Module)
        return [(statement, start) for statement in found.body]
