"""PettingZoo env of booster drafts: `draft_v0.env()` and `draft_v0.raw_env()`."""

from altered_env.envs.draft import env, raw_env
from altered_env.formats.drafts import HEAD, PACK

__all__ = ["HEAD", "PACK", "env", "raw_env"]
