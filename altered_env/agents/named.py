"""The names of the package's agents, kept apart from the engine so that pages can list them at
once."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env._runtime import renamed

PREFIX = "cmd:"
NETWORK = "v5"
"""The strongest network for two players."""
STRONGEST_FAST = f"net:{NETWORK}"
"""The strongest agent that decides in less than a millisecond."""
STRONGEST = f"rollout:{NETWORK},answers=all"
"""The strongest agent, which uses the time it is given."""
JUDGE = STRONGEST
"""The search of hints and reviews, whose win probabilities are calibrated (`judge.py`)."""
LEVELS = {
    "beginner": "random",
    "easy": "greedy",
    "medium": "rules",
    "hard": STRONGEST_FAST,
    "expert": STRONGEST,
}
"""Levels for people, from the weakest to the strongest, and the agent of each."""


@dataclass(frozen=True, slots=True)
class Kind:
    """An agent of the package."""

    module: str
    maker: str
    about: str
    compiled: bool = False
    network: bool = False
    shipped: tuple[str, ...] = ()
    """The bundled networks by name, the default first."""
    four: str = ""
    """The one for four players; the others are for two."""


KINDS = {
    "random": Kind("random_player", "RandomAgent", "any legal action", compiled=True),
    "greedy": Kind(
        "greedy", "GreedyAgent", "one-action look-ahead with an evaluation", compiled=True
    ),
    "rules": Kind(
        "rules",
        "RulesAgent",
        "plays by sensible rules, with a plan for the Afternoon",
        compiled=True,
    ),
    "ismcts": Kind("ismcts", "IsmctsAgent", "information-set Monte Carlo tree search"),
    "search": Kind(
        "search",
        "SearchAgent",
        "tree search with a compiled network: search:PATH, or search:v1",
        network=True,
        shipped=("v1", "v2", "v3", "v4", "v5"),
    ),
    "rollout": Kind(
        "rollout",
        "RolloutAgent",
        f"rollouts to the second Morning by a compiled network: {STRONGEST}; rollout:PATH",
        network=True,
        shipped=("v3", "v5", "v4", "v2", "v1"),
    ),
    "net": Kind(
        "net",
        "NetAgent",
        f"a network in compiled code: {STRONGEST_FAST}, net:v1 or net:PATH; net:four for "
        "four players",
        compiled=True,
        network=True,
        shipped=(NETWORK, "v4", "v3", "v2", "v1", "four"),
        four="four",
    ),
    "goldfish": Kind("goldfish", "GoldfishAgent", "passes and plays nothing, to test a deck"),
}
"""One line per agent: its module, its class, its description."""

_RULES_1 = {
    "region": 10.0, "goal": 1.0, "hand": 1.5, "reserve": 1.0, "spare": 0.3, "cost": 0.2,
    "dear": 0.6, "orb": 4.0, "permanent": 1.5, "stays": 2.0, "counter": 0.5, "threat": 0.45,
    "doubt": 0.3, "doubt_mana": 0.2, "plan": 300.0, "text": 0.3, "answer": 0.45,
}  # fmt: skip
_MORNING_1 = {
    "region": 10.0, "goal": 0.3, "hand": 6.0, "reserve": 2.8, "spare": 0.3, "cost": 0.15,
    "dear": 0.5, "orb": 10.0, "permanent": 2.5, "stays": 3.8, "counter": 1.6, "threat": 0.45,
    "doubt": 0.3, "doubt_mana": 0.2, "plan": 1.0, "text": 0.0, "answer": 0.45,
}  # fmt: skip

ANCHORS: dict[str, tuple[str, dict[str, int | float | str | bool]]] = {
    "rules@1": ("rules", {"worlds": 3, "budget": 40, "order": "number", **_RULES_1}),
    "ismcts@1": (
        "ismcts",
        {
            "ms": 50, "iterations": 0, "days": 1, "policy": "eager", "explore": 1.0,
            "scale": 12.0, "depth": 30, "look": 3, "trust": 0.5, "share": 4, "order": "number",
            "reuse": True,
            **_MORNING_1,
        },
    ),
}  # fmt: skip
"""Agents that stay as they are, by name: the agent it is, and all of its options. Others may be
given on top, as in `ismcts@1:ms=200`.

Other agents improve, while their figures are compared over years: `rules@1` always is the same
`rules`, even if `rules` changes. Every option is written out, so that no default affects it;
tests/agents/anchors.json guards its moves."""


GONE = {
    "policy": f"policy:* was removed in version 0.2: use {STRONGEST_FAST}, or train a network with "
    "altered train"
}
"""Removed agents, with their replacements."""


def gone(spec: str) -> str:
    """The replacement of a removed agent; empty for any other.

    >>> gone("policy:default").partition(":* ")[2].partition(":")[0], gone("greedy")
    ('was removed in version 0.2', '')
    """
    return GONE.get(spec.partition(":")[0], "")


def names() -> dict[str, str]:
    """The short names of the agents, with descriptions.

    >>> "greedy" in names()
    True
    """
    stay = {name: f"a frozen {base}" for name, (base, _) in ANCHORS.items()}
    return {name: kind.about for name, kind in KINDS.items()} | stay


def spelled_out(spec: str, tell: bool = True) -> str:
    """An agent under its own name of today, instead of a level or an earlier name; with `tell`,
    warn of the latter.

    >>> spelled_out("hard"), spelled_out("expert:ms=2000"), spelled_out("easy:worlds=2")
    ('net:v5', 'rollout:v5,answers=all,ms=2000', 'greedy:worlds=2')
    """
    called, _, options = spec.partition(":")
    if called in LEVELS:
        agent = LEVELS[called]
        spec = agent + (":,"[":" in agent] + options if options else "")
    return renamed.agent(spec, tell)


def is_program(spec: str) -> bool:
    """Does this name a program?

    >>> is_program("cmd:python mybot.py"), is_program("greedy")
    (True, False)
    """
    return spec.startswith(PREFIX)
