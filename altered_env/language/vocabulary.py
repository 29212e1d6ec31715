"""Every word of the notation, with the types of its slots.

A *sort* says what a value is: a number, an object, an area, a step. A word has sorts; a slot
of a verb accepts sorts. `checking.py` compares them, `docs/language.md` prints the tables.

>>> CALLS["draw"].slots
(Slot(name='amount', sorts=frozenset({'number'}), needed=False, rest=False),)
>>> sorted(WORDS["reserve"].sorts)
['area', 'filter']
"""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.language.kinds import KEYWORDS, MARKERS, STATUSES, SUBTYPES, TERRAINS, TYPES

__all__ = ["ATTRIBUTES", "CALLS", "FLAGS", "SORTS", "WORDS", "Call", "Slot", "Vocable"]

SORTS: dict[str, str] = {
    "number": "a number",
    "amount": "an amount (all, any_number, none, up_to(n))",
    "truth": "a condition",
    "object": "an object (me, it, target(..), choose(..), all(..), a bound name)",
    "player": "a player (you, opponent, they, x.owner, target(player))",
    "expedition": "an Expedition (me.expedition, you.expeditions, target(expedition))",
    "region": "a region (me.region, target(region))",
    "area": "an area (reserve, hand, deck, mana, you.landmarks)",
    "filter": "a filter (character, reserve, fleeting, hand_cost <= 3)",
    "status": "a status",
    "keyword": "a keyword",
    "type": "a type or sub-type",
    "counter": "a kind of counter",
    "terrain": "a terrain",
    "property": "a property",
    "pattern": "an event pattern (plays(..), goes(..), moves(..))",
    "step": "a step (draw(..), gain(..), if_(..))",
    "granted": "an ability in braces, {head: body} or {statement}",
    "activation": "a kind of ability (T, D, J, H, R)",
    "token": "a token",
    "statistic": "a characteristic (hand_cost, forest, highest)",
    "phase": "a phase (morning, noon, afternoon, dusk, night)",
    "duration": "a duration (turn, afternoon, day, rest)",
    "tax": "tax(..)",
    "free": "free",
    "end": "an end of a deck (top, bottom)",
    "where": "anywhere",
    "gate": "a gate (I, completed, while_(..), since(..))",
    "trigger": "a trigger (J, H, R, at(..), when(..))",
    "modifier": "a modifier (instead(..), also(..))",
    "statement": "a passive statement (have(..), less(..), cant(..))",
    "flag": "a flag",
}
"""What each sort is called when a line is refused."""


def _sorts(text: str) -> frozenset[str]:
    found = frozenset(text.split("|"))
    assert found <= SORTS.keys(), found - SORTS.keys()
    return found


