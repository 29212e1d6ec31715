"""Contents of the site, and the settings of mkdocs."""

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
            ("A decision", "concepts/decision.md"),
            ("Observations and actions", "concepts/observation.md"),
            ("Hidden information", "concepts/knowing.md"),
            ("How intervals are computed", "concepts/intervals.md"),
        ),
    ),
    (
        "Guides",
        (
            ("Environments", "environments.md"),
            ("Agents and the arena", "agents.md"),
            ("Example bots", "agents/README.md"),
            ("Bots in any language", "protocol.md"),
            ("Publish a rated board", "board.md"),
            ("Altered-Bench 1", "bench.md"),
            ("Games for offline learning", "dataset.md"),
            ("Training", "training.md"),
            ("Training scripts", "training/README.md"),
            ("Many machines", "scaling.md"),
            ("Measure how agents use their cards", "bench-play.md"),
            ("Compare with people", "validity.md"),
            ("What a card's worth means", "card-values.md"),
            ("Measure cards and decks", "strength.md"),
            ("Rank many cards", "ranking.md"),
            ("Decks", "decks.md"),
            ("Formats", "formats.md"),
            ("Import cards", "importing.md"),
            ("In the browser", "web.md"),
            ("Other tools", "works-with.md"),
            ("Seeds and secrets", "chance.md"),
            ("Reliability", "reliability.md"),
        ),
    ),
    (
        "Reference",
        (
            ("Commands", "reference/commands.md"),
            ("Fields of configurations", "reference/fields.md"),
            ("File formats", "files.md"),
            ("Public names", "reference/*"),
            ("The observation", "reference/observation.md"),
            ("The actions", "reference/actions.md"),
            ("The observation of four", "reference/observation-4.md"),
            ("The actions of four", "reference/actions-4.md"),
            ("The language of abilities", "reference/language.md"),
            ("Card files", "reference/cards.md"),
            ("The grammar of official English", "reference/english.md"),
            ("Rules of 2024.09", "reference/rules.md"),
            ("Complete Rules 5.0", "reference/complete-rules.md"),
            ("Rulings", "reference/rulings.md"),
            ("Mechanics", "reference/mechanics.md"),
        ),
    ),
    (
        "Reports",
        (
            ("All reports", "reports/README.md"),
            ("Training", "reports/training.md"),
            ("Players", "reports/players.md"),
            ("Ranking", "reports/ranking.md"),
            ("Speed", "reports/speed.md"),
            ("Reliability", "reports/reliability.md"),
            ("Validity", "reports/validity.md"),
            ("Judge", "reports/judge.md"),
            ("Altered-Bench 1: results", "reports/bench1.md"),
        ),
    ),
    (
        "The project",
        (
            ("Architecture", "architecture.md"),
            ("Glossary", "glossary.md"),
            ("How the engine works", "engine.md"),
            ("Contributing", "contributing.md"),
            ("Changelog", "changelog.md"),
            ("From 0.1 to 0.2", "migrating.md"),
            ("Versions and releases", "releasing.md"),
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
                            "members_order": ["__all__", "source"],
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
