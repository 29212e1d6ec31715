"""The code of `simd.py`, written out for LLVM: needed where Numba compiles, and only there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

LANES = 16
"""Columns in a vector; where a machine has shorter ones the compiler takes several."""
BLOCKS = (4 * LANES, LANES, 1)
"""The number of columns to add together, while that many are left."""

NUMBER = ir.FloatType()
VECTOR = ir.VectorType(NUMBER, LANES)
WHOLE = ir.IntType(64)
FIRST_LANE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)


def _spread(builder: Any, number: Any, kind: Any) -> Any:
    """A number in every lane."""
    if kind is NUMBER:
        return number
    nothing = ir.Constant(VECTOR, ir.Undefined)
    one = builder.insert_element(nothing, number, ir.IntType(32)(0))
    return builder.shuffle_vector(one, nothing, FIRST_LANE)


class _Columns:
    """This many columns of a row, from one on, as vectors in registers."""

    def __init__(self, builder: Any, row: Any, at: Any, size: int) -> None:
        self.builder, self.at = builder, at
        self.kind = NUMBER if size == 1 else VECTOR
        self.lanes = range(0, size, LANES)
        self.kept = []
        for place in self.places(row):
            self.kept.append(cgutils.alloca_once(builder, self.kind))
            builder.store(builder.load(place, align=4), self.kept[-1])
        self.row = row

    def places(self, row: Any) -> list[Any]:
        """Where these columns of another row are."""
        found = []
        for lane in self.lanes:
            place = self.builder.gep(row, [self.builder.add(self.at, WHOLE(lane))])
            found.append(self.builder.bitcast(place, self.kind.as_pointer()))
        return found

    def add(self, row: Any, times: Any) -> None:
        """Add these columns of another row, scaled if a factor is given."""
        write = self.builder
        number = None if times is None else _spread(write, times, self.kind)
        for kept, place in zip(self.kept, self.places(row), strict=True):
            more = write.load(place, align=4)
            if number is not None:
                more = write.fmul(number, more)
            write.store(write.fadd(write.load(kept), more), kept)

    def add_to(self, row: Any) -> None:
        """Add them to another row."""
        write = self.builder
        for kept, place in zip(self.kept, self.places(row), strict=True):
            total = write.fadd(write.load(kept), write.load(place, align=4))
            write.store(total, place, align=4)

    def put_back(self) -> None:
        """Write them where they came from."""
        for kept, place in zip(self.kept, self.places(self.row), strict=True):
            self.builder.store(self.builder.load(kept), place, align=4)


def _writer(weighed: bool = False, back: bool = False) -> Callable[..., Any]:
    """What writes the code: rows of a table are added to one as they are, or each times its number
    in `x`; or `back`, this one to each of them."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        def array(n: int) -> Any:
            return context.make_array(signature.args[n])(context, builder, given[n])

        table, index, out = array(0), array(1), array(len(given) - 1)
        wide = builder.extract_value(out.shape, 0)
        begin, end = (WHOLE(0), given[2]) if weighed else (given[2], given[3])

        def add(columns: _Columns) -> None:
            with cgutils.for_range(builder, builder.sub(end, begin)) as loop:
                named = builder.load(builder.gep(index.data, [builder.add(begin, loop.index)]))
                if named.type.width < WHOLE.width:
                    named = builder.sext(named, WHOLE)
                times, at = None, named
                if weighed:
                    times = builder.load(builder.gep(array(3).data, [named]))
                    at = builder.add(given[4], named)
                row = builder.gep(table.data, [builder.mul(at, wide)])
                if back:
                    columns.add_to(row)
                else:
                    columns.add(row, times)

        done = WHOLE(0)
        for size in BLOCKS:
            blocks = builder.sdiv(builder.sub(wide, done), WHOLE(size))
            with cgutils.for_range(builder, blocks) as loop:
                at = builder.add(done, builder.mul(loop.index, WHOLE(size)))
                columns = _Columns(builder, out.data, at, size)
                add(columns)
                if not back:
                    columns.put_back()
            done = builder.add(done, builder.mul(blocks, WHOLE(size)))
        return context.get_dummy_value()

    return write


def _write_dot(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """A sum in each lane of a vector, then one half added to the other, and so on; the columns that
    are left are added one by one."""
    kinds = zip(signature.args, given, strict=True)
    x, y = (context.make_array(kind)(context, builder, one) for kind, one in kinds)
    wide = builder.extract_value(x.shape, 0)

    def add(total: Any, at: Any) -> None:
        kind = total.type.pointee
        one, other = (
            builder.load(builder.bitcast(builder.gep(a.data, [at]), kind.as_pointer()), align=4)
            for a in (x, y)
        )
        builder.store(builder.fadd(builder.load(total), builder.fmul(one, other)), total)

    lanes = cgutils.alloca_once_value(builder, ir.Constant(VECTOR, [0.0] * LANES))
    blocks = builder.sdiv(wide, WHOLE(LANES))
    done = builder.mul(blocks, WHOLE(LANES))
    with cgutils.for_range(builder, blocks) as loop:
        add(lanes, builder.mul(loop.index, WHOLE(LANES)))
    sums, half = builder.load(lanes), LANES
    while half := half // 2:
        parts = [
            ir.Constant(ir.VectorType(ir.IntType(32), half), [*range(first, first + half)])
            for first in (0, half)
        ]
        sums = builder.fadd(*(builder.shuffle_vector(sums, sums, part) for part in parts))
    total = cgutils.alloca_once(builder, NUMBER)
    builder.store(builder.extract_element(sums, ir.IntType(32)(0)), total)
    with cgutils.for_range(builder, builder.sub(wide, done)) as loop:
        add(total, builder.add(done, loop.index))
    return builder.load(total)


def _refuse(*arrays: Any) -> None:
    """Only numbers of 32 bits that lie one behind the other are added so."""
    for kind in arrays:
        fits = isinstance(kind, types.Array) and kind.layout == "C"
        if not (fits and kind.dtype == types.float32):
            raise TypingError(f"{kind}: expected a contiguous array of float32")


@intrinsic
def rows(_typing, table, index, begin, end, out):
    _refuse(table, out)
    return types.void(table, index, types.int64, types.int64, out), _writer()


@intrinsic
def product(_typing, table, index, count, x, first, out):
    _refuse(table, x, out)
    return types.void(table, index, types.int64, x, types.int64, out), _writer(weighed=True)


@intrinsic
def back(_typing, table, index, begin, end, row):
    _refuse(table, row)
    return types.void(table, index, types.int64, types.int64, row), _writer(back=True)


@intrinsic
def dot(_typing, x, y):
    _refuse(x, y)
    return types.float32(x, y), _write_dot
