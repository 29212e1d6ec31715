"""The game as a Gymnasium env of one seat; opponents play inside `step`.

>>> import gymnasium
>>> env = gymnasium.make("Altered-v0", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     action = int(observation["action_mask"].argmax())
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
>>> reward in (1.0, -1.0)
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env.envs.env_options import SeenOptions, known_options, taken, yes_or_no
from altered_env.envs.one_game import OneGame
from altered_env.envs.opponent_pool import OpponentPool
from altered_env.envs.opponents import Guest, Opponent, Opponents, answer_of
from altered_env.envs.rendering import RENDER_MODES, Rendered, known_mode, rendered
from altered_env.envs.reset_needed import needs_reset, needs_turn
from altered_env.envs.setup import Decks, Setup, seat_of
from altered_env.envs.view_option import View, split_options
from altered_env.formats.format import USUAL
from altered_env.game import Game
from altered_env.game.answer_parsing import number_of
from altered_env.game.errors import IllegalActionError, listed
from altered_env.language.book import Book
from altered_env.protocol.text_seat import describe
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.gym_spaces import action_space

_SEEDS = 1 << 62


class AlteredGymEnv(gymnasium.Env[dict[str, NDArray[Any]], int]):
    """A game in which the learner sees only its own decisions.

    The reward is 0 until the end, then +1 or -1, regardless of who ends the game. `info` has the
    number of decisions, the name of this game's `opponent` and, at the end, the `winners`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    observation_space: gymnasium.spaces.Dict  # type: ignore[assignment]  # of arrays
    action_space: gymnasium.spaces.Discrete  # type: ignore[assignment]  # of NumPy's integers

    @known_options(SeenOptions, "the env")
    def __init__(
        self,
        opponent: Opponents = "random",
        decks: Decks = USUAL,
        *,
        odds: Sequence[float] | None = None,
        seat: str | int | None = None,
        render_mode: str | None = None,
        text: bool = False,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponent`: an agent by name, an `Agent`, a function from observations and masks to
        actions, a model, or a list of these (`envs.opponents`), from which each game's is drawn
        with `odds`, uniform by default. `seat`: `player_0` or `player_1`, with four players up to
        `player_3`; by default drawn for each game. The opponent plays all other seats, a
        teammate's included. With
        `text` the learner's seat is described in `info["text"]`. For the other options see
        `AlteredEnv`."""
        self._text = yes_or_no(text, "text")
        self.render_mode = known_mode(render_mode)
        others, view = split_options(options)
        setup = Setup.of(decks, **others)
        self._view = View(setup, **view)
        self._one = OneGame(setup)
        self._agents = setup.agents
        count = len(self._agents)
        self.action_space = action_space(count, setup.masks)
        self.observation_space = self._view.space_with_mask()
        self._next = OpponentPool(opponent, odds, setup, self._view)
        """The opponents of later games."""
        self._pool = self._next
        """Those that the current game's is of."""
        self._seat = None if seat is None else seat_of(seat, count)
        self._learner = 0
        self._full = setup.detail != "mask"
        self._everything = setup.detail == "everything"
        self._ready = False
        self._lost: int | None = None
        """The seat that lost by an illegal action."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin a game, and let the opponent play until the learner's first decision.

        Options: `decks`, a deck for each player of this game, by seat or by agent, or a function
        that draws one for each seat; `seat`; and `start`, a position to begin at
        (`envs.starting`). Wrong options are an error, and the game goes on as before.
        """
        super().reset(seed=seed)
        decks, seat, start = taken(options, "decks", "seat", "start")
        if start is not None and decks is not None:
            raise ValueError("a game that starts from a position already has decks")
        seat = self._seat if seat is None else seat
        rng, pool = self.np_random, self._next
        while True:
            count = len(self._agents)
            learner = int(rng.integers(count)) if seat is None else seat_of(seat, count)
            drawn, chance = pool.draw(rng), int(rng.integers(_SEEDS))
            if start is not None:  # what is wrong with it is found before anything changes
                self._one.begin(start)
            else:
                seated = self._one.setup.sample(rng, decks)
                self._one.start(seated, int(rng.integers(_SEEDS)))
            self._ready, self._learner, self._pool, self._lost = False, learner, pool, None
            pool.start(drawn, chance)
            self._ready = True
            self._go_on(None)
            if start is not None and self._over:
                raise ValueError("start: the game ends before the learner's first decision")
            if not self._over:
                return self._observation(False), self._info()

    def step(
        self, action: Any
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent play until the learner's next decision.

        An illegal action raises `IllegalActionError` and changes nothing; with `illegal="lose"` it
        ends the game instead.
        """
        one = self._one
        if not self._ready or one.decider != self._learner:
            self._needs_turn("step")
        number = self._meant(action)
        if one.forfeits(number):
            self._lost = self._learner
        else:
            self._go_on(number)
        over, reward, truncated = self._over, 0.0, False
        if over:
            truncated = one.cut_off and self._lost is None
            if self._lost is not None:
                reward = -1.0 if self._lost == self._learner else 0.0
            elif one.winner >= 0:
                reward = 1.0 if self._learner in one.winners else -1.0
        if self.render_mode == "human":
            self.render()
        return self._observation(over), reward, over and not truncated, truncated, self._info()

    @property
    def _over(self) -> bool:
        return self._one.over or self._one.cut_off or self._lost is not None

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib expects."""
        self._needs_turn("action_masks")
        mask: NDArray[Any] = self._observation(self._over)["action_mask"]
        return mask.astype(bool)

    def render(self) -> Rendered:
        """The board as the learner sees it."""
        needs_reset(self._ready, "render")
        game = self._one.game
        return rendered(
            self.render_mode, lambda: game.show(self._learner), lambda: game.view(self._learner)
        )

    @property
    def game(self) -> Game:
        """A copy of the current game, to display, to save as a replay or to try actions in."""
        needs_reset(self._ready, "game")
        return self._one.game

    @property
    def book(self) -> Book:
        """The compiled cards of this env."""
        return self._one.setup.book

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self._one.setup.book)

    def everything(self) -> NDArray[np.int16]:
        """The full state in the layout of the learner's observation: for a critic in training,
        never for the learner. Only with `detail="everything"`; it is also in `info`."""
        needs_reset(self._ready, "everything")
        return self._one.everything(self._learner)

    def show(self, agent: str | int | None = None) -> str:
        """The board as text, as an agent sees it; by default the learner."""
        needs_reset(self._ready, "show")
        return self._one.show(self._learner if agent is None else agent)

    @property
    def question(self) -> str:
        """The learner's decision, in words."""
        self._needs_turn("question")
        return self._one.game.question

    @property
    def learner(self) -> str:
        """The learner's agent in this game, such as `player_0`."""
        needs_reset(self._ready, "learner")
        return self._agents[self._learner]

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents; one is drawn for each game."""
        return self._next.given

    def set_opponents(self, opponent: Opponents, odds: Sequence[float] | None = None) -> None:
        """Draw the opponents of later games from these, as with the options `opponent` and
        `odds`. The current game goes on against its own."""
        self._next = OpponentPool(opponent, odds, self._one.setup, self._view)

    def describe(self) -> str:
        """What the learner sees and may do, in words; each action with its number."""
        self._needs_turn("describe")
        return describe(self._one.seat(self._learner), rows=True)

    def labels(self) -> dict[int, str]:
        """The legal actions, each in words."""
        self._needs_turn("labels")
        return self._one.labels()

    def _needs_turn(self, call: str) -> None:
        """Raise `ResetNeeded` unless the learner is to move or the game is over: whoever steps or
        looks now would do so for an opponent."""
        needs_reset(self._ready, call)
        if self._one.decider != self._learner and not self._over:
            needs_turn(call)

    def _meant(self, action: Any) -> int:
        """Check that the game is not over, and return the action as a number."""
        number = number_of(action)
        if self._over:
            raise IllegalActionError(f"action {number}: the game is over")
        return number

    def _go_on(self, action: int | None) -> None:
        """Take the learner's action, None at the beginning, and let the opponent play until the
        learner's next decision."""
        one = self._one
        if self._pool.in_compiled_code:
            one.act_with(action, self._answered)
            return
        if action is not None:
            one.act(action)
        self._let_play()

    def _answered(self, number: int) -> list[int]:
        """The engine actions of the learner and of a compiled opponent."""
        return self._pool.play(self._one, self._learner, number)

    def _let_play(self) -> None:
        one = self._one
        while not self._over and one.decider != self._learner:
            chosen, row, legal = self._asked()
            if row is not None:
                one.act(row)
            elif one.setup.illegal == "lose":
                self._lost = one.decider
            else:
                words = one.labels()
                offered = [f"{number} {words[row]}" for row, number in legal.items()]
                raise IllegalActionError(
                    f"{self._pool.name}, playing {self._agents[one.decider]}, answers "
                    f"{chosen}, which is not legal; legal are {listed(offered)}"
                )

    def _asked(self) -> tuple[int, int | None, dict[int, int]]:
        """The answer of the opponent, its action, None if that is not legal, and the legal actions
        as this opponent numbers them."""
        one, opponent = self._one, self._pool.agent
        if not isinstance(opponent, Guest):
            chosen = answer_of(opponent, one.seat(one.decider))
            return chosen, one.row_of(chosen), one.actions()
        seat = np.array([one.decider])
        shown, mask = one.observation[None].copy(), one.mask[None].copy()
        chosen = int(opponent.answer(shown, one.record, np.zeros(1, np.int64), seat, mask)[0])
        legal = {int(row): int(row) for row in np.flatnonzero(one.mask)}
        return chosen, chosen if one.offers(chosen) else None, legal

    def _observation(self, over: bool) -> dict[str, Any]:
        observation, mask = self._one.show_to(self._learner)
        if over:
            mask[:] = 0
        if not self._full:
            return {"action_mask": mask}
        seen = self._view.of_one(observation, self._one.record, self._learner)
        return {"observation": seen, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        one = self._one
        info: dict[str, Any] = {
            "decisions": one.decisions,
            "day": one.day,
            "seat": self.learner,
            "opponent": self._pool.name,
        }
        if self._over:
            info["winner"] = self._agents[one.winner] if one.winner >= 0 else None
            info["winners"] = [self._agents[seat] for seat in one.winners]
        if self._lost is not None:
            info["illegal"] = self._agents[self._lost]
        if self._everything:
            info["everything"] = self.everything()
        if self._text:
            info["text"] = self.describe()
        return info
