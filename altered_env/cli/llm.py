"""`altered llm`: a table for language models, as an MCP server on standard input and output."""

from __future__ import annotations

import argparse

from altered_env._runtime.help_pages import several
from altered_env.cli.arguments import tell_sandboxes


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "--hints", action="store_true", help="add a tool that gives the choice of the agent rules"
    )
    several(parser, "--opponents", "AGENT", "further allowed opponents: 'cmd:./mybot' (none)")
    parser.add_argument(
        "--public-seed",
        action="store_true",
        help="let clients choose the seed, from which they could predict every card",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    from altered_env.agents.conditions import Conditions

    try:
        from altered_env.envs.mcp_server import make_server
    except ModuleNotFoundError as error:
        raise LookupError(
            f"it needs {error.name}, which is not installed: pip install 'altered-env[llm]'"
        ) from None
    server = make_server(options.hints, options.opponents, options.public_seed)
    tell_sandboxes(options.opponents, Conditions())
    server.run("stdio")
    return 0
