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
from concordant.errors import InputTypeError, LabelError, OptionError, UndefinedMetricError, UndefinedMetricWarning

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


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "samples", None])
@pytest.mark.parametrize("number", [0.0, 1.0, NAN])
@pytest.mark.parametrize(("ours", "theirs", "options"), THEIRS)
def test_averages_and_what_stands_for_0_by_0_are_those_of_scikit_learn(
    ours: Any, theirs: Any, options: Any, number: float, average: Any
) -> None:
    if theirs is sk.jaccard_score and number != number:
        return  # it knows no other zero_division than 0 and 1
    truth, pred, weights = rows(72, empty=average == "samples")
    for weight in (None, weights):
        data = {"sample_weight": weight, "average": average, **options}
        expected = theirs(truth, pred, zero_division=number, **data)
        for layout in LAYOUTS:
            found = ours(layout(truth), layout(pred), undefined=number, **data)
            np.testing.assert_allclose(found, expected, rtol=1e-12)


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


def test_the_positive_class_of_text_is_chosen() -> None:
    truth, pred = ["y", "n", "n"], ["y", "y", "n"]
    assert (precision(truth, pred, pos_label="y"), specificity(truth, pred, pos_label="n")) == (1 / 2, 1)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_classes_that_are_left_out_are_still_named(average: Any) -> None:
    truth, guess = np.arange(100), np.roll(np.arange(100), 1)
    guess[guess == 7] = 8
    with pytest.warns(UndefinedMetricWarning, match="class 7"):
        precision(truth, guess, average=average)
    assert precision(truth, guess, average="macro", undefined=0.0) == 0.005
    assert recall([0, 1], [0, 2], average="weighted", undefined="raise") == 0.5  # class 2 has no weight


# -- chosen classes --------------------------------------------------------------------------------------------------

NAMES = np.array(["no_relation", "born_in", "works_for", "owns", "sells"])
CHOSEN = [["owns", "born_in"], ["works_for"], ["sells", "owns", "works_for", "born_in"]]
OF_RATES = [metric for metric in AVERAGED if "classes" in metric.options]


def relations(seed: int = 3, n: int = 400) -> tuple[Any, Any, Any, Any]:
    rng = np.random.default_rng(seed)
    truth = rng.choice(NAMES, n, p=[0.5, 0.2, 0.1, 0.15, 0.05])
    first, second = (np.where(rng.random(n) < right, truth, rng.choice(NAMES, n)) for right in (0.7, 0.6))
    return truth, first, second, rng.random(n) + 0.5


@pytest.mark.parametrize(("ours", "theirs", "options"), THEIRS)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted", None])
@pytest.mark.parametrize("classes", CHOSEN)
def test_chosen_classes_are_the_labels_of_scikit_learn(
    ours: Any, theirs: Any, options: Any, average: Any, classes: Any
) -> None:
    truth, first, _, weight = relations()
    for beside in ({}, {"sample_weight": weight}):
        expected = theirs(truth, first, labels=classes, average=average, **beside, **options)
        found = ours(truth, first, classes=classes, average=average, **beside, **options)
        np.testing.assert_allclose(found, expected, rtol=1e-12)
    several, predicted, weight = rows(4, empty=False)
    chosen = [3, 0, 1]
    expected = theirs(several, predicted, labels=chosen, average=average, sample_weight=weight, **options)
    found = ours(several, predicted, classes=chosen, average=average, sample_weight=weight, **options)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("metric", OF_RATES, ids=lambda metric: metric.name)
def test_all_classes_chosen_are_the_average_over_all_and_each_is_that_of_its_own(metric: Any) -> None:
    truth, first, _, _ = relations()
    options = dict(options_of(metric)[0])
    for average in ("micro", "macro", "weighted"):
        whole = metric(truth, first, average=average, **options)
        assert metric(truth, first, average=average, classes=NAMES[::-1].tolist(), **options) == pytest.approx(whole)
    each = metric(truth, first, average=None, classes=["sells", "born_in"], **options)
    for name, value in zip(["sells", "born_in"], each, strict=True):
        alone = metric(truth == name, first == name, **options)
        assert value == pytest.approx(alone, nan_ok=True)
        assert metric(truth, first, average="micro", classes=[name], **options) == pytest.approx(alone, nan_ok=True)


