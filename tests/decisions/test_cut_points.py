"""ordinal_cut_points: edges, hand-worked rows, what the result says, and what is refused."""

from __future__ import annotations

import json
import math
import pickle
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from concordant import accuracy, cohen_kappa, f1
from concordant.decisions import cut_search as exact_cut_points
from concordant.decisions import cut_search as score_groups
from concordant.decisions import ordinal_cut_points
from concordant.decisions.cut_search import rising_smooth
from concordant.errors import (
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    StateFormatError,
    UndefinedMetricError,
    UndefinedMetricWarning,
)
from concordant.result import CutPoints


def noisy(n: int = 400, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    return truth, truth + rng.normal(size=n)


# -- edges -------------------------------------------------------------------------------------------------------


def test_no_rows_are_undefined_and_say_so() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa: there are no rows"):
        found = ordinal_cut_points([], [], labels=[0, 1, 2])
    assert np.isnan(found.value)
    assert np.isnan(found.cut_points).all()
    assert found.reason == "there are no rows"


def test_constant_truth_is_undefined_and_every_row_gets_that_label() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa: "):
        found = ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], labels=[0, 1, 2])
    assert np.isnan(found.value)
    assert found.reason is not None
    assert found.predict([-9.0, 0.2, 9.0]).tolist() == [1, 1, 1]
    assert ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], "accuracy", labels=[0, 1, 2]).value == 1.0
    with pytest.raises(UndefinedMetricError, match="cohen_kappa"):
        ordinal_cut_points([1, 1, 1], [0.1, 0.2, 0.3], undefined="raise")


def test_a_score_that_falls_with_the_truth_gets_one_label_for_all() -> None:
    found = ordinal_cut_points([2, 1, 0], [0.0, 1.0, 2.0], method="exact", cv=None)
    assert found.value == found.optimum == 0.0
    assert set(found.predict([0.0, 1.0, 2.0]).tolist()) == {1}
    with pytest.warns(UndefinedMetricWarning, match="the prediction has only the class"):
        found = ordinal_cut_points([2, 1, 0], [0.0, 1.0, 2.0], "matthews_correlation", method="exact", cv=None)
    assert "does the score fall where the labels rise?" in found.certificate


def test_infinite_scores_are_on_the_right_side_of_every_cut() -> None:
    score = [-np.inf, -np.inf, 0.0, 1.0, np.inf, np.inf]
    truth = [0, 0, 1, 1, 2, 2]
    for method in ("exact", "smooth"):
        found = ordinal_cut_points(truth, score, method=method, cv=None)
        assert found.predict(score).tolist() == truth, method
    two = ordinal_cut_points([0, 0, 1], [-np.inf, -np.inf, np.inf], method="exact", cv=None)
    assert two.predict([-np.inf, np.inf]).tolist() == [0, 1]


def test_neighbouring_floats_are_told_apart() -> None:
    low = 1.0
    high = np.nextafter(low, 2)
    found = ordinal_cut_points([0, 1], [low, high], method="exact", cv=None)
    assert found.cut_points == (high,)
    assert found.predict([low, high]).tolist() == [0, 1]


def test_labels_that_never_occur_are_never_given_at_the_ends() -> None:
    found = ordinal_cut_points([1, 1, 2, 2], [0.0, 1.0, 2.0, 3.0], labels=[0, 1, 2, 3], method="exact", cv=None)
    assert found.predict([0.0, 1.0, 2.0, 3.0]).tolist() == [1, 1, 2, 2]
    assert found.cut_points == (-np.inf, 1.5, np.inf)
    assert "-inf" in str(found)


# -- hand-worked -------------------------------------------------------------------------------------------------


def test_a_score_that_separates_the_labels_is_cut_half_way() -> None:
    found = ordinal_cut_points(["low", "mid", "mid", "high"], [1, 3, 4, 8], labels=["low", "mid", "high"], cv=None)
    assert found.cut_points == (2.0, 6.0)
    assert found.value == 1.0
    assert found.upper_bound == pytest.approx(1.0)
    assert found.predict([0, 5, 7]).tolist() == ["low", "mid", "high"]


def test_thresholds_are_those_of_the_closed_form() -> None:
    """tau_k = mean + kappa (h_k - mean) on the isotonic regression, with kappa the optimum."""
    from sklearn.isotonic import isotonic_regression

    truth, score = noisy()
    found = ordinal_cut_points(truth, score, method="exact", cv=None)
    order = np.argsort(score)
    regression = isotonic_regression(truth[order].astype(float))
    tau = truth.mean() + found.value * (np.arange(3) + 0.5 - truth.mean())
    assert_array_equal((regression[:, None] >= tau).sum(1), found.predict(score[order]))
    assert found.upper_bound == pytest.approx(regression.std() / truth.std(), rel=1e-12)


