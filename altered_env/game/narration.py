"""Narration of a game for one player, spectators or an omniscient observer: changes between two
views, and the announced turns of other players.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> telling = Narration(game.view("B"))
>>> telling.begin()
[('moment', 'Set-up')]
>>> for _ in range(6):
...     action = game.legal_actions()[0]
...     _ = telling.acts(game, action)
...     game.act(action)
...     came = telling.goes_on(game.view("B"))
>>> came[-2:]
[('came', 'A puts 3 cards into the Mana zone'), ('moment', 'Day 1, afternoon')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from altered_env._runtime.plurals import counted
from altered_env.cards import Card, catalogue
from altered_env.game.options import announcement
from altered_env.game.playback import is_told, play_out, progresses
from altered_env.game.position import Position
from altered_env.game.public_view import view_for
from altered_env.game.states import duplicate
from altered_env.language.words import SEATS
from altered_env.render.views import ExpeditionView, ObjectView, PlayerView, View

if TYPE_CHECKING:
    from altered_env.game.game import Game

Line = tuple[str, str]
"""Its kind, `moment`, `said` or `came`, and the line."""


class Compared(NamedTuple):
    """4.2.4: an Expedition and the one facing it, in a terrain of its region."""

    terrain: str
    mine: int
    other: int
    ahead: bool
    """Would it move forward for this terrain, if Dusk came now?"""

    def __str__(self) -> str:
        return f"{self.terrain} {self.mine} against {self.other}"


class Moment(NamedTuple):
    """What a page shows between two decisions."""

    view: View
    lines: int
    """The lines of the narration up to then."""
    expedition: int | None = None
    """At Dusk the Expedition that is compared, before any has moved: twice the player's number, and
    one more for its Companion Expedition."""


class _Course(NamedTuple):
    """Whether an Expedition has moved, and why."""

    expedition: int
    step: int
    line: str


def said_aloud(game: Game, action: int) -> str:
    """The announcement to all players of an action that the decider is about to take."""
    said = announcement(game, action)
    return f"{SEATS[game.decider]}: {said}" if said and game.decider is not None else ""


class Narration:
    """The narration for one player, view by view; with None, for an omniscient observer."""

    def __init__(self, view: View) -> None:
        self.view = view
        """The last narrated view."""
        self.ended: View | None = None
        """The position at the very end of a day, if one has ended in the last narration."""
        self.moments: list[Moment] = []
        """The moments of the last narration at which something has changed, the beginning of
        Dusk, and each comparison there. A pass is none: whether it was forced depends on hidden
        cards."""
        self._heading = self._said = ""
        self._standing: View | None = None
        """The view before Progress, if Progress is next."""
        self._on_the_way: list[tuple[View, bool, str]] = []
        self._is_told = True
        """Whether the result of the last action is narrated at once (`is_told`)."""

    def begin(self) -> list[Line]:
        """The narration's first moment."""
        return self._moment()

    def acts(self, game: Game, action: int) -> list[Line]:
        """Lines about the action that the player to move is about to take: for a player, only its
        own choices; for an omniscient observer, all. Changes up to the next decision are narrated
        with its result."""
        at = Position(duplicate(game.games), game.book)
        self._on_the_way = [*self._on_the_way]  # a copy of this narration keeps its own
        for rolled in play_out(at, action):
            self._on_the_way.append((view_for(at, self.view.seat), progresses(at), rolled))
        self._is_told = is_told(at, self.view.seat)
        said = said_aloud(game, action)
        if said or game.decider is None:
            self._said = said
            return [("said", said)] if said else []
        who = SEATS[game.decider]
        if self.view.seat not in (who, None) or game.decision in ("turn", "die"):
            return []
        return [("said", f"{who} chooses: {game.label(action).removeprefix(f'{who}: ')}")]

    def goes_on(self, view: View) -> list[Line]:
        """Lines about its result, from the views since then and the current one, moment by moment.
        Empty while another player must decide within an effect."""
        lines: list[Line] = []
        self.ended, self.moments = None, []
        if not self._is_told:
            return lines
        for seen, due, rolled in [*self._on_the_way, (view, False, "")]:
            stood = None if due else self._standing
            courses = [] if stood is None else list(_expeditions(self.view, seen, stood))
            came: list[Line | None] = [("came", rolled)] if rolled else []
            came += [
                self._heard(line)
                for line in changes(self.view, seen, stood)[len(courses) :]
                if not (rolled and line.startswith("the dice show "))
            ]
            if seen.day > self.view.day > 0:
                self.ended = self.view
            self.view, self._standing = seen, seen if due else None
            heading = self._moment() if due or courses or any(came) else []
            lines += heading
            for course in courses:
                lines.append(("came", course.line))
                self.moments.append(Moment(stood or seen, len(lines), course.expedition))
            lines += filter(None, came)
            changed = any(line and line[0] == "came" for line in came)
            if changed or (due and heading) or any(course.step for course in courses):
                self.moments.append(Moment(seen, len(lines)))
        self._on_the_way, self._said = [], ""
        return [*lines, *self._moment()]

    def _heard(self, line: str) -> Line | None:
        """A line of the narration: a pass is announced even if forced. None for repetitions: an
        announced pass, or a card shown because it is played."""
        name, shown, _ = line.partition(" is shown in the hand of ")
        if shown:
            return None if name in self._said else ("came", line)
        passes = line.replace(" has passed", ": pass")
        if passes == line:
            return "came", line
        if passes == self._said:
            self._said = ""
            return None
        return "said", passes

    def _moment(self) -> list[Line]:
        now = self.view.moment
        if now == self._heading:
            return []
        self._heading = now
        return [("moment", now)]


