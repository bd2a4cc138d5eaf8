"""Averages of rates: over rows with several labels, over classes without their table, and what binary rates refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.metrics as sk
from metrics.cases import METRICS as CASES_METRICS
from metrics.cases import NAN, options_of

from concordant import f1, f_beta, jaccard, precision, recall, specificity
from concordant.errors import (
    InputError,
    LabelError,
    OptionError,
    PositiveLabelError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.inputs.labels import check_labels
from concordant.metrics.rates.rate import LabelSums
from concordant.states import Counts, SampleCounts

THEIRS: list[tuple[Any, Any, dict[str, float]]] = [
    (precision, sk.precision_score, {}),
    (recall, sk.recall_score, {}),
    (f1, sk.f1_score, {}),
    (f_beta, sk.fbeta_score, {"beta": 3.0}),
    (jaccard, sk.jaccard_score, {}),
]
AVERAGED = [metric for metric in CASES_METRICS if metric.facts.input == "labels" and "average" in metric.options]
by_name = pytest.mark.parametrize("metric", AVERAGED, ids=lambda metric: metric.name)
LAYOUTS = [
    np.asarray,
    np.asfortranarray,
    lambda x: x.astype(bool).tolist(),
    sp.csc_array,
    sp.coo_array,
    lambda x: sp.csr_matrix(x.astype(float)),
    lambda x: sp.lil_array(x.astype(bool)),
]


def rows(seed: int, n: int = 200, *, empty: bool) -> tuple[Any, Any, Any]:
    """Five labels, with or without rows that have none or are predicted none, and weights."""
    rng = np.random.default_rng(seed)
    truth = rng.random((n, 5)) < [0.5, 0.2, 0.6, 0.1, 0.3]
    pred = np.where(rng.random((n, 5)) < 0.7, truth, rng.random((n, 5)) < 0.5)
    if not empty:
        truth[np.arange(n), rng.integers(0, 5, n)] = True
        pred[np.arange(n), rng.integers(0, 5, n)] = True
    return truth.astype(np.int64), pred.astype(np.int64), rng.random(n) * 3


@pytest.mark.parametrize(("ours", "theirs", "options"), THEIRS)
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_scikit_learn(ours: Any, theirs: Any, options: Any, weighted: bool) -> None:
    truth, pred, weights = rows(71, empty=False)
    data = {"sample_weight": weights} if weighted else {}
    expected = theirs(truth, pred, average="samples", **data, **options)
    for layout in LAYOUTS:
        value = ours(layout(truth), layout(pred), average="samples", **data, **options)
        assert value == pytest.approx(expected, rel=1e-12), layout


@pytest.mark.parametrize(
    ("ours", "theirs", "options", "number"),
    # jaccard_score knows no other zero_division than 0 and 1
    [(*one, x) for one in THEIRS for x in (0.0, 1.0, NAN) if x == x or one[1] is not sk.jaccard_score],
)
def test_rows_without_labels_by_the_rule_of_scikit_learn(ours: Any, theirs: Any, options: Any, number: float) -> None:
    truth, pred, weights = rows(72, empty=True)
    assert ((truth.sum(1) == 0) & (pred.sum(1) == 0)).any()
    data = {"sample_weight": weights, "average": "samples", **options}
    expected = theirs(truth, pred, zero_division=number, **data)
    assert ours(truth, pred, undefined=number, **data) == pytest.approx(expected, rel=1e-12)
    assert ours(sp.csr_array(truth), pred, undefined=number, **data) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize(("ours", "theirs", "options"), THEIRS)
def test_other_averages_of_sparse_matrices(ours: Any, theirs: Any, options: Any, average: Any) -> None:
    truth, pred, weights = rows(73, empty=True)
    data = {"sample_weight": weights, "average": average, **options}
    expected = theirs(sp.csr_array(truth), sp.csr_array(pred), **data)
    for layout in LAYOUTS:
        np.testing.assert_allclose(ours(layout(truth), layout(pred), **data), expected, rtol=1e-12)


@by_name
def test_every_rate_is_a_loop_over_the_rows(metric: Any) -> None:
    truth, pred, weights = rows(74, 60, empty=True)
    own = options_of(metric)[0]
    each = np.array([metric(t, p, labels=[0, 1], undefined=NAN, **own) for t, p in zip(truth, pred, strict=True)])
    defined = ~np.isnan(each)
    for w in (None, weights):
        data: dict[str, Any] = {"average": "samples", "sample_weight": w, **own}
        expected = np.average(each[defined], weights=None if w is None else w[defined])
        assert metric(truth, pred, undefined=NAN, **data) == pytest.approx(expected, rel=1e-12)
        sparse = metric(sp.csr_matrix(truth), sp.csc_matrix(pred), undefined=NAN, **data)
        assert sparse == pytest.approx(expected, rel=1e-12)
        filled = np.average(np.where(defined, each, 0.25), weights=w)
        assert metric(truth, pred, undefined=0.25, **data) == pytest.approx(filled, rel=1e-12)


@by_name
def test_rows_that_are_left_out_are_counted(metric: Any) -> None:
    # the third row has no label and none predicted, the fourth has all of both
    truth = np.array([[1, 0, 1], [0, 1, 1], [0, 0, 0], [1, 1, 1]])
    pred = np.array([[1, 1, 0], [0, 0, 1], [0, 0, 0], [1, 1, 1]])
    own = options_of(metric)[0]
    each = [metric(t, p, labels=[0, 1], undefined=NAN, **own) for t, p in zip(truth, pred, strict=True)]
    gone = int(np.isnan(each).sum())
    if not gone:
        metric(truth, pred, average="samples", **own)  # warns of nothing
        return
    with pytest.warns(UndefinedMetricWarning) as caught:
        metric(truth, pred, average="samples", **own)
    assert str(caught[0].message).startswith(f"{metric.name}: the samples average is over {4 - gone} of 4 rows: ")
    with pytest.raises(UndefinedMetricError, match=f"^{metric.name}: the samples average is over"):
        metric(truth, pred, average="samples", undefined="raise", **own)


@by_name
def test_no_rows_are_undefined(metric: Any) -> None:
    nothing = np.zeros((0, 3), np.int64)
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert np.isnan(metric(nothing, nothing, average="samples", **options_of(metric)[0]))
    assert str(caught[0].message) == f"{metric.name}: there are no rows"


def test_the_positive_class_of_text_and_an_average_of_several_classes_must_be_chosen() -> None:
    truth, pred = ["y", "n", "n"], ["y", "y", "n"]
    assert (precision(truth, pred, pos_label="y"), specificity(truth, pred, pos_label="n")) == (1 / 2, 1)
    with pytest.raises(PositiveLabelError, match="which of 'n' and 'y' is the positive class"):
        precision(truth, pred)
    with pytest.raises(LabelError, match=r'^average="binary" needs two classes, but the data has 3: 0, 1, 2\. Choose'):
        precision([0, 1, 2], [0, 1, 2])
    with pytest.raises(LabelError, match='average="binary" needs two classes, but the data has 2: 0, 1'):
        f1(np.eye(2, dtype=int), np.eye(2, dtype=int))  # two labels that can occur together


def test_one_column_of_labels_has_no_mean_over_rows() -> None:
    with pytest.raises(InputError, match='average="samples" is the mean over rows'):
        f1([0, 1, 1], [0, 1, 0], average="samples")
    with pytest.raises(OptionError) as caught:
        f1.of(Counts.from_labels([0, 1, 1], [0, 1, 0]), average="samples")
    assert str(caught.value) == (
        'average="samples" is the mean over rows with several labels at once: it needs SampleCounts, not Counts.'
    )
    with pytest.raises(OptionError) as caught:
        f1.of(SampleCounts.from_indicators([[1, 0]], [[1, 1]]), average="macro")
    assert str(caught.value) == "SampleCounts give average=\"samples\" and no other; for 'macro' take Counts."


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_classes_that_are_left_out_are_still_named(average: Any) -> None:
    truth, guess = np.arange(100), np.roll(np.arange(100), 1)
    guess[guess == 7] = 8
    with pytest.warns(UndefinedMetricWarning, match="class 7"):
        precision(truth, guess, average=average)
    assert precision(truth, guess, average="macro", undefined=0.0) == 0.005
    assert recall([0, 1], [0, 2], average="weighted", undefined="raise") == 0.5  # class 2 has no weight


@pytest.mark.parametrize(
    "how",
    [{"sample_weight": np.ones(3)}, {"labels": [1, 2, 3]}, {"labels": range(1, 5)}],
    ids=["weights", "list", "range"],
)
def test_weights_and_declared_labels_are_left_to_the_table(how: dict[str, Any]) -> None:
    assert LabelSums.of_rows(check_labels(np.array([1, 2, 3]), np.array([1, 2, 2]), **how)) is None
