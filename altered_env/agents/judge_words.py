"""The judge's opinions in words.

>>> moved_in("Your", 0, "tomorrow", "play Kappa", 46, "pass", 8, 64)
'Your Hero Expedition moves tomorrow in 46 of 64 worlds after “play Kappa”, in 8 after “pass”.'
"""

from __future__ import annotations

from collections.abc import Iterable

from altered_env._runtime.plurals import counted
from altered_env.agents.judge import Rated, Verdict, group_of
from altered_env.game.game import Game
from altered_env.game.options import Option
from altered_env.game.seat import Seat
from altered_env.language.words import SEATS

TELLING = 0.1
"""The least difference between shares of worlds that is worth a sentence."""


def moved_in(
    whose: str, way: int, when: str, one: str, in_one: int, other: str, in_other: int, worlds: int
) -> str:
    """A sentence about the moves of an Expedition after two answers."""
    name = "Companion" if way else "Hero"
    return (
        f"{whose} {name} Expedition moves {when} in {in_one} of {worlds} worlds after "
        f"“{one}”, in {in_other} after “{other}”."
    )


def time_of_moves(phase: str) -> str:
    """The days whose Dusk is still to come by the second Morning.

    >>> time_of_moves("afternoon"), time_of_moves("night")
    ('today or tomorrow', 'tomorrow')
    """
    return {"setup": "on day 1", "night": "tomorrow"}.get(phase, "today or tomorrow")


def _difference(
    verdict: Verdict, one: Rated, other: Rated, labels: dict[int, str], phase: str, own: str
) -> tuple[str, ...]:
    """The Expedition on which two answers differ most, in a sentence; none if they hardly do."""
    if not one.moves or not other.moves:
        return ()
    gaps = [abs(a - b) for a, b in zip(one.moves, other.moves, strict=True)]
    e = gaps.index(max(gaps))
    if gaps[e] < TELLING:
        return ()
    n = verdict.worlds
    whose = own if own and e // 2 == verdict.player else f"{SEATS[e // 2]}'s"
    return (
        moved_in(
            whose, e % 2, time_of_moves(phase), labels[one.action], round(one.moves[e] * n),
            labels[other.action], round(other.moves[e] * n), n,
        ),
    )  # fmt: skip


def labels_of(choices: Iterable[Option]) -> dict[int, str]:
    """The answers in words, identical ones as one."""
    return {action: option.label for option in choices for action in group_of(option)}


def about_options(verdict: Verdict, seat: Seat) -> tuple[str, ...]:
    """A hint: the best answer or a toss-up, and its effect."""
    labels, best, n = labels_of(seat.choices()), verdict.best, verdict.worlds
    if not n:
        return (f"“{labels[best.action]}” is the only answer worth a thought.",)
    if near := verdict.toss_up:
        said = ", ".join(f"“{labels[one.action]}” ({round(one.share * n)} of {n})" for one in near)
        first = f"A toss-up, by the worlds in which each is best: {said}."
    else:
        first = (
            f"“{labels[best.action]}” is best in {round(best.share * n)} of {n} worlds "
            f"({best.low:z.0%} to {best.high:z.0%})."
        )
    if len(verdict.rated) < 2:
        return (first,)
    return (first, *_difference(verdict, best, verdict.rated[1], labels, seat.view.phase, "Your"))


def about_decision(verdict: Verdict, action: int, game: Game) -> tuple[str, ...]:
    """A review: the grade of a decision, the best answer, and its effect."""
    taken, best = verdict.of(action), verdict.best
    if taken is None:
        return ()
    labels = labels_of(game.choices())
    if taken.grade == "best":
        near = verdict.toss_up
        same = taken is best or taken in near
        if taken is best and not near:
            return (f"Best, in {round(best.share * verdict.worlds)} of {verdict.worlds} worlds.",)
        what = "A toss-up" if same else "As good as best"
        others = "; ".join(labels[one.action] for one in (near or (best,)) if one is not taken)
        return (f"{what}: {others} would be as good.",)
    first = (
        f"{taken.grade.capitalize()}: it lost {counted(round(100 * taken.loss), 'point')} "
        f"({100 * taken.loss_low:z.0f} to {100 * taken.loss_high:z.0f}) against "
        f"“{labels[best.action]}”."
    )
    return (first, *_difference(verdict, best, taken, labels, game.phase, ""))