def changes(before: View, after: View, standing: View | None = None) -> list[str]:
    """Visible changes from one view to a later one. `standing` is the view at Dusk before Progress,
    if that lies between them."""
    lines = [course.line for course in _expeditions(before, after, standing)]
    for was_region, region in zip(before.regions, after.regions, strict=False):
        if region.face_up and not was_region.face_up:
            lines.append(f"region {region.number} is {', '.join(sorted(region.terrains))}")
    lines += _moves(before, after)
    for old, new in zip(before.players, after.players, strict=True):
        if new.passed and not old.passed:
            lines.append(f"{new.seat} has passed")
    if after.dice and after.dice != before.dice:
        lines.append(f"the dice show {', '.join(map(str, after.dice))}")
    if after.arena and not before.arena:
        lines.append("tied: the Arena decides")
    return lines


def _expeditions(before: View, after: View, at_dusk: View | None) -> Iterator[_Course]:
    """Moves of Expeditions; for those at Dusk also why, and why others have stayed."""
    stood = () if at_dusk is None else at_dusk.players
    standing = {f"{e.controller} {e.name}": e for p in stood for e in p.expeditions}
    for player, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for way, (was, now) in enumerate(zip(old.expeditions, new.expeditions, strict=True)):
            step = now.distance - was.distance
            if after.arena:
                continue
            found = []
            if at_dusk is not None:
                mine = standing[f"{was.controller} {was.name}"]
                found = compared(at_dusk, mine, standing[mine.facing])
            due = [str(one) for one in found if one.ahead]
            whose = f"{now.controller}: {now.name} Expedition"
            if due and at_dusk is not None and not step and not before.arena:
                why = (
                    "is held by a Defender" if _defended(_present(at_dusk, mine)) else "cannot move"
                )
                says = f"{whose} {why}: {', '.join(due)}"
            elif step:
                to = "forward" if step > 0 else "backwards"
                why = f": {', '.join(due)}" if step == 1 and due else ""
                says = f"{whose} moves {abs(step)} {to}{why}"
            elif found and not due and not before.arena:
                says = f"{whose} stays: {', '.join(map(str, found))}"
            else:
                continue
            yield _Course(2 * player + way, step, says)


def compared(view: View, mine: ExpeditionView, other: ExpeditionView) -> list[Compared]:
    """For each terrain of its region, an Expedition and the one facing it. Empty if the terrains
    are hidden."""
    region = next((r for r in view.regions if r.number == mine.region), None)
    found = []
    for terrain in ("forest", "mountain", "water"):
        if region is not None and terrain in region.terrains:
            one, two = getattr(mine, terrain), getattr(other, terrain)
            ahead = one > 0 and (one > two or (one == two and mine.ascended))
            found.append(Compared(terrain, one, two, ahead))
    return found


def is_held(view: View, mine: ExpeditionView) -> bool:
    """7.4.2.b: a Defender is present in an Expedition, and no card there lets it move anyway.

    The condition of such a card, if it has one, is taken as met.
    """
    here = _present(view, mine)
    cards = [catalogue().get(seen.reference) for seen in here if seen.reference]
    return _defended(here) and not any(card is not None and lets_move(card) for card in cards)


def _present(view: View, mine: ExpeditionView) -> list[ObjectView]:
    """The objects present in an Expedition (7.4.4)."""
    (player,) = (one for one in view.players if one.seat == mine.controller)
    every = [(one.name, seen) for one in player.expeditions for seen in one.objects]
    return [seen for name, seen in every if name == mine.name or "gigantic" in seen.keywords]


def _defended(objects: Sequence[ObjectView]) -> bool:
    return any("defender" in seen.keywords for seen in objects)


def lets_move(card: Card) -> bool:
    """Has a card an ability by which an Expedition may move although a Defender is in it?"""
    return any("even=defender" in line for line in card.abilities)


