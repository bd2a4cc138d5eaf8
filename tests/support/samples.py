"""Hypothesis strategies that several test files share: columns of labels, scores and weights as callers hold them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from hypothesis import strategies as st
from support.files import TESTS

from concordant import f1, roc_auc
from concordant.inference.samples.gather import samples_of


def _cases(file: str, *groups: str) -> list[dict[str, Any]]:
    """The cases of these groups in a file of tests/reference."""
    every = json.loads((TESTS / "reference" / file).read_text(encoding="utf-8"))["cases"]
    return [case for case in every if case["group"] in groups]


panels_of_cases = partial(_cases, "raters.json")
cases_of_numbers = partial(_cases, "reliability.json")
cases = partial(_cases, "judging.json")


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


Array = np.ndarray[Any, Any]

INTEGER_TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
WEIGHT_TYPES = ("float32", "float64", "int8", "int32", "int64", "uint8", "uint64", "bool")


def strided(array: Array, step: int) -> Array:
    """Return equal values that lie `step` elements apart in memory, backwards if it is negative."""
    wide = np.empty((len(array), abs(step)), dtype=array.dtype)
    wide.fill(1)
    wide[:, 0] = array if step > 0 else array[::-1]
    flat = wide.ravel()[:: abs(step)]
    return flat if step > 0 else flat[::-1]


def steps() -> st.SearchStrategy[int]:
    """Draw distances between elements: next to each other, apart, backwards."""
    return st.sampled_from((1, 1, 2, 3, -1, -2))


def frozen(array: Array) -> Array:
    """Return the array as read-only."""
    array.flags.writeable = False
    return array


@st.composite
def integer_columns(draw: st.DrawFn, rows: int, spread: str = "near") -> Array:
    """Draw integer labels of any type and any stride; `far` ones reach to the ends of the type."""
    dtype = np.dtype(draw(st.sampled_from(INTEGER_TYPES)))
    if dtype.kind == "b":
        values = st.booleans()
    else:
        info = np.iinfo(dtype)
        low, high = max(info.min, -3), 6
        ends = st.sampled_from([info.min, info.min + 1, min(info.max, 2**63 - 1)])
        near = st.integers(low, high)
        values = near if spread == "near" else st.one_of(near, ends)
    array = np.array(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=dtype)
    return frozen(strided(array, draw(steps())))


@st.composite
def weight_columns(draw: st.DrawFn, rows: int) -> Array:
    """Draw weights that are not negative, of any type and stride; some are zero."""
    dtype = np.dtype(draw(st.sampled_from(WEIGHT_TYPES)))
    if dtype.kind == "f":
        values: Any = st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.5, 3.0, 1024.0])
    else:
        values = st.integers(0, 1 if dtype.kind == "b" else 5)
    array = np.array(draw(st.lists(values, min_size=rows, max_size=rows)), dtype=dtype)
    return frozen(strided(array, draw(steps())))


def scores(rows: int) -> st.SearchStrategy[list[float]]:
    """Draw scores with ties, infinities and both zeros."""
    usual = st.sampled_from([-np.inf, -1.5, -0.0, 0.0, 0.25, 0.5, 0.5000001, 2.0, np.inf])
    return st.lists(usual, min_size=rows, max_size=rows)


USUAL: dict[str, Any] = {
    "y_true": "truth",
    "y_pred": "label",
    "y_score": "score",
    "labels": ["no", "yes"],
    "by": "land",
    "time": "at",
    "window": "1d",
}
_WORDS = np.array(["no", "yes"])


def rows_of(n: int, *, seed: int = 0, days: int = 10, lands: int = 3) -> dict[str, Any]:
    """Rows of several days and lands, in any order, with ties and scores at both ends."""
    rng = np.random.default_rng(seed)
    score = np.round(rng.beta(0.7, 0.7, n), 3).clip(0.001, 0.999)
    truth = rng.random(n) < 0.1 + 0.8 * score
    return {
        "truth": _WORDS[truth.astype(int)],
        "label": _WORDS[(score > 0.4).astype(int)],
        "score": score,
        "land": np.array(["FI", "NO", "SE", "DK"])[rng.integers(0, lands, n)],
        "at": np.datetime64("2026-03-01", "us") + rng.integers(0, days * 86_400, n).astype("timedelta64[s]"),
    }


def part(rows: dict[str, Any], start: int, end: int) -> dict[str, Any]:
    """Some of the rows."""
    return {name: column[start:end] for name, column in rows.items()}


def values_of(record: Any) -> tuple[Any, ...]:
    """Return the values of the fields, in the order of the class."""
    return tuple(getattr(record, name) for name in vars(type(record)) if not name.startswith("_"))


def label_samples(y_true: Any, predictions: Sequence[Any], names: Sequence[str] = ("y_pred",), **reading: Any) -> Any:
    """Samples of one or several columns of labels, or of matrices of indicators."""
    return samples_of(f1, y_true, predictions, names, reading)


def score_samples(y_true: Any, scores: Sequence[Any], names: Sequence[str] = ("y_score",), **reading: Any) -> Any:
    """Samples of one or several columns of scores."""
    return samples_of(roc_auc, y_true, scores, names, reading)


# Options that have no default, of metrics of scores and labels, for a few dozen rows or more.
NEEDED_OPTIONS: dict[str, dict[str, Any]] = {
    "f_beta": {"beta": 2.0},
    "net_benefit": {"threshold": 0.3},
    "net_interventions_avoided": {"threshold": 0.3},
    "partial_auc": {"max_fpr": 0.3},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.2},
    "precision_at_k": {"k": 20},
    "recall_at_k": {"k": 20},
    "precision_at_recall": {"recall": 0.6},
    "recall_at_precision": {"precision": 0.5},
    "sensitivity_at_specificity": {"specificity": 0.7},
    "specificity_at_sensitivity": {"sensitivity": 0.7},
}
