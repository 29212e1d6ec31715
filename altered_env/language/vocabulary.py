"""Every word of the notation, with the types of its slots.

A *sort* is the type of a value: a number, an object, an area, a step. A word has sorts; a slot of a
verb accepts sorts. `checking.py` compares them, and docs/reference/language.md prints these tables.

>>> CALLS["times"].slots[0]
Slot(name='n', sorts=frozenset({'number'}), needed=True, rest=False)
>>> sorted(WORDS["reserve"].sorts)
['area', 'filter']
"""

from __future__ import annotations

from altered_env.language.event_verbs import VERBS
from altered_env.language.kinds import (
    AREAS,
    KEYWORDS,
    MARKERS,
    NUMBERED,
    STATUSES,
    SUBTYPES,
    TERRAINS,
    TYPES,
)
from altered_env.language.signatures import Call, Vocable, signatures, sorts

GROUPS: dict[str, dict[str, Call]] = {}
"""Every word with slots, by group. A step also takes `by=player`; an event also takes `from_=`,
`to=`, `during=`, `due_to=` and `by=`."""


def _group(name: str, text: str) -> None:
    GROUPS[name] = signatures(name, text)


_group(
    "step",
    """
put(what: object, to: place, at=number|end, exhausted!, ready!) -> object -- send, put or return
    it there
discard(what: object) -> object -- discard it from where it is
sacrifice(what: object) -> object -- sacrifice it (7.3.36)
draw(amount: number|object?) -> object -- draw cards, one unless said; or draw this card
resupply(amount: number?, exhausted!, may!) -> object -- put the top card of the deck in Reserve
    (7.3.31)
sabotage(what: object?) -> object -- discard up to one target card from a Reserve (7.3.35), also
    where a target says which
create(token: token|object, amount: number?, in_=place, exhausted!) -> object -- create tokens
    there; of a token that is, or is about to be created, more of the same in the same place
play(what: object, cost=statistic, less=number, min=number, more=number, as_from=area, in_=place,
    free!, fleeting!) -> object -- play it now, at its cost, or free; with fleeting, it gains
    Fleeting, a Spell before it resolves; with cost=hand_cost | reserve_cost, one from Reserve at
    either
switch(what: object) -> object -- it goes to its controller's other Expedition (7.3.39)
defect(what: object) -> object -- it defects (7.3.6)
take_control(what: object, in_=place) -> object -- take control of it (7.3.40)
exchange(one: object, other: object?, boost: counter?) -> object -- each goes where the other is,
    or their boosts are exchanged (7.3.11, 7.3.12); one thing may be two objects
gain(who: pick, what: mark*, max=number|amount, counters) -> number|object -- it gains statuses,
    counters, abilities, sub-types
lose(who: pick, what: status|keyword|type|property*, counters) -> number|object -- it loses
    statuses, counters, abilities
spend(of=object, counters) -> number|object -- spend counters, of this object unless said
pay(amount: number|amount) -> number -- pay that much mana
exhaust(what: object) -> object -- exhaust it (7.3.13)
ready(what: object) -> object -- ready it (7.3.28)
augment(what: object) -> object -- it gains one more of each counter it has (7.3.4)
double(what: object, kind: counter?) -> object -- double its counters (7.3.8)
place(marker: object|counter, region: region) -> object -- place or move a Terrain Marker
    (7.3.23)
move(what: expedition, distance: number) -> number|expedition -- move an Expedition that many
    regions, backwards if negative
roll(dice: number?, plus=number, ignore=number) -> number -- roll dice; its value is the result
reveal(what: object) -> object -- reveal cards (everyone sees them)
look(what: object) -> object -- look at cards (you alone see them)
activate(which: activation, what: object, n=number, up_to=number, as_=object) -> object --
    activate its abilities of that kind (7.3.1)
receive(gift: object) -> object -- also receive the Gift (7.3.29)
pass_() -> player -- pass
after_you() -> player -- After You (7.3.2)
extra_turn() -> player -- play another turn
become_first(who: player?) -> player -- become the first player
win(who: player) -> player -- win the game
""",
)
_group(
    "structure",
    """
may(step: pick|step, by=player) -- the doer may do this
if_(condition: truth|step, then: step, else_=step) -- a condition, or a step that could be done
modes(n: number, choice: step+, least=number, repeat=flag, up_to!) -- choose that many of the
    steps; with least=, no fewer than that; with up_to, as many at the most
times(n: number, steps: step+) -- do it that many times
each(over: pick, steps: step+, starting=player) -> object -- once for each, one after the other;
    `it` is the one
together(steps: step+) -> object -- at the same time, in one step; as a cost, all or nothing
spread(over: pick) -> pick -- distributed as you choose among them
later(steps: step+, after=phase|duration) -- a Reaction that does it, when Reactions are next
    played
ongoing(what: granted+, this=duration, uses=number) -- an Ongoing Emblem that lasts
""",
)
_group(
    "selector",
    """
target(filters: test|tax+, n=number, up_to=number, by=player, any_number!, then!) -> pick --
    targets of the doer's choice; with then, chosen only at its step: "roll a die, then target"
choose(filters: test|statistic|tax+, n=number, up_to=number, per=filter, by=player, any_number!) ->
    pick|status -- chosen, not targeted; with per=player or per=expedition, so many for each
all(filters: test+) -> pick -- each one there is
random(filters: test+, n=number) -> pick -- picked by chance
top(deck: area, n: number?) -> object -- the top cards of a deck
bottom(deck: area, n: number?) -> object -- the bottom cards of a deck
""",
)
_group(
    "filter",
    """
facing(whom: object|expedition) -> filter -- in an Expedition that faces it
in_(region: terrain|region|filter|truth) -> filter -- in a region of that terrain, or that is so
named(like: object|token) -> filter -- with the same name
has(ability: status|keyword|activation) -> filter -- with such an ability
only(terrain: terrain) -> filter|property -- that terrain and no other
tax(cost: number, filters: test+) -> tax -- targeting these costs that much more each
""",
)
_group(
    "amount",
    """
count(filters: test+, distinct=statistic) -> number -- how many there are
total(of: statistic, filters: test*) -> number -- the sum over them; in a selector, over what is
    chosen
highest(of: statistic, filters: test*) -> number|filter -- the highest among them; as a filter,
    those that have it
lowest(of: statistic, filters: test*) -> number|filter -- the lowest among them; as a filter,
    those that have it
between(one: expedition, other: expedition) -> number -- how many regions lie between them
up_to(n: number) -> amount -- any amount up to this one
""",
)
_group(
    "condition",
    """
is_(what: pick, filters: test+) -> truth -- all of it passes the filters
happened(event: pattern, this=duration) -> number|truth -- how often it did, and whether
different(filters: test+) -> truth -- there is a different one for each
""",
)
_group(
    "event",
    "\n".join(f"{verb.word}({verb.slots}) -- {verb.says}" for verb in VERBS.values())
    + "\nattempts(event: pattern) -- what a rule makes impossible is tried (7.5.3)",
)
_group(
    "trigger",
    """
at(phase: phase, conditions: truth*) -- as that phase begins
when(event: pattern, conditions: truth*, nth=number, this=duration, first!, last!, once!) --
    each time it happens
""",
)
_group(
    "gate",
    """
while_(condition: truth) -- works while this is true
since(condition: truth) -- works from the moment this was first true
""",
)
_group(
    "modifier",
    """
instead(event: pattern, conditions: truth*, cost=step, otherwise=step, nth=number,
    this=duration, may!, once!) -- the body happens instead of each that is so; with once, instead
    of all of the step that is so
also(event: pattern, conditions: truth*, cost=step, nth=number, this=duration, may!, once!) -- the
    body happens as well, for each that is so; with once, once in the step
""",
)
_group(
    "passive",
    """
have(who: pick, what: mark*, stats=number|statistic, forest=number, mountain=number,
    water=number, hand_cost=number, reserve_cost=number, base_cost=number, reserve_limit=number,
    landmark_limit=number, max=number|amount, where=where) -- it has these, as long as this works
less(amount: number|free, event: pattern, min=number, cost=step, nth=number, this=duration,
    may!) -- it costs that much less
more(amount: number, event: pattern, nth=number, this=duration, may!) -- it costs that much more
at_least(amount: number, event: pattern) -- it costs at least that much
can(event: pattern, conditions: truth*, even=status|keyword) -- allowed, even though
cant(event: pattern, conditions: truth*) -- impossible
begin(counters) -- it begins the game with these counters
signature(token: token) -- the token that goes with this Hero
""",
)
_group(
    "keyword",
    """
tough(n: number) -- targeting it costs an opponent that much (7.4.7)
scout(n: number) -- may be played for that much, to go to Reserve (7.4.5)
temple(n: number) -- may be played for that much as a Landmark Permanent, a Construction with "At
    Noon: you may send me to Reserve"
""",
)

