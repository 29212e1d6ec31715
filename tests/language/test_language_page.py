"""docs/reference/language.md matches the vocabulary."""

from pathlib import Path

from altered_env.language.reference import fill

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_current():
    page = (DOCS / "reference/language.md").read_text("utf-8")
    rows = (DOCS / "mechanics.tsv").read_text("utf-8")
    again = "run: python -m altered_env.language.reference docs/reference/language.md"
    assert fill(page, rows) == page, again


def test_the_page_names_every_mechanic():
    rows = (DOCS / "mechanics.tsv").read_text("utf-8").splitlines()
    assert len(rows) == 238  # and the header
