"""Each kind of mistake is refused with its column, the text found and the expected one."""

import pytest

from altered_env.language.errors import NotationError
from altered_env.language.notation import read_ability

OBJECT = "an object (me, it, target(..), choose(..), all(..), a bound name)"
PLAYER = "a player (you, opponent, they, x.owner, target(player))"
EXPEDITION = "an Expedition (me.expedition, you.expeditions, target(expedition))"
AREA = "an area (reserve, hand, deck, mana, you.landmarks)"
STEP = "a step (draw(..), gain(..), if_(..))"
ORDER = "this does not parse: a word, a bracket or a comma is out of place"
IT = "'it' stands for nothing here: it needs when(..), instead(..), also(..) or each(..)"

MISTAKES = [
    # Words that are not there.
    (
        "R: create(brasbug, in_=me.expedition)",
        11,
        "unknown token 'brasbug', did you mean 'brassbug'?",
    ),
    ("J: drw(1)", 4, "unknown word 'drw(..)', did you mean 'draw'?"),
    ("J: gain(me, anchord)", 13, "unknown word 'anchord', did you mean 'anchored'?"),
    ("toogh(1)", 1, "unknown word 'toogh(..)', did you mean 'tough'?"),
    ("gigantc", 1, "unknown word 'gigantc', did you mean 'gigantic'?"),
    ("J: gain(me, boots=1)", 13, "gain(..) has no slot 'boots=', did you mean 'boost'?"),
    ("when(goes(me, too=reserve)): draw()", 15, "goes(..) has no slot 'too=', did you mean 'to'?"),
    ("J: draw(me.boosts)", 12, "unknown attribute 'boosts', did you mean 'boost'?"),
    ("J: discard(qq)", 12, "unknown word 'qq'"),
    # Names that are not bound.
    ("J: gain(y, boost=1)", 9, "nothing is bound to 'y' yet: y = step comes first"),
    ("effect: gain(it, boost=1)", 14, IT),
    ("J: draw = sabotage()", 4, "'draw' is a word of the language and cannot be bound"),
    ("J: x = y = draw()", 4, "only one name is bound at a time: x = step"),
    ("J: x = reserve", 8, "a step or a choice is bound, found 'reserve' (an area)"),
    # Values of the wrong sort.
    (
        "J: draw(reserve)",
        9,
        "draw(..) takes a number or an object (me, it, target(..), choose(..), all(..), a bound"
        " name) as 'amount', found 'reserve' (an area);"
        " say which: target(..), choose(..) or all(..)",
    ),
    (
        "J: discard(character)",
        12,
        f"discard(..) takes {OBJECT} as 'what', found 'character' (a filter);"
        " say which: target(..), choose(..) or all(..)",
    ),
    (
        "J: discard(target(draw()))",
        19,
        "target(..) takes a filter, an area or a reference as 'filters', found 'draw(..)' (a step)",
    ),
    ("J: gain(me.hand, boost=1)", 12, f"'hand' belongs to {PLAYER}, found 'me' (an object)"),
    ("J: draw(-1)", 9, "draw(..) takes no negative number as 'amount'"),
    (
        "J: if_(me, draw())",
        8,
        f"if_(..) takes a condition or {STEP} as 'condition', found 'me' (an object)",
    ),
    (
        "J: if_(me.boost < hand, draw())",
        19,
        "cannot compare 'boost' (a number) with 'hand' (an area)",
    ),
    (
        "J: if_(hand_cost <= 3, draw())",
        8,
        "'hand_cost' speaks of a candidate, inside a selector or an event;"
        " elsewhere say whose: x.hand_cost",
    ),
    ("J: if_(you.hand < hand, draw())", 8, "only numbers have an order, found 'hand' (an area)"),
    ("J: draw(not me)", 13, "'not' turns a condition, found 'me' (an object)"),
    ("J: draw(me + 1)", 9, "'+' takes numbers, found 'me' (an object)"),
    ("J: discard(target(card | draw()))", 19, "'|' joins values of one kind"),
    ("J: draw(1 if me else 2)", 14, "a condition belongs after 'if', found 'me' (an object)"),
    ("J: if_(me.fleeting and me, draw())", 24, "'and' joins conditions, found 'me' (an object)"),
    # Slots left out, filled twice, too many.
    ("J: put(me)", 4, f"put(..) lacks its 'to': {EXPEDITION} or {AREA}"),
    ("J: discard(all())", 12, "all(..) lacks its 'filters': a filter, an area or a reference"),
    ("tough()", 1, "tough(..) lacks its 'n': a number"),
    ("J: draw(1, 2)", 12, "draw(..) takes 1 value in its brackets, found one more"),
    (
        "J: sabotage(); after_you(1)",
        26,
        "after_you(..) takes no value in its brackets, found one more",
    ),
    ("J: gain(me, boost=1, boost=2)", 22, "'boost=' is said twice"),
    ("J: resupply(may, may)", 18, "'may' is said twice"),
    # Flags out of place.
    ("J: draw(once)", 9, "misplaced flag 'once': it belongs to also(..), instead(..), when(..)"),
    (
        "less(1, plays(you, me), once)",
        25,
        "misplaced flag 'once' in less(..): it belongs to also(..), instead(..), when(..)",
    ),
    ("J: modes(1, draw(), repeat=1)", 28, "modes(..) takes a flag as 'repeat', found a number"),
    # Brackets of words.
    ("J: draw", 4, "'draw' takes brackets: draw(..)"),
    ("J: discard(me(1))", 12, "'me' takes no brackets"),
    ("J: me.hand(1)", 4, "only a word takes brackets"),
    # Heads and bodies.
    ("", 1, "a line begins with its head: J, T, effect, when(..), have(..)"),
    (": draw()", 1, "a line begins with its head: J, T, effect, when(..), have(..)"),
    ("J", 1, "a reaction needs a body after ':'"),
    ("J:", 3, "a body is missing after ':'"),
    ("effect", 1, "an effect needs a body after ':'"),
    ("also(plays(you, spell))", 1, "a modifier needs a body after ':'"),
    ("also", 1, "'also' takes brackets: also(..)"),
    ("J, T: draw()", 4, "a trigger stands alone in its head, after the gates"),
    ("effect, T: draw()", 9, "effect stands alone in its head, after the gates"),
    ("also(plays(you, me)), T: draw()", 23, "a modifier stands alone in its head, after the gates"),
    ("while_(day > 1)", 1, "a gate needs an ability after it: while_(c), less(1, ..)"),
    (
        "completed: draw()",
        1,
        "a gate says when an ability works; what starts this one: J, at(..), when(..), T?",
    ),
    (
        "you.first_player: draw()",
        1,
        "a quick action needs a cost beside its conditions: T, D, pay(..), a step",
    ),
    (
        "T, gigantic: draw()",
        4,
        "a head is a trigger, a modifier, effect, or costs (T, D, pay(..), a step, a condition),"
        " found 'gigantic' (a filter)",
    ),
    ("gigantic, seasoned", 11, "one statement a line"),
    (
        "tough",
        1,
        "a line without ':' is a keyword or a passive statement, found 'tough' (a filter)",
    ),
    ("draw(1)", 1, "'draw(..)' (a step) needs a body after ':', or a head before it"),
    ("J: me.fleeting", 4, "a step belongs here, found 'fleeting' (a condition)"),
    ("J: pass", 4, "a body is made of steps and of x = step"),
    ("J: (draw(), 3)", 13, "steps belong in these brackets, found a number"),
    ("J: gain(me, {})", 13, "an ability belongs in the braces"),
    # Text that is no notation.
    ("J: draw('a')", 9, '"\'" is not used in the notation'),
    ("J: draw(é)", 9, "'\\xe9' is not used in the notation"),
    ("J: draw()\n", 10, "'\\n' is not used in the notation"),
    ("J: discard(all[0])", 15, "'[' is not used in the notation, did you mean '('?"),
    ("J: draw(1", 8, "'(' is never closed"),
    ("J: draw(1))", 11, "')' closes nothing"),
    ("J: gain(me, {T: draw())}", 23, "')' closes the wrong bracket"),
    ("J: draw(1.5)", 9, "a number is a whole number, and ends before a letter or dot"),
    ("J: draw(1000)", 9, "a number is at most 999"),
    ("J: draw() draw()", 11, ORDER),
    ("J: draw(*you)", 9, "'*' is not used in the notation"),
    ("J: gain(me, **you)", 13, "'**' is not used in the notation"),
    ("J: draw(None)", 9, "None is not used in the notation"),
    ("J: if_(me is it, draw())", 14, "only < <= == != >= > compare"),
    ("J: (lambda: 1)", 5, "this construct is not used in the notation (Lambda)"),
    ("J: " + "(" * 31, 34, "brackets nest at most 30 deep"),
    ("J" * 2001, 1, "a line has at most 2000 characters, found 2001"),
]


