"""Thresholds whose bounds hold on new rows with a stated confidence."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, norm

from concordant import best_threshold, guaranteed_threshold
from concordant.decisions import ThresholdClassifier
from concordant.errors import (
    ColumnError,
    InputError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    WeightError,
)


def sample(seed: int, n: int, *, prevalence: float = 0.3, shift: float = 2.0, digits: int = 9) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prevalence).astype(int)
    return y, np.round(rng.normal(size=n) + shift * y, digits)


def test_columns_of_a_frame_are_given_by_name() -> None:
    y, s = sample(5, 200)
    rows = {"y": np.where(y == 1, "yes", "no").tolist(), "risk": s.tolist(), "w": [2.0] * 200, "who": list(range(200))}
    rows["y"][7] = None
    named = {"pos_label": "yes", "missing": "drop"}
    for data in (pd.DataFrame(rows), pl.DataFrame(rows), pl.LazyFrame(rows)):
        found = guaranteed_threshold("y", "risk", "recall >= 0.8", data=data, sample_weight="w", cluster="who", **named)
        assert found == guaranteed_threshold(rows["y"], rows["risk"], "recall >= 0.8", **named)
    with pytest.raises(ColumnError, match="risks"):
        guaranteed_threshold("y", "risks", "recall >= 0.8", data=pl.DataFrame(rows))


# Edges


@pytest.mark.parametrize("constraint", ["recall >= 0.9", "precision >= 0.1", "accuracy >= 0.5"])
def test_no_rows_certify_nothing(constraint: str) -> None:
    with pytest.raises(OptionError, match="there are no rows to test"):
        guaranteed_threshold([], [], constraint)
    if "recall" in constraint:
        with pytest.raises(OptionError, match="there are no rows to test recall on"):
            guaranteed_threshold([0, 0, 0], [1, 2, 3], constraint)


def test_equal_and_infinite_scores_are_scores() -> None:
    y = np.arange(100) % 2
    equal = guaranteed_threshold(y, np.zeros(100), "recall >= 0.9")
    assert (equal.threshold, equal.intervals) == (0.0, ((-math.inf, 0.0),))
    result = guaranteed_threshold(y, np.where(y == 1, np.inf, -np.inf), "recall >= 0.9")
    assert result.threshold == math.inf
    assert result.point.recall == result.point.specificity == 1
    all_called = guaranteed_threshold(y, np.where(y == 1, np.inf, -np.inf), "precision >= 0.2")
    assert all_called.intervals == ((-math.inf, math.inf),)


@pytest.mark.parametrize("metric", ["recall", "precision", "f1"])
def test_bounds_of_nothing_are_certified_and_of_one_or_more_are_not(metric: str) -> None:
    y, s = sample(1, 400)
    assert guaranteed_threshold(y, s, f"{metric} >= 0").bounds[0].p_value == 0
    for bound in (1, 1.5):
        with pytest.raises(OptionError, match=f"the greatest {metric} that these rows certify is"):
            guaranteed_threshold(y, s, f"{metric} >= {bound}")


# Published values: Wilks's numbers of rows, of which the lowest, the second and the third lowest bound 95 % of the
# population with a confidence of 95 % (Guba, Makai & Pal 2003, Reliability Engineering and System Safety 80:217).


@pytest.mark.parametrize(("positives", "rank"), [(59, 1), (92, 1), (93, 2), (123, 2), (124, 3)])
def test_recall_ends_at_the_order_statistic_of_wilks(positives: int, rank: int) -> None:
    y, s = np.repeat([0, 1], [50, positives]), np.arange(50 + positives) * 1.0
    s[:50] += 20.5  # negatives among the positives do not matter
    result = guaranteed_threshold(y, s, "recall >= 0.95")
    assert result.intervals == ((-math.inf, np.sort(s[50:])[rank - 1]),)


def test_with_fewer_positives_it_says_how_many_are_needed() -> None:
    y, s = np.repeat([0, 1], [50, 58]), np.arange(108)
    with pytest.raises(OptionError) as raised:
        guaranteed_threshold(y, s, "recall >= 0.95")
    assert str(raised.value) == (
        "no threshold has recall >= 0.95 with a confidence of 95 %: the greatest recall that these rows certify is "
        f"{0.05 ** (1 / 58):.6g}, from at most 58 rows; at least 59 are needed."
    )


# Against scipy


@given(st.integers(0, 10_000), st.sampled_from([0.5, 0.7, 0.9]), st.sampled_from([0.8, 0.95]))
def test_recall_and_specificity_are_those_that_the_binomial_test_certifies(
    seed: int, bound: float, confidence: float
) -> None:
    y, s = sample(seed, 120, digits=1)
    candidates = [*np.unique(s), np.inf]
    for metric, cls in (("recall", 1), ("specificity", 0)):
        try:
            ((low, high),) = guaranteed_threshold(y, s, f"{metric} >= {bound}", confidence=confidence).intervals
        except OptionError:
            low = high = np.inf
        own = s[y == cls]
        for t in candidates:
            right = int(((own >= t) == cls).sum())
            p = binomtest(right, len(own), bound, alternative="greater").pvalue
            assert (low < t <= high) == (p <= round(1 - confidence, 15))


def test_the_p_values_and_counts_are_those_of_the_tested_rows() -> None:
    y, s = sample(3, 500)
    result = guaranteed_threshold(y, s, "precision >= 0.6", seed=4)
    held_out = np.zeros(500, dtype=bool)
    held_out[np.random.default_rng(4).choice(500, 22, replace=False)] = True
    called = s[~held_out] >= result.threshold
    bound = result.bounds[0]
    assert (result.aside, bound.whole, bound.part) == (22, called.sum(), (called & (y[~held_out] == 1)).sum())
    assert bound.p_value == pytest.approx(binom.sf(bound.part - 1, bound.whole, 0.6), rel=1e-9)
    assert bound.p_value <= bound.level < 0.05


# What may be asked


LEFT = [
    ("false_negative_rate <= 0.2", "recall >= 0.8"),
    ("false_positive_rate <= 0.2", "specificity >= 0.8"),
    ("false_discovery_rate <= 0.5", "precision >= 0.5"),
    ("false_omission_rate <= 0.2", "negative_predictive_value >= 0.8"),
    ("zero_one_loss <= 0.3", "accuracy >= 0.7"),
    ("f1 >= 0.5", f"jaccard >= {1 / 3}"),
]


@pytest.mark.parametrize(("upper", "lower"), LEFT)
def test_an_error_rate_is_bounded_as_what_it_leaves(upper: str, lower: str) -> None:
    y, s = sample(7, 600)
    one, two = guaranteed_threshold(y, s, upper), guaranteed_threshold(y, s, lower)
    assert one.intervals == two.intervals
    assert one.bounds[0].part == two.bounds[0].part


def test_bounds_of_two_kinds_share_the_error() -> None:
    y, s = sample(8, 800)
    result = guaranteed_threshold(y, s, "recall >= 0.7 and specificity >= 0.7")
    assert [one.level for one in result.bounds] == [0.025, 0.025]
    alone = guaranteed_threshold(y, s, "recall >= 0.7 and false_negative_rate <= 0.4")
    assert [one.level for one in alone.bounds] == [0.05, 0.05]


def test_bounds_that_do_not_meet_say_where_each_is_certified() -> None:
    y, s = sample(9, 600, shift=1.0)
    with pytest.raises(OptionError, match=r"certified are thresholds for recall >= 0.8 from .*: none for all"):
        guaranteed_threshold(y, s, "recall >= 0.8 and specificity >= 0.8")


def test_the_highest_the_lowest_or_the_best_of_the_certified() -> None:
    y, s = sample(10, 1000)
    recall = guaranteed_threshold(y, s, "recall >= 0.8")
    assert (recall.best_of, recall.metric) == ("highest", None)
    assert recall.low == -math.inf
    assert not ((s > recall.threshold) & (s < recall.high)).any()
    assert guaranteed_threshold(y, s, "specificity >= 0.8").best_of == "lowest"
    assert guaranteed_threshold(y, s, "precision >= 0.6").best_of == "lowest"
    assert guaranteed_threshold(y, s, "negative_predictive_value >= 0.8").best_of == "highest"
    best = guaranteed_threshold(y, s, "accuracy >= 0.7")
    assert (best.best_of, best.metric) == ("value", "accuracy")
    loose = guaranteed_threshold(y, s, "recall >= 0.5", metric="f1")
    assert loose.value == best_threshold(y, s, "f1", cv=None).value
    cheap = guaranteed_threshold(y, s, "recall >= 0.5", cost=[[0, 1], [3, 0]])
    assert cheap.metric == "expected_cost"


# How often bounds are missed


def test_bounds_are_missed_in_no_more_samples_than_stated() -> None:
    """Scores that tell nothing: recall is known at each threshold, and no precision or accuracy is above its share."""
    allowed = binom.ppf(0.999, 400, 0.1)
    for constraint in ("recall >= 0.8", "precision >= 0.301", "accuracy >= 0.701"):
        missed = 0
        for seed in range(400):
            y, s = sample(seed, 150, shift=0.0)
            try:
                threshold = guaranteed_threshold(y, s, constraint, confidence=0.9, seed=seed).threshold
            except OptionError:
                continue
            missed += not ("recall" in constraint and norm.sf(threshold) >= 0.8)
        assert missed <= allowed, constraint


# The result


def test_it_prints_as_a_few_lines() -> None:
    y, s = np.repeat([0, 1], [50, 59]), np.arange(109)
    assert str(guaranteed_threshold(y, s, "recall >= 0.95")) == (
        "threshold 49.5 (positive: score >= threshold)\n"
        "recall >= 0.95 on new rows, with a confidence of 95 %\n"
        "certified: any threshold above -inf up to 50\n"
        "recall >= 0.95: 1.0000 here (59 of 59 rows; p 0.048, at most 0.05)\n"
        "recall 1.0000, specificity 1.0000, precision 1.0000; 59 of 109 rows positive\n"
        "the highest of the certified thresholds"
    )


# Refused


@pytest.mark.parametrize("confidence", [0, 1, 95, True, "0.95", float("nan"), 1 - 1e-16])
def test_wrong_confidence_is_refused(confidence: Any) -> None:
    with pytest.raises(OptionError, match="confidence must be a share of samples between 0 and 1"):
        guaranteed_threshold([0, 1], [0.1, 0.9], "recall >= 0.5", confidence=confidence)


def test_weights_must_be_equal() -> None:
    y, s = sample(16, 200)
    with pytest.raises(WeightError, match="these weigh from 1 to 2"):
        guaranteed_threshold(y, s, "recall >= 0.7", sample_weight=1 + np.arange(200) % 2)
    half = np.where(np.arange(200) < 100, 2.5, 0)
    one = guaranteed_threshold(y, s, "recall >= 0.7", sample_weight=half)
    assert one == guaranteed_threshold(y[:100], s[:100], "recall >= 0.7")


def test_clusters_of_several_rows_are_refused() -> None:
    y, s = sample(17, 200)
    with pytest.raises(OptionError, match="these 200 rows lie in 100 clusters"):
        guaranteed_threshold(y, s, "recall >= 0.7", cluster=np.arange(200) // 2)
    alone = guaranteed_threshold(y, s, "recall >= 0.7", cluster=np.arange(200))
    assert alone == guaranteed_threshold(y, s, "recall >= 0.7")


PAIR = [0, 1], [0.1, 0.9]


REFUSED: list[tuple[Any, Any, dict[str, Any], type[InputError], str]] = [
    (PAIR, None, {}, OptionError, "say what must hold on new rows"),
    (PAIR, "recall", {}, OptionError, "a constraint is text such as"),
    (PAIR, "recall >= 0.5", {"seed": -1}, OptionError, "seed must be a whole number"),
    (PAIR, "cohen_kappa >= 0.3", {}, OptionError, "is not a share of rows that a threshold moves"),
    (([0, 1], [0.1, math.nan]), "recall >= 0.5", {}, MissingValuesError, "missing"),
    (([0, 1, 2], [0.1, 0.5, 0.9]), "recall >= 0.5", {}, LengthError, "classes"),
    (([0.5, 1.5], [0.1, 0.9]), "recall >= 0.5", {}, LabelError, "y_true"),
    (([0, 1], [0.1]), "recall >= 0.5", {}, LengthError, "y_score"),
]


@pytest.mark.parametrize(("rows", "constraint", "options", "error", "message"), REFUSED)
def test_what_cannot_be_guaranteed_is_refused(
    rows: Any, constraint: Any, options: dict[str, Any], error: type[InputError], message: str
) -> None:
    with pytest.raises(error, match=message):
        guaranteed_threshold(*rows, constraint, **options)


# The estimator


class Given:
    """A fitted classifier whose probability is its only feature."""

    classes_ = np.array([0, 1])

    def fit(self, X: Any, y: Any) -> Given:
        return self

    def predict_proba(self, X: Any) -> Any:
        return np.column_stack([1 - X[:, 0], X[:, 0]])


def test_a_fitted_classifier_decides_at_a_guaranteed_threshold() -> None:
    y, s = sample(18, 500)
    s = 1 / (1 + np.exp(-s))
    model = ThresholdClassifier(Given(), "precision", constraint="recall >= 0.8", confidence=0.95, cv="prefit")
    model.fit(s[:, None], y)
    result = guaranteed_threshold(y, s, "recall >= 0.8", metric="precision")
    assert (model.best_, model.threshold_, model.value_) == (result, result.threshold, result.value)
    assert math.isnan(model.standard_error_)
    assert model.predict(s[:, None]).tolist() == result.predict(s).tolist()


def test_out_of_fold_scores_give_no_guarantee() -> None:
    y, s = sample(18, 100)
    with pytest.raises(OptionError, match="needs a fitted classifier and rows that it has not seen"):
        ThresholdClassifier(Given(), "f1", constraint="recall >= 0.8", confidence=0.95).fit(s[:, None], y)
    with pytest.raises(OptionError, match=r"predicted_prevalence <= 0\.1"):
        ThresholdClassifier(Given(), "f1", confidence=0.95, max_positives=3, cv="prefit").fit(s[:, None], y)
