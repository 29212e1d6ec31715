"""`altered play`: a person against an agent, in the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from altered_env import formats
from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable
from altered_env._runtime.help_pages import several
from altered_env._runtime.overwriting import output
from altered_env._runtime.seeds import Secret
from altered_env._runtime.spinner import thinking
from altered_env.cli.arguments import (
    AGENTS,
    REBUILT,
    add_conditions,
    add_format,
    add_fresh_seed,
    add_plain,
    add_rules,
    conditions,
    refuse_open_seed,
    tell_sandboxes,
)
from altered_env.cli.collecting import UsageError
from altered_env.cli.looking_up import look_up
from altered_env.cli.naming_decks import seated_decks
from altered_env.cli.screen import drawn, say, style_here, tell
from altered_env.game import Game
from altered_env.game.answer_parsing import meant
from altered_env.game.narration import Line, Narration
from altered_env.language.words import SEATS
from altered_env.render.style import Style

if TYPE_CHECKING:
    from altered_env.agents.hosting import Host

ME = 0
"""The person's seat."""
USUAL = "greedy"
"""The default opponent."""
_HELP = (
    "Type the number of an option, or part of its text. Other commands: show NAME or show NUMBER"
    " (a card in full), log (the game so far), hint, save FILE, board, q to quit."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "--opponent",
        default=None,
        metavar="AGENT",
        help=f"{AGENTS} (greedy, or the opponent of a saved game)",
    )
    parser.add_argument("--deck", default=None, help="your deck: a starter or a path (axiom)")
    several(parser, "--against", "DECK", "the opponent's deck or decks (bravos)")
    add_fresh_seed(parser)
    parser.add_argument("--resume", metavar="FILE", help="resume a saved game")
    output(parser, "--save", "save the game to this file when you leave", goes_on="resume")
    add_plain(parser)
    add_format(parser)
    add_rules(parser)
    add_conditions(parser)


def run(options: argparse.Namespace) -> int:
    """Play as A against an agent: a new game, or a saved one, by default against its original
    opponent."""
    from altered_env.agents import make, refuse_seats
    from altered_env.agents.closed_lists import is_closed
    from altered_env.agents.hosting import Host
    from altered_env.agents.seated import PERSON, seats_of
    from altered_env.agents.trust import refuse_unnamed

    resume, save, opponent = options.resume, options.save, options.opponent
    if save is not None:
        refuse_unwritable(save)
    others = options.against or [None] * (formats.get(options.format).players - 1)
    decks = [options.deck, *others]
    if resume is not None and (any(decks) or options.seed is not None):
        raise UsageError(f"the game in {resume} has its own decks and seed: omit both")
    secret = Secret.drawn(options.seed)
    if resume is None:
        opponent = opponent or USUAL
        refuse_open_seed(options, [opponent])
        seats = (PERSON, *[opponent] * (formats.get(options.format).players - 1))
        refuse_seats(seats[1:], len(seats))
        game = Game.start(
            *seated_decks(decks, options.format, options.rules),
            seed=secret.game_seed,
            rules=options.rules,
            format=options.format,
            book="pool" if is_closed(opponent) else None,
        )
        begun = (
            f"Seed {options.seed}: {REBUILT}."
            if secret.is_public
            else f"Commitment to the seeds: SHA-256 {secret.commitment}"
        )
    else:
        game = Game.load(resume)
        known = seats_of(game.story.opponent or USUAL, game.players)
        seats = known if opponent is None else (PERSON, *[opponent] * (game.players - 1))
        if seats[0] != PERSON or PERSON in seats[1:]:
            raise ValueError(
                f"the game in {resume} has people at seats other than A ({', '.join(seats)}): "
                "resume it in the browser (altered web), or name an --opponent and play seat A"
            )
        if opponent is None:
            refuse_unnamed(f"the game in {resume}", seats[1:], "--opponent")
        refuse_seats(seats[1:], game.players)
        begun = f"Day {game.day} of the game in {resume}."
    held_to = conditions(options, seats[1:])
    others_at = {
        who: make(seats[who], seed=secret.agent_seed(who)) for who in range(1, game.players)
    }
    style = style_here(options.plain)
    tell_sandboxes(seats[1:], held_to)
    against = ", ".join(dict.fromkeys(seats[1:]))
    say(f"You are A, against {against}. {begun}", style)
    say(f"{_HELP}\n", style)
    unkept = "the game is not saved; --save FILE saves it whenever you leave"
    leaving = signals.softly(lambda: None, "leaving the game", lambda: save is not None)
    with signals.keeping(unkept), leaving, Host(game, others_at, held_to) as host:
        if not _is_left(host, seats, style):
            if resume is None and not secret.is_public:
                say(f"Secret number of the seeds: {secret.digits}", style)
        elif save is not None:
            _save(game, save, seats, style)
    return signals.status()


