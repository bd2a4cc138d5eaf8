"""Plain arrays of NumPy are not read first: values, errors and warnings stay those of arrays that are."""

from __future__ import annotations

import doctest
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import OPTIONS
from support.samples import INTEGER_TYPES, frozen, steps, strided

import concordant as co
from concordant.errors import ConcordantError
from concordant.metrics import find, get
from concordant.metrics.definition import kinds
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, counts

LABELLED: tuple[tuple[Any, dict[str, Any]], ...] = (
    (co.accuracy, {}),
    (co.zero_one_loss, {}),
    (co.cohen_kappa, {}),
    *((co.cohen_kappa, {"weights": weights}) for weights in ("quadratic", "linear", "qudratic")),
    (co.cohen_kappa, {"prevalence": 0.2}),
    *((co.f1, {"average": average}) for average in ("binary", "macro", "micro", "weighted", None, "macron")),
    (co.recall, {"pos_label": 1}),
    (co.matthews_correlation, {}),
    (co.balanced_accuracy, {}),
    (co.gwet_ac1, {}),
)
SCORED: tuple[tuple[Any, dict[str, Any]], ...] = (
    (co.roc_auc, {}),
    (co.roc_auc, {"average": "macro"}),
    (co.roc_auc, {"average": "macron"}),
    (co.average_precision, {}),
    (co.kolmogorov_smirnov, {}),
    (co.hinge_loss, {}),
    (co.brier_score, {}),
    (co.brier_score, {"average": None}),
    (co.log_loss, {}),
    (co.ranked_probability_score, {}),
    (co.expected_calibration_error, {}),
    (co.calibration_in_the_large, {}),
)
SCORE_TYPES = ("float64", "float32", "float16", "uint8", "int64", "bool")


class OtherArray(np.ndarray):
    """An array that no fast path takes."""


