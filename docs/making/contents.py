"""What the site holds, in which order, and how mkdocs is to build it."""

from __future__ import annotations

from typing import Any

__all__ = ["CONTENTS", "SETTINGS", "Entry"]

Entry = str | tuple[str, Any]
"""A page; or a title, and a page or entries below it."""

CONTENTS: tuple[Entry, ...] = (
    ("Home", "index.md"),
    (
        "Start here",
        (
            ("Install", "start/install.md"),
            ("Play a game", "start/play.md"),
            ("Train an agent", "start/train.md"),
            ("Measure a card", "start/measure.md"),
        ),
    ),
    (
        "Tutorials",
        (
            ("Self-play PPO from scratch", "tutorials/self_play.md"),
            ("MaskablePPO", "tutorials/maskable_ppo.md"),
            ("Your own bot", "tutorials/own_bot.md"),
            ("Rate it", "tutorials/rate_it.md"),
            ("What is this card worth?", "tutorials/card_worth.md"),
            ("A deck for a tournament", "tutorials/tournament_deck.md"),
            ("Import a unique", "tutorials/import_unique.md"),
            ("Teach it a phrase", "tutorials/teach_phrase.md"),
            ("Add a card, add a verb", "tutorials/add_card.md"),
        ),
    ),
    (
        "Notebooks",
        (
            ("First steps", "notebooks/first_steps.md"),
            ("Train and rate an agent", "notebooks/train_and_rate.md"),
            ("Look into a policy", "notebooks/look_into_a_policy.md"),
            ("What is a card worth?", "notebooks/card_strength.md"),
            ("Rank uniques", "notebooks/rank_uniques.md"),
            ("Your own bot on the board", "notebooks/bot_on_the_board.md"),
        ),
    ),
    (
        "Concepts",
        (
            ("A day", "concepts/day.md"),
            ("A decision's way", "concepts/decision.md"),
            ("Observation and actions", "concepts/observation.md"),
            ("What each agent knows", "concepts/knowing.md"),
            ("How intervals are made", "concepts/intervals.md"),
            ("The house", "architecture.md"),
        ),
    ),
    (
        "Guides",
        (
            ("Environments", "environments.md"),
            ("Training scripts", "training/README.md"),
            ("Example bots", "agents/README.md"),
            ("Agents", "agents.md"),
            ("Seeds and secrets", "chance.md"),
            ("Training", "training.md"),
            ("Many machines", "scaling.md"),
            ("In the browser", "web.md"),
            ("Works with", "works-with.md"),
            ("Bots in any language", "protocol.md"),
            ("Decks", "decks.md"),
            ("Formats", "formats.md"),
            ("Writing cards", "cards.md"),
            ("Importing cards", "importing.md"),
            ("Official English", "english.md"),
            ("What cards are worth", "strength.md"),
            ("Every card ranked", "ranking.md"),
            ("The engine", "engine.md"),
            ("Reliability", "reliability.md"),
        ),
    ),
    (
        "Reference",
        (
            ("Commands", "reference/commands.md"),
            ("Fields of configurations", "reference/fields.md"),
            ("Formats of files", "files.md"),
            ("Public names", "reference/*"),
            ("The observation", "observation.md"),
            ("The actions", "actions.md"),
            ("The observation among four", "observation-4.md"),
            ("The actions among four", "actions-4.md"),
            ("The language of cards", "language.md"),
        ),
    ),
    (
        "Rules and tests",
        (
            ("Statements of the rules", "rules.md"),
            ("Complete Rules 5.0", "complete-rules.md"),
            ("Rulings", "rulings.md"),
            ("Mechanics", "mechanics.md"),
        ),
    ),
    (
        "Benchmarks and the board",
        (("What is measured", "benchmarks.md"), ("The board", "board.md")),
    ),
    (
        "The project",
        (
            ("Changelog", "changelog.md"),
            ("From 0.1 to 0.2", "migrating.md"),
            ("Contributing", "contributing.md"),
            ("Releases, and what stays readable", "releasing.md"),
            ("Security", "security.md"),
            ("Code of conduct", "conduct.md"),
        ),
    ),
)

SETTINGS: dict[str, Any] = {
    "site_name": "altered-env",
    "site_description": "The trading card game Altered as a reinforcement-learning environment",
    "site_dir": "site",
    "use_directory_urls": False,
    "strict": True,
    "theme": {
        "name": "material",
        "font": False,
        "features": [
            "content.code.copy",
            "navigation.indexes",
            "navigation.tabs",
            "navigation.top",
            "search.highlight",
            "search.suggest",
            "toc.follow",
        ],
        "palette": [
            {
                "media": f"(prefers-color-scheme: {kind})",
                "scheme": scheme,
                "primary": "custom",
                "accent": "custom",
                "toggle": {"icon": "material/brightness-6", "name": f"to {other}"},
            }
            for kind, scheme, other in (("light", "default", "dark"), ("dark", "slate", "light"))
        ],
    },
    "extra": {"polyfills": ["look/iframe-worker.js"], "generator": False},
    "extra_css": ["look/site.css"],
    "plugins": [
        "search",
        "offline",
        {
            "mkdocstrings": {
                "handlers": {
                    "python": {
                        "paths": ["../.."],
                        "options": {
                            "extensions": ["../../docs/making/doctests.py"],
                            "show_source": False,
                            "show_root_heading": True,
                            "show_root_full_path": True,
                            "heading_level": 2,
                            "members_order": "__all__",
                            "separate_signature": True,
                            "show_signature_annotations": True,
                            "docstring_section_style": "list",
                            "show_if_no_docstring": False,
                            "filters": ["!^_"],
                        },
                    }
                }
            }
        },
    ],
    "markdown_extensions": [
        "tables",
        "attr_list",
        "sane_lists",
        "md_in_html",
        {"toc": {"permalink": True, "toc_depth": 3}},
        {"pymdownx.highlight": {"anchor_linenums": False}},
        "pymdownx.superfences",
        "pymdownx.inlinehilite",
    ],
    "validation": {
        "omitted_files": "info",
        "not_found": "warn",
        "anchors": "warn",
        "absolute_links": "warn",
        "unrecognized_links": "warn",
    },
}
"""For mkdocs; `make site` adds the pages."""
