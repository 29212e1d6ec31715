"""The program of an effect, and the declaration of its targets and modes."""

from __future__ import annotations

from typing import Any

from altered_env.language.compiler.declaring import declare
from altered_env.language.compiler.paying import bind_paid
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import do
from altered_env.language.model import Node


def effect(scope: Scope, row: Any, body: Node | None, *, keep: bool = False) -> None:
    """Write both; `keep` registers written by the first part are kept, since the effect refers to
    them."""
    asm = scope.asm
    scope.aimed, scope.slots, scope.taxes = [], 0, False
    with asm.program(keep) as row["effect"], scope.declaring_apart() as declared:
        for name, paid in scope.paid.items():
            scope.bind(name, bind_paid(scope, paid))
        with scope.inside(declares=True):
            if body is not None:
                do(scope, body)
    if declared:
        with asm.program(keep=True) as row["declare"]:
            declare(scope, declared)
        row["targets"] = scope.slots
        row["declares"] = int(scope.taxes)
