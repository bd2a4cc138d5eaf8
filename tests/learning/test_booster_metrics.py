"""Evaluation metrics on what boosters predict, whatever its shape."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import average_precision, cohen_kappa, f1, matthews_correlation, ordinal_cut_points
from concordant.errors import ConcordantError, InputTypeError, LabelError, LengthError, OptionError, ScoreError
from concordant.learning import LinearKappaLoss, catboost, lightgbm, xgboost
from concordant.learning.booster_metrics import ClassMetric, ScoreMetric, class_probabilities
from concordant.learning.lightgbm import KappaObjective

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(1, 5, 80).astype(np.float32)
SCORE = (TRUTH * 0.4 + RNG.normal(0, 0.5, 80)).astype(np.float32)
WEIGHT = RNG.integers(0, 3, 80).astype(np.float32)
CLASSES = RNG.integers(0, 3, 60)
CHANCES = RNG.dirichlet([1, 1, 1], 60) * 0.5 + np.eye(3)[CLASSES] * 0.5 * RNG.random((60, 1))
CHANCES /= CHANCES.sum(1, keepdims=True)


@pytest.mark.parametrize("weights", ["quadratic", "linear", None])
def test_exact_cut_points_give_the_optimum(weights: str | None) -> None:
    found = ordinal_cut_points(TRUTH, SCORE, weights=weights, method="exact", sample_weight=WEIGHT, cv=None)
    assert ScoreMetric(weights=weights).value(TRUTH, SCORE, WEIGHT) == found.value


def test_smooth_cut_points_are_not_better_than_exact_ones() -> None:
    smooth = ScoreMetric(cut_points="smooth").value(TRUTH, SCORE)
    assert 0 < smooth < ScoreMetric().value(TRUTH, SCORE)


def test_rounding_is_kappa_of_rounded_scores() -> None:
    scores = SCORE * 2.5
    rated = np.clip(np.round(scores), 1, 4)
    expected = cohen_kappa(TRUTH, rated, weights="quadratic", sample_weight=WEIGHT)
    assert_allclose(ScoreMetric(cut_points="round").value(TRUTH, scores, WEIGHT), expected, rtol=1e-15)


def test_given_cut_points_judge_rows_that_lack_labels() -> None:
    metric = ScoreMetric(cut_points=[1.5, 2.5, 3.5], labels=[1, 2, 3, 4])
    assert_allclose(metric.value([1, 2, 2], [1.0, 2.0, 4.0]), cohen_kappa([1, 2, 2], [1, 2, 4], weights="quadratic"))
    with pytest.raises(LengthError, match="3 cut points need 4 labels, and there are 2: name all of them"):
        ScoreMetric(cut_points=[1.5, 2.5, 3.5]).value([1, 2], [1, 2])


def test_other_metrics_on_a_score() -> None:
    f = ScoreMetric("f1", average="macro")
    expected = ordinal_cut_points(TRUTH, SCORE, "f1", average="macro", method="exact", cv=None).value
    assert (f.name, f.value(TRUTH, SCORE)) == ("f1", expected)
    cost = ScoreMetric("mean_absolute_error")
    assert not cost.greater_is_better
    assert ScoreMetric().greater_is_better


def test_bad_choices_raise_and_name_the_good_ones() -> None:
    with pytest.raises(OptionError, match='"exact", "smooth", "round" or K - 1 numbers'):
        ScoreMetric(cut_points="best")
    with pytest.raises(OptionError, match="do not fall"):
        ScoreMetric(cut_points=[2, 1])
    with pytest.raises(OptionError, match="cut points can be optimised for accuracy"):
        ScoreMetric("gwet_ac1")
    with pytest.raises(InputTypeError, match="a metric is expected"):
        ClassMetric(3)
    with pytest.raises(OptionError, match="no direction of better"):
        ClassMetric("prevalence")
    with pytest.raises(LengthError, match=r"cut points need one score a row, .*\(60, 3\)"):
        ScoreMetric().value(CLASSES, CHANCES)


def test_likeliest_class_is_judged_by_metrics_of_labels() -> None:
    likeliest = CHANCES.argmax(1)
    for metric, options in (
        (f1, {"average": "macro"}),
        (matthews_correlation, {}),
        (cohen_kappa, {"weights": "linear"}),
    ):
        expected = metric(CLASSES, likeliest, **options)
        assert ClassMetric(metric, **options).value(CLASSES, CHANCES) == expected


def test_probabilities_are_judged_by_metrics_of_scores() -> None:
    expected = average_precision(CLASSES, CHANCES, average="macro")
    assert_allclose(ClassMetric("average_precision").value(CLASSES, CHANCES), expected, rtol=1e-15)
    two = (CLASSES > 0).astype(int)
    assert ClassMetric("average_precision").value(two, CHANCES[:, 1]) == average_precision(two, CHANCES[:, 1])


def test_shapes_of_all_libraries_say_the_same() -> None:
    metric = ClassMetric("f1", average="macro")
    whole = metric.value(CLASSES, CHANCES)
    assert metric.value(CLASSES, CHANCES.T.reshape(-1)) == whole  # LightGBM before 4: one run of rows a class
    margins = tuple(np.log(CHANCES).T + 3.0)  # CatBoost
    given = catboost.ClassMetric("f1", average="macro")
    assert_allclose(given.evaluate(margins, CLASSES.astype(np.float32), None), (whole, 1.0))
    assert_allclose(class_probabilities(np.log(CHANCES), 60, margins=True), CHANCES, rtol=1e-12)
    column = CHANCES[:, :1]
    assert_allclose(class_probabilities(column, 60, margins=False)[:, 1], column[:, 0])
    assert_allclose(class_probabilities(np.log(column / (1 - column)), 60, margins=True)[:, 1], column[:, 0])


def test_large_margins_do_not_overflow() -> None:
    found = class_probabilities(np.array([-1000.0, 0.0, 1000.0]), 3, margins=True)
    assert_allclose(found[:, 1], [0, 0.5, 1])


def test_margins_for_probabilities_raise_and_say_what_to_do() -> None:
    with pytest.raises(ScoreError, match=r"range from -1 to 2\. Raw margins, .* need margins=True"):
        ClassMetric("f1").value([0, 1], [-1.0, 2.0])
    with pytest.raises(LengthError, match=r"must have shape \(3,\) or \(3, K\), not \(2,\)"):
        ClassMetric("f1").value([0, 1, 1], [0.5, 0.5])
    with pytest.raises(InputTypeError, match="classes 0, 1, 2"):
        ClassMetric("f1").value([0.5, 1], [0.5, 0.5])


@pytest.mark.parametrize("metric", ["cohen_kappa", "average_precision", "brier_score"])
@pytest.mark.parametrize("labels", [[1, 2, 3], [-1, 0, 1]])
def test_labels_that_are_not_encoded_raise(metric: str, labels: list[int]) -> None:
    # LightGBM 4.7 hands over the labels of eval_y as they are, those of training encoded
    with pytest.raises(LabelError, match=r"of 3 classes is judged on the classes 0 to 2, and y_true holds .*: encode"):
        ClassMetric(metric).value(labels, np.eye(3))


def test_undefined_counts_as_chance_without_a_warning() -> None:
    assert ClassMetric("matthews_correlation").value([0, 1, 1], [0.1, 0.2, 0.3]) == 0
    assert ClassMetric("average_precision").value([0, 0, 0], [0.1, 0.2, 0.3]) == 0
    assert ScoreMetric().value([2, 2, 2], [0.1, 0.2, 0.3]) == 0


@pytest.mark.parametrize("library", [lightgbm, xgboost, catboost])
def test_metrics_survive_pickling(library: object) -> None:
    metric = library.ScoreMetric(weights="linear", cut_points=[0.5, 1.0, 1.5])
    assert pickle.loads(pickle.dumps(metric)).value(TRUTH, SCORE) == metric.value(TRUTH, SCORE)
    assert metric.__name__ == "linear_kappa"
    assert "cut_points=(0.5, 1.0, 1.5)" in repr(metric)


def test_no_booster_is_imported() -> None:
    code = (
        "import sys, concordant.learning as l; l.KappaRegressor; l.lightgbm, l.xgboost, l.catboost;"
        "bad = {'lightgbm', 'xgboost', 'catboost', 'torch', 'sklearn'} & set(sys.modules); assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_unknown_names_of_the_package_raise() -> None:
    import concordant.learning

    with pytest.raises(AttributeError, match=r"module 'concordant\.learning' has no attribute 'sklearn'"):
        concordant.learning.sklearn  # noqa: B018
    assert "KappaRegressor" in dir(concordant.learning)


def test_a_label_of_rows_without_weight_is_absent() -> None:
    loss = LinearKappaLoss.of([1, 1.001, 3, 5], [1, 0, 1, 1])
    assert loss.corner == LinearKappaLoss.of([1, 3, 5]).corner == pytest.approx(0.2)
    rows, weight = ([1, 3, 2, 1, 3], [1.0, 3, 2, 2.2, 2.4]), [1, 1, 0, 1, 1]
    kept = [[row for row, w in zip(column, weight, strict=True) if w] for column in rows]
    for cut_points in ("exact", "smooth", "round"):
        metric = ScoreMetric(cut_points=cut_points)  # type: ignore[arg-type]
        assert metric.value(*rows, weight) == pytest.approx(metric.value(*kept))


_TRUTHS = [
    None,
    "x",
    [np.nan, 0, 1],
    [np.inf, 0, 1],
    ["a", "b", "c"],
    [0, None, 1],
    [10**400, 0, 1],
    1.0,
    {},
    [1j, 0, 1],
]


@pytest.mark.parametrize("truth", _TRUTHS, ids=lambda truth: f"{truth}"[:20])
def test_a_truth_that_is_none_is_refused(truth: Any) -> None:
    for metric, predicted in ((ScoreMetric(), [0.1, 0.9, 2.0]), (ClassMetric("f1", average="macro"), np.eye(3))):
        with pytest.raises(ConcordantError):
            metric.value(truth, predicted)


@pytest.mark.parametrize(
    "predicted", ["x", ["a", "b", "c"], {}, [10**400, 0, 1], 1.0, [np.nan] * 3, [1j, 0, 1]], ids=str
)
def test_predictions_that_are_none_are_refused(predicted: Any) -> None:
    for metric in (ScoreMetric(), ScoreMetric(cut_points="round"), ClassMetric("f1", average="macro")):
        with pytest.raises(ConcordantError):
            metric.value([0, 1, 2], predicted)
    with pytest.raises(ConcordantError):
        KappaObjective()([0, 1, 2], predicted)


@pytest.mark.parametrize(
    "margins", [np.full((3, 3), np.nan), [[np.inf, 0, 0]] * 3, [[-np.inf] * 3] * 3, [np.inf, 0, 1]]
)
def test_margins_of_a_model_that_diverged_are_no_votes_for_the_first_class(margins: Any) -> None:
    with pytest.raises(ScoreError, match="margins must be finite"):
        ClassMetric("accuracy", margins=True).value([0, 1, 1], margins)


def test_an_objective_refuses_scores_that_are_not_finite() -> None:
    for odd in (np.inf, np.nan):
        with pytest.raises(ScoreError, match="y_pred must hold"):
            KappaObjective()([0, 1, 2], [odd, 0.0, 1.0])