def outcome_of(metric: Any, *data: Any, **options: Any) -> tuple[Any, ...]:
    """What a call gives: the bits of its value, or its error, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found: Any = np.asarray(metric(*data, **options), np.float64).tobytes()
        except co.errors.ConcordantError as error:
            found = type(error), str(error)
    return found, [(warning.category, str(warning.message)) for warning in caught]


def outcome_of_others(metric: Any, first: Any, second: Any, options: dict[str, Any]) -> tuple[Any, ...]:
    return outcome_of(metric, first.view(OtherArray), second.view(OtherArray), **options)


@given(
    kinds=st.tuples(st.sampled_from(INTEGER_TYPES), st.sampled_from((*INTEGER_TYPES, "float64"))),
    rows=st.sampled_from([0, 1, 2, 9, 300, 3000]),
    short=st.sampled_from([0, 0, 0, 1]),
    classes=st.sampled_from([(0, 1), (0, 2), (1, 3), (3, 6), (60, 120)]),
    step=steps(),
    seed=st.integers(0, 50),
)
def test_plain_labels_are_as_other_arrays(
    kinds: tuple[str, str], rows: int, short: int, classes: tuple[int, int], step: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(*classes, rows)
    guess = np.where(random.random(rows) < 0.5, truth, random.integers(*classes, rows))[short:]
    first, second = (frozen(strided(y.astype(kind), step)) for y, kind in zip((truth, guess), kinds, strict=True))
    for metric, options in LABELLED:
        assert outcome_of(metric, first, second, **options) == outcome_of_others(metric, first, second, options)
    if short and rows:
        return
    found = Counts.from_labels(first, second)
    expected = Counts.from_labels(first.view(OtherArray), second.view(OtherArray))
    assert np.array_equal(found.table, expected.table)
    assert found.table.dtype == expected.table.dtype
    assert repr(found) == repr(expected)


DECLARED: tuple[Any, ...] = (
    [0, 1, 2],
    (0, 1, 2),
    range(3),
    range(-1, 4),
    range(2),
    range(1, 3),
    [2, 1, 0],
    [0, 2],
    [0, 1, 1],
    [0, 1.0, 2],
    [False, True, 2],
    ["0", "1", "2"],
    [],
    3,
    np.arange(3),
    range(2000),
)


@given(
    kinds=st.tuples(*(st.sampled_from((*INTEGER_TYPES, "bool", "float64")),) * 2),
    rows=st.sampled_from([0, 1, 9, 300]),
    short=st.sampled_from([0, 0, 0, 1]),
    labels=st.sampled_from(DECLARED),
    step=steps(),
    seed=st.integers(0, 50),
)
def test_plain_labels_beside_declared_ones_are_as_other_arrays(
    kinds: tuple[str, str], rows: int, short: int, labels: Any, step: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    truth, guess = random.integers(0, 3, rows), random.integers(0, 3, rows)[short:]
    first, second = (frozen(strided(y.astype(kind), step)) for y, kind in zip((truth, guess), kinds, strict=True))
    for metric in (co.accuracy, co.zero_one_loss):
        assert outcome_of(metric, first, second, labels=labels) == outcome_of_others(
            metric, first, second, {"labels": labels}
        )


@given(
    kinds=st.tuples(st.sampled_from(INTEGER_TYPES), st.sampled_from(SCORE_TYPES)),
    rows=st.sampled_from([0, 1, 2, 9, 300, 3000, 20_000]),
    short=st.sampled_from([0, 0, 0, 1]),
    classes=st.sampled_from([(0, 2), (0, 2), (0, 2), (0, 1), (1, 2), (1, 3), (0, 3)]),
    odd=st.sampled_from([None, None, None, np.nan, np.inf, -0.25, 1.25]),
    step=steps(),
    seed=st.integers(0, 50),
)
def test_plain_scores_are_as_other_arrays(
    kinds: tuple[str, str],
    rows: int,
    short: int,
    classes: tuple[int, int],
    odd: float | None,
    step: int,
    seed: int,
) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(*classes, rows).astype(kinds[0])
    scores = random.random(rows)
    scores = (scores if kinds[1].startswith("f") else np.round(scores)).astype(kinds[1])[short:]
    if odd is not None and kinds[1].startswith("f") and len(scores):
        scores[len(scores) // 2] = odd
    first, second = (frozen(strided(y, step)) for y in (truth, scores))
    for metric, options in SCORED:
        assert outcome_of(metric, first, second, **options) == outcome_of_others(metric, first, second, options)


ODD_WEIGHTS: tuple[Any, ...] = (None, None, 0.0, -1.0, np.nan, np.inf, 1e308, 5e-324)


@given(
    words=st.lists(
        st.tuples(*(st.sampled_from(["a", "b", "", "a word that is longer"]) | st.none(),) * 2), max_size=40
    ),
    odd=st.sampled_from(ODD_WEIGHTS),
    gaps=st.booleans(),
    seed=st.integers(0, 50),
)
def test_weighted_accuracy_of_plain_text_is_as_of_text_that_is_read(
    words: list[tuple[str, str]], odd: float | None, gaps: bool, seed: int
) -> None:
    pl = pytest.importorskip("polars")
    words = [(a, b) for a, b in words if gaps or (a is not None and b is not None)]
    weight = np.random.default_rng(seed).random(len(words))
    if odd is not None and words:
        weight[len(words) // 2] = odd
    columns = [pl.Series(list(column), dtype=pl.String) for column in zip(*words, strict=True)] or [pl.Series([])] * 2
    found = outcome_of(co.accuracy, *columns, sample_weight=weight)
    assert found == outcome_of(co.accuracy, *columns, sample_weight=weight, missing="raise")
    assert outcome_of(co.accuracy, *columns, sample_weight=weight[1:]) == outcome_of(
        co.accuracy, *columns, sample_weight=weight[1:], missing="raise"
    )


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


@pytest.mark.parametrize("undefined", ["nan", "raise", 0.25, "nonsense"])
def test_policies_of_undefined_values_hold_for_plain_arrays(undefined: Any) -> None:
    ones, half = np.ones(4, np.int64), np.full(4, 0.5)
    for metric, second in ((co.cohen_kappa, ones), (co.roc_auc, half)):
        expected = outcome_of(metric, ones, second, undefined=undefined, missing="raise")
        assert outcome_of(metric, ones, second, undefined=undefined) == expected


def test_plain_arrays_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: Any, **__: Any) -> None:
        pytest.fail("plain arrays were read")

    monkeypatch.setattr(kinds, "check_labels", read)
    monkeypatch.setattr(counts, "check_labels", read)
    monkeypatch.setattr(kinds, "check_scores", read)
    truth, scores = np.array([0, 1, 1, 0], np.uint8), np.array([0.1, 0.9, 0.4, 0.6])
    guess = np.array([0, 1, 0, 0])
    assert co.cohen_kappa(truth, guess, weights="quadratic") == co.cohen_kappa(truth, guess) == 0.5
    assert co.f1(truth, guess, average="micro") == 0.75
    assert co.roc_auc(truth, scores) == 0.75
    assert co.brier_score(truth, scores) == pytest.approx((0.01 + 0.01 + 0.36 + 0.36) / 4)
    assert co.log_loss(truth, scores) == pytest.approx(-np.log([0.9, 0.9, 0.4, 0.4]).mean())
    assert Counts.from_labels(truth, guess).table.tolist() == [[2, 0], [1, 1]]


NAMES = [metric.name for metric in find() if metric.facts.input in ("scores", "probabilities", "decisions", "rows")]
TRUTH = ["low", "mid", "high", "mid", "low", "high"]
COLUMNS = np.eye(3)[[0, 1, 2, 1, 0, 2]] * 0.7 + 0.1


@pytest.mark.parametrize("name", NAMES)
def test_no_metric_takes_the_order_of_the_alphabet(name: str) -> None:
    metric: Any = get(name)
    for options in OPTIONS.get(name, [{}]):
        for calculate in (metric, metric.interval):
            with pytest.raises(ConcordantError):
                calculate(TRUTH, COLUMNS, **options)


CALLS = [name for name in dir(Metric) if not name.startswith("_") and ">>>" in (getattr(Metric, name).__doc__ or "")]


@pytest.mark.parametrize("call", CALLS)
def test_the_example_gives_what_it_shows(call: str) -> None:
    example = doctest.DocTestParser().get_doctest(getattr(Metric, call).__doc__, {}, f"Metric.{call}", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    assert runner.run(example, out=said.append).failed == 0, "".join(said)
