"""`altered llm`: a table for language models, as an MCP server on standard input and output."""

from __future__ import annotations

import argparse

from altered_env.commands.arguments import tell_sandboxes

__all__ = ["add", "run"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("--hints", action="store_true", help="a tool that says what rules would do")
    parser.add_argument(
        "--opponents",
        nargs="+",
        default=(),
        metavar="AGENT",
        help="who may be played against beside the agents of the package: 'cmd:./mybot' (nobody)",
    )
    parser.add_argument(
        "--public-seed",
        action="store_true",
        help="let the client name the seed of a game, from which it could foresee every card",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    from altered_env.agents.conditions import Conditions

    try:
        from altered_env.mcp_server import make_server
    except ModuleNotFoundError as error:
        raise LookupError(
            f"altered llm needs {error.name}, which is not installed: pip install"
            " 'altered-env[llm]'"
        ) from None
    server = make_server(options.hints, options.opponents, options.public_seed)
    tell_sandboxes(options.opponents, Conditions())
    server.run("stdio")
    return 0
