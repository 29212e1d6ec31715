"""The PettingZoo env, by the name of its version: `altered_v0.env()`, `altered_v0.raw_env()`."""

from __future__ import annotations

from altered_env.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
