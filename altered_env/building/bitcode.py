"""All entries of the table as one LLVM module.

Every function is compiled once, in one process, for no processor in particular: Numba numbers what
it compiles, so that only there does a function have one name wherever it is called. Each
becomes a module by itself; all of them are linked into one, where nothing but the entries can be
seen from outside. So calls are direct, and no function is there twice.

An entry has one face, the same on every platform, which `native/calls.c` calls:

    int32_t altered_step_engine_2(void *result, const int64_t *slots)

`slots` holds what it takes, flattened as Numba does, eight bytes each: an array is 0, 0, its
items, the bytes of one, where they lie, its shape and its strides. The status is 0, or -2 where
nothing is returned, unless it has raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import types
from numba.core.registry import cpu_target

from altered_env.engine.compiled import linked_module, reached
from altered_env.game.kernels import kernel_for
from altered_env.native import argument_types
from altered_env.native.entry_table import RECORDS, TABLE, Row, symbol

Job = tuple[Row, int]
"""An entry, and for how many players."""
SHORT = {"i": "int", "f": "float"}
RULES = "altered_rules_{players}"
"""The engine as compiled code calls it (`engine/handle.py`)."""


def jobs(names: Iterable[str] = ()) -> list[Job]:
    """Every entry, or those of these names, and the engine if they call it."""
    wanted = {*names} or {row.name for row in TABLE}
    if any(row.name in wanted and argument_types.Rules() in row.types for row in TABLE):
        wanted.add("step_engine")
    return [(row, n) for n in (2, 4) for row in TABLE if n in row.players and row.name in wanted]


def lay_out(layout: Any) -> None:
    """Compile for a platform with this layout of data (a `TargetData` of LLVM's) from now on, and
    no longer for this one.

    Numba optimises each function as it is compiled, which turns the parts of tuples into numbers of
    bytes. Made for pointers of eight bytes, they are wrong where pointers have four: one function
    then reads a part elsewhere than another wrote it.
    """
    context = cpu_target.target_context
    codegen = context.codegen()
    codegen._target_data, codegen._data_layout = layout, str(layout)
    codegen._engine.finalize_object = lambda: None  # no machine code for here,
    type(context).get_executable = lambda *_: [].append  # nor a function: any unused builtin


def module_of(
    chosen: list[Job], said: Callable[[Row, int], None] = lambda row, players: None
) -> Any:
    """One module with these entries, all for one number of players, not yet optimised; `said` is
    called with each before it is compiled."""
    whole = llvm.parse_assembly("")
    whole.triple = llvm.get_process_triple()
    libraries: dict[int, Any] = {}
    faces: list[str] = []
    for row, players in chosen:
        said(row, players)
        dispatcher = getattr(kernel_for(players).module(row.module), row.name)
        result = _compiled(dispatcher, row, players)
        libraries |= {id(part): part for part in reached(result.library)}
        faces += _face(result, row, players)
        if row.name == "step_engine":
            faces += _rules(result, row, players)
    for library in libraries.values():
        whole.data_layout = whole.data_layout or library._final_module.data_layout
        whole.link_in(linked_module(library), preserve=True)
    whole.link_in(llvm.parse_assembly("\n".join(_declared_once(faces))))
    _make_internal(whole, {symbol(row.name, players) for row, players in chosen})
    return whole


def _numba_type(kind: argument_types.Type, players: int) -> Any:
    """A type of the table as Numba has it."""
    module = kernel_for(players).module
    match kind:
        case argument_types.Rules():
            return types.int64
        case argument_types.Number(name):
            return types.boolean if name == "bool" else _number(name)
        case argument_types.Array(items, dimensions, writable):
            if items in RECORDS:
                where, _, record = RECORDS[items].rpartition(".")
                held = numba.from_dtype(getattr(module(where), record))
            else:
                held = _number(items)
            return types.Array(held, dimensions, "C", readonly=not writable)
        case argument_types.Tuple(where, name, parts):
            held = [_numba_type(part, players) for part in parts]
            return types.BaseTuple.from_types(held, getattr(module(where), name))  # type: ignore[attr-defined]
    raise TypeError(kind)


def _number(name: str) -> Any:
    return getattr(types, SHORT[name[0]] + name[1:])


def _compiled(dispatcher: Any, row: Row, players: int) -> Any:
    """The result of compiling an entry for the types of the table: a library of Numba's."""
    takes = tuple(_numba_type(kind, players) for kind in row.types)
    kernel_for(players).module("engine.compiled")._as_part(dispatcher)
    dispatcher.compile(takes)
    result = dispatcher.overloads[takes]
    returned = result.signature.return_type
    gives = [_numba_type(kind, players) for kind in argument_types.read(row.gives)]
    found = [] if returned == types.none else list(getattr(returned, "types", [returned]))
    if found != gives:
        raise TypeError(f"{row.module}.{row.name} gives {returned}; the table says {row.gives}")
    return result


def _face(result: Any, row: Row, players: int) -> list[str]:
    """The face of an entry, as LLVM assembly: it reads the slots and calls the entry."""
    descriptor = result.fndesc
    function = result.library._final_module.get_function(descriptor.llvm_func_name)
    given = [str(one.type) for one in function.arguments][2:]  # after result and exception
    lines, values = [], []
    for n, (kind, of) in enumerate(zip(given, _slots(row.types), strict=True)):
        if isinstance(of, argument_types.Rules):
            lines.append(f"%v{n} = ptrtoint ptr @{RULES.format(players=players)} to i64")
        elif kind == "ptr":  # a slot has eight bytes on every platform
            lines += [
                f"%p{n} = getelementptr i64, ptr %slots, i64 {n}",
                f"%w{n} = load i64, ptr %p{n}",
                f"%v{n} = inttoptr i64 %w{n} to ptr",
            ]
        else:
            lines += [
                f"%p{n} = getelementptr i64, ptr %slots, i64 {n}",
                f"%v{n} = load {kind}, ptr %p{n}",
            ]
        values.append(f"{kind} %v{n}")
    kinds = ", ".join(["ptr", "ptr", *given])
    called = f'@"{descriptor.llvm_func_name}"'
    return [
        f"declare i32 {called}({kinds})",
        f"define i32 @{symbol(row.name, players)}(ptr %result, ptr %slots) {{",
        "  %raised = alloca ptr",
        *(f"  {line}" for line in lines),
        f"  %status = call i32 {called}(ptr %result, ptr %raised, {', '.join(values)})",
        "  ret i32 %status",
        "}",
    ]


def _slots(kinds: Iterable[argument_types.Type]) -> list[argument_types.Type]:
    """The type of each slot."""
    found: list[argument_types.Type] = []
    for kind in kinds:
        match kind:
            case argument_types.Array(_, dimensions, _):
                found += [kind] * (5 + 2 * dimensions)
            case argument_types.Tuple(_, _, parts):
                found += _slots(parts)
            case _:
                found.append(kind)
    return found


ARRAY = "{ ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64] }"
"""An array of one dimension, as compiled code hands it on."""


def _rules(result: Any, row: Row, players: int) -> list[str]:
    """`step_engine` as compiled code calls it by its address: arrays by value, the result returned.
    Where it raises, which the rules never do, nothing can be reported: the process stops."""
    given = [ARRAY if isinstance(kind, argument_types.Array) else "i64" for kind in row.types]
    lines, values = [], []
    for n, kind in enumerate(given):
        if kind != ARRAY:
            values.append(f"i64 %a{n}")
            continue
        for part, piece in enumerate(["ptr", "ptr", "i64", "i64", "ptr", "i64", "i64"]):
            within = f"{part}, 0" if part > 4 else f"{part}"
            lines.append(f"%a{n}.{part} = extractvalue {ARRAY} %a{n}, {within}")
            values.append(f"{piece} %a{n}.{part}")
    kinds = ", ".join(value.partition(" ")[0] for value in values)
    called = f'@"{result.fndesc.llvm_func_name}"'
    taken = ", ".join(f"{kind} %a{n}" for n, kind in enumerate(given))
    return [
        f"declare i32 {called}(ptr, ptr, {kinds})",
        "declare void @llvm.trap()",
        f"define i64 @{RULES.format(players=players)}({taken}) {{",
        "  %result = alloca i64",
        "  %raised = alloca ptr",
        *(f"  {line}" for line in lines),
        f"  %status = call i32 {called}(ptr %result, ptr %raised, {', '.join(values)})",
        "  %fine = icmp eq i32 %status, 0",
        "  br i1 %fine, label %done, label %stop",
        "stop:",
        "  call void @llvm.trap()",
        "  unreachable",
        "done:",
        "  %value = load i64, ptr %result",
        "  ret i64 %value",
        "}",
    ]


def _declared_once(lines: list[str]) -> list[str]:
    """The lines without repeated declarations."""
    seen: set[str] = set()
    found = []
    for line in lines:
        if line.startswith("declare"):
            name = line.partition("@")[2].partition("(")[0]
            if name in seen:
                continue
            seen.add(name)
        found.append(line)
    return found


def _make_internal(module: Any, seen: set[str]) -> None:
    """Hide all but the entries, so that calls are direct and unused functions are removed."""
    for function in module.functions:
        if not function.is_declaration and function.name not in seen:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
