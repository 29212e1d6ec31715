"""Altered as a game of OpenSpiel: `pyspiel.load_game("python_altered")`, once this is imported.

It needs the extra `peers`. Chance is sampled: the first node draws the seed of the table, and all
further chance follows from it. Actions (docs/reference/actions.md) and observations are those of
the environments. An information state is the observation followed by a 64-bit hash of everything
the player has observed and done before. `resample_from_infostate` returns another world consistent
with that.

Parameters: `deck_a`, `deck_b`, `seed` (-1 for one from the system), and `rules`, `format`,
`day_limit` (a game not decided by then is drawn), `view`, `rows` (0: as many as usual) and `lists`
of the environments.
A tensor has the arrays of a view one after another, as floats; those of `compact` and `cards` are
also in the observer's `dict`, by name.

>>> import pyspiel
>>> game = pyspiel.load_game("python_altered(seed=7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.chance_outcomes()[0][0])
>>> len(state.legal_actions())
6
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import gymnasium
import numpy as np
import pyspiel

from altered_env import formats
from altered_env._runtime import renamed
from altered_env._runtime.seeds import fresh_seed
from altered_env.decks import load
from altered_env.engine.layout import new_games
from altered_env.envs.setup import Setup, whole
from altered_env.envs.view_option import Shown, View, part_of
from altered_env.game import Game, Position
from altered_env.game.errors import IllegalActionError
from altered_env.game.kernels import kernel_for
from altered_env.protocol.messages import numbers
from altered_env.spaces.card_features import CardFeatures, card_features

PLAYERS = 2
HASH = 64
"""Bits of the hash of the past."""
LONGEST = 20_000
"""Maximum length of a game: its decisions, and the draw of the seed."""
USUAL = {"deck_a": "axiom", "deck_b": "bravos", "rules": "2024.09", "day_limit": 50, "seed": -1}
USUAL |= {"format": "standard", "days": 0}  # days is an old name of day_limit
USUAL |= {"view": "raw", "rows": 0, "lists": "open"}

GAME_TYPE = pyspiel.GameType(
    short_name="python_altered",
    long_name="Altered (trading card game, unofficial)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=USUAL,
)


class AlteredGame(pyspiel.Game):
    """The game, with its decks and rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**USUAL, **(params or {})}
        if given["days"]:  # the library gives every parameter
            renamed.warn("the parameter days of python_altered is now called day_limit")
            given |= {"day_limit": given["days"], "days": 0}
        kernel = kernel_for(PLAYERS)
        info = pyspiel.GameInfo(
            num_distinct_actions=kernel.rules.ACTIONS,
            max_chance_outcomes=1,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, given)
        self.given = given
        whole(given["day_limit"], "day_limit")
        played_as, rules = formats.get(str(given["format"])), str(given["rules"])
        if played_as.players != PLAYERS:
            raise ValueError(
                f"format: python_altered is a game of two, {played_as.name} one of "
                f"{played_as.players}"
            )
        rows = int(given["rows"]) or None
        played = [load(str(given[name])) for name in ("deck_a", "deck_b")]
        setup = Setup.of(played, rules=rules, format=played_as.name, legal=False)
        self.book = setup.book
        self.view = View(setup, str(given["view"]), rows, str(given["lists"]))
        seed = int(given["seed"])
        self.chance = random.Random(seed) if seed >= 0 else None

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self.book)

    def new_initial_state(self) -> AlteredState:
        """The table before its seed is drawn."""
        return AlteredState(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> AlteredGame:
        """States are copied; the game is shared."""
        return self

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> AlteredObserver:
        """The observer of a state."""
        return AlteredObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self.view
        )


