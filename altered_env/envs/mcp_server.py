"""The text table as an MCP server for language models: `altered llm`. Needs the extra `llm`."""

from __future__ import annotations

from collections.abc import Sequence

from mcp.server.mcpserver import MCPServer

from altered_env import decks
from altered_env.agents.trust import refuse_foreign
from altered_env.envs.text_table import TextTable
from altered_env.protocol.text_seat import RULES


def make_server(
    hints: bool = False, opponents: Sequence[str] = (), public_seed: bool = False
) -> MCPServer:
    """A server with one table; `hints` adds a tool that asks `rules` for advice. The client plays
    against agents of the package and the given `opponents`; any other name is an error, and nothing
    is run or read for it. With `public_seed` the client may choose a seed, from which it could
    rebuild the game.
    """
    server = MCPServer("altered", instructions=RULES)
    table = TextTable(hints)

    @server.tool()
    def new_game(
        deck: str = "axiom",
        against: str = "bravos",
        opponent: str = "greedy",
        seed: int | None = None,
        rules: str = "2024.09",
    ) -> str:
        """Begin a game of Altered against a program: random, greedy, rules, ismcts. Decks are
        axiom, bravos, lyra, muna, ordis, yzmir, or names of public lists."""
        try:
            refuse_foreign([] if opponent in opponents else [opponent])
            for name in (deck, against):
                decks.named(name)
            if seed is not None and not public_seed:
                raise ValueError(
                    "whoever chooses the seed could rebuild the game and see every hidden card:"
                    " omit it, or start the server with --public-seed"
                )
            return table.new_game(deck, against, opponent, seed, rules)
        except (LookupError, ValueError, OSError) as error:
            return f"No game was started: {error}"

    @server.tool()
    def look() -> str:
        """The board as visible to you, your options with their numbers, and the card texts."""
        return table.look()

    @server.tool()
    def act(action: str | int) -> str:
        """Take one of the options: its number, or words that are in one of them only."""
        return table.act(str(action))

    if hints:

        @server.tool()
        def hint() -> str:
            """A sensible player's choice."""
            return table.hint()

    return server
