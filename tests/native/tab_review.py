"""Decisions of a game and what the judge says of them, for the site without a server to judge
again: `tab_review.mjs`. The first game of a newcomer is among the games.

python -m tests.native.tab_review FILE --every 5
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.judge import Judge
from altered_env.agents.judge_words import about_decision, about_options
from altered_env.agents.judging import Judged, scores
from altered_env.game.replay import Replay
from altered_env.web import lessons
from altered_env.web.advising import verdict_of
from altered_env.web.site_tables import judge as numbers_of_judge

PLAYERS = ("greedy", "rules")


def judged(game: Game, judge: Judge, every: int) -> dict[str, Any]:
    """Play a game to its end; judge every so many decisions, among them forced ones."""
    seed = game.story.seed
    players = [make(name, seed=1) for name in PLAYERS]
    found: list[dict[str, Any]] = []
    reviews: list[Judged] = []
    number = 0
    while not game.over:
        seat = game.seat()
        action = players[seat.player].act(seat)
        if number % every == 0:
            verdict, hint = judge.options(seat, action), judge.options(seat)
            reviews.append(Judged(number, seat.player, action, (), verdict))
            found.append(
                {
                    "number": number,
                    "action": action,
                    "verdict": verdict_of(verdict),
                    "words": about_decision(verdict, action, game) if verdict.worlds else [],
                    "hint": about_options(hint, seat),
                }
            )
        game.act(action)
        number += 1
    several = [one for one in reviews if one.verdict is not None and one.verdict.worlds]
    accuracy = [score and round(score.accuracy, 4) for score in scores(several, 2)]
    replay = Replay.of(game).to_json()
    return {"seed": seed, "replay": replay, "judged": found, "accuracy": accuracy}


def main() -> None:
    """Judge, and write a line for each game."""
    parser = argparse.ArgumentParser(description="Judge decisions for the site without a server.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=5, help="judge each decision of this number")
    options = parser.parse_args()
    judge = Judge(name=numbers_of_judge()["name"])
    games = [Game.start("axiom", "muna", seed=7), lessons.first_session().game]
    with options.file.open("w", encoding="utf-8") as out:
        for game in games:
            told = judged(game, judge, options.every)
            out.write(json.dumps(told, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
