"""Sets of an unfinished effect whose contents may have been found by the faces of the cards.

An effect refers to cards by their place ("the card you drew", "a card from your hand") or by their
properties ("a Character card from your hand"). To a player who knows neither face, any card may be
in a place, but a card found by its face must match the filter. The program shows which sets are
which: those narrowed by a filter, and those derived from them.
"""

from .compiled import compiled
from .layout import CODE_WIDTH, SETS, F
from .opcodes import OP
from .terms import C

EVERY_SET = (1 << SETS) - 1
LONGEST = 4_000
"""The maximum number of instructions examined; a longer program counts as filtering everything."""


@compiled
def _tells_faces(column):
    """Return whether this column of an object follows from its card rather than from its place."""
    if column < C.TYPE or column == C.STATUS or column == C.BOOSTS or column == C.ORIGIN:
        return False
    if C.NEXT <= column <= C.KNOWN:
        return False
    return column != C.READY and column != C.TIMESTAMP


@compiled
def _narrowed(code, pc, narrowed):
    """Return the sets known to be narrowed by faces after the instruction at pc."""
    op = int(code[pc])
    a = int(code[pc + 1])
    b = int(code[pc + 2])
    c = int(code[pc + 3])
    if op == OP.FILTER or op == OP.FILTER_BITS or op == OP.EXTREME:
        if _tells_faces(b):
            return narrowed | (1 << a)
    elif op == OP.FILTER_SUBTYPE or op == OP.FILTER_PLAYABLE or op == OP.FILTER_ACTIVATABLE:
        return narrowed | (1 << a)
    elif op == OP.COPY or op == OP.POP or op == OP.ASK_OBJECTS or op == OP.NOW:
        if (narrowed >> b) & 1:
            return narrowed | (1 << a)
    elif op == OP.OR or op == OP.AND or op == OP.SUB:
        if ((narrowed >> b) | (narrowed >> c)) & 1:
            return narrowed | (1 << a)
    return narrowed


@compiled
def _in_program(book, start, stop, narrowed):
    """Follow a program from start to end; return -1 if `stop` is not in it."""
    if start < 0:
        return -1
    pc = start
    there = False
    for _ in range(LONGEST):
        there = there or pc == stop
        if book.code[pc] == OP.END:
            return narrowed if there else -1
        narrowed = _narrowed(book.code, pc, narrowed)
        pc += CODE_WIDTH
    return -1


@compiled
def found_by_face(game, book, f):
    """Return the sets of frame f, as a mask, whose contents may have been found by their faces.

    The contents of set 0, the subject of the event, and set 1, the objects moved by the last step,
    are found by their place.
    """
    a = int(game.frame[f, F.ABILITY])
    pc = int(game.frame[f, F.PC])
    if a < 0 or pc < 0:
        return 0 if pc < 0 and a < 0 else EVERY_SET & ~3
    for start in (int(book.ability[a].effect), int(book.ability[a].declare)):
        narrowed = 0
        before = -1
        while narrowed != before:  # a set narrowed late in a loop is copied early in the next round
            before = narrowed
            narrowed = _in_program(book, start, pc, narrowed)
            if narrowed < 0:
                break
        if narrowed >= 0:
            return narrowed & ~3
    return EVERY_SET & ~3
