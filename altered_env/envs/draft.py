"""A booster draft as a PettingZoo AEC env: pick, pass, build a deck, and play it.

Eight agents open four boosters each, one after the other; each picks a card and passes the rest, to
the left and to the right in turn. Then each builds a deck, card by card, and one agent, the pilot,
plays the decks against each other. The reward is the result of these games.

>>> from altered_env import draft_v0
>>> env = draft_v0.env(pilot="random", rounds=1)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(observation["action_mask"].argmax()))
>>> env.unwrapped.infos
{}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env._runtime.seeds import Secret
from altered_env.agents.registry import make
from altered_env.cards import Card
from altered_env.decks import Deck
from altered_env.envs.aec import in_order
from altered_env.envs.call_order import InOrder
from altered_env.envs.env_options import ILLEGAL, MASKS, cards_of, known_options, one_of, taken
from altered_env.envs.rendering import TEXT_MODES, Rendered, known_mode, rendered
from altered_env.envs.setup import of_agent, whole
from altered_env.formats.drafts import BOOSTERS, HEAD, PACK, SEATS
from altered_env.game import Game
from altered_env.game.answer_parsing import number_of
from altered_env.game.books import pool_book
from altered_env.game.errors import IllegalActionError
from altered_env.language.words import rule_bits
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.masked_actions import discrete


class DraftEnv(InOrder):
    """A draft between `player_0` to `player_7`, seated clockwise.

    An observation is a row of small integers: `HEAD`, then the cards of the pack, the cards picked,
    and for each of these whether it is in the deck. A card is its row in `card_features`, 0 for
    none. Actions below `PACK` pick from the pack. The next ones put a picked card into the deck,
    one for each; then come one that adds another Mana Convergence, and one that ends building. The
    reward is the share of games won minus the share lost.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "altered_draft_v0",
        "render_modes": list(TEXT_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    draft: formats.Draft
    """The draft, with all packs and picks."""

    @known_options(name="the env")
    def __init__(
        self,
        players: int = SEATS,
        *,
        sets: Sequence[str] = BOOSTERS,
        pilot: str = "greedy",
        rounds: int = 3,
        rules: str = "2024.09",
        uniques: Iterable[Card] = (),
        illegal: str = "raise",
        masks: str = "int8",
        render_mode: str | None = None,
    ) -> None:
        """`players`: an even number, ideally eight. `sets`: the set of each booster in turn.
        `pilot`: the name of the agent that plays all games (`altered_env.agents.names()`).
        `rounds`: the number of opponents of each deck, each met from both seats. `uniques`:
        unique cards that boosters may contain. `illegal`: what an illegal action does,
        and `masks`, as in the other envs."""
        super().__init__()
        players = whole(players, "players", 2)
        if players % 2 or not 2 <= players <= 16:
            raise ValueError(f"players must be an even number from 2 to 16, found {players!r:.40}")
        if not 1 <= whole(rounds, "rounds") < players:
            raise ValueError(f"rounds must be 1 to {players - 1}: decks meet at most once")
        if not isinstance(pilot, str):
            raise TypeError(f"pilot must be the name of an agent, found {pilot!r:.60}")
        uniques = cards_of(uniques, "uniques")
        sets = _set_names(sets)
        self.render_mode = known_mode(render_mode, TEXT_MODES)
        self._illegal = one_of(illegal, ILLEGAL, "illegal")
        self._masks = np.dtype(one_of(masks, MASKS, "masks"))
        rule_bits(rules)
        self._sets, self._uniques, self._rules = sets, uniques, rules
        formats.Draft(0, players=players, sets=self._sets, uniques=self._uniques)  # they are public
        self._pilots = [make(pilot), make(pilot)]
        self._rounds = rounds
        self._book = pool_book(self._uniques)
        self._pool = PACK * len(self._sets)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        size = len(HEAD) + PACK + 2 * self._pool
        info = np.iinfo(np.int16)
        box = gymnasium.spaces.Box(0, int(info.max), (size,), np.int16)
        actions = PACK + self._pool + 2
        kind: Any = self._masks.type
        mask = gymnasium.spaces.Box(0, 1, (actions,), kind)
        seen = gymnasium.spaces.Dict({"observation": box, "action_mask": mask})
        self._seen = dict.fromkeys(self.possible_agents, seen)
        self._acted = {agent: discrete(actions, masks) for agent in self.possible_agents}
        self._secret, self._drafts = Secret.drawn(), 0

    # required by PettingZoo

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """An observation and a mask of the legal actions."""
        return of_agent(self._seen, agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Actions: picks, cards for the deck, Mana Convergence, and the end of building."""
        return of_agent(self._acted, agent)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Open boosters. Without a seed, it is the next draft of the same random stream, which is
        unpredictable if no seed was ever given."""
        taken(options)
        if seed is not None:
            self._secret, self._drafts = Secret.drawn(whole(seed, "seed", 0)), 0
        self._drafts += 1
        count = len(self.possible_agents)
        self.draft = formats.Draft(
            self._secret.derive("draft", self._drafts),
            players=count,
            sets=self._sets,
            uniques=self._uniques,
        )
        self._building: list[formats.Building] = []
        self._built: list[Deck] = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """An agent's observation: its own pack, picks and deck, and its legal actions."""
        self._needs_reset("observe")
        if agent not in self.possible_agents:
            raise ValueError(
                f"no agent is called {agent!r:.40}; expected one of "
                f"{', '.join(self.possible_agents)}"
            )
        seat = self.possible_agents.index(agent)
        draft, pool = self.draft, self._pool
        pack, picked = draft.pack(seat), draft.picked(seat)
        row = np.zeros(len(HEAD) + PACK + 2 * pool, dtype=np.int16)
        stage = 0 if not draft.over else 1 if len(self._built) < len(self.possible_agents) else 2
        row[:5] = (stage, draft.round, len(picked) % PACK, len(pack), len(picked))
        row[7] = pool
        at = len(HEAD)
        row[at : at + len(pack)] = [self._number(card) for card in pack]
        at += PACK
        row[at : at + len(picked)] = [self._number(card) for card in picked]
        at += pool
        if self._building:
            building = self._building[seat]
            row[5:7] = (len(building), building.mana)
            row[at + np.array(building.added, dtype=np.int64)] = 1
        return {"observation": row, "action_mask": self._mask(seat)}

    def step(self, action: Any) -> None:
        """Take an action for `agent_selection`; None for one whose draft is over. An illegal one
        raises `IllegalActionError`, or ends the draft: -1 for the agent that took it, 0 for the
        others."""
        self._needs_reset("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        mask = self._mask(seat)
        number = number_of(action)
        if not 0 <= number < len(mask) or not mask[number]:
            if self._illegal == "raise":
                legal = np.flatnonzero(mask).tolist()
                raise IllegalActionError(f"action {action!r:.40} is not legal; legal are {legal}")
            self._forfeit(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self._take(seat, number)
        if len(self._built) == len(self.possible_agents):
            self._play()
        else:
            following = self.draft.to_pick if not self.draft.over else (len(self._built),)
            self.agent_selection = self.possible_agents[following[0]]
        if self.render_mode == "human":
            self.render()

    def _forfeit(self, agent: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        self.rewards[agent] = -1.0
        self.terminations = dict.fromkeys(self.possible_agents, True)
        self.infos = {one: {"illegal": agent} for one in self.possible_agents}
        self._accumulate_rewards()

    def render(self) -> Rendered:
        """All picks and decks so far."""
        self._needs_reset("render")
        return rendered(self.render_mode, self._told)

    def _told(self) -> str:
        lines = []
        for seat, agent in enumerate(self.possible_agents):
            if seat < len(self._built):
                lines.append(
                    f"{agent} has built: {', '.join(map(str, self._built[seat].every_card))}"
                )
            else:
                lines.append(f"{agent} has picked: {', '.join(map(str, self.draft.picked(seat)))}")
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to close."""

    # additions to PettingZoo's interface

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self._book)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The finished decks, in the order of the agents."""
        self._set_by_reset("decks")
        return tuple(self._built)

    def _number(self, card: Card) -> int:
        return 1 + int(self._book.index[card.reference])

    def _mask(self, seat: int) -> NDArray[Any]:
        mask = np.zeros(PACK + self._pool + 2, dtype=self._masks)
        if any(self.terminations.values()):
            return mask
        if not self.draft.over:
            if seat in self.draft.to_pick:
                mask[: len(self.draft.pack(seat))] = 1
        elif seat == len(self._built):  # agents build one after the other, unseen by the others
            building = self._building[seat]
            mask[PACK + np.array(building.places, dtype=np.int64)] = 1
            mask[-2] = building.may_add_mana
            mask[-1] = building.may_end
        return mask

    def _take(self, seat: int, action: int) -> None:
        if not self._building:
            self.draft.pick(seat, action)
            if self.draft.over:
                self._building = [
                    formats.Building(self.draft.picked(one))
                    for one in range(len(self.possible_agents))
                ]
            return
        building = self._building[seat]
        if action < PACK + self._pool:
            building.add(action - PACK)
        elif action == PACK + self._pool:
            building.add_mana()
        else:
            self._built.append(building.deck(self.possible_agents[seat]))

    def _play(self) -> None:
        """Play the rounds, and set the rewards."""
        won = np.zeros(len(self.possible_agents))
        for one, other in _pairings(len(self.possible_agents), self._rounds):
            for first, second in ((one, other), (other, one)):
                result = self._result(first, second, *sorted((one, other)))
                won[first] += result
                won[second] -= result
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(won[seat]) / (2 * self._rounds)
            self.terminations[agent] = True
            self.infos[agent] = {"games": 2 * self._rounds, "deck": self._built[seat].to_text()}
        self._accumulate_rewards()

    def _result(self, first: int, second: int, *deal: int) -> int:
        """1 if the first drafter's deck wins, -1 if the second's does, 0 otherwise; both games of a
        deal have the same seed."""
        game = Game.start(
            self._built[first],
            self._built[second],
            seed=self._secret.derive("game", self._drafts, *deal),
            rules=self._rules,
            format="booster_draft",
        )
        for k, pilot in enumerate(self._pilots):
            pilot.start(self._secret.derive("agent", self._drafts, *deal, k))
        while not game.over:
            seat = game.seat()
            game.act(self._pilots[seat.player].act(seat))
        return 0 if game.winner is None else 1 - 2 * game.winner


def _set_names(sets: Any) -> tuple[str, ...]:
    several = isinstance(sets, Sequence) and not isinstance(sets, str)
    if not several or not all(isinstance(one, str) for one in sets):
        raise TypeError(f"sets must be names of sets, one for each booster, found {sets!r:.60}")
    return tuple(sets)


def _pairings(players: int, rounds: int) -> list[tuple[int, int]]:
    """The pairings: a new opponent for everyone in each round, across the circle first."""
    found = []
    half = players // 2
    ring = [*range(half), *reversed(range(half, players))]
    for _ in range(rounds):
        found += [(ring[k], ring[players - 1 - k]) for k in range(half)]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


env = in_order(DraftEnv)
raw_env = DraftEnv
