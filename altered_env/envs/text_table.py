"""A table with a text interface: start a game, read the board, act in words. It uses only one
seat's visible information.

>>> table = TextTable()
>>> "You are A" in table.new_game("axiom", "bravos", opponent="random", seed=1)
True
>>> table.act("no such thing").splitlines()[0]
"'no such thing' matches no option, or more than one."
"""

from __future__ import annotations

from altered_env._runtime.seeds import Secret
from altered_env.agents import make, refuse_seats
from altered_env.agents.hosting import Host
from altered_env.game import Game
from altered_env.game.answer_parsing import meant
from altered_env.game.narration import Narration
from altered_env.language.words import SEATS
from altered_env.protocol.text_seat import RULES, describe

ME = 0
NOBODY = "There is no game: start one with new_game."


class TextTable:
    """A seat in a two-player game; an agent has the other one."""

    def __init__(self, hints: bool = False) -> None:
        self._hints = hints
        self._host: Host | None = None
        self._secret: Secret | None = None
        self._telling: Narration | None = None

    def new_game(
        self,
        deck: str = "axiom",
        against: str = "bravos",
        opponent: str = "greedy",
        seed: int | None = None,
        rules: str = "2024.09",
    ) -> str:
        """Begin a game, and play on to the first decision of this seat. Raises `ValueError` or
        `LookupError` for unknown decks and opponents; the current game is kept then. Without a
        `seed`, a commitment to the game's secret number is published now and the number at the
        end."""
        refuse_seats([opponent], 2)
        secret = Secret.drawn(seed)
        game = Game.start(deck, against, seed=secret.game_seed, rules=rules)
        other = make(opponent, seed=secret.agent_seed(1 - ME))
        self.close()
        self._secret = secret
        self.sit(Host(game, {1 - ME: other}))
        done = self._play_on()
        head = f"You are {SEATS[ME]}, with {deck} against {opponent} with {against}."
        if not secret.is_public:
            head += f"\nCommitment to the seeds: SHA-256 {secret.commitment}"
        return f"{head}\n\n{RULES}\n{done}{self.look()}"

    def sit(self, host: Host) -> None:
        """Take this seat in the game."""
        self._host = host.__enter__()
        self._telling = Narration(host.game.view(ME))

    def look(self) -> str:
        """The board, the options and the visible cards."""
        host = self._host
        if host is None:
            return NOBODY
        if host.game.over or host.forfeit is not None:
            return f"{host.game.show(ME)}\n{self._end(host)}"
        return describe(host.game.seat(ME))

    def act(self, action: str) -> str:
        """Take an action: its number, or part of exactly one label."""
        host = self._host
        if host is None:
            return NOBODY
        game = host.game
        if game.over or host.forfeit is not None:
            return self._end(host)
        labels = {option.action: option.label for option in game.choices()}
        chosen = meant(action, labels, game.legal_actions())
        if chosen is None:
            there = "\n".join(f"{number}  {label}" for number, label in labels.items())
            problem = f"{action.strip()!r:.60} matches no option, or more than one."
            return f"{problem}\n{game.question}\n{there}"
        said = f"You: {game.label(chosen)}"
        return f"{said}\n{self._act(chosen)}{self._play_on()}\n{self.look()}"

    def hint(self) -> str:
        """The action that `rules` would take, if hints are on."""
        if not self._hints:
            return "Hints are off at this table."
        host = self._host
        if host is None or host.game.over or host.forfeit is not None:
            return NOBODY
        action = make("rules").act(host.game.seat(ME))
        return f"rules would: {action}  {host.game.label(action)}"

    def close(self) -> None:
        """Leave the table."""
        if self._host is not None:
            self._host.__exit__(None, None, None)
            self._host = None

    def _play_on(self) -> str:
        """Let the opponent act until this seat is to move; return the announcements."""
        host, said = self._host, ""
        assert host is not None
        while not host.game.over and host.game.decider != ME:
            action = host.choose()
            if action is None:
                break
            said += self._act(action)
        return said

    def _act(self, action: int) -> str:
        """Take an action; return the opponent's announcements meanwhile."""
        assert self._host is not None and self._telling is not None
        lines = self._telling.acts(self._host.game, action)
        self._host.act(action)
        lines += self._telling.goes_on(self._host.game.view(ME))
        said = [text for kind, text in lines if kind == "said"]
        return "".join(f"{text}\n" for text in said if text.startswith(f"{SEATS[1 - ME]}: "))

    def _end(self, host: Host) -> str:
        end = self._result(host)
        if self._secret is None or self._secret.is_public:
            return end
        return f"{end}\nSecret number of the seeds: {self._secret.digits}"

    def _result(self, host: Host) -> str:
        if host.forfeit is not None:
            return f"The game is over, you win: {host.forfeit}."
        if ME in host.winners:
            return "The game is over, you win."
        return (
            "The game is over, you lose." if host.winners else "The game is over, without a winner."
        )
