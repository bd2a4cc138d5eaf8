"""`tests/notebooks.py` finds what is wrong with a notebook; it runs them itself."""

from __future__ import annotations

import pytest
from notebooks import failures

HEADER = "---\njupytext:\n---\n"
CELLS = "```{code-cell}\nn = 45\n```\n" * 10
CASES: dict[str, tuple[str, dict[str, str], str]] = {
    "a number by hand": ("There are 46 of 1979.", {}, "a number of the prose that no claim checks: 46"),
    "a claim that is false": ("There are 46.", {"There are 46": "n == 46"}, "not true: 'There are 46' (n == 46)"),
    "a claim that nobody makes": (
        "Many.",
        {"There are 45": "n == 45"},
        "a claim is checked that the prose does not make: 'There are 45'",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_named(case: str) -> None:
    prose, claims, expected = CASES[case]
    assert list(failures(f"# Title\n\n{prose}\n\n{CELLS}", claims, {})) == [expected]


def test_checked_numbers_years_code_and_links_may_stand_in_the_prose() -> None:
    prose = "There are 45 (Fleiss 1971), see [them](page-2.md) and `n = 3`."
    assert list(failures(prose + "\n\n" + CELLS, {"There are 45": "n == 45"}, {})) == []


def test_cells_are_counted_and_run() -> None:
    assert list(failures(HEADER + "```{code-cell}\nn = 1\n```\n", {}, {})) == ["it has 1 cells of code, not 10 to 20"]
    with pytest.raises(ZeroDivisionError):
        list(failures("```{code-cell}\n1 / 0\n```\n", {}, {}))
