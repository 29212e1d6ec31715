"""The compiled engine as a value that other compiled code is given and calls.

Search plays games inside compiled code. Were it to call the rules by name, Numba would optimise
and compile the whole engine again within it, which takes a minute. Instead it is handed
`ENGINE`, calls it as `serve` is called, and is compiled in seconds.
"""

from __future__ import annotations

from typing import Any

import numba
from numba.core import types

from altered_env.engine.compiled import JIT
from altered_env.engine.layout import book_t, game_t
from altered_env.engine.table import serve

__all__ = ["ENGINE"]


class _Handle(types.WrapperAddressProtocol):
    """What Numba asks for a function's address and signature."""

    def __init__(self) -> None:
        games = types.Array(numba.from_dtype(game_t), 1, "C")
        book = types.Array(numba.from_dtype(book_t), 1, "C")
        words = types.Array(types.int64, 1, "C")
        numbers = [types.int64] * 6
        self._signature = types.int64(games, types.int64, types.int64, book, *numbers, words)

    def __wrapper_address__(self) -> int:
        """Where its machine code is; compiles the engine if that has not happened yet."""
        dispatcher: Any = serve
        found = dispatcher.get_compile_result(self._signature)
        return int(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))

    def signature(self) -> Any:
        """What it takes and gives."""
        return self._signature


ENGINE: Any = _Handle() if JIT else serve
"""`serve`, to be passed to compiled code."""
