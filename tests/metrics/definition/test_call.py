"""Plain arrays of NumPy are taken as they are: values, errors and warnings stay those of arrays that are encoded."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metrics.cases import OPTIONS
from support.samples import strided

import concordant as co
from concordant.errors import ConcordantError
from concordant.metrics import find, get

LABELLED: tuple[tuple[Any, dict[str, Any]], ...] = (
    (co.accuracy, {}),
    (co.exact_match, {}),
    (co.zero_one_loss, {}),
    (co.cohen_kappa, {}),
    *((co.cohen_kappa, {"weights": weights}) for weights in ("linear", "quadratic", "ordinal", "qudratic")),
    (co.cohen_kappa, {"prevalence": 0.2}),
    (co.balanced_accuracy, {}),
    (co.matthews_correlation, {}),
    (co.gwet_ac1, {}),
    *((rate, {"average": average}) for rate in (co.f1, co.specificity) for average in ("macro", "micro", "weighted")),
    *((co.f1, {"average": average}) for average in ("binary", "macron")),
    (co.f_beta, {"beta": 0.5, "average": "macro"}),
    (co.recall, {"pos_label": 1}),
    (co.jaccard, {"pos_label": 0}),
)
LOSSES = (co.brier_score, co.log_loss, co.hinge_loss, co.ranked_probability_score)
SCORED: tuple[tuple[Any, dict[str, Any]], ...] = (
    (co.roc_auc, {}),
    (co.roc_auc, {"average": "macro"}),
    (co.roc_auc, {"average": "macron"}),
    (co.average_precision, {}),
    (co.kolmogorov_smirnov, {}),
    *((loss, {}) for loss in LOSSES),
    (co.brier_score, {"average": None}),
    (co.expected_calibration_error, {}),
    (co.calibration_in_the_large, {}),
)


def outcome_of(metric: Any, *data: Any, **options: Any) -> tuple[Any, ...]:
    """What a call gives: the bits of its value, or its error, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found: Any = np.asarray(metric(*data, **options), np.float64).tobytes()
        except co.errors.ConcordantError as error:
            found = type(error), str(error)
    return found, [(warning.category, str(warning.message)) for warning in caught]


@pytest.mark.parametrize(
    "odd",
    [
        lambda y: y.astype(">i4"),
        lambda y: y[:, None],
        lambda y: y[None, :],
        lambda y: np.ma.masked_array(y, y == 2),
        lambda y: np.frombuffer(np.rec.fromarrays([y.astype("i1"), y.astype("i4")]).tobytes(), "i1,<i4")["f1"],
        lambda y: y.astype(object),
        lambda y: y.astype(str),
        lambda y: y.astype("m8[s]"),
        lambda y: np.array(1),
    ],
)
def test_unusual_arrays_are_read(odd: Callable[[Any], Any]) -> None:
    truth = np.array([0, 1, 1, 0, 1, 0])
    for metric, options in (*LABELLED, *SCORED):
        for first, second in ((odd(truth), truth), (truth, odd(truth))):
            expected = outcome_of(metric, first, second, missing="raise", **options)
            assert outcome_of(metric, first, second, **options) == expected


# -- values without a state -----------------------------------------------------------------------------------------
#
# A kernel gives the value of plain columns without the state, where it can. Whatever holds the rows, and whatever is
# wrong with them, the value is that of the state to the last bit, and so are the errors and the warnings. Only the
# share of agreeing weights is added up row by row, where a state adds up its cells.


Make = Callable[[np.ndarray[Any, Any]], Any]


def assert_as_of_state(metric: Any, *rows: Any, **options: Any) -> None:
    own = {name: options[name] for name in options if name in metric.options}
    reading = {name: options[name] for name in options if name not in own}
    value = outcome_of(metric, *rows, **options)
    expected = outcome_of(lambda *given: metric.of(metric.state(*given, **reading), **own), *rows)
    if metric in (co.accuracy, co.exact_match) and "sample_weight" in options and isinstance(value[0], bytes):
        assert np.frombuffer(value[0]) == pytest.approx(np.frombuffer(expected[0]), rel=1e-13, abs=0, nan_ok=True)
    else:
        assert value == expected


