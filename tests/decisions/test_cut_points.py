"""Cut points: edges, hand-worked rows, on other rows, the result, and what is refused."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.isotonic import isotonic_regression

from concordant import cohen_kappa, f1
from concordant.decisions import cut_search, ordinal_cut_points
from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.result import CutPoints


def noisy(n: int = 400, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    return truth, truth + rng.normal(size=n)


# -- edges -------------------------------------------------------------------------------------------------------


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa: there are no rows"):
        cuts = ordinal_cut_points([], [], labels=[0, 1, 2])
    assert np.isnan([cuts.value, *cuts.cut_points]).all()
    assert cuts.reason == "there are no rows"
    with pytest.raises(InputError, match="come from no rows, and no score has a label"):
        cuts.predict([0.5])


def test_constant_truth_is_undefined_and_every_row_gets_that_label() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa: "):
        cuts = ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], labels=[0, 1, 2])
    assert np.isnan(cuts.value)
    assert cuts.reason is not None
    assert cuts.predict([-9.0, 0.2, 9.0]).tolist() == [1, 1, 1]
    assert ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], "accuracy", labels=[0, 1, 2]).value == 1.0
    with pytest.raises(UndefinedMetricError, match="cohen_kappa"):
        ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], undefined="raise")


def test_a_score_that_falls_with_the_truth_gets_one_label_for_all() -> None:
    cuts = ordinal_cut_points([2, 1, 0], [0.0, 1.0, 2.0], method="exact", cv=None)
    assert cuts.value == cuts.optimum == 0.0
    assert set(cuts.predict([0.0, 1.0, 2.0]).tolist()) == {1}
    with pytest.warns(UndefinedMetricWarning, match="the prediction has only the class"):
        cuts = ordinal_cut_points([2, 1, 0], [0.0, 1.0, 2.0], "matthews_correlation", method="exact", cv=None)
    assert "does the score fall where the labels rise?" in cuts.certificate


def test_neighbouring_floats_are_told_apart() -> None:
    high = np.nextafter(1.0, 2)
    cuts = ordinal_cut_points([0, 1], [1.0, high], method="exact", cv=None)
    assert cuts.cut_points == (high,)
    assert cuts.predict([1.0, high]).tolist() == [0, 1]


def test_labels_that_never_occur_are_never_given_at_the_ends() -> None:
    cuts = ordinal_cut_points([1, 1, 2, 2], [0.0, 1.0, 2.0, 3.0], labels=[0, 1, 2, 3], method="exact", cv=None)
    assert cuts.predict([0.0, 1.0, 2.0, 3.0]).tolist() == [1, 1, 2, 2]
    assert cuts.cut_points == (-np.inf, 1.5, np.inf)
    assert "-inf" in str(cuts)


# -- hand-worked -------------------------------------------------------------------------------------------------


def test_a_score_that_separates_the_labels_is_cut_half_way() -> None:
    cuts = ordinal_cut_points(["low", "mid", "mid", "high"], [1, 3, 4, 8], labels=["low", "mid", "high"], cv=None)
    assert cuts.cut_points == (2.0, 6.0)
    assert cuts.value == 1.0
    assert cuts.upper_bound == pytest.approx(1.0)
    assert cuts.predict([0, 5, 7]).tolist() == ["low", "mid", "high"]


def test_thresholds_are_those_of_the_closed_form() -> None:
    """tau_k = mean + kappa (h_k - mean) on the isotonic regression, with kappa the optimum."""
    truth, score = noisy()
    cuts = ordinal_cut_points(truth, score, method="exact", cv=None)
    order = np.argsort(score)
    regression = isotonic_regression(truth[order].astype(float))
    tau = truth.mean() + cuts.value * (np.arange(3) + 0.5 - truth.mean())
    assert_array_equal((regression[:, None] >= tau).sum(1), cuts.predict(score[order]))
    assert cuts.upper_bound == pytest.approx(regression.std() / truth.std(), rel=1e-12)


@pytest.mark.parametrize("method", ["exact", "smooth"])
@pytest.mark.parametrize("metric", [cohen_kappa, f1], ids=["means", "f1"])
def test_a_weight_of_two_is_the_row_twice_and_of_zero_no_row(metric: Any, method: Any) -> None:
    truth, score = noisy(120)
    weight = np.random.default_rng(1).integers(0, 3, 120)
    weighted = ordinal_cut_points(truth, score, metric, method=method, cv=None, sample_weight=weight)
    again = np.repeat(np.arange(120), weight)
    repeated = ordinal_cut_points(truth[again], score[again], metric, method=method, cv=None)
    assert_allclose(weighted.cut_points, repeated.cut_points)
    assert weighted.value == pytest.approx(repeated.value, rel=1e-12)


# -- judged on other rows ----------------------------------------------------------------------------------------


def test_smooth_cut_points_do_better_on_new_rows() -> None:
    """Seeded: the mean over 40 data sets of 300 rows, on 4,000 new rows each."""
    gains = []
    for seed in range(40):
        truth, score = noisy(300, seed)
        new_truth, new_score = noisy(4000, 1000 + seed)
        values = []
        for method in ("exact", "smooth"):
            cuts = ordinal_cut_points(truth, score, method=method, cv=None, labels=range(4))
            values.append(cohen_kappa(new_truth, cuts.predict(new_score), weights="quadratic"))
        gains.append(values[1] - values[0])
    assert np.mean(gains) > 3 * np.std(gains, ddof=1) / math.sqrt(len(gains))


def test_the_smooth_estimate_rises_and_keeps_the_mean() -> None:
    truth, score = noisy(500)
    share = truth[np.argsort(score)] / 3
    smooth = cut_search.rising_smooth(share[:, None], np.ones(500), 0.0, 500.0)[:, 0]
    assert (np.diff(smooth) >= -1e-12).all()
    assert smooth.mean() == pytest.approx(share.mean(), abs=2e-3)


# -- many scores -------------------------------------------------------------------------------------------------


def test_macro_f1_of_many_scores_is_on_a_grid_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, score = noisy(400)
    exact = ordinal_cut_points(truth, score, "f1", method="exact", cv=None)
    assert exact.exactness == "exact"
    monkeypatch.setattr(cut_search, "MOST_PAIRED", 100)
    monkeypatch.setattr(cut_search, "GRID", 50)
    coarse = ordinal_cut_points(truth, score, "f1", method="exact", cv=None)
    assert (coarse.exactness, coarse.groups) == ("grid", 50)
    assert coarse.value <= exact.value <= coarse.upper_bound
    assert coarse.value == pytest.approx(exact.value, abs=0.02)
    assert "not between all 400" in coarse.certificate
    assert "cut points between 50 groups of scores" in str(coarse)


# -- the result --------------------------------------------------------------------------------------------------


def test_the_result_says_what_it_is() -> None:
    truth, score = noisy()
    cuts = ordinal_cut_points(truth, score)
    lines = str(cuts).splitlines()
    assert lines[0].startswith("cut points (smooth): 0 | ")
    best = f"optimum of any cut points {cuts.optimum:.4f}"
    assert lines[1].startswith(f"cohen kappa (quadratic weights) {cuts.value:.4f} on these 400 rows; {best}")
    assert lines[2].startswith(f"cross-validated {cuts.cross_validated_value:.4f}, standard error ")
    assert "Dinkelbach" in lines[3]
    assert cuts.signature.startswith("cohen_kappa|weights:quadratic|labels:0..3|n:400|")
    assert cuts.signature.endswith("|method:smooth")
    assert cuts.n == 400
    assert len(cuts.fold_cut_points) == 5


@pytest.mark.parametrize(
    "labels", [["poor", "fair", "good"], [1, 2, 5], [0.5, 1.0, 1.5], [False, True], [("a", 1), ("a", 2), ("b", 1)]]
)
def test_labels_of_any_kind_go_through_json(labels: list[Any]) -> None:
    truth = [labels[k] for k in np.arange(40) % len(labels)]
    cuts = ordinal_cut_points(truth, np.arange(40.0), labels=labels)
    again = CutPoints.from_dict(json.loads(json.dumps(cuts.to_dict(), allow_nan=False)))
    assert again == cuts
    assert hash(again) == hash(cuts)
    assert again.labels == tuple(labels)
    assert again.predict([0.0, 39.0]).tolist() == cuts.predict([0.0, 39.0]).tolist()


def test_predict_takes_scores_as_fit_does() -> None:
    cuts = ordinal_cut_points([0, 1], [0.0, 1.0], cv=None)
    for scores in ([0.2, 0.9], [Decimal("0.2"), Decimal("0.9")], np.array([[0.2], [0.9]]), np.array([0, 1], np.int8)):
        assert cuts.predict(scores).tolist() == [0, 1]
    for missing in (None, np.nan):
        with pytest.raises(InputError, match="1 are NaN, the first in row 1"):
            cuts.predict([0.2, missing])
    with pytest.raises(InputError, match="one column of numbers"):
        cuts.predict(["a"])


# -- refused -----------------------------------------------------------------------------------------------------


def test_labels_without_an_order_are_refused() -> None:
    with pytest.raises(LabelOrderError, match=r"'high', 'low', 'mid'\. Declare it, from the label of the lowest"):
        ordinal_cut_points(["low", "mid", "high"], [0, 1, 2])
    with pytest.raises(LabelError, match="labels= does not name: 'high'"):
        ordinal_cut_points(["low", "mid", "high"], [0, 1, 2], labels=["low", "mid"])
    with pytest.raises(ContinuousLabelsError, match="y_true"):
        ordinal_cut_points([0.5, 1.25, 2.75], [0, 1, 2])
    with pytest.raises(InputTypeError, match="Make labels that mean missing None in the column"):
        ordinal_cut_points([1, 2, -9], [0, 1, 2], missing_labels=[-9])


def test_scores_that_cannot_be_cut_are_refused() -> None:
    with pytest.raises(MissingValuesError, match="y_score"):
        ordinal_cut_points([0, 1], [0.0, np.nan])
    assert ordinal_cut_points([0, 1, 1], [0.0, 1.0, np.nan], missing="drop", cv=None).n == 2
    with pytest.raises(LengthError, match="one column of scores, not 2"):
        ordinal_cut_points([0, 1], [[0.0, 1.0], [1.0, 0.0]])
    with pytest.raises(LengthError, match="y_score"):
        ordinal_cut_points([0, 1], [0.0, 1.0, 2.0])


REFUSED: list[tuple[Any, dict[str, Any], Any, str]] = [
    ("precision", {}, OptionError, r"can be optimised for accuracy, balanced_accuracy, .* not for precision"),
    ("f1", {"average": "micro"}, OptionError, "average='macro', not with 'micro'"),
    (None, {"cost": {(0, 1): 2.0}}, OptionError, "cost has no price of"),
    (None, {"method": "isotonic"}, OptionError, "method must be 'smooth' or 'exact'"),
    (None, {"weights": "cubic"}, OptionError, "weights must be None"),
    (None, {"cv": 1}, OptionError, "cv must be a whole number of folds"),
    (None, {"cv": [(np.arange(10), np.arange(10, 20))]}, OptionError, r"give the fold of each row instead: [^0-9]*$"),
    (None, {"seed": -1}, OptionError, "seed must be a whole number, at least 0"),
    (None, {"undefined": 0}, OptionError, "undefined must be 'nan' or 'raise', not 0"),
]


@pytest.mark.parametrize(("metric", "options", "error", "message"), REFUSED)
def test_metrics_and_options_that_do_not_fit_are_refused(metric: Any, options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        ordinal_cut_points(*noisy(20), metric, **options)


def test_weights_beside_a_metric_that_has_none_are_refused() -> None:
    for weights in ("linear", [[0, 1], [1, 0]]):
        with pytest.raises(OptionError, match="f1 takes no weights="):
            ordinal_cut_points([0, 1], [0.1, 0.9], "f1", weights=weights)
    assert ordinal_cut_points([0, 1, 1], [0.1, 0.9, 0.8], "f1", weights=None, cv=None).value == 1.0