def test_a_weight_of_two_is_the_row_twice_and_of_zero_no_row() -> None:
    truth, score = noisy(120)
    weight = np.random.default_rng(1).integers(0, 3, 120)
    for method in ("exact", "smooth"):
        for metric in (cohen_kappa, accuracy, f1, "matthews_correlation"):
            once = ordinal_cut_points(truth, score, metric, method=method, cv=None, sample_weight=weight)
            again = np.repeat(np.arange(120), weight)
            twice = ordinal_cut_points(truth[again], score[again], metric, method=method, cv=None)
            assert_allclose(once.cut_points, twice.cut_points)
            assert once.value == pytest.approx(twice.value, rel=1e-12)


def test_a_rising_change_of_the_score_changes_no_label() -> None:
    truth, score = noisy()
    for method in ("exact", "smooth"):
        plain = ordinal_cut_points(truth, score, method=method, cv=None)
        curved = ordinal_cut_points(truth, np.exp(score), method=method, cv=None)
        assert_array_equal(plain.predict(score), curved.predict(np.exp(score)))


def test_columns_of_frames_and_categories_are_read() -> None:
    truth, score = noisy(60)
    names = np.array(["d", "c", "b", "a"])
    wanted = ordinal_cut_points(names[truth], score, labels=["d", "c", "b", "a"], cv=None)
    category = pd.Categorical(names[truth], ["d", "c", "b", "a"], ordered=True)
    frames = [
        (pd.Series(category), pd.Series(score)),
        (pl.Series(names[truth], dtype=pl.Enum(["d", "c", "b", "a"])), pl.Series(score)),
    ]
    for y, s in frames:
        found = ordinal_cut_points(y, s, cv=None)
        assert found.cut_points == wanted.cut_points
        assert found.labels == ("d", "c", "b", "a")
    assert ordinal_cut_points(truth, score.astype(np.float32)[:, None], cv=None).labels == (0, 1, 2, 3)


# -- judged on other rows ----------------------------------------------------------------------------------------


def test_the_cross_validated_value_is_that_of_rows_which_did_not_choose() -> None:
    from concordant.decisions.search import stratified_folds

    truth, score = noisy(200)
    found = ordinal_cut_points(truth, score, method="exact", cv=4, seed=3)
    fold = stratified_folds(truth, 4, 3)
    rated = np.empty(200, dtype=int)
    for one in range(4):
        there = ordinal_cut_points(truth[fold != one], score[fold != one], method="exact", cv=None)
        assert there.cut_points == found.fold_cut_points[one]
        rated[fold == one] = there.predict(score[fold == one])
    interval = cohen_kappa.interval(truth, rated, weights="quadratic", labels=range(4), method="delta")
    assert found.cross_validated_value == pytest.approx(interval.value, rel=1e-12)
    assert found.standard_error == pytest.approx(np.sqrt(interval.se**2 + found.optimism**2 / 3), rel=1e-9)
    assert found.optimism == found.value - found.cross_validated_value > 0


def test_optimism_of_a_cost_is_what_it_is_too_low() -> None:
    truth, score = noisy(80)
    found = ordinal_cut_points(truth, score, "mean_absolute_error", method="exact")
    assert found.better == "lower"
    assert found.optimism == found.cross_validated_value - found.value


def test_fewer_rows_than_folds_say_so() -> None:
    found = ordinal_cut_points([0, 1, 1], [0.0, 1.0, 2.0])
    assert np.isnan(found.cross_validated_value)
    assert found.reason == "cross-validation in 5 folds needs at least as many rows, not 3"


def test_smooth_cut_points_do_better_on_new_rows() -> None:
    """Seeded: the mean over 40 data sets of 300 rows, on 4,000 new rows each."""
    gains = []
    for seed in range(40):
        truth, score = noisy(300, seed)
        new_truth, new_score = noisy(4000, 1000 + seed)
        values = [
            cohen_kappa(
                new_truth,
                ordinal_cut_points(truth, score, method=method, cv=None, labels=range(4)).predict(new_score),
                weights="quadratic",
            )
            for method in ("exact", "smooth")
        ]
        gains.append(values[1] - values[0])
    assert np.mean(gains) > 3 * np.std(gains, ddof=1) / math.sqrt(len(gains))


def test_the_smooth_estimate_rises_and_keeps_the_mean() -> None:
    truth, score = noisy(500)
    share = truth[np.argsort(score)] / 3
    spread = 0.0
    smooth = rising_smooth(share[:, None], np.ones(500), spread, 500.0)[:, 0]
    assert (np.diff(smooth) >= -1e-12).all()
    assert smooth.mean() == pytest.approx(share.mean(), abs=2e-3)