@pytest.mark.parametrize("metric", [precision, recall, f1, jaccard])
@pytest.mark.parametrize("data", ["labels", "matrices"])
def test_intervals_of_chosen_classes_are_those_of_all_picked(metric: Any, data: str) -> None:
    truth, first, second, _ = relations(n=1500)
    chosen: list[Any] = ["owns", "no_relation", "born_in"]
    if data == "matrices":
        truth, first, second = ((column[:, None] == NAMES).astype(np.int64) for column in (truth, first, second))
        chosen = [3, 0, 1]
    for method in (None, "score", "wilson", "delta", "percentile"):
        few = metric.interval(truth, first, average=None, classes=chosen, method=method, draws=200)
        every = metric.interval(truth, first, average=None, method=method, draws=200)
        assert every.outputs is not None
        index = [every.outputs.index(name) for name in chosen]
        assert (few.outputs, few.method) == (tuple(chosen), every.method)
        for part in ("value", "low", "high", "se"):
            np.testing.assert_allclose(getattr(few, part), getattr(every, part)[index], rtol=1e-9, err_msg=method or "")
    differences = metric.compare(truth, first, second, average=None, classes=chosen, adjust=None)
    of_all = metric.compare(truth, first, second, average=None, adjust=None)
    for found, place in zip(differences, index, strict=True):
        assert (found.metric, found.method) == (of_all[place].metric, of_all[place].method)
        assert (found.difference, found.p_value) == pytest.approx((of_all[place].difference, of_all[place].p_value))


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"classes": ["owns"]}, OptionError, 'classes= chooses the classes of an average: give average="micro"'),
        ({"classes": ["own"], "average": "micro"}, LabelError, "Did you mean 'owns'?"),
        ({"classes": "owns", "average": "micro"}, InputTypeError, "classes must be a list of labels"),
        ({"classes": ["owns"] * 2, "average": "macro"}, LabelError, "classes must be different from each other"),
        ({"classes": [], "average": "macro"}, LabelError, "classes must name at least one label"),
        ({"classes": [[1]], "average": "macro"}, LabelError, "classes must be hashable"),
    ],
)
def test_classes_that_cannot_be_chosen(options: dict[str, Any], error: type[Exception], text: str) -> None:
    truth, first, second, _ = relations()
    for call, data in ((f1, (truth, first)), (f1.interval, (truth, first)), (f1.compare, (truth, first, second))):
        with pytest.raises(error) as caught:
            call(*data, **options)
        assert text in str(caught.value)


def test_a_declared_class_without_rows_is_undefined_and_named() -> None:
    truth, first, _, _ = relations()
    how: dict[str, Any] = {"labels": [*NAMES.tolist(), "knows"], "average": "macro", "classes": ["owns", "knows"]}
    with pytest.warns(UndefinedMetricWarning, match="over 1 of 2 classes: .*'knows'"):
        value = f1(truth, first, **how)
    assert value == f1(truth, first, average="macro", classes=["owns"])
    with pytest.warns(UndefinedMetricWarning, match="no row"):
        assert np.isnan(f1([], [], average="micro", classes=["owns"]))
    several, predicted, _ = rows(4, empty=False)
    with pytest.raises(OptionError, match="not 'samples'"):
        f1(several, predicted, average="samples", classes=[0])


def test_classes_that_can_be_read_only_once_are_refused() -> None:
    once = iter([0, 1])
    for call in (recall, recall.interval):
        with pytest.raises(
            OptionError, match=r"^classes must be a list of labels, not a list_iterator, read only once\.$"
        ):
            call([0, 1, 2], [0, 2, 2], average="macro", classes=once)
    assert next(once) == 0  # nobody has read it
