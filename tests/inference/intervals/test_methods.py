"""The default of each metric, and the reasons that are given with limits."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import NEEDED_OPTIONS

import concordant
from concordant import cohen_kappa, metrics, mutual_information, recall
from concordant.errors import IntervalWarning
from concordant.inference.intervals.methods import METHODS
from concordant.inference.resampling import normal
from concordant.metrics.definition.kinds import LABELS as KINDS_LABELS
from concordant.states import Counts

RNG = np.random.default_rng(8)
TRUTH = RNG.choice(3, 300, p=[0.55, 0.3, 0.15])
PREDICTION = np.where(RNG.random(300) < 0.35, RNG.integers(0, 3, 300), TRUTH)
OPTIONS: dict[str, dict[str, Any]] = {
    "expected_cost": {"cost": [[0, 1, 2], [5, 0, 1], [9, 3, 0]]},
    "f_beta": {"beta": 2.0},
    "gwet_ac2": {"weights": "quadratic"},
    "weighted_agreement": {"weights": "quadratic"},
}
DEFAULTS = {
    "wilson": """
        accuracy adjacent_agreement brennan_prediger detection_rate exact_match f1 false_discovery_rate
        false_negative_rate false_omission_rate false_positive_rate hamming_loss jaccard negative_agreement
        negative_predictive_value no_information_rate positive_agreement precision predicted_prevalence prevalence
        recall specificity zero_one_loss
    """,
    "score": """
        balanced_accuracy bias_index cohen_kappa diagnostic_odds_ratio expected_cost f_beta
        fowlkes_mallows geometric_mean gwet_ac1 gwet_ac2 informedness krippendorff_alpha macro_mean_absolute_error
        markedness matthews_correlation mean_absolute_error negative_likelihood_ratio positive_likelihood_ratio
        prevalence_index prevalence_threshold scott_pi weighted_agreement
    """,
    "delta": "kappa_max",
    "complement-log": "adjusted_count_r2",
    "miller-madow": "mutual_information",
    "zahl": "normalized_mutual_information uncertainty_coefficient",
}


def test_every_metric_of_labels_has_a_default() -> None:
    named = {name for names in DEFAULTS.values() for name in names.split()}
    known = {one.name for one in metrics.find() if one.kind is KINDS_LABELS and one.facts.family != "tables"}
    assert named == known


@pytest.mark.parametrize(
    ("method", "name"), [(method, name) for method, names in DEFAULTS.items() for name in names.split()]
)
def test_default(method: str, name: str) -> None:
    metric = metrics.get(name)
    rows = (TRUTH == 1, PREDICTION == 1) if "average" in metric.options else (TRUTH, PREDICTION)
    result = metric.interval(*rows, **OPTIONS.get(name, {}))
    assert (result.method, result.reason) == (method, None)
    assert result.low < result.value < result.high


def test_every_default_that_a_metric_names_is_a_method() -> None:
    assert {one.facts.interval for one in metrics.find() if one.panel is None} - {None} <= set(METHODS)


@pytest.mark.parametrize(
    ("few", "reason"),
    [
        ([3, 6, 7], None),
        ([5, 2, 7], "only 2 rows of y_true are 3"),
        ([1, 6, 7], "only 1 row of y_true is 2"),
        ([0, 6, 7], "the macro average is over 4 of 5 classes: no row of the truth is positive (class 2)"),
        ([1, 2, 7], "2 of 5 classes have fewer than 3 rows of y_true"),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_classes_of_fewer_than_three_rows_are_doubted(few: list[int], reason: str | None) -> None:
    assert recall.interval_of(Counts.from_table(np.diag([90, 90, *few])), average="macro").reason == reason


def test_a_value_of_few_rows_is_doubted() -> None:
    with pytest.warns(IntervalWarning, match="recall: a class has only 4 rows, which may vary more than it shows"):
        recall.interval_of(Counts.from_table([[90, 5, 5], [5, 90, 5], [0, 1, 3]]), average="macro", method="logit")


def test_information_is_corrected_for_its_bias() -> None:
    first, second = np.random.default_rng(12).integers(0, 4, (2, 150))  # independent: 9 / 300 too high
    with pytest.warns(IntervalWarning, match="150 rows are few for an entropy, which is biased by chance"):
        result = mutual_information.interval(first, second)
    assert result.low == 0.0
    assert result.value > 0.01
    with pytest.warns(IntervalWarning, match="the percentile limits leave out the value itself"):
        drawn = mutual_information.interval(first, second, method="percentile")
    assert drawn.low > 0.01  # resampled rows have the bias twice


@pytest.mark.parametrize(("labels", "right", "rows"), [(10, 0.95, 300), (10, 0.97, 500), (30, 0.98, 1000)])
def test_an_information_is_doubted_where_most_wrong_pairs_are_unseen(labels: int, right: float, rows: int) -> None:
    random = np.random.default_rng(3)
    table = (1 - right) * np.full((labels, labels), labels**-2.0) + right * np.eye(labels) / labels
    counts = Counts.from_table(random.multinomial(rows, table.ravel()).reshape(labels, labels))
    with pytest.warns(IntervalWarning, match="pairs of labels occur once|chance makes the value too large"):
        mutual_information.interval_of(counts)  # the formula of the bias knows only the pairs that occur
    many = random.multinomial(100_000_000, table.ravel()).reshape(labels, labels)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mutual_information.interval_of(Counts.from_table(many)).reason is None


def test_normal_limits_are_value_less_bias_and_quantiles() -> None:
    values = np.array([0.3, 0.4, 0.5, 0.6, 0.7])
    half = 1.959963984540054 * values.std(ddof=1)
    assert_allclose(normal(values, 0.45, 0.95), (0.4 - half, 0.4 + half), rtol=1e-12)
    assert normal(np.array([0.69, 0.7, 0.71]), 0.5, 0.95)[1] == 0.5  # they hold the value


def test_few_rows_that_decide_are_counted_whatever_the_scale_of_weights() -> None:
    truth = [0, 1] * 100
    with pytest.warns(IntervalWarning, match="the value rests on few rows: about 2 rows carry most"):
        cohen_kappa.interval(truth, [0, 1] * 99 + [1, 0], sample_weight=[1000.0] * 200, method="fisher")
    many = [0, 1] * 60 + [1, 0] * 40
    assert cohen_kappa.interval(truth, many, sample_weight=[0.001] * 200, method="fisher").reason is None


N = 400
TWO = (RNG.random(N) < 0.4).astype(int)
SCORE = np.round(RNG.normal(size=N) + TWO, 2)
MANY = RNG.integers(0, 3, N)
MATRIX = np.round(RNG.normal(size=(N, 3)) + np.eye(3)[MANY], 2)
LABELS = (RNG.random((N, 2)) < 0.4).astype(int)
LABEL_SCORES = RNG.normal(size=(N, 2)) + LABELS
WEIGHT = RNG.random(N) + 0.5

METRICS = [one for one in metrics.find() if one.facts.input == "scores" and one.facts.better is not None]


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(
    ("truth", "score", "how"),
    [
        (TWO, SCORE, {}),
        (TWO, SCORE, {"sample_weight": WEIGHT}),
        (TWO, SCORE, {"cluster": np.arange(N) // 4}),
        (MANY, MATRIX, {}),
        (LABELS, LABEL_SCORES, {}),
    ],
    ids=["rows", "weights", "clusters", "classes", "labels"],
)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_limits_are_finite_and_around_the_value(metric: Any, truth: Any, score: Any, how: dict[str, Any]) -> None:
    if metric.name == "hand_till_auc" and truth is LABELS:
        pytest.skip("for classes that exclude each other")
    result = metric.interval(truth, score, draws=100, **NEEDED_OPTIONS.get(metric.name, {}), **how)
    least, greatest = metric.facts.range
    assert least <= result.low < result.high <= greatest
    assert result in result
    assert result.method != "pairs"


@pytest.mark.parametrize("of", ["rows", "columns"])
def test_few_rows_of_a_class_are_told_of_the_share_that_divides_by_them(of: str) -> None:
    few = np.arange(120) % 60 < 1  # two rows, in clusters of their own
    many = np.arange(120) % 3 == 0
    columns, cluster = (few, many) if of == "rows" else (many, few), np.arange(120) // 2
    divided, other = ("recall", "specificity") if of == "rows" else ("precision", "negative_predictive_value")
    with warnings.catch_warnings(action="ignore"):
        told, silent = (str(metrics.get(name).interval(*columns, cluster=cluster).reason) for name in (divided, other))
    assert ("only 2 rows of y_true are True" if of == "rows" else "only 2 rows are predicted as True") in told
    assert "only 2 rows" not in silent


def test_a_second_of_the_rare_class_is_named() -> None:
    truth = np.array(["rare"] * 4 + ["often"] * 60)
    with pytest.warns(IntervalWarning, match="only 4 rows of y_true are 'rare'"):
        concordant.average_precision.interval(truth, np.arange(64) % 17, pos_label="rare")
    with pytest.warns(IntervalWarning, match="no row of y_true is without the label 'b'"):
        concordant.average_precision.interval([[0, 1], [1, 1]] * 20, RNG.random((40, 2)), labels=["a", "b"])


@pytest.mark.parametrize("name", [name for names in DEFAULTS.values() for name in names.split()])
def test_a_reason_says_once_that_there_is_no_interval_and_names_no_limits_beside_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        metric = metrics.get(name)
        labels = {"labels": [0, 1], "pos_label": 1} if "average" in metric.options else {"labels": [0, 1, 2]}
        interval = metric.interval([0] * 30, [0] * 30, **labels, **OPTIONS.get(name, {}))
    if np.isnan(interval.low):
        assert "are used instead" not in (interval.reason or "")
        assert str(interval).count("no interval") <= 1


@pytest.mark.parametrize(("truth", "prob", "most"), [([0, 1], [0.9, 0.4], 1.0), ([0, 1, 2], np.eye(3)[[1, 1, 0]], 2.0)])
def test_limits_of_a_brier_score_end_where_it_does(truth: list[int], prob: Any, most: float) -> None:
    with warnings.catch_warnings(action="ignore", category=IntervalWarning):
        assert concordant.brier_score.interval(truth, prob).high == most