# -- many scores -------------------------------------------------------------------------------------------------


def test_macro_f1_of_many_scores_is_on_a_grid_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, score = noisy(400)
    exact = ordinal_cut_points(truth, score, "f1", method="exact", cv=None)
    assert exact.exactness == "exact"
    monkeypatch.setattr(exact_cut_points, "MOST_PAIRED", 100)
    monkeypatch.setattr(exact_cut_points, "GRID", 50)
    coarse = ordinal_cut_points(truth, score, "f1", method="exact", cv=None)
    assert (coarse.exactness, coarse.groups) == ("grid", 50)
    assert coarse.value <= exact.value <= coarse.upper_bound
    assert coarse.value == pytest.approx(exact.value, abs=0.02)
    assert "not between all 400" in coarse.certificate
    assert "cut points between 50 groups of scores" in str(coarse)


def test_groups_of_neighbours_have_about_equal_weight_and_find_their_scores_again() -> None:
    table = np.ones((1000, 2), dtype=np.int64)
    starts = score_groups.quantile_groups(table, 10)
    assert_array_equal(starts, np.arange(0, 1000, 100))
    assert_array_equal(score_groups.places_of_scores(np.array([0, 3, 10]), starts, 1000), [0, 300, 1000])
    assert_array_equal(score_groups.pooled(table, starts), np.full((10, 2), 100))


# -- the result --------------------------------------------------------------------------------------------------


def test_the_result_says_what_it_is() -> None:
    truth, score = noisy()
    found = ordinal_cut_points(truth, score)
    lines = str(found).splitlines()
    assert lines[0].startswith("cut points (smooth): 0 | ")
    assert f"cohen kappa {found.value:.4f} on these 400 rows; optimum of any cut points {found.optimum:.4f}" in lines[1]
    assert lines[2].startswith(f"cross-validated {found.cross_validated_value:.4f}, standard error ")
    assert "Dinkelbach" in lines[3]
    assert found.signature.startswith("cohen_kappa|weights:quadratic|labels:0..3|n:400|")
    assert found.signature.endswith("|method:smooth")
    assert found.n == 400
    assert len(found.fold_cut_points) == 5


def test_the_result_goes_through_json_and_pickle() -> None:
    found = ordinal_cut_points([1, 1, 2, 2], [0.0, 1.0, 2.0, 3.0], labels=[0, 1, 2, 3], cv=None)
    text = json.dumps(found.to_dict(), allow_nan=False)
    again = CutPoints.from_dict(json.loads(text))
    assert again.to_dict() == found.to_dict()
    assert again.cut_points == found.cut_points
    assert np.isnan(again.cross_validated_value)
    assert pickle.loads(pickle.dumps(found)).cut_points == found.cut_points
    with pytest.raises(StateFormatError, match="this is no record of cut points of version 1"):
        CutPoints.from_dict({"result": "else"})
    with pytest.raises(StateFormatError, match="it lacks 'certificate'"):
        CutPoints.from_dict({key: value for key, value in found.to_dict().items() if key != "certificate"})


@pytest.mark.parametrize(
    "labels", [["poor", "fair", "good"], [1, 2, 5], [0.5, 1.0, 1.5], [False, True], [("a", 1), ("a", 2), ("b", 1)]]
)
def test_labels_of_any_kind_go_through_json(labels: list[Any]) -> None:
    truth = [labels[k] for k in np.arange(40) % len(labels)]
    found = ordinal_cut_points(truth, np.arange(40.0), labels=labels)
    again = CutPoints.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    assert again == found
    assert hash(again) == hash(found)
    assert again.labels == tuple(labels)
    assert again.predict([0.0, 39.0]).tolist() == found.predict([0.0, 39.0]).tolist()


def test_results_are_equal_where_undefined_numbers_are() -> None:
    one, two = (ordinal_cut_points([1, 1, 2, 2], [0.0, 1.0, 2.0, 3.0], cv=None) for _ in range(2))
    assert one == two
    assert one != ordinal_cut_points([1, 1, 2, 2], [0.0, 1.0, 4.0, 5.0], cv=None)
    assert one != one.to_dict()


@pytest.mark.parametrize(
    "wrong",
    [
        {"cut_points": [3.0, 2.0]},
        {"cut_points": [1.0]},
        {"cut_points": ["a", 1.0]},
        {"cut_points": 1.0},
        {"labels": 3},
        {"value": "high"},
        {"value": True},
        {"fold_cut_points": [["x"]]},
    ],
)
def test_broken_cut_points_are_not_read(wrong: dict[str, Any]) -> None:
    found = ordinal_cut_points([0, 1, 2], [0.0, 1.0, 2.0], cv=None).to_dict()
    with pytest.raises(StateFormatError, match="the stored record of cut points cannot be read"):
        CutPoints.from_dict({**found, **wrong})