class AlteredState(pyspiel.State):
    """A position, with a hash of each player's information history."""

    def __init__(self, game: AlteredGame) -> None:
        super().__init__(game)
        self._game = game
        self.position: Position | None = None
        self._pasts = [b"", b""]
        self._decisions = 0

    # required by OpenSpiel

    def current_player(self) -> int:
        """The player to move, chance, or none."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal() or self.position.decider is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.decider

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or player != self.position.decider:
            return []
        return sorted(self._rows().values())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A single outcome, sampled when it is applied."""
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            given, chance = self._game.given, self._game.chance
            table = Game.start(
                str(given["deck_a"]),
                str(given["deck_b"]),
                seed=fresh_seed() if chance is None else chance.getrandbits(48),
                rules=str(given["rules"]),
                format=str(given["format"]),
                day_limit=int(given["day_limit"]),
                book=self._game.book,
            )
            self.position = Position(table.games, table.book)
        else:
            player = self.position.decider
            assert player is not None
            rows = {row: code for code, row in self._rows().items()}
            if action not in rows:
                raise IllegalActionError(f"action {action} is not legal; legal are {sorted(rows)}")
            self.position.act(rows[action])
            self._pasts[player] = _after(self._pasts[player], action.to_bytes(4, "little"))
            self._decisions += 1
        for player in range(PLAYERS):
            seen = self.observed(player)
            self._pasts[player] = _after(self._pasts[player], seen.astype("<i2").tobytes())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return "decks and seats are drawn"
        rows = {row: code for code, row in self._rows().items()}
        if player != self.position.decider or action not in rows:
            return f"action {action}"
        return self.position.labels()[rows[action]]

    def is_terminal(self) -> bool:
        """Is the game over, or at its maximum length?"""
        return self.position is not None and (self.position.over or self._decisions >= LONGEST - 1)

    def returns(self) -> list[float]:
        """1 and -1 at the end, if there is a winner."""
        winner = None if self.position is None else self.position.winner
        if winner is None or not self.is_terminal():
            return [0.0, 0.0]
        return [1.0 if player == winner else -1.0 for player in range(PLAYERS)]

    def resample_from_infostate(self, player: int, sampler: Any) -> AlteredState:
        """A determinization for this player; `sampler` gives numbers from 0 to 1."""
        other: AlteredState = self.clone()
        if self.position is not None:
            seed = int(sampler() * (1 << 48))
            other.position = self.position.resample(player, seed)
        return other

    def __str__(self) -> str:
        return "before decks and seats are drawn" if self.position is None else self.position.show()

    # used by observers

    def observed(self, player: int) -> Any:
        """The observation of a player."""
        if self.position is None:
            return np.zeros(kernel_for(PLAYERS).layout.SIZE, dtype=np.int16)
        return numbers(self.position, player)[0]

    def shown(self, player: int, view: View) -> Shown:
        """The observation of a player in a view."""
        seen = self.observed(player)
        if self.position is None:
            return part_of(view.of(seen[None], new_games(1), np.array([player])), 0)
        return view.of_one(seen, self.position.games, player)

    def past(self, player: int) -> bytes:
        """A hash of all that the player has observed and done."""
        return self._pasts[player]

    def _rows(self) -> dict[int, int]:
        """The env action of each engine action, for the player to move."""
        assert self.position is not None and self.position.decider is not None
        return numbers(self.position, self.position.decider)[1]


def _after(past: bytes, event: bytes) -> bytes:
    return hashlib.sha256(past + event).digest()[: HASH // 8]


class AlteredObserver:
    """Writes what a player sees into a tensor: the observation, and with recall the hash."""

    def __init__(self, iig_obs_type: Any, params: dict[str, Any] | None, view: View) -> None:
        if params:
            raise ValueError(f"an observer has no parameters, found {params!r:.60}")
        self._view = view
        space = view.space
        shapes = (
            {name: box.shape or () for name, box in space.items()}
            if isinstance(space, gymnasium.spaces.Dict)
            else {"observation": space.shape or ()}
        )
        size = sum(int(np.prod(shape)) for shape in shapes.values())
        self._recalls = bool(iig_obs_type.perfect_recall)
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(size + HASH * self._recalls, np.float32)
        self.dict = {}
        at = 0
        for name, shape in shapes.items():
            many = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + many].reshape(shape)
            at += many
        if self._recalls:
            self.dict["past"] = self.tensor[size:]

    def set_from(self, state: AlteredState, player: int) -> None:
        """Fill the tensor with a player's information."""
        shown = state.shown(player, self._view)
        for name, part in shown.items() if isinstance(shown, dict) else [("observation", shown)]:
            self.dict[name][:] = part
        if self._recalls:
            past = np.frombuffer(state.past(player).ljust(HASH // 8, b"\0"), dtype=np.uint8)
            self.dict["past"][:] = np.unpackbits(past)

    def string_from(self, state: AlteredState, player: int) -> str:
        """The same as text: the board in the player's view, or the hash of its history."""
        if state.position is None:
            return f"player {player}, before decks and seats are drawn"
        digest = hashlib.sha256(state.observed(player).tobytes()).hexdigest()[:16]
        return f"player {player}, {state.past(player).hex() if self._recalls else digest}"


pyspiel.register_game(GAME_TYPE, AlteredGame)
