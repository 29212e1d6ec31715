"""A bot that asks a language model: `altered play --opponent agents/language_model_bot.py:Bot`.

It works with any server that has an OpenAI-style chat endpoint, also one on your own machine:
`LLM_URL` is its address, as in http://localhost:8080/v1, `LLM_MODEL` the name of the model, and
`LLM_KEY` its key, if it needs one. The model reads the player's view and answers with the
number of an option. After an answer that is no such number it is asked once more; then the first
option is taken.
"""

import json
import os
import re
import urllib.request

from altered_env.protocol.text_seat import RULES, describe

PROMPT = "You play a card game. Answer with the number of one of the options, and nothing else."


class Bot:
    """Ask a language model for each decision with more than one option."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.url = os.environ.get("LLM_URL", "http://localhost:8080/v1").rstrip("/")
        self.model = os.environ.get("LLM_MODEL", "default")
        self.seconds = seconds

    def act(self, seat) -> int:
        """Return the option that the model chooses."""
        actions = seat.actions
        if len(actions) == 1:
            return actions[0]
        messages = [
            {"role": "system", "content": f"{PROMPT}\n\n{RULES}"},
            {"role": "user", "content": describe(seat)},
        ]
        for _ in range(2):
            answer = self.ask(messages)
            number = re.search(r"\d+", answer)
            if number and int(number[0]) in actions:
                return int(number[0])
            messages.append({"role": "assistant", "content": answer})
            messages.append({"role": "user", "content": f"That is not an option. {PROMPT}"})
        return actions[0]

    def ask(self, messages: list[dict[str, str]]) -> str:
        """Return the answer of the model."""
        body = json.dumps({"model": self.model, "messages": messages, "temperature": 0})
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get("LLM_KEY"):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(
            f"{self.url}/chat/completions", body.encode(), headers, method="POST"
        )
        with urllib.request.urlopen(request, timeout=self.seconds) as reply:
            return str(json.load(reply)["choices"][0]["message"]["content"])
