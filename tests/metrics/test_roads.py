"""
A call takes a short road where it can: a kernel gives the value of plain columns without the state.

Whatever holds the rows, and whatever is wrong with them, the value is that of the state to the last bit, and so are
the errors and the warnings. Only the share of agreeing weights is added up row by row, where a state adds up its cells.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import strided

import concordant as co
from concordant.errors import ConcordantError, UndefinedMetricWarning

Make = Callable[[np.ndarray[Any, Any]], Any]


def road(call: Callable[[], Any]) -> Any:
    """What a call gives: a number to the last bit, or its error or warning."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = call()
    except (ConcordantError, UndefinedMetricWarning) as error:
        return type(error), str(error)
    assert isinstance(found, float)
    return float(found).hex()


def assert_one_road(metric: Any, *rows: Any, **options: Any) -> None:
    own = {name: options[name] for name in options if name in metric.options}
    reading = {name: options[name] for name in options if name not in own}
    found, expected = (
        road(lambda: metric(*rows, **options)),
        road(lambda: metric.of(metric.state(*rows, **reading), **own)),
    )
    if (
        metric in (co.accuracy, co.exact_match)
        and "sample_weight" in options
        and isinstance(found, str)
        and isinstance(expected, str)
    ):
        assert float.fromhex(found) == pytest.approx(float.fromhex(expected), rel=1e-13, abs=0, nan_ok=True)
    else:
        assert found == expected


WEIGHTS: dict[str, Make] = {
    "float64": lambda w: w,
    "float64, strided": lambda w: strided(w, 2),
    "float32": lambda w: w.astype(np.float32),
    "float16": lambda w: w.astype(np.float16),
    "integers": lambda w: (w * 4).astype(np.int32),
    "unsigned": lambda w: (w * 4).astype(np.uint64),
    "bools": lambda w: w > 1,
    "a list": lambda w: w.tolist(),
    "all zero": lambda w: 0 * w,
    "tiny": lambda w: w * 1e-300,
    "tiny squares": lambda w: w * 1e-170,
    "huge": lambda w: w * 1e250,
    "huge sum": lambda w: w * 5e307,
    "negative": lambda w: w - 1,
    "NaN": lambda w: np.where(w > 1, np.nan, w),
    "infinite": lambda w: np.where(w > 1, np.inf, w),
    "too few": lambda w: w[1:],
    "text": lambda w: w.astype("U8"),
}
LABELS: dict[str, Make] = {
    **{
        kind: (lambda y, kind=kind: y.astype(kind)) for kind in ("int8", "int64", "uint64", ">i4", "float64", "float32")
    },
    "float16": lambda y: y.astype(np.float16),
    "big floats": lambda y: y * 1e17,
    "strided": lambda y: strided(y, 3),
    "bool": lambda y: y > 1,
    "list of int": lambda y: y.tolist(),
    "list of str": lambda y: [f"word {k}" for k in y.tolist()],
    "list of float": lambda y: (y * 1.0).tolist(),
    "mixed list": lambda y: [k or "none" for k in y.tolist()],
    "int and bool": lambda y: [k or False for k in y.tolist()],
    "with None": lambda y: [k or None for k in y.tolist()],
    "objects": lambda y: np.array([f"word {k}" for k in y.tolist()], object),
    "objects of int": lambda y: y.astype(object),
    "int beyond 64 bits": lambda y: [k << 70 for k in y.tolist()],
    "NaN": lambda y: np.where(y == 2, np.nan, y),
    "fractions": lambda y: y / 2,
    "one label": lambda y: 0 * y,
    "far apart": lambda y: y * 10**12,
    "no rows": lambda y: y[:0],
}
OF_LABELS = (
    (co.accuracy, {}),
    (co.exact_match, {}),
    (co.zero_one_loss, {}),
    (co.cohen_kappa, {}),
    (co.cohen_kappa, {"weights": "quadratic"}),
    (co.balanced_accuracy, {}),
    (co.matthews_correlation, {}),
    *((rate, {"average": average}) for rate in (co.f1, co.specificity) for average in ("macro", "micro", "weighted")),
    (co.f_beta, {"beta": 0.5, "average": "macro"}),
    (co.recall, {}),
    (co.jaccard, {"pos_label": 0}),
    (co.f1, {"average": "macro", "labels": [0, 1, 2, 3, 4, 5]}),
    (co.accuracy, {"labels": range(6)}),
    (co.f1, {"average": "none"}),
)