CALLS: dict[str, Call] = {name: call for group in GROUPS.values() for name, call in group.items()}
"""Every word with slots."""

FLAGS: frozenset[str] = frozenset().union(*(call.flags for call in CALLS.values()))
"""Words that only qualify a verb that takes them."""

WORDS: dict[str, Vocable] = {}
"""Every word that stands alone."""

ATTRIBUTES: dict[str, Vocable] = {}
"""Every word that stands after a dot."""


def _add(
    table: dict[str, Vocable],
    names: str | frozenset[str],
    kinds: str,
    doc: str,
    of: str = "",
    candidate: bool = False,
) -> None:
    """Add words; a word given twice has the sorts of both rows."""
    for name in names.split(" ") if isinstance(names, str) else sorted(names):
        old = table.get(name, Vocable(name, frozenset()))
        table[name] = Vocable(
            name,
            old.sorts | sorts(kinds),
            "; ".join(text for text in (old.doc, doc) if text),
            old.of | (sorts(of) if of else frozenset()),
            candidate and (old.candidate or not old.sorts),
        )


for _kinds, _names, _doc in (
    ("object", "me", "this object or card"),
    (
        "object|player|expedition|region|number|truth",
        "it",
        "what the event was about; in each(..), the one it has come to",
    ),
    ("player|filter", "you", "the controller of this ability"),
    ("player|filter", "opponent", "an opponent of yours"),
    ("player|filter", "they", "inside by=, the player who does it"),
    ("filter", "player", "any player"),
    ("filter|type", TYPES - {"card"}, "type"),
    ("filter", "card", "any card or object"),
    ("filter|type", SUBTYPES, "sub-type"),
    ("filter", "expedition", "any Expedition"),
    ("filter", "region", "any region"),
    ("status|filter", STATUSES, "status"),
    ("keyword|filter", KEYWORDS - NUMBERED, "keyword"),
    ("filter", "tough", "with that keyword"),
    ("filter|counter", MARKERS, "Terrain Marker"),
    ("counter", "counter", "a counter of any kind"),
    ("area|filter", "play", "in play: in an Expedition or in Landmarks (3.1.4)"),
    ("area|filter", frozenset(AREAS) - {"expeditions"}, "area"),
    ("area|filter", "expeditions", "the Expedition zone"),
    ("filter", "other", "not this object"),
    ("filter", "visible", "face-up"),
    ("filter", "starting", "where the Expeditions of a kind start from"),
    ("filter|property|truth", "in_contact behind ahead tied", "position"),
    ("property", "uncounted", "does not count towards limits"),
    ("property", "abilities", "all its abilities"),
    ("statistic", "name controller owner", "characteristic of a candidate"),
    ("number", "X", "the number chosen as the cost was paid"),
    (
        "number",
        "n",
        "the amount of the event; with once, how often it happened; in have(..), what it was",
    ),
    ("number", "result", "the result of the roll"),
    ("number|duration", "day", "which day it is; this Day"),
    ("duration", "turn rest", "duration"),
    ("phase|duration", "morning noon afternoon dusk night", "phase"),
    ("activation", "T D J H R I", "kind of ability: exhausting, Support, the triggers"),
    ("amount", "any_number none all", "amount"),
    ("free|flag", "free", "at no cost"),
    ("end", "top bottom", "end of a deck"),
    ("token", "signature", "the Signature token of the doer's Hero"),
    ("where", "anywhere", "also when not in play"),
):
    _add(WORDS, _names, _kinds, _doc)