@pytest.mark.parametrize(("line", "column", "problem"), MISTAKES, ids=[m[0][:40] for m in MISTAKES])
def test_a_mistake_is_named_at_its_column(line, column, problem):
    with pytest.raises(NotationError) as caught:
        read_ability(line)
    assert (caught.value.problem, caught.value.column) == (problem, column)


def test_the_message_has_place_line_and_caret():
    with pytest.raises(NotationError) as caught:
        read_ability("R: create(brasbug)", place="axiom.yaml, Foundry Armorer R1")
    assert str(caught.value) == (
        "axiom.yaml, Foundry Armorer R1: column 11:"
        " unknown token 'brasbug', did you mean 'brassbug'?\n"
        "  R: create(brasbug)\n"
        "            ^"
    )


def test_a_long_line_is_shown_around_the_mistake():
    line = "J: " + "draw(1); " * 30 + "drw(1)"
    with pytest.raises(NotationError) as caught:
        read_ability(line)
    shown, caret = str(caught.value).splitlines()[1:]
    assert len(shown) < 130
    assert shown[len(caret) - 1 :].startswith("drw")


@pytest.mark.parametrize("line", ["J: draw(1)", "T: draw(1)", "less(1, plays(you, spell))"])
def test_support_works_in_reserve(line):
    with pytest.raises(NotationError, match="begin it with I, or with D as a cost"):
        read_ability(line, support=True)
    read_ability(f"I, {line}", support=True)
