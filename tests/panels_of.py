"""Random panels for the tests of many raters: matrices with missing ratings, and the states that they become."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

REFERENCE = Path(__file__).parent / "reference" / "raters.json"
OF_NUMBERS = Path(__file__).parent / "reference" / "reliability.json"


def cases(*groups: str) -> list[dict[str, Any]]:
    """The stored cases of these groups."""
    every = json.loads(REFERENCE.read_text(encoding="utf-8"))["cases"]
    return [case for case in every if case["group"] in groups]


def cases_of_numbers(*groups: str) -> list[dict[str, Any]]:
    """The stored cases of numeric ratings of these groups."""
    every = json.loads(OF_NUMBERS.read_text(encoding="utf-8"))["cases"]
    return [case for case in every if case["group"] in groups]


def random_numbers(seed: int, n: int = 30, r: int = 4, *, missing: float = 0.0, origin: float = 0.0) -> Any:
    """Numbers of units by raters that differ, NaN where one is missing; the first row is complete."""
    rng = np.random.default_rng(seed)
    found = origin + rng.normal(size=(n, 1)) + 0.5 * rng.normal(size=(1, r)) + rng.normal(size=(n, r))
    gone = rng.random((n, r)) < missing
    gone[0] = False
    found[gone] = np.nan
    return found


@st.composite
def numeric_panels(draw: st.DrawFn, *, complete: bool = False, least: int = 2) -> Any:
    """A small matrix of quarters, NaN where a rating is missing; some row has two ratings."""
    n, r = draw(st.integers(least, 7)), draw(st.integers(2, 4))
    numbers = st.integers(-8, 8) if complete else st.one_of(st.none(), st.integers(-8, 8))
    rows = draw(st.lists(st.lists(numbers, min_size=r, max_size=r), min_size=n, max_size=n))
    rows[0] = [0, 1, *(2 for _ in range(r - 2))]
    return np.array([[np.nan if x is None else x / 4 for x in row] for row in rows])


def random_panel(seed: int, n: int = 40, r: int = 4, k: int = 3, *, missing: float = 0.15, agree: float = 0.6) -> Any:
    """Whole numbers from 1 to k as floats, NaN where a rating is missing; the first row is complete."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, k + 1, n)
    matrix = np.where(rng.random((n, r)) < agree, truth[:, None], rng.integers(1, k + 1, (n, r))).astype(np.float64)
    gone = rng.random((n, r)) < missing
    gone[0] = False
    matrix[gone] = np.nan
    return matrix


@st.composite
def panels(draw: st.DrawFn, *, complete: bool = False, least: int = 2) -> Any:
    """A small matrix of labels 0 to 3, None where a rating is missing; some row has a rating."""
    n, r = draw(st.integers(least, 8)), draw(st.integers(2, 4))
    labels = st.integers(0, 3) if complete else st.sampled_from([0, 1, 2, 3, None])
    rows = draw(st.lists(st.lists(labels, min_size=r, max_size=r), min_size=n, max_size=n))
    rows[0][:2] = [0, 1]
    return rows
