"""Deck improvement: legal changes race in paired games, and the winner is validated in fresh ones.

A step draws random changes: all copies of one card for as many of another with a similar Hand Cost.
They race against the same opponents with the same seeds: the worse half drops out, and the rest
play as many games again. The survivor's results are biased by selection, so it meets the current
deck in fresh deals, and is accepted if the interval of these alone lies above zero. In the end the
final deck meets the original one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from altered_env import cards, decks, formats
from altered_env._runtime.plurals import counted
from altered_env.arena.ledger import Ledger
from altered_env.arena.paired import Difference, difference, holm
from altered_env.cards import Card
from altered_env.cards.earlier import as_of
from altered_env.decks import Deck, Violation
from altered_env.formats.deck_changes import breaks_more
from altered_env.game.books import book_for

NEAR = 2
"""The largest difference in Hand Cost of a card and its replacement."""


@dataclass(frozen=True, slots=True)
class Change:
    """Replacement of a number of copies of one card by as many of another."""

    out: Card
    into: Card
    copies: int

    def __str__(self) -> str:
        return f"{self.copies} {self.out} -> {self.into}"

    def of(self, deck: Deck) -> Deck:
        """Return the deck with the change made, in the same places."""
        places = [k for k, card in enumerate(deck.cards) if card == self.out][: self.copies]
        now = tuple(self.into if k in places else card for k, card in enumerate(deck.cards))
        return replace(deck, cards=now)


Choose = Callable[[Sequence[Change], Random, int], list[Change]]
"""Picks a number of changes to race."""


@dataclass(frozen=True, slots=True)
class Search:
    """The budget of a search."""

    games: int = 40_000
    """The maximum number of games, including the last comparison."""
    width: int = 16
    """The number of changes that race in a step."""
    race: int = 24
    """The number of deals in the first round of a race, two games each."""
    proof: int = 800
    """The number of deals that validate a change, and of the last comparison. A change that is
    behind after a quarter, half or three quarters of them is dropped."""
    patience: int = 3
    """The number of consecutive steps without success after which the search ends."""

    def __post_init__(self) -> None:
        for name in ("width", "race", "proof", "patience"):
            if getattr(self, name) < (2 if name == "width" else 1):
                least = "two" if name == "width" else "one"
                raise ValueError(f"{name} must be {least} or more, found {getattr(self, name)}")
        due = 4 * self.proof
        if self.games < due + 2 * self.race * (self.width + 1):
            raise ValueError(
                f"{self.games} games are too few: a race of {self.width} changes and the final "
                f"comparison need {due + 2 * self.race * (self.width + 1)} or more"
            )

    @property
    def race_games(self) -> int:
        """Return the number of games in a race of this many changes: after each round half of them
        remain, and the deals double."""
        games, left, deals = 2 * self.race * (self.width + 1), self.width // 2, self.race
        while left > 1:
            games += 2 * deals * (left + 1)
            left, deals = left // 2, 2 * deals
        return games


@dataclass(frozen=True, slots=True)
class Step:
    """A change that won its race, with its validation."""

    change: Change
    tried: int
    """The number of changes that raced."""
    worth: Difference
    """The difference in win rate in fresh deals."""
    accepted: bool


@dataclass(frozen=True, slots=True)
class Improved:
    """The result of a search."""

    before: Deck
    deck: Deck
    steps: tuple[Step, ...]
    worth: Difference
    """The difference in win rate from the original deck, in fresh deals."""
    rates: tuple[float, float]
    """The win rates before and after in these deals."""
    games: int
    why: str
    """The reason why the search ended."""

    @property
    def corrected(self) -> list[float]:
        """Return the p-value of each step after Holm's correction for their number."""
        return holm([step.worth.p for step in self.steps])


def changes(
    deck: Deck,
    rules: str = "2024.09",
    pool: Sequence[Card] | None = None,
    format: str = "standard",
    owned: Mapping[str, int] | None = None,
) -> list[Change]:
    """Return every legal change of a deck in a format, in the order of the cards: it breaks no rule
    that the deck keeps, and none by more.

    By default the pool is every card of the Hero's faction, with the texts of the format's day.
    `owned` is the number of copies of each card at hand, by reference; by default any.

    >>> found = changes(decks.starter("axiom"))
    >>> len({change.out for change in found}), len(found) > 1000
    (20, True)
    """
    form = formats.get(format)
    most = form.bounds.same_name

    def check(one: Deck) -> list[Violation]:
        return form.of_deck(one, rules)

    if pool is None:
        every = cards.catalogue()
        known = decks.playable(every, book_for(every).unsupported)
        mine = known[deck.hero.faction] if deck.hero is not None else []
        pool = mine if form.day is None else [as_of(card, form.day) for card in mine]
    held, names = Counter(deck.cards), Counter(card.name for card in deck.cards)
    found = []
    for out in held:
        for into in pool:
            if into == out or into.type == "hero" or abs(into.hand_cost - out.hand_cost) > NEAR:
                continue
            room = most - names[into.name] + (held[out] if into.name == out.name else 0)
            if into.rarity == "unique":  # nobody has two of one reference
                room = min(room, 1 - held[into])
            if owned is not None:
                room = min(room, owned.get(into.reference, 0) - held[into])
            change = Change(out, into, min(held[out], room))
            if change.copies > 0 and not breaks_more(check, deck, change.of(deck)):
                found.append(change)
    return found