for _kinds, _names, _doc in (
    ("terrain|statistic|number", TERRAINS, "terrain; statistic of a candidate"),
    ("statistic|number", "hand_cost reserve_cost base_cost", "cost of a candidate"),
    ("statistic|number", "base_forest base_mountain base_water", "base statistic of a candidate"),
    ("statistic|number", "highest lowest", "highest, lowest statistic of a candidate"),
    ("statistic|number", "zero_statistics", "how many base statistics of a candidate are 0"),
    ("statistic|number", "counters", "how many counters a candidate has"),
    ("statistic|number", "terrains", "how many terrains a candidate region has"),
    ("area", "played_from", "where a candidate was played from"),
):
    _add(WORDS, _names, _kinds, _doc, candidate=True)

for _of, _kinds, _names, _doc in (
    ("object", "number", "forest mountain water base_forest base_mountain base_water", "statistic"),
    ("object", "number", "hand_cost reserve_cost base_cost", "cost"),
    ("object", "number", "highest lowest", "highest, lowest statistic"),
    ("object", "number", "zero_statistics", "how many base statistics are 0"),
    ("object", "number", "counters", "how many counters it has"),
    ("region", "number", "terrains", "how many terrains it has"),
    ("pick|number|truth", "number", "n", "its amount"),
    ("object", "type", "subtypes", "its sub-types, to gain"),
    ("object", "player", "owner", "its owner"),
    ("object|expedition", "player", "controller", "its controller"),
    ("object", "place", "expedition", "the Expedition it is in"),
    ("object|expedition", "object|place", "facing", "what faces it"),
    ("object|expedition", "region", "region", "the region it is in"),
    ("expedition", "place", "other", "the other Expedition of its controller"),
    ("player", "player", "other", "the other player"),
    ("object|expedition", "truth", "in_contact behind ahead tied", "position"),
    ("object|expedition", "truth", STATUSES, "status"),
    ("object", "truth", KEYWORDS, "keyword"),
    ("object", "truth", "paid_less", "its optional reduction was taken"),
    ("object", "truth", "paid_more", "what it may cost more was paid"),
    ("object", "area", "played_from", "where it was played from"),
    ("object|region", "truth", "visible", "face-up"),
    ("player", "truth", "first_player passed", "about the turns"),
    ("player", "area", "play reserve hand deck mana discard_pile landmarks", "that player's"),
    ("player", "place", "expeditions hero_expedition companion_expedition", "that player's"),
    ("player", "region", "hero_region companion_region", "where that Expedition is"),
    ("player", "object", "hero", "that player's Hero"),
    ("player", "duration", "turn", "that player's turn"),
):
    _add(ATTRIBUTES, _names, _kinds, _doc, _of)