@pytest.mark.parametrize("kind", LABELS)
@given(rows=st.integers(1, 60), labels=st.integers(2, 12), seed=st.integers(0, 999), weights=st.data())
@settings(max_examples=12)
def test_of_labels(kind: str, rows: int, labels: int, seed: int, weights: st.DataObject) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, labels, rows)
    predicted = np.where(random.random(rows) < 0.3, random.integers(0, labels, rows), truth)
    chosen = weights.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    given_weights = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    for metric, options in OF_LABELS:
        assert_one_road(metric, LABELS[kind](truth), LABELS[kind](predicted), **options, **given_weights)


TRUTHS: dict[str, Make] = {
    "int64": lambda y: y,
    "bool": lambda y: y > 0,
    "uint8": lambda y: y.astype(np.uint8),
    "float64": lambda y: y * 1.0,
    "signs": lambda y: 2 * y - 1,
    "list": lambda y: y.tolist(),
    "one class": lambda y: 0 * y,
    "three classes": lambda y: y + (np.arange(len(y)) == 1),
    "too many": lambda y: np.append(y, 1),
}
PROBABILITIES: dict[str, Make] = {
    "float64": lambda p: p,
    "float32": lambda p: p.astype(np.float32),
    "float16": lambda p: p.astype(np.float16),
    "strided": lambda p: np.repeat(p, 2, axis=0)[::2],
    "columns in memory": np.asfortranarray,
    ">f8": lambda p: p.astype(">f8"),
    "list": lambda p: p.tolist(),
    "certain": np.rint,
    "integers": lambda p: np.rint(p).astype(int),
    "above 1": lambda p: p + (p > 0.8),
    "NaN": lambda p: np.where(p > 0.8, np.nan, p),
    "infinite": lambda p: np.where(p > 0.8, -np.inf, p),
    "minus zero": lambda p: np.where(p > 0.8, -0.0, p),
    "of odd sums": lambda p: p * 0.9,
}
LOSSES = (co.brier_score, co.log_loss, co.hinge_loss, co.ranked_probability_score)


@pytest.mark.parametrize("kind", TRUTHS)
@given(rows=st.integers(1, 1500), seed=st.integers(0, 999), data=st.data())
@settings(max_examples=15)
def test_of_probabilities(kind: str, rows: int, seed: int, data: st.DataObject) -> None:
    random = np.random.default_rng(seed)
    truth, numbers = TRUTHS[kind](random.integers(0, 2, rows)), random.random(rows)
    chosen = data.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    reading = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    given_numbers = PROBABILITIES[data.draw(st.sampled_from(list(PROBABILITIES)))](numbers)
    for metric in LOSSES:
        assert_one_road(metric, truth, given_numbers, **reading)
        assert_one_road(metric, truth, given_numbers, average="mean", **reading)


@pytest.mark.parametrize("kind", PROBABILITIES)
@given(rows=st.integers(0, 300), seed=st.integers(0, 999), data=st.data())
@settings(max_examples=8)
def test_of_probabilities_of_several_classes(kind: str, rows: int, seed: int, data: st.DataObject) -> None:
    random = np.random.default_rng(seed)
    classes = data.draw(st.sampled_from([3, 4, 9, 40]))
    truth = random.integers(0, classes + (seed % 7 == 0), rows)
    matrix = PROBABILITIES[kind](random.dirichlet(np.ones(classes), rows))
    labels = data.draw(st.sampled_from([list(range(classes)), range(classes), [*range(1, classes), 0], None]))
    chosen = data.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    reading = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    truth = truth.astype(data.draw(st.sampled_from(["int64", "uint8", "float64"])))
    for metric in LOSSES:
        assert_one_road(metric, truth, matrix, labels=labels, **reading)


def test_of_many_chunks() -> None:
    random = np.random.default_rng(0)
    rows = 2**18 + 4099
    truth, p, w = random.integers(0, 2, rows), random.random(rows), random.random(rows)
    noisy = np.where(random.random(rows) < 0.3, 1 - truth, truth)
    for metric in LOSSES:
        assert_one_road(metric, truth, p)
        assert_one_road(metric, truth, p, sample_weight=w)
    for metric, options in OF_LABELS[:8]:
        assert_one_road(metric, truth, noisy, **options, sample_weight=w)