def improve(
    deck: Deck,
    ledger: Ledger,
    search: Search | None = None,
    pool: Sequence[Card] | None = None,
    tell: Callable[[Step], None] = lambda _step: None,
    format: str = "standard",
    owned: Mapping[str, int] | None = None,
    choose: Choose | None = None,
) -> Improved:
    """Improve a deck. `tell` is called with each step. `choose` picks the changes that race, by
    default at random.

    Everything is determined by the deck, the table and the search, so a stopped search resumes from
    its ledger. Raises `ValueError` if the deck is not legal.
    """
    search = search or Search()
    rules = ledger.table.rules
    wrong = formats.get(format).of_deck(deck, rules)
    if wrong:
        raise ValueError(f"{deck.name} is not legal: {wrong[0]} (altered decks check)")
    now, failed, why = deck, 0, ""
    steps: list[Step] = []
    tried: set[tuple[str, Change]] = set()
    while not why:
        number = len(steps)
        chance = Random(f"{ledger.table.seed}/step/{number}")
        state = repr(sorted(card.reference for card in now.cards))
        fresh = [c for c in changes(now, rules, pool, format, owned) if (state, c) not in tried]
        width = min(search.width, len(fresh))
        racing = chance.sample(fresh, width) if choose is None else choose(fresh, chance, width)
        tried |= {(state, change) for change in racing}
        if not racing:
            why = "every change was tried"
            break
        left = search.games - 4 * search.proof
        winner = race(now, racing, ledger, search, number, left)
        deals = [f"proof/{number}/{k}" for k in range(search.proof)]
        if winner is None or ledger.games + ledger.new([now, winner.of(now)], deals) > left:
            why = "no games are left"
            break
        worth = _prove(now, winner.of(now), ledger, deals)
        step = Step(winner, len(racing), worth, worth.deals == len(deals) and worth.low > 0)
        steps.append(step)
        tell(step)
        now = winner.of(now) if step.accepted else now
        failed = 0 if step.accepted else failed + 1
        if failed == search.patience:
            why = f"{counted(failed, 'failed step')} in a row"
    deals = [f"last/0/{k}" for k in range(search.proof)]
    worth = compare(deck, now, ledger, deals)
    before, after = (sum(row) / len(row) for row in ledger.scores([deck, now], deals))
    return Improved(deck, now, tuple(steps), worth, (before, after), ledger.games, why)


def compare(before: Deck, after: Deck, ledger: Ledger, deals: Sequence[str]) -> Difference:
    one, two = ledger.scores([before, after], deals)
    return difference([b - a for a, b in zip(one, two, strict=True)])


def _prove(before: Deck, after: Deck, ledger: Ledger, deals: Sequence[str]) -> Difference:
    """Return the comparison in these deals, stopped at the first quarter that ends behind.

    Stopping early cannot favour a change: accepted changes have played all deals.
    """
    quarter = -(-len(deals) // 4)
    for end in range(quarter, len(deals), quarter):
        worth = compare(before, after, ledger, deals[:end])
        if worth.mean <= 0:
            return worth
    return compare(before, after, ledger, deals)


def race(
    deck: Deck, racing: Sequence[Change], ledger: Ledger, search: Search, number: int, most: int
) -> Change | None:
    """Return the winner of a race; None if the games left are too few for it."""
    left, done = list(racing), 0
    while len(left) > 1 or not done:
        count = search.race if not done else 2 * done  # as many deals again as already played
        deals = [f"race/{number}/{k}" for k in range(count)]
        runners = [change.of(deck) for change in left]
        if ledger.games + ledger.new([deck, *runners], deals) > most:
            return None
        base, *scores = ledger.scores([deck, *runners], deals)
        better = [sum(row) - sum(base) for row in scores]
        order = sorted(range(len(left)), key=lambda k: (-better[k], k))
        left = [left[k] for k in order[: max(1, len(left) // 2)]]
        done = count
    return left[0]
