"""Building the engine: every entry is compiled once, and linked into one library.

`bitcode.py` compiles the entries for two players, and those for four, in a process each
(`parts.py`) and merges them; `object_code.py` optimises the whole and makes machine code of it for
each platform (`targets.py`); `linking.py` links that. `make engine` runs it (`__main__.py`), and
`make wheels` for every platform (`wheels.py`); `altered_env.native` loads the result.
"""

import os


def be_generic() -> None:
    """Compile for no processor in particular: to be called before anything imports Numba."""
    os.environ |= {
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "ALTERED_ENGINE": "jit",
        "ALTERED_CHECKED": "0",
    }
    os.environ.pop("NUMBA_DISABLE_JIT", None)