class _Table:
    """The game as seen by the person playing, A."""

    def __init__(self, host: Host, seats: Sequence[str], style: Style) -> None:
        self.host, self.seats, self.style = host, seats, style
        self._telling = Narration(host.game.view(ME))
        self.log: list[Line] = []
        self._told = 0
        self._hear(self._telling.begin())

    def _hear(self, lines: list[Line]) -> None:
        self.log += lines

    def act(self, action: int) -> None:
        """Apply an action and note A's view of it."""
        game = self.host.game
        self._hear(self._telling.acts(game, action))
        self.host.act(action)
        self._hear(self._telling.goes_on(game.view(ME)))

    def show(self) -> None:
        """Print the log since the last time, and the board with numbered options."""
        tell(self.log[self._told :], self.style)
        self._told = len(self.log)
        print()
        self.board()

    def board(self) -> None:
        """Show the board, with numbered options."""
        game = self.host.game
        view = game.view(ME)
        numbered = enumerate((label for _, label in view.options), start=1)
        print(drawn(game, replace(view, options=tuple(numbered)), self.style))

    def look_up(self, text: str) -> list[str]:
        """All about a card. Raises `LookupError`."""
        game = self.host.game
        view = game.view(ME)
        options = game.choices() if game.decider == ME else ()
        return look_up(view, options, game.book.cards, text)


def _is_left(host: Host, seats: Sequence[str], style: Style) -> bool:
    """Play on until the game is over or the person leaves."""
    game = host.game
    table = _Table(host, seats, style)
    while not game.over and host.forfeit is None:
        if game.decider:
            with thinking(f"{SEATS[game.decider]}, {seats[game.decider]}, is thinking"):
                action = host.choose()
            if action is None:
                break
            table.act(action)
            continue
        table.show()
        answer = _ask(table)
        if answer is None:
            return True
        table.act(answer)
    table.show()
    if host.forfeit is not None and host.loser is not None:
        won = "you win" if 0 in host.winners else "your side loses"
        say(f"{SEATS[host.loser]} forfeits, {won}: {host.forfeit}", style)
    return False


def _save(game: Game, path: str, seats: Sequence[str], style: Style) -> None:
    from altered_env.agents.seated import said_of
    from altered_env.agents.trust import foreign, said_in_a_shell

    game.save(path, said_of(seats))
    again, own = said_in_a_shell("--resume", [path]), foreign(seats[1:])
    if own:
        again += " " + said_in_a_shell("--opponent", own[:1])
    say(f"Game saved to {path}; resume it with altered play {again}.", style)


def _hint(game: Game) -> str:
    """The choice of the agent `rules`."""
    from altered_env.agents import make

    return f"rules would: {game.label(make('rules').act(game.seat()))}"


def _ask(table: _Table) -> int | None:
    """The action that the person chooses; None to quit."""
    game, style = table.host.game, table.style
    while True:
        try:
            text = signals.answer("> ").strip()
        except EOFError:
            return None
        word, _, rest = text.partition(" ")
        if text in ("q", "quit", "exit"):
            return None
        if text in ("hint", "?"):
            say(_hint(game), style)
        elif text == "undo":
            say("There is no undo.", style)
        elif text in ("help", "h"):
            say(_HELP, style)
        elif text == "board":
            table.board()
        elif text == "log":
            tell(table.log, style)
        elif word == "show":
            say("\n".join(_shown(table, rest)), style)
        elif word == "save":
            try:
                if not rest.strip():
                    raise ValueError("name a file: save FILE")
                _save(game, rest.strip(), table.seats, style)
            except (OSError, ValueError) as error:
                say(f"Not saved: {error}", style)
        else:
            chosen = _chosen(game, text)
            if chosen is not None:
                return chosen
            say(f"{text!r:.40} matches no option above, or more than one. {_HELP}", style)


def _shown(table: _Table, text: str) -> list[str]:
    if not text.strip():
        return ["Name a card: show NAME, or show the NUMBER of an option."]
    try:
        return table.look_up(text)
    except LookupError as error:
        return [str(error)]


def _chosen(game: Game, text: str) -> int | None:
    """The action meant by the number of an option, or by part of exactly one label."""
    choices = game.choices()
    number = meant(text, {n: option.label for n, option in enumerate(choices, start=1)})
    return None if number is None else choices[number - 1].action