@dataclass(frozen=True, slots=True)
class Vocable:
    """A word that stands alone, or an attribute after a dot."""

    name: str
    sorts: frozenset[str]
    doc: str = ""
    of: frozenset[str] = frozenset()
    candidate: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """One place to fill: `rest` takes any number of values."""

    name: str
    sorts: frozenset[str]
    needed: bool = True
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A word with slots. `candidate` says that comparisons in it speak of each candidate."""

    name: str
    group: str
    slots: tuple[Slot, ...]
    keywords: tuple[Slot, ...]
    flags: frozenset[str]
    gives: frozenset[str]
    doc: str
    candidate: bool = False
    counters: bool = False

    def keyword(self, name: str) -> Slot | None:
        """The slot given by `name=`, or None."""
        return next((slot for slot in self.keywords if slot.name == name), None)


def _slots(text: str) -> tuple[Slot, ...]:
    slots = []
    for part in text.split():
        name, _, sorts = part.partition(":")
        mark = sorts[-1] if sorts[-1] in "?*+" else ""
        slots.append(Slot(name, _sorts(sorts.rstrip("?*+")), mark in ("", "+"), mark in ("*", "+")))
    return tuple(slots)


CALLS: dict[str, Call] = {}
"""Every word with slots."""

_TEST = "filter|area|object|player|expedition|region|status|keyword|type|terrain|truth|counter"
_PICK = "object|player|expedition|region"
_ANY = _PICK + "|status"


def _call(
    group: str,
    name: str,
    slots: str,
    gives: str,
    doc: str,
    *,
    keywords: str = "",
    flags: str = "",
    candidate: bool = False,
    counters: bool = False,
) -> None:
    CALLS[name] = Call(
        name,
        group,
        _slots(slots),
        _slots(keywords),
        frozenset(flags.split()),
        _sorts(gives),
        doc,
        candidate,
        counters,
    )


def _step(name: str, slots: str, doc: str, keywords: str = "", flags: str = "", gives: str = "object", counters: bool = False) -> None:  # fmt: skip
    _call("step", name, slots, f"step|truth|{gives}", doc, keywords=f"{keywords} by:player",
          flags=flags, counters=counters)  # fmt: skip


# Steps: moves.
_step("put", "what:object to:area|expedition", "send, put or return it there", "at:number|end", "ready exhausted")
_step("discard", "what:object", "discard it from where it is")
_step("sacrifice", "what:object", "sacrifice it (7.3.36)")
_step("draw", "amount:number?", "draw cards, one unless said")
_step("resupply", "amount:number?", "put the top card of the deck in Reserve (7.3.31)", flags="exhausted may")
_step("sabotage", "what:object?", "discard up to one target card from a Reserve (7.3.35)")
_step("create", "token:token amount:number?", "create tokens there", "in_:area|expedition", "exhausted")
_step("play", "what:object", "play it now, at its cost", "cost:number|statistic less:number more:number as_from:area in_:area|expedition", "free")
_step("switch", "what:object", "it goes to its controller's other Expedition (7.3.39)")
_step("defect", "what:object", "it defects (7.3.6)")
_step("take_control", "what:object", "take control of it (7.3.40)", "in_:area|expedition")
_step("exchange", "one:object other:object boost:counter?", "each goes where the other is, or their boosts are exchanged (7.3.11, 7.3.12)")
# Steps: marks.
_step("gain", f"who:{_PICK} what:status|keyword|type|terrain|granted|property*", "it gains statuses, counters, abilities, sub-types", "max:number|amount", gives="object|number", counters=True)
_step("lose", f"who:{_PICK} what:status|keyword|type|property*", "it loses statuses, counters, abilities", gives="object|number", counters=True)
_step("spend", "", "spend counters, of this object unless said", "of:object", gives="object|number", counters=True)
_step("pay", "amount:number|amount", "pay that much mana", gives="number")
_step("exhaust", "what:object", "exhaust it (7.3.13)")
_step("ready", "what:object", "ready it (7.3.28)")
_step("augment", "what:object", "it gains one more of each counter it has (7.3.4)")
_step("double", "what:object kind:counter?", "double its counters (7.3.8)")
_step("place", "marker:object|counter region:region", "place or move a Terrain Marker (7.3.23)")
# Steps: the table.
_step("move", "what:expedition distance:number", "move an Expedition that many regions, backwards if negative", gives="expedition|number")
_step("roll", "dice:number?", "roll dice; its value is the result", "plus:number ignore:number", gives="number")
_step("reveal", "what:object", "reveal cards (everyone sees them)")
_step("look", "what:object", "look at cards (you alone see them)")
_step("activate", "which:activation what:object", "activate its abilities of that kind (7.3.1)", "n:number up_to:number as_:object")
_step("receive", "gift:object", "also receive the Gift (7.3.29)")
_step("pass_", "", "pass", gives="player")
_step("after_you", "", "After You (7.3.2)", gives="player")
_step("extra_turn", "", "play another turn", gives="player")
_step("become_first", "who:player?", "become the first player", gives="player")
_step("win", "who:player", "win the game", gives="player")

# Structure.
_P = "step|object|player|expedition|region"
_call("structure", "may", f"step:{_P}", "step|truth", "the doer may do this", keywords="by:player")
_call("structure", "if_", "condition:truth|step then:step", "step|truth", "a condition, or a step that could be done", keywords="else_:step")
_call("structure", "modes", "n:number choice:step+", "step|truth", "choose that many of the steps", keywords="repeat:flag", flags="up_to")
_call("structure", "times", "n:number steps:step+", "step|truth", "do it that many times")
_call("structure", "each", "over:object|player|expedition|region steps:step+", "step|truth|object", "once for each, one after the other; `it` is the one", keywords="starting:player")
_call("structure", "together", "steps:step+", "step|truth|object", "at the same time, all or nothing")
_call("structure", "spread", f"over:{_PICK}", _PICK, "distributed as you choose among them")
_call("structure", "later", "steps:step+", "step|truth", "a Reaction that does it, when Reactions are next played", keywords="after:phase|duration")
_call("structure", "ongoing", "what:granted+", "step|truth", "an Ongoing Emblem that lasts", keywords="this:duration uses:number")

# Selectors.
_SEL = dict(keywords="n:number up_to:number by:player", flags="any_number", candidate=True)
_call("selector", "target", f"filters:{_TEST}|tax+", _PICK, "targets of the doer's choice", **_SEL)  # type: ignore[arg-type]
_call("selector", "choose", f"filters:{_TEST}|tax|statistic+", _ANY, "chosen, not targeted", **_SEL)  # type: ignore[arg-type]
_call("selector", "all", f"filters:{_TEST}+", _PICK, "each one there is", candidate=True)
_call("selector", "random", f"filters:{_TEST}+", _PICK, "picked by chance", keywords="n:number", candidate=True)
_call("selector", "top", "deck:area n:number?", "object", "the top cards of a deck")
_call("selector", "bottom", "deck:area n:number?", "object", "the bottom cards of a deck")

# Filters.
_call("filter", "facing", "whom:object|expedition", "filter", "in an Expedition that faces it")
_call("filter", "in_", "terrain:terrain", "filter", "in a region of that terrain")
_call("filter", "named", "like:object|token", "filter", "with the same name")
_call("filter", "has", "ability:activation|keyword|status", "filter", "with such an ability")
_call("filter", "only", "terrain:terrain", "property|filter", "that terrain and no other")
_call("filter", "tax", f"cost:number filters:{_TEST}+", "tax", "targeting these costs that much more each", candidate=True)

# Amounts and conditions.
_MANY = f"of:statistic filters:{_TEST}*"
_call("amount", "count", f"filters:{_TEST}+", "number", "how many there are", keywords="distinct:statistic", candidate=True)
_call("amount", "total", _MANY, "number", "the sum over them; in a selector, over what is chosen", candidate=True)
_call("amount", "highest", _MANY, "number|filter", "the highest among them; as a filter, those that have it", candidate=True)
_call("amount", "lowest", _MANY, "number|filter", "the lowest among them; as a filter, those that have it", candidate=True)
_call("amount", "between", "one:expedition other:expedition", "number", "how many regions lie between them")
_call("amount", "up_to", "n:number", "amount", "any amount up to this one")
_call("condition", "is_", f"what:{_PICK} filters:{_TEST}+", "truth", "all of it passes the filters", candidate=True)
_call("condition", "happened", "event:pattern", "truth|number", "how often it did, and whether", keywords="this:duration")
_call("condition", "different", f"filters:{_TEST}+", "truth", "there is a different one for each", candidate=True)

# Event patterns.
_WHEN = "from_:area|expedition to:area|expedition during:phase|duration due_to:terrain|status by:player"
_EVENT = f"subject:{_TEST} filters:{_TEST}*"
_BARE = f"subject:{_TEST}? filters:{_TEST}*"
for _name, _slot_text, _doc in (
    ("goes", _EVENT, "it moves"),
    ("plays", _EVENT, "a player plays it"),
    ("sacrifices", _EVENT, "a player sacrifices it"),
    ("discards", _EVENT, "a player discards it"),
    ("creates", _EVENT, "a player creates it"),
    ("draws", _EVENT, "a player draws"),
    ("resupplies", _EVENT, "a player Resupplies"),
    ("gifts", _EVENT, "a player makes a Gift"),
    ("gains", f"subject:{_TEST} what:{_TEST}*", "it gains the last word: a status, a counter"),
    ("loses", f"subject:{_TEST} what:{_TEST}*", "it loses the last word"),
    ("spends", f"subject:{_TEST} what:{_TEST}*", "a player spends counters"),
    ("exhausts", _EVENT, "it becomes exhausted; with a player first, by that player"),
    ("readies", _EVENT, "it becomes ready"),
    ("moves", _EVENT, "an Expedition moves forward"),
    ("fails", _EVENT, "an Expedition fails to move forward (7.5.7)"),
    ("rolls", f"subject:{_TEST} filters:{_TEST}*", "a player rolls dice"),
    ("reveals", _EVENT, "a player reveals it"),
    ("passes", _EVENT, "a player passes"),
):  # fmt: skip
    _call("event", _name, _slot_text, "pattern", _doc, keywords=_WHEN, candidate=True)
_call("event", "activates", f"which:activation filters:{_TEST}*", "pattern", "an ability of that kind is activated", keywords=_WHEN, candidate=True)
_call("event", "attempts", "event:pattern", "pattern", "what a rule makes impossible is tried (7.5.3)")

# Heads.
_call("trigger", "at", "phase:phase conditions:truth*", "trigger", "as that phase begins")
_call("trigger", "when", "event:pattern conditions:truth*", "trigger", "each time it happens", keywords="nth:number this:duration", flags="once first last")
_call("gate", "while_", "condition:truth", "gate", "works while this is true")
_call("gate", "since", "condition:truth", "gate", "works from the moment this was first true")
_call("modifier", "instead", "event:pattern conditions:truth*", "modifier", "the body happens instead", keywords="cost:step otherwise:step nth:number this:duration", flags="may")
_call("modifier", "also", "event:pattern conditions:truth*", "modifier", "the body happens as well", keywords="cost:step nth:number this:duration", flags="may")

# Passive statements and keywords with a number.
_call("passive", "have", f"who:{_PICK} what:status|keyword|type|terrain|granted|property*", "statement", "it has these, as long as this works", keywords="stats:statistic|number forest:number mountain:number water:number hand_cost:number reserve_cost:number base_cost:number reserve_limit:number landmark_limit:number where:where")
_call("passive", "less", "amount:number|free event:pattern", "statement", "it costs that much less", keywords="min:number cost:step nth:number this:duration", flags="may")
_call("passive", "more", "amount:number event:pattern", "statement", "it costs that much more")
_call("passive", "at_least", "amount:number event:pattern", "statement", "it costs at least that much")
_call("passive", "can", "event:pattern conditions:truth*", "statement", "allowed, even though", keywords="even:status|keyword")
_call("passive", "cant", "event:pattern conditions:truth*", "statement", "impossible")
_call("passive", "begin", "", "statement", "it begins the game with these counters", counters=True)
for _name, _doc in (
    ("tough", "targeting it costs an opponent that much (7.4.7)"),
    ("scout", "may be played for that much, to go to Reserve (7.4.5)"),
    ("temple", "may be played for that much, as its Temple form"),
):
    _call("keyword", _name, "n:number", "keyword", _doc)

WORDS: dict[str, Vocable] = {}
"""Every word that stands alone."""
ATTRIBUTES: dict[str, Vocable] = {}
"""Every word that stands after a dot."""


def _words(sorts: str, names: str, doc: str = "", candidate: bool = False) -> None:
    for name in names.split():
        old = WORDS.get(name)
        both = _sorts(sorts) | (old.sorts if old else frozenset())
        text = "; ".join(t for t in (old.doc if old else "", doc) if t)
        WORDS[name] = Vocable(name, both, text, candidate=candidate and (not old or old.candidate))


def _attributes(of: str, sorts: str, names: str, doc: str = "") -> None:
    for name in names.split():
        old = ATTRIBUTES.get(name)
        ATTRIBUTES[name] = Vocable(
            name,
            _sorts(sorts) | (old.sorts if old else frozenset()),
            "; ".join(t for t in (old.doc if old else "", doc) if t),
            _sorts(of) | (old.of if old else frozenset()),
        )


_words("object", "me", "this object or card")
_words("object|player|expedition|region|number|truth", "it", "what the event was about, or the one that each(..) has come to")
_words("player|filter", "you", "the controller of this ability")
_words("player|filter", "opponent", "an opponent of yours")
_words("player|filter", "they", "inside by=, the player who does it")
_words("filter", "player", "any player")
_words("filter|type", " ".join(sorted(TYPES - {"card"})), "type")
_words("filter", "card", "any card or object")
_words("filter|type", " ".join(sorted(SUBTYPES)), "sub-type")
_words("filter", "expedition", "any Expedition")
_words("filter", "region", "any region")
_words("status|filter", " ".join(sorted(STATUSES)), "status")
_words("keyword|filter", " ".join(sorted(KEYWORDS - {"scout", "temple", "tough"})), "keyword")
_words("keyword|filter", "tough", "keyword")
_words("filter|counter", " ".join(sorted(MARKERS)), "Terrain Marker")
_words("counter", "counter", "a counter of any kind")
_words("terrain|statistic|number", " ".join(sorted(TERRAINS)), "terrain, statistic of a candidate", True)
_words("area|filter", "play", "in play: in an Expedition or in Landmarks (3.1.4)")
_words("area|filter", "reserve hand deck mana discard_pile landmarks limbo", "area")
_words("area|filter", "expeditions", "the Expedition zone")
_words("filter", "other", "not this object")
_words("filter", "visible", "face-up")
_words("filter|property|truth", "in_contact behind ahead tied", "position")
_words("property", "uncounted", "does not count towards limits")
_words("property", "abilities", "all its abilities")
_words("statistic|number", "hand_cost reserve_cost base_cost", "cost of a candidate", True)
_words("statistic|number", "base_forest base_mountain base_water", "base statistic of a candidate", True)
_words("statistic|number", "highest lowest", "the candidate's highest, lowest statistic", True)
_words("statistic|number", "zero_statistics", "how many base statistics of the candidate are 0", True)
_words("statistic|number", "counters", "how many counters the candidate has", True)
_words("statistic", "name controller owner", "characteristic of a candidate", True)
_words("number", "X", "the number chosen as the cost was paid")
_words("number", "n", "the amount of the event; in have(..), the value as it was")
_words("number", "result", "the result of the roll")
_words("number|duration", "day", "which day it is; this Day")
_words("duration", "turn rest", "duration")
_words("phase|duration", "morning noon afternoon dusk night", "phase")
_words("activation", "T D J H R I", "kind of ability: exhausting, Support, the triggers")
_words("amount", "any_number none all", "amount")
_words("free|flag", "free", "at no cost")
_words("end", "top bottom", "end of a deck")
_words("where", "anywhere", "also when not in play")

_attributes("object", "number", "forest mountain water base_forest base_mountain base_water", "statistic")
_attributes("object", "number", "hand_cost reserve_cost base_cost highest lowest zero_statistics counters")
_attributes("object|player|expedition|region|number|truth", "number", "n", "its amount")
_attributes("object", "type", "subtypes", "its sub-types, to gain")
_attributes("object", "player", "owner", "its owner")
_attributes("object|expedition", "player", "controller", "its controller")
_attributes("object", "expedition|area", "expedition", "the Expedition it is in")
_attributes("object|expedition", "expedition|object|area", "facing", "what faces it")
_attributes("object|expedition", "region", "region", "the region it is in")
_attributes("expedition", "expedition|area", "other", "the other Expedition of its controller")
_attributes("player", "player", "other", "the other player")
_attributes("object|expedition", "truth", "in_contact behind ahead tied", "position")
_attributes("object|expedition", "truth", " ".join(sorted(STATUSES)), "status")
_attributes("object", "truth", " ".join(sorted(KEYWORDS)), "keyword")
_attributes("object", "truth", "paid_less", "its optional reduction was taken")
_attributes("object", "area", "played_from", "where it was played from")
_attributes("object|region|player", "truth", "visible")
_attributes("player", "truth", "first_player passed")
_attributes("player", "area", "play reserve hand deck mana discard_pile landmarks", "that player's")
_attributes("player", "expedition|area", "expeditions hero_expedition companion_expedition", "that player's")
_attributes("player", "region", "hero_region companion_region", "where that Expedition is")
_attributes("player", "object", "hero", "that player's Hero")
_attributes("player", "duration", "turn", "that player's turn")

FLAGS: frozenset[str] = frozenset().union(*(call.flags for call in CALLS.values()))
"""Words that only say how, and only where their verb takes them."""