def _every(view: View) -> dict[int, tuple[ObjectView, str]]:
    """The objects by timestamp, each with its place."""
    found: dict[int, tuple[ObjectView, str]] = {}
    for player in view.players:
        zones: list[tuple[str, tuple[ObjectView, ...]]] = [
            ("Reserve", player.reserve),
            ("the Discard pile", player.discard),
            ("Landmarks", player.landmarks),
            ("Limbo", player.limbo),
            ("the hand", player.hand),
            ("the Deck", player.deck),
            ("the Mana zone", player.mana),
        ]
        zones += [(f"the {e.name} Expedition", e.objects) for e in player.expeditions]
        for place, objects in zones:
            for seen in objects:
                found[seen.timestamp] = (seen, f"{place} of {player.seat}")
    return found


def _moves(before: View, after: View) -> list[str]:
    """Moves of cards: a new object is a card that has left its old place. Hidden cards are only
    counted."""
    old, new = _every(before), _every(after)
    gone = [old[stamp] for stamp in sorted(old.keys() - new.keys()) if old[stamp][0].name]
    lines = []
    drawn: dict[str, list[str]] = {}
    looked_at: dict[str, list[str]] = {}
    from_nowhere: Counter[str] = Counter()
    shrunk = {
        one.seat: one.deck_count - two.deck_count
        for one, two in zip(before.players, after.players, strict=True)
    }
    for stamp in sorted(new.keys() - old.keys()):
        seen, place = new[stamp]
        if seen.name is None:
            continue
        same = [
            entry
            for entry in gone
            if entry[0].reference == seen.reference and entry[0].owner == seen.owner
        ]
        drawing = place.startswith("the hand")
        same.sort(key=lambda entry: entry[1].startswith("the Deck") != drawing)
        if same:
            match = same[0]
            gone.remove(match)
            if match[1].startswith("the Deck") and drawing:
                drawn.setdefault(seen.owner, []).append(seen.name)
            else:
                lines.append(f"{seen.name}: from {match[1]} to {place}")
        elif drawing and after.seat in (seen.owner, None) and shrunk[seen.owner] > 0:
            drawn.setdefault(seen.owner, []).append(seen.name)
        elif drawing:
            lines.append(f"{seen.name} is shown in {place}")
        elif place.startswith("the Deck") and shrunk[seen.owner] >= 0:
            looked_at.setdefault(place, []).append(seen.name)
        else:
            from_nowhere[seen.owner] += not seen.token
            lines.append(f"{seen.name} arrives in {place}")
    lines += [f"seen in {place}: {', '.join(names)}" for place, names in looked_at.items()]
    for player, names in sorted(drawn.items()):
        lines.append(f"{player} draws {', '.join(names)}")
    for was, now in zip(before.players, after.players, strict=True):
        lines += _unseen(was, now, len(drawn.get(now.seat, ())) + from_nowhere[now.seat])
    lines += [
        f"{seen.name} leaves {place} and ceases to exist"
        for seen, place in gone
        if not place.startswith("the Deck")  # it is not seen any more
    ]
    for stamp in sorted(old.keys() & new.keys()):
        lines += _alterations(old[stamp], new[stamp])
    return lines


def _unseen(was: PlayerView, now: PlayerView, seen: int) -> Iterator[str]:
    """The numbers of cards that a player has put into the Mana zone, and drawn, unseen by others;
    `seen` is the visible number that left the Deck otherwise."""
    orbs = _unknown(now.mana) - _unknown(was.mana)
    if orbs > 0 and len(now.mana) > len(was.mana):
        number = "a card" if orbs == 1 else f"{orbs} cards"
        yield f"{now.seat} puts {number} into the Mana zone"
    grown = (now.hand_count - len(now.hand)) - (was.hand_count - len(was.hand))
    left = was.deck_count - now.deck_count
    drawn = max(grown, left - seen - max(0, orbs))
    if grown > 0 and min(drawn, left) > 0:
        yield f"{now.seat} draws {min(drawn, left)}"


def _unknown(objects: Sequence[ObjectView]) -> int:
    return sum(seen.name is None for seen in objects)


def _alterations(old: tuple[ObjectView, str], new: tuple[ObjectView, str]) -> list[str]:
    """The changes of an object that stayed."""
    was, now = old[0], new[0]
    if now.zone == "mana" or now.name is None:
        return []
    lines = []
    if old[1] != new[1]:
        lines.append(f"{now.name}: from {old[1]} to {new[1]}")
    if now.boosts != was.boosts:
        lines.append(f"{now.name} has {counted(now.boosts, 'boost')}")
    for status in sorted(now.statuses - was.statuses):
        lines.append(f"{now.name} is {status}")
    for status in sorted(was.statuses - now.statuses):
        lines.append(f"{now.name} is no longer {status}")
    for name, number in sorted(now.counters.items()):
        if was.counters.get(name, 0) != number:
            lines.append(f"{now.name} has {number} {name}")
    return lines
