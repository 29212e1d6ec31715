"""The interpreter: effects as bytecode, one frame each.

It suspends by opening a decision and leaving the program counter on the question; after the answer
the same instruction is executed again, and finds the answer.
"""

from . import sets
from .activating import ask_abilities
from .compiled import compiled
from .events import continue_step
from .instructions import act
from .layout import CODE_WIDTH, F
from .modifiers import end_modifier
from .objects import fail
from .opcodes import OP
from .playable import can_play
from .playing import play_card
from .questions import ask_counter, asks, next_mode, question, reshuffle_first
from .reading import read, value
from .staging import begin_step
from .terms import ERROR, FRAME, C


@compiled
def _play(game, book, f, pc):
    """Play a card as part of an effect (5.2.b). Return False if none can be played."""
    code = book.code
    x = sets.first(game.set[f, int(code[pc + 1])])
    terms = value(game, f, int(code[pc + 2]))
    less = value(game, f, int(code[pc + 3]))
    doer = int(game.frame[f, F.DOER])
    sets.clear(game.set[f, 1])
    game.frame[f, F.RESULT] = 0
    game.frame[f, F.STARTED] = 0
    if x < 0 or game.obj[x, C.LIFE] != 1 or not can_play(game, book, doer, x, terms, less, -1):
        return False
    play_card(game, doer, x, terms, less)
    return True


@compiled
def _end(game, f):
    """End a program: the play continues, or the frame is removed."""
    kind = int(game.frame[f, F.KIND])
    if kind == FRAME.PLAY:
        game.frame[f, F.PC] = -1
        return
    if kind == FRAME.MODIFIER:
        end_modifier(game, f)
    game.depth = f
    sets.clear(game.targeted[f])
    for col in range(F.COUNT):
        game.frame[f, col] = 0


@compiled
def run(game, book):
    """Execute the top frame until it ends, a decision opens, or another frame is on top."""
    f = int(game.depth) - 1
    code = book.code
    steps = 0
    while game.error == ERROR.NONE:
        pc = int(game.frame[f, F.PC])
        op = int(code[pc])
        steps += 1
        if steps > 200_000:
            fail(game, ERROR.STEPS, pc)
            return
        if op == OP.END:
            _end(game, f)
            return
        if op == OP.JMP:
            game.frame[f, F.PC] = code[pc + 1]
            continue
        if op == OP.JZ or op == OP.JNZ:
            zero = value(game, f, int(code[pc + 1])) == 0
            taken = zero == (op == OP.JZ)
            game.frame[f, F.PC] = int(code[pc + 2]) if taken else pc + CODE_WIDTH
            continue
        if op == OP.SWITCH:
            mode = next_mode(game, f, F.REGISTER + int(code[pc + 1]), int(code[pc + 3]))
            if mode < 0:
                mode = int(code[pc + 2])
            game.frame[f, F.PC] = pc + CODE_WIDTH * (1 + mode)
            continue
        if read(game, book, f, pc):
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if asks(op):
            if not question(game, book, f, pc, op):
                return
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if op == OP.COMMIT:
            game.frame[f, F.PC] = pc + CODE_WIDTH
            depth = int(game.depth)
            if game.acts == 0:
                sets.clear(game.set[f, 1])
                game.frame[f, F.RESULT] = 0
                game.frame[f, F.STARTED] = 0
                continue
            begin_step(game, int(game.frame[f, F.CONTROLLER]))
            if not continue_step(game, book) or game.depth != depth:
                return
            continue
        if op == OP.TOP and not reshuffle_first(game, book, f, pc):
            return
        if op == OP.ASK_COUNTER:
            if not ask_counter(game, f, pc, code):
                return
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if op == OP.ASK_ABILITY:
            if not ask_abilities(game, book, f, pc):
                return
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if op == OP.PLAY:
            game.frame[f, F.PC] = pc + CODE_WIDTH
            if _play(game, book, f, pc):
                return
            continue
        act(game, book, f, pc, op)
        game.frame[f, F.PC] = pc + CODE_WIDTH
