"""Run the command line: `python -m altered_env.cli` is `altered`."""

from altered_env.cli import main

raise SystemExit(main())