def test_predict_takes_scores_as_fit_does() -> None:
    found = ordinal_cut_points([0, 1], [0.0, 1.0], cv=None)
    for scores in ([0.2, 0.9], [Decimal("0.2"), Decimal("0.9")], np.array([[0.2], [0.9]]), np.array([0, 1], np.int8)):
        assert found.predict(scores).tolist() == [0, 1]
    with pytest.raises(InputError, match="1 are NaN, the first in row 1"):
        found.predict([0.2, None])
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        nowhere = ordinal_cut_points([], [], labels=[0, 1])
    with pytest.raises(InputError, match="come from no rows, and no score has a label"):
        nowhere.predict([0.5])


def test_predict_refuses_what_are_no_scores() -> None:
    found = ordinal_cut_points([0, 1], [0.0, 1.0], cv=None)
    with pytest.raises(InputError, match="1 are NaN, the first in row 1"):
        found.predict([0.0, np.nan])
    with pytest.raises(InputError, match="one column of numbers"):
        found.predict(["a"])


# -- refused -----------------------------------------------------------------------------------------------------


def test_labels_without_an_order_are_refused() -> None:
    with pytest.raises(
        LabelOrderError, match=r"'high', 'low', 'mid'\. Declare it, from the label of the lowest scores"
    ):
        ordinal_cut_points(["low", "mid", "high"], [0, 1, 2])
    with pytest.raises(LabelError, match="labels= does not name: 'high'"):
        ordinal_cut_points(["low", "mid", "high"], [0, 1, 2], labels=["low", "mid"])
    with pytest.raises(ContinuousLabelsError, match="y_true"):
        ordinal_cut_points([0.5, 1.25, 2.75], [0, 1, 2])


def test_scores_that_cannot_be_cut_are_refused() -> None:
    with pytest.raises(MissingValuesError, match="y_score"):
        ordinal_cut_points([0, 1], [0.0, np.nan])
    assert ordinal_cut_points([0, 1, 1], [0.0, 1.0, np.nan], missing="drop", cv=None).n == 2
    with pytest.raises(LengthError, match="one column of scores, not 2"):
        ordinal_cut_points([0, 1], [[0.0, 1.0], [1.0, 0.0]])
    with pytest.raises(LengthError, match="y_score"):
        ordinal_cut_points([0, 1], [0.0, 1.0, 2.0])


def test_metrics_and_options_that_do_not_fit_are_refused() -> None:
    truth, score = noisy(20)
    with pytest.raises(
        OptionError, match=r"cut points can be optimised for accuracy, balanced_accuracy, .* not for precision"
    ):
        ordinal_cut_points(truth, score, "precision")
    with pytest.raises(OptionError, match="roc_auc is a metric of scores"):
        ordinal_cut_points(truth, score, "roc_auc")
    with pytest.raises(OptionError, match="average='macro', not with 'micro'"):
        ordinal_cut_points(truth, score, "f1", average="micro")
    with pytest.raises(OptionError, match="expected_cost needs cost"):
        ordinal_cut_points(truth, score, "expected_cost")
    with pytest.raises(OptionError, match="cost has no price of"):
        ordinal_cut_points(truth, score, cost={(0, 1): 2.0})
    with pytest.raises(OptionError, match='method must be "smooth" or "exact"'):
        ordinal_cut_points(truth, score, method="isotonic")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="weights must be None"):
        ordinal_cut_points(truth, score, weights="cubic")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="cv must be a whole number of folds"):
        ordinal_cut_points(truth, score, cv=1)
    for seed in (-1, 0.5, "x", True):
        with pytest.raises(OptionError, match="seed must be a whole number, at least 0"):
            ordinal_cut_points(truth, score, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match='undefined must be "nan" or "raise" here, not 0'):
        ordinal_cut_points(truth, score, undefined=0)  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="has no option 'beta'"):
        ordinal_cut_points(truth, score, "f1", beta=2)


def test_weights_beside_a_metric_that_has_none_are_refused() -> None:
    for weights in ("linear", [[0, 1], [1, 0]]):
        with pytest.raises(OptionError, match="f1 takes no weights="):
            ordinal_cut_points([0, 1], [0.1, 0.9], "f1", weights=weights)
    assert ordinal_cut_points([0, 1, 1], [0.1, 0.9, 0.8], "f1", weights=None, cv=None).value == 1.0
