"""The compiled engine as a value that is passed to other compiled code.

Search plays games inside compiled code. If it called the rules by name, Numba would optimise and
compile the whole engine again within it, which takes a minute. Instead an entry receives `engine()`
and turns it into a function with `function_at`, which is called like `step_engine` and compiles in
seconds.
"""

from __future__ import annotations

import functools
from typing import Any

from .compiled import JIT
from .layout import book_t, game_t
from .table import step_engine

if JIT:
    import numba
    from numba.core import cgutils, types
    from numba.extending import intrinsic


def _type() -> Any:
    """Return the signature of `step_engine`."""
    games = types.Array(numba.from_dtype(game_t), 1, "C")
    book = types.Array(numba.from_dtype(book_t), 1, "C", readonly=True)
    words = types.Array(types.int64, 1, "C")
    numbers = [types.int64] * 6
    return types.FunctionType(types.int64(games, types.int64, types.int64, book, *numbers, words))


@functools.cache
def engine() -> Any:
    """Return the address of the machine code of `step_engine`, a plain number: Numba takes half as
    long to inspect a function as a player does to think.

    Compiles the engine if that has not happened yet. The library ignores the value, as it contains
    the engine.
    """
    if not JIT:
        return step_engine
    dispatcher: Any = step_engine
    signature = _type().signature
    if tuple(signature.args) not in dispatcher.overloads:
        dispatcher.compile(tuple(signature.args))  # callers of `step_engine` look it up again
    found = dispatcher.get_compile_result(signature)
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))


if JIT:

    @intrinsic
    def _function_at(_context: Any, address: Any) -> Any:
        """Make a function from its address, as Numba represents it, without a Python object."""

        def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            function = cgutils.create_struct_proxy(signature.return_type)(context, builder)
            nothing = cgutils.get_null_value(cgutils.voidptr_t)
            function.c_addr = builder.inttoptr(values[0], cgutils.voidptr_t)
            function.py_addr, function.jit_addr = nothing, nothing
            return function._getvalue()

        return _type()(address), lower


def _itself(function: Any) -> Any:
    return function


function_at: Any = _function_at if JIT else _itself
"""In compiled code: the engine, from the result of `engine()`."""
