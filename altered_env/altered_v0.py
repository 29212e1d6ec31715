"""The PettingZoo env, by the name of its version: `altered_v0.env()`, `altered_v0.raw_env()`, and
`altered_v0.parallel_env()`."""

from altered_env.envs.aec import env, raw_env
from altered_env.envs.parallel import parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