WEIGHTS: dict[str, Make] = {
    "float64": lambda w: w,
    "float64, strided": lambda w: strided(w, 2),
    "float32": lambda w: w.astype(np.float32),
    "integers": lambda w: (w * 4).astype(np.int32),
    "unsigned": lambda w: (w * 4).astype(np.uint64),
    "a list": lambda w: w.tolist(),
    "all zero": lambda w: 0 * w,
    "tiny": lambda w: w * 1e-18,
    "too small": lambda w: w * 1e-170,
    "huge": lambda w: w * 1e18,
    "too large": lambda w: w * 1e250,
    "negative": lambda w: w - 1,
    "NaN": lambda w: np.where(w > 1, np.nan, w),
    "infinite": lambda w: np.where(w > 1, np.inf, w),
    "too few": lambda w: w[1:],
    "text": lambda w: w.astype("U8"),
}
LABELS: dict[str, Make] = {
    **{
        kind: (lambda y, kind=kind: y.astype(kind))
        for kind in ("int8", "uint8", "int32", "int64", "uint64", ">i4", "float64", "float32")
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
    "int beyond 64 bits": lambda y: [k << 70 for k in y.tolist()],
    "NaN": lambda y: np.where(y == 2, np.nan, y),
    "fractions": lambda y: y / 2,
    "one label": lambda y: 0 * y,
    "far apart": lambda y: y * 10**12,
    "no rows": lambda y: y[:0],
    "polars": lambda y: pl.Series([f"word {k}" for k in y.tolist()]),
    "polars with None": lambda y: pl.Series([f"word {k}" if k else None for k in y.tolist()]),
}


LISTS: tuple[Any, ...] = (
    *([], [0, 1, 2], [2, 1, 0], [0, 2], [0, 1, 1], [0, 1.0, 2], [False, True, 2], ["0", "1", "2"], [0, 1, 2, 3, 4, 5]),
    *(range(3), range(-1, 4), range(1, 3), range(6), range(2000), 3, np.arange(3)),
)


@pytest.mark.parametrize("kind", LABELS)
@given(
    rows=st.integers(1, 60) | st.just(3000),
    low=st.sampled_from([0, 0, 90]),
    labels=st.integers(2, 12),
    seed=st.integers(0, 999),
    data=st.data(),
)
@settings(max_examples=16)
def test_metrics_of_labels_are_those_of_the_state(
    kind: str, rows: int, low: int, labels: int, seed: int, data: st.DataObject
) -> None:
    random = np.random.default_rng(seed)
    truth = low + random.integers(0, labels, rows)
    predicted = np.where(random.random(rows) < 0.3, low + random.integers(0, labels, rows), truth)
    chosen = data.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    declared = {"labels": data.draw(st.sampled_from(LISTS))}
    given_weights = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    of_declared = [(metric, declared) for metric in (co.accuracy, co.zero_one_loss)]
    for metric, options in (*LABELLED, *of_declared, (co.f1, {"average": "macro", **declared})):
        assert_as_of_state(metric, LABELS[kind](truth), LABELS[kind](predicted), **options, **given_weights)


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


@pytest.mark.parametrize("kind", TRUTHS)
@given(rows=st.integers(1, 1500), seed=st.integers(0, 999), data=st.data())
@settings(max_examples=15)
def test_losses_of_two_classes_are_those_of_the_state(kind: str, rows: int, seed: int, data: st.DataObject) -> None:
    random = np.random.default_rng(seed)
    truth, numbers = TRUTHS[kind](random.integers(0, 2, rows)), random.random(rows)
    chosen = data.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    reading = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    given_numbers = PROBABILITIES[data.draw(st.sampled_from(list(PROBABILITIES)))](numbers)
    for metric in LOSSES:
        assert_as_of_state(metric, truth, given_numbers, **reading)
        assert_as_of_state(metric, truth, given_numbers, average="mean", **reading)


@pytest.mark.parametrize("kind", PROBABILITIES)
@given(rows=st.integers(0, 300), seed=st.integers(0, 999), data=st.data())
@settings(max_examples=8)
def test_losses_of_several_classes_are_those_of_the_state(kind: str, rows: int, seed: int, data: st.DataObject) -> None:
    random = np.random.default_rng(seed)
    classes = data.draw(st.sampled_from([3, 4, 9, 40]))
    truth = random.integers(0, classes + (seed % 7 == 0), rows)
    matrix = PROBABILITIES[kind](random.dirichlet(np.ones(classes), rows))
    labels = data.draw(st.sampled_from([list(range(classes)), range(classes), [*range(1, classes), 0], None]))
    chosen = data.draw(st.none() | st.sampled_from(list(WEIGHTS)))
    reading = {} if chosen is None else {"sample_weight": WEIGHTS[chosen](random.integers(0, 999, rows) / 333)}
    truth = truth.astype(data.draw(st.sampled_from(["int64", "uint8", "float64"])))
    for metric in LOSSES:
        assert_as_of_state(metric, truth, matrix, labels=labels, **reading)


def test_values_of_many_chunks_are_those_of_the_state() -> None:
    random = np.random.default_rng(0)
    rows = 2**18 + 4099
    truth, p, w = random.integers(0, 2, rows), random.random(rows), random.random(rows)
    noisy = np.where(random.random(rows) < 0.3, 1 - truth, truth)
    for metric in LOSSES:
        assert_as_of_state(metric, truth, p)
        assert_as_of_state(metric, truth, p, sample_weight=w)
    for metric, options in LABELLED[:8]:
        assert_as_of_state(metric, truth, noisy, **options, sample_weight=w)


NAMES = [metric.name for metric in find() if metric.facts.input in ("scores", "probabilities", "decisions", "rows")]
WORDS = ["low", "mid", "high", "mid", "low", "high"]
COLUMNS = np.eye(3)[[0, 1, 2, 1, 0, 2]] * 0.7 + 0.1


@pytest.mark.parametrize("name", NAMES)
def test_no_metric_takes_the_order_of_the_alphabet(name: str) -> None:
    metric: Any = get(name)
    for options in OPTIONS.get(name, [{}]):
        for calculate in (metric, metric.interval):
            with pytest.raises(ConcordantError):
                calculate(WORDS, COLUMNS, **options)
