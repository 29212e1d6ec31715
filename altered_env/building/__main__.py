"""`python -m altered_env.building`: build the engine, unless that which is there fits."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from altered_env.building import be_generic
from altered_env.native import PLACE


def main() -> int:
    """Build, and say how far it is."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.building", description="Build the engine into a library."
    )
    parser.add_argument("names", nargs="*", metavar="entry", help="only these, to try them")
    parser.add_argument("--into", type=Path, default=PLACE, help="a folder; the package's")
    parser.add_argument("--anew", action="store_true", help="even if what is there fits")
    parser.add_argument(
        "--if-possible", action="store_true", help="without a C compiler, leave it to Numba"
    )
    options = parser.parse_args()
    be_generic()
    from altered_env.building.linking import NoCompilerError
    from altered_env.building.making import build

    try:
        build(options.names, options.anew, options.into)
    except NoCompilerError as error:
        if not options.if_possible:
            print(f"make engine: {error}", file=sys.stderr)
            return 1
        print(f"The engine is not built, Numba compiles it on first use: {error}.")
    except (RuntimeError, LookupError, OSError) as error:
        print(f"make engine: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
