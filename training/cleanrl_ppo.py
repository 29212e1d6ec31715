"""PPO in one file, as CleanRL has it, by self-play on `make_vec`, with credit for each seat.

Both seats are the learner's. A decision is followed by others of the opponent, and the reward of
the end comes to both: so what follows a decision is the next decision of the same seat, and each
(game, seat) is a stream of its own.

python training/cleanrl_ppo.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from altered_env import make_vec

SEATS = 2


class ActorCritic(nn.Module):
    """A plain network over the flat view."""

    def __init__(self, features: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.body(seen)
        logits = self.actor(hidden).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.critic(hidden)[:, 0]


def advantages(seat, value, reward, ended, last_seat, last_value, gamma, lam):
    """Generalised advantages, (steps, games); `reward` is of each seat, (steps, games, SEATS).

    A game is zero-sum: what is left of it at the end of a rollout is worth to the seat that does
    not decide the opposite of what it is worth to the one that does."""
    steps, games = seat.shape
    every = np.arange(games)
    found = np.zeros_like(value)
    next_value = np.zeros((games, SEATS), dtype=np.float32)  # of each seat's next decision
    next_value[every, last_seat] = last_value
    next_value[every, 1 - last_seat] = -last_value
    later = np.zeros((games, SEATS), dtype=np.float32)  # the advantage there
    since = np.zeros((games, SEATS), dtype=np.float32)  # rewards on the way to it
    for t in reversed(range(steps)):
        over = ended[t][:, None]
        next_value = np.where(over, 0, next_value)  # no decision follows in this game,
        later = np.where(over, 0, later)
        since = np.where(over, reward[t], since)  # and both are rewarded for its end
        mine = every, seat[t]
        delta = since[mine] + gamma * next_value[mine] - value[t]
        found[t] = later[mine] = delta + gamma * lam * later[mine]
        next_value[mine], since[mine] = value[t], 0
    return found


def against_random(net: ActorCritic, games: int) -> float:
    """The share of games won against random play, from either seat."""
    vec = make_vec(32, learner=True, opponents=("random",), seed=99, views=("flat",))
    won = played = 0
    while played < games:
        with torch.no_grad():
            policy, _ = net(torch.from_numpy(vec.vec.flat), torch.from_numpy(vec.mask))
        vec.step(policy.sample().numpy())
        won, played = won + int((vec.reward > 0).sum()), played + int(vec.ended.sum())
    return won / played


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    n, steps = args.games, args.steps
    vec = make_vec(n, seed=args.seed, views=("flat",))
    features, actions = vec.flat.shape[1], vec.mask.shape[1]
    net = ActorCritic(features, actions, args.width)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-4, eps=1e-5)
    seen = np.zeros((steps, n, features), dtype=np.float32)
    mask = np.zeros((steps, n, actions), dtype=np.int8)
    seat = np.zeros((steps, n), dtype=np.int64)
    action = np.zeros((steps, n), dtype=np.int64)
    log_prob, value = np.zeros((2, steps, n), dtype=np.float32)
    reward = np.zeros((steps, n, SEATS), dtype=np.float32)
    ended = np.zeros((steps, n), dtype=bool)
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < args.seconds:
        for t in range(steps):
            seen[t], mask[t], seat[t] = vec.flat, vec.mask, vec.seat
            with torch.no_grad():
                policy, worth = net(torch.from_numpy(seen[t]), torch.from_numpy(mask[t]))
                chosen = policy.sample()
            action[t], log_prob[t], value[t] = chosen, policy.log_prob(chosen), worth
            vec.step(action[t])
            reward[t], ended[t] = vec.reward, vec.terminated | vec.truncated
        with torch.no_grad():
            _, worth = net(torch.from_numpy(vec.flat), torch.from_numpy(vec.mask))
        last = vec.seat.astype(np.int64), worth.numpy()
        gain = advantages(seat, value, reward, ended, *last, gamma=1.0, lam=0.95)
        batch = [
            torch.from_numpy(part.reshape(steps * n, *part.shape[2:]))
            for part in (seen, mask, action, log_prob, gain, gain + value)
        ]
        for _ in range(args.epochs):
            for some in torch.randperm(steps * n).split(1024):
                s, m, a, old, g, target = (part[some] for part in batch)
                policy, worth = net(s, m)
                ratio = (policy.log_prob(a) - old).exp()
                g = (g - g.mean()) / (g.std() + 1e-8)
                pay = torch.min(ratio * g, ratio.clamp(0.8, 1.2) * g).mean()
                loss = 0.5 * (worth - target).square().mean() - pay - 0.01 * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        decisions += steps * n
    rate = decisions / (time.perf_counter() - start)
    print(f"speed: {rate:,.0f} decisions/s, learning included")
    print(f"won {against_random(net, 100):.0%} of 100 games against random")


if __name__ == "__main__":
    main()
