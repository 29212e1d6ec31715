"""Events of this turn, this Afternoon, this Day."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.engine.reading import SUBTYPE
from altered_env.engine.terms import EV, Z
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.values.sorts import is_expedition, is_player
from altered_env.language.compiler.words import DURATIONS, EVERYONE, SYMBOLS, TYPES, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Word


def duration_of(node: Node) -> int:
    """Return the period of a past event: the turn, the Afternoon, the Day."""
    if isinstance(node, Word) and node.name in DURATIONS:
        return DURATIONS[node.name]
    raise NotSupportedError(f"the duration {node}")


def happened(scope: Scope, node: Apply) -> int:
    """Return how often an event happened this turn, Afternoon or Day."""
    asm = scope.asm
    pattern = node.args[0]
    this = node.keyword("this")
    if not isinstance(pattern, Apply):
        raise NotSupportedError(f"happened({pattern})")
    during = duration_of(Word("turn") if isinstance(this, Attribute) else this or Word("day"))
    kinds = {"plays": EV.PLAY, "passes": EV.PASS, "rolls": EV.ROLL, "fails": EV.FAIL}
    causes = {"sacrifices": (EV.MOVE, 4), "discards": (EV.MOVE, 8)}
    players = EVERYONE
    types = 0
    filters = pattern.args
    if pattern.name == "activates":
        kinds["activates"] = EV.ACTIVATE
        filters = filters[1:]
    for part in filters:
        if is_player(scope, part):
            players = scope.players(part)
        elif isinstance(part, Word) and part.name in TYPES:
            types |= TYPES[part.name]
        elif isinstance(part, Word) and scope.numbering.is_subtype(part.name):
            types |= SUBTYPE * (1 + scope.numbering.subtype(part.name))
        elif isinstance(part, Word) and part.name in ("card", "other"):
            continue
        elif is_expedition(scope, part):
            players = asm.info(INFO.CONTROLLERS_OF, scope.expeditions(part))
        else:
            raise NotSupportedError(f"happened(.. {part})")
    if pattern.name in kinds:
        kind, cause = kinds[pattern.name], 0
        if pattern.name == "activates":
            cause = symbols_of(pattern.args[0])
    elif pattern.name in causes:
        kind, cause = causes[pattern.name]
    else:
        raise NotSupportedError(f"happened({pattern.name})")
    places = _happened_from(pattern)
    r = asm.temp_register()
    asm.emit(OP.HIST, r, kind, cause, players, during, types, places)
    if isinstance(this, Attribute):
        return asm.alu(ALU.MUL, register(r), _whose_turn(scope, this))
    return register(r)


def _happened_from(pattern: Apply) -> int:
    """Return the places of `from_=`: zones of any player, and those of the acting player."""
    for key, _ in pattern.keywords:
        if key != "from_" or pattern.name not in ("plays", "sacrifices", "discards"):
            raise NotSupportedError(f"happened(.. {key}=)")
    origin = pattern.keyword("from_")
    places = 0
    for part in origin.parts if isinstance(origin, Logic) else (origin,):
        if isinstance(part, Word) and part.name in ZONES:
            places |= ZONES[part.name] | ZONES[part.name] << Z.COUNT
        elif isinstance(part, Attribute) and part.name in ZONES:
            if part.of not in pattern.args[:1]:
                raise NotSupportedError(f"happened(.. from_={part})")
            places |= ZONES[part.name] << Z.COUNT
        elif part is not None:
            raise NotSupportedError(f"happened(.. from_={part})")
    return places


def _whose_turn(scope: Scope, node: Attribute) -> int:
    """Return whether it is the turn of the player in `you.turn`."""
    asm = scope.asm
    turn = asm.alu(ALU.AND, asm.info(INFO.TURN_PLAYER), scope.players(node.of))
    return asm.compare(CMP.NE, turn, 0)


def symbols_of(node: Node) -> int:
    """Return kinds of ability, `J | H`, as a mask of symbols."""
    mask = 0
    for part in node.parts if isinstance(node, Logic) else (node,):
        if not isinstance(part, Word) or part.name not in SYMBOLS:
            raise NotSupportedError(f"a {part} ability")
        mask |= SYMBOLS[part.name]
    return mask
