"""What a metric cannot take is refused by an error of ours that says what came and what to do."""

from __future__ import annotations

import math
import operator
import re
from functools import partial
from typing import Any

import numpy as np
import pytest
from support.samples import random_panel

import concordant as c
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    MergeError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    RaterIdentityError,
    ScoreError,
    UndefinedMetricError,
)
from concordant.metrics.definition.kinds import CALIBRATION
from concordant.states import BucketCurve, Counts, Curve, Moments, NumericRatings, RatingMoments, Ratings, SampleCounts
from metrics.cases import METRICS, PENALTIES

THREE, TWO, TEXT = ([0, 1, 2], [0, 1, 1]), ([0, 1], [0.2, 0.7]), (["ill", "well", "well"], ["well", "ill", "well"])
TOGETHER = np.array([[0, 1], [1, 1]])  # labels that can occur together
JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6]]
RATINGS, LOPSIDED = Ratings.from_wide(random_panel(6)), np.array([[0, 1, 3], [2, 0, 1], [1, 1, 0]])
GRADES = Ratings.from_wide([["low", "high", None], ["low", "low", "mid"]])
TABLES, ROWS = Counts.from_indicators(TOGETHER, TOGETHER), SampleCounts.from_indicators([[1, 0]], [[1, 1]])
BARE = Moments(("ranked loss",), np.array(1.0), np.array(1.0), np.zeros(1), np.zeros((1, 1)))
SUMS = RatingMoments.from_wide([[1, 2], [2, 3]])
LACKING = NumericRatings.from_wide([[1, 2, 1], [3, 3, None], [4, 5, 4]])
SYMMETRIC = (c.brennan_prediger, c.fleiss_kappa, c.gwet_ac2, c.krippendorff_alpha, c.van_oest, c.weighted_agreement)
OF_NUMBERS = [metric for metric in c.metrics.find() if metric.facts.input == "numbers"]

YES_NO, RAISE = ([0, 1, 1, 0] * 6, [0, 1, 0, 0] * 6), {"prevalence": 0.1, "undefined": "raise"}
RANKED = ([[1, 0, 0, 1], [0, 1, 0, 0]], [[0.9, 0.8, 0.1, 0.3], [0.5, 0.5, 0.7, 0.5]])
GAINS = [c.discounted_cumulative_gain.state(*RANKED, k=k) for k in (3, 2)]
PROBABILITIES = ([0, 1, 1], [0.2, 0.7, 0.4])
SQUARED, SURPRISE = (metric.state(*PROBABILITIES) for metric in (c.brier_score, c.log_loss))
SKILL, SKILL_OF_LOG = (metric.state(*PROBABILITIES) for metric in (c.brier_skill_score, c.log_loss_skill_score))
OF_THREE, EMPTY = c.roc_auc.state([0, 1, 2], np.eye(3)).curves[0], Counts.empty([0, 1])
BINNED = Curve.from_scores([0, 1, 0], [0.2, 0.7, 0.4], edges=[0.0, 0.5, 1.0])
BUCKETS = BucketCurve.from_scores([0, 1], [0.2, 0.9])
OF_CALIBRATION = [metric for metric in METRICS if metric.kind is CALIBRATION]
NO_DISTANCES: list[tuple[Any, str]] = [
    (lambda one, two: one != 3 and one - two, "must be finite, at least 0, and 0 of a label from itself"),
    (lambda one, two: abs(one - two) + (one > two), "from 1 to 3 it is 2, and from 3 to 1 3."),
    (lambda one, two: float(one == two), "0 of a label from itself"),
    (lambda one, two: math.nan if one != two else 0.0, "must be finite"),
    (lambda one, two: "far", "must give a number for any two labels"),
    (lambda one: 0.0, "must give a number for any two labels"),
    ("masi", 'weights="masi" are of labels that are sets, such as frozenset({"a", "b"}), not 1.'),
    ("jaccard", 'weights="jaccard" are of labels that are sets'),
]

recalled, mixed = partial(c.recall.interval, *YES_NO), partial(c.accuracy, [0, 1], [0, 1])
smooth = partial(c.smooth_calibration_curve.interval, [0, 1] * 12, np.linspace(0.05, 0.95, 24))
kappa, text_kappa = partial(c.cohen_kappa, *THREE), partial(c.cohen_kappa, *TEXT)
alpha = partial(c.krippendorff_alpha, *THREE)
cost, icc = partial(c.expected_cost, *TEXT), partial(c.intraclass_correlation, JUDGES)
severity, bins = partial(c.h_measure, *TWO), partial(c.murphy_decomposition, *TWO)
# call, options, error, a part of its words
REFUSED: list[tuple[Any, dict[str, Any], type[ConcordantError], str]] = [
    # -- weights
    (kappa, {"weights": "cubic"}, OptionError, "a matrix or a function of two labels, not 'cubic'."),
    (kappa, {"weights": "jacard"}, OptionError, "two labels, not 'jacard'. Did you mean 'jaccard'?"),
    (kappa, {"weights": np.eye(2)}, OptionError, "for 3 labels must have the shape (3, 3), not (2, 2)."),
    (kappa, {"weights": np.full((3, 3), np.nan)}, OptionError, "a matrix of weights must hold finite numbers."),
    (kappa, {"weights": np.ones((3, 3)) * 2}, OptionError, "holds either penalties (0 on the diagonal, none negative)"),
    (kappa, {"weights": [[0, 1, -1], [1, 0, 1], [1, 1, 0]]}, OptionError, "a matrix of weights holds either penalties"),
    (kappa, {"weights": [["a"] * 3] * 3}, OptionError, "must hold numbers: could not convert string to float: 'a'"),
    (text_kappa, {"weights": [[0, 1], [2, 0]]}, LabelOrderError, "that is not symmetric speaks of the labels in an"),
    (partial(c.cohen_kappa, [1, 2, 4], [1, 2, 2]), {"weights": "circular"}, OptionError, "in equal steps, to know"),
    (partial(c.cohen_kappa, [-2, 1], [1, 1]), {"weights": "ratio"}, OptionError, "labels that are not negative; -2 is"),
    (alpha, {"weights": np.array(PENALTIES)[:3, :3]}, OptionError, "does not tell the raters apart: its matrix of "),
    (alpha, {"level_of_measurement": "ordinal", "weights": "linear"}, OptionError, "either level_of_measurement or"),
    *((partial(x, random_panel(5)), {"weights": LOPSIDED}, OptionError, "symmetric") for x in SYMMETRIC),
    (partial(c.gwet_ac2, *THREE), {}, InputTypeError, "gwet_ac2 needs weights="),
    (partial(c.fleiss_kappa, GRADES), {"weights": "linear"}, LabelOrderError, "fleiss_kappa needs the order"),
    # -- panels
    (partial(c.conger_kappa.of, RATINGS.tallies()), {}, RaterIdentityError, "who rated, and Tallies are anonymous"),
    (partial(c.cohen_kappa, random_panel(6)), {}, InputTypeError, "y_pred is absent"),
    (partial(c.fleiss_kappa, RATINGS), {"weight": "linear"}, InputTypeError, "has no option 'weight'"),
    (partial(c.fleiss_kappa, RATINGS), {"labels": [1, 2, 3]}, OptionError, "is read already: labels= cannot change it"),
    # -- numbers
    (icc, {"model": "two way"}, OptionError, "Did you mean 'two-way'"),
    (icc, {"unit": 1}, OptionError, "unit must be 'single' or 'average', not 1"),
    (icc, {"model": "one-way", "type": "consistency"}, OptionError, "asks who rated"),
    (partial(c.intraclass_correlation, GRADES), {}, ScoreError, "no numbers"),
    (partial(c.intraclass_correlation.of, np.zeros((3, 2))), {}, InputTypeError, "or RatingMoments or Ratings, not"),
    (partial(c.mean_correlation.of, SUMS), {"kind": "spearman"}, InputTypeError, "RatingMoments hold their sums"),
    (partial(c.mean_correlation, JUDGES), {"kind": "kendall"}, OptionError, "'pearson' or 'spearman', not 'kendall'"),
    (partial(c.kendall_w.of, SUMS), {}, InputTypeError, "RatingMoments hold their sums"),
    (partial(c.prmse, [[1, 2], [3, 3]], [1, math.nan]), {}, MissingValuesError, "system must have a finite number"),
    (partial(c.prmse, [[1, 2], [3, 3]], [1, 2]), {"error_variance": -1}, OptionError, "error_variance must be"),
    (partial(c.prmse.of, LACKING), {}, MissingValuesError, "the last of the raters, "),
    (partial(c.concordance_correlation, np.eye(2), np.eye(2)), {}, InputTypeError, "y_true must be one column of"),
    *((partial(x, *([["a", "b"]] * 2, [1.0, 2.0])[: len(x.data)]), {}, ConcordantError, "numbers") for x in OF_NUMBERS),
    *(
        (partial(x, *(JUDGES, [1.0] * 4)[: len(x.data)]), {"weights": 1}, InputTypeError, "no option")
        for x in OF_NUMBERS
    ),
    # -- labels
    (cost, {"cost": [[0, 1, 2], [1, 0, 1]]}, OptionError, "for 2 labels must have the shape (2, 2), not (2, 3)."),
    (cost, {"cost": [[0, np.inf], [1, 0]]}, OptionError, "costs must be finite numbers."),
    (cost, {"cost": {("ill", "wel"): 1}}, OptionError, "cost names ('ill', 'wel'); expected pairs (true label, "),
    (cost, {"cost": "high"}, OptionError, "cost must be a matrix of numbers or a mapping"),
    (cost, {"cost": {("ill", "well"): math.nan}}, OptionError, "the price of ('ill', 'well') (true label,"),
    (cost, {"cost": {("ill", "well"): 1}}, OptionError, "cost has no price of ('well', 'ill') (true label, predicted"),
    (cost, {"cost": [[0, 1], [10, 0]]}, LabelOrderError, "a matrix of costs speaks of the labels in an order, and"),
    (
        partial(c.expected_cost, ["ill", "well"], ["ill", "ill"]),
        {"cost": {("well", "ill"): 1}, "normalized": True},
        OptionError,
        "cost has no price of ('ill', 'well')",
    ),
    (partial(c.exact_match.of, TABLES), {}, InputTypeError, "tables of several labels (Counts) do not say which error"),
    (partial(c.zero_one_loss.of, TABLES), {}, InputTypeError, "take SampleCounts.from_indicators(y_true, y_pred), or"),
    (partial(c.precision, *TEXT), {}, PositiveLabelError, "which of 'ill' and 'well' is the positive class"),
    (partial(c.precision, *THREE), {}, LabelError, "needs two classes, but the data has 3: 0, 1, 2. Choose"),
    (partial(c.f1, np.eye(2, dtype=int), np.eye(2, dtype=int)), {}, LabelError, "but the data has 2: 0, 1"),
    (partial(c.f1, [0, 1, 1], [0, 1, 0]), {"average": "samples"}, InputError, "is the mean over rows"),
    (partial(c.f1.of, TABLES), {"average": "samples"}, OptionError, "it needs SampleCounts, not Counts."),
    (partial(c.f1.of, ROWS), {"average": "macro"}, OptionError, "and no other; for 'macro' take Counts."),
    # -- scores
    (partial(c.roc_auc, [0, 1, 2], np.eye(3)), {"multi_class": "ovo", "average": "micro"}, OptionError, "not 'micro'."),
    (partial(c.partial_auc, *TWO), {}, OptionError, "partial_auc needs one range: max_fpr=0.1, fpr=(low, high) or tpr"),
    (partial(c.partial_auc, *TWO), {"max_fpr": 0.1, "tpr": (0.5, 1)}, OptionError, "partial_auc needs one range: "),
    (partial(c.hand_till_auc, TOGETHER, TOGETHER / 2), {}, LabelError, "compares classes that exclude each other;"),
    (severity, {"prior": "hand2014", "severity_ratio": 0.5}, OptionError, "it is 0.5 for 'hand2014'."),
    (severity, {"prior": "severity", "severity_ratio": 0}, OptionError, 'is a number above 0 for prior="severity";'),
    (severity, {"prior": "severity", "severity_ratio": -1}, OptionError, "it is -1 for 'severity'."),
    (partial(c.top_k_accuracy, *TWO), {}, LengthError, "must have one column a class, shape (n, K), not shape (2,)"),
    # -- probabilities
    (bins, {"strategy": "quantile"}, OptionError, "strategy and closed are about bins; say n_bins or edges as well."),
    (bins, {"closed": "right"}, OptionError, "strategy and closed are about bins; say n_bins or edges as well."),
    (
        partial(c.calibration_curve, *TWO),
        {"strategy": "quantile", "closed": "right"},
        OptionError,
        "finds its own edges;",
    ),
    (
        partial(c.calibration_curve, TOGETHER, TOGETHER / 2),
        {"reduction": "top_label"},
        InputTypeError,
        "labels that can occur together have no top label",
    ),
    (partial(c.calibration_slope, *TWO), {"average": "binary"}, OptionError, "'weighted' or None, not 'binary'."),
    (partial(c.brier_skill_score, TOGETHER, TOGETHER / 2), {"average": "micro"}, OptionError, "or None, not 'micro'."),
    (partial(c.hinge_loss, [0, 1, 1], [0.5, np.inf, -np.inf]), {}, ScoreError, "values; 2 are not, the first in row 1"),
    (partial(c.hinge_loss, [0, 1, 2], np.diag([1, 2, np.inf])), {}, ScoreError, "1 are not, the first in row 2: [0.0,"),
    (partial(c.hinge_loss, [0, 1], [0.5, np.nan]), {}, MissingValuesError, "y_score has 1 missing"),
    (partial(c.ranked_probability_score, list("lhm"), np.eye(3)), {}, LabelOrderError, "and nothing says which is who"),
    (partial(c.ranked_probability_score.of, BARE), {"thresholds": "sum"}, LabelError, "needs moments that know their "),
    (partial(c.net_benefit, *TWO), {"threshold": 1.0}, OptionError, "threshold must be a number "),
    (partial(c.net_interventions_avoided, *TWO), {"threshold": 0}, OptionError, "threshold must be a number "),
    # -- states
    (partial(c.cohen_kappa.of, Moments.empty()), {}, InputTypeError, "cohen_kappa.of takes Counts, not Moments."),
    (partial(c.roc_auc.of, EMPTY), {}, InputTypeError, "roc_auc.of takes Curve or CurveStack, not Counts."),
    (partial(c.label_ranking_loss.of, [0, 1]), {}, InputTypeError, "label_ranking_loss.of takes Moments, not list."),
    (
        partial(c.label_ranking_loss.of, c.coverage_error.state(*RANKED)),
        {},
        InputTypeError,
        "takes Moments that label_ranking_loss.state made, not those of 'coverage_error'.",
    ),
    (partial(c.brier_score.of, SURPRISE), {}, InputTypeError, "brier_score.of takes Moments of the squared loss, as"),
    (
        partial(c.brier_skill_score.of, SQUARED),
        {},
        InputTypeError,
        "Moments of the squared loss with the classes beside",
    ),
    (partial(c.brier_skill_score.of, SKILL_OF_LOG), {}, InputTypeError, "makes them, not of surprise loss, positive."),
    (partial(c.pearson_correlation.of, SKILL), {}, InputTypeError, "Moments of two ratings, not of squared loss, pos"),
    *(
        (partial(metric.of, OF_THREE), {}, LabelError, f"{metric.name}.of takes a curve of two classes or a CurveStack")
        for metric in (c.roc_auc, c.hand_till_auc, c.expected_calibration_error, c.hosmer_lemeshow)
    ),
    *(
        (
            partial(metric.of, Curve.from_scores([0, 1, 0], [-3.0, 5.0, 0.5])),
            {},
            ScoreError,
            "probabilities between 0 an",
        )
        for metric in OF_CALIBRATION
    ),
    *(
        (
            partial(metric.of, BINNED),
            {},
            ScoreError,
            "a curve on fixed edges holds the lower edges of the bins in place",
        )
        for metric in OF_CALIBRATION
    ),
    (partial(operator.add, *GAINS), {}, MergeError, "k:3|log_base:2',) and ('discounted_cumulative_gain|ignore_ties:"),
    # -- bounds
    (partial(c.recall_at_precision.bounds_of, BUCKETS), {"precision": 0.5}, OptionError, "does not exist"),
    (partial(c.roc_curve.bounds_of, BUCKETS), {}, OptionError, "does not exist"),
    (partial(c.roc_auc.bounds_of, Curve.empty()), {}, InputTypeError, "takes a BucketCurve, not Curve"),
    (partial(c.roc_auc.bounds_of, BUCKETS), {"averge": None}, InputTypeError, "Did you mean 'average'"),
    (partial(c.brier_score.of, BUCKETS), {}, InputTypeError, "needs every score as it is"),
    (partial(c.accuracy.of, BUCKETS), {}, InputTypeError, "takes Counts"),
    (partial(c.precision_at_recall.bounds_of, BUCKETS * 0.5), {"recall": 0.5}, OptionError, "has no guaranteed bounds"),
    # -- options of all calls
    (partial(c.f1, object(), None), {"averge": "macro"}, InputTypeError, "has no option 'averge'"),
    (partial(c.net_benefit, object(), None), {}, InputTypeError, "needs threshold="),
    (c.f1, {"preds": [0], "target": [0]}, InputTypeError, "y_true and y_pred are absent, and preds= and target= are"),
    (partial(c.f1, *YES_NO), {"average": "none"}, OptionError, "or None, not 'none'. Did you mean None, without"),
    (recalled, {"level": "high"}, OptionError, "a number between 0 and 1 such as 0.95, not 'high'."),
    (recalled, {"level": 95}, OptionError, "not 95. Did you mean 0.95?"),
    (recalled, {"level": 2}, OptionError, "not 2."),
    (recalled, {"scheme": "row"}, OptionError, "Did you mean 'rows'?"),
    (recalled, {"simultaneous": "maxt", "average": None}, OptionError, "Did you mean 'max-t'?"),
    (recalled, {"missing": "drp"}, OptionError, "Did you mean 'drop'?"),
    (recalled, {"average": "macr"}, OptionError, "Did you mean 'macro'?"),
    (smooth, {"method": "bca"}, OptionError, "the points of smooth_calibration_curve have intervals of proportions"),
    # -- labels that do not count
    *(
        (partial(call, *YES_NO), {"missing_labels": marks}, error, f"missing_labels must be a list of labels, {words}")
        for call in (c.accuracy, c.accuracy.interval, Counts.from_labels)
        for marks, error, words in (
            ("?", InputTypeError, "not the text '?'"),
            (-1, OptionError, "such as ['?'], not -1"),
            ([[1]], InputTypeError, "and [1] is none"),
        )
    ),
    *(
        (call, {"missing_labels": [-1]}, OptionError, "missing_labels= is for columns with one label a row")
        for call in (
            partial(c.accuracy, TOGETHER, TOGETHER),
            partial(c.f1.interval, TOGETHER, TOGETHER, average="macro"),
            partial(Counts.from_labels, TOGETHER, TOGETHER),
            partial(c.roc_auc, TOGETHER, TOGETHER / 2),
        )
    ),
    # -- a target prevalence
    *(
        (partial(metric, [only] * 2, [0.2, 0.4]), RAISE, UndefinedMetricError, f"of y_true is in the class {1 - only}")
        for metric in c.metrics.find()
        if "prevalence" in metric.options and metric.facts.input == "scores"
        for only in (0, 1)
    ),
    (mixed, {"prevalence": {0: 0.5, 1: 0.4}}, OptionError, "must sum to one, not 0.9"),
    (mixed, {"prevalence": {0: 0.5}}, OptionError, "must give every class its share, and it has none for 1"),
    (mixed, {"prevalence": {0: 0.5, 1: 0.3, 2: 0.2}}, OptionError, "it has one for 2, which the data do not have; the"),
    (mixed, {"prevalence": {0: 1.5, 1: -0.5}}, OptionError, "the share of 0 in prevalence= must be a number from 0 to"),
    (mixed, {"prevalence": {0: math.nan, 1: 0.5}}, OptionError, "must be a number from 0 to 1, not nan"),
    *(
        (
            partial(*call),
            {"prevalence": 0.1},
            OptionError,
            "of two classes, but the data have 3: 0, 1, 2. Give the share",
        )
        for call in (
            *((metric, *THREE) for metric in (c.accuracy, c.f1, c.cohen_kappa)),
            (c.average_precision, [0, 1, 2], np.eye(3)),
        )
    ),
    *(
        (partial(metric, TOGETHER, TOGETHER), {"prevalence": 0.1}, OptionError, "a prevalence of its own")
        for metric in (c.precision, c.accuracy, c.zero_one_loss, c.cohen_kappa)
    ),
    (
        partial(c.f1, TOGETHER, TOGETHER),
        {"average": "samples", "prevalence": 0.1},
        OptionError,
        "labels of rows with several have each a prevalence",
    ),
    (
        partial(c.average_precision, TOGETHER, TOGETHER / 2),
        {"prevalence": {0: 0.5, 1: 0.5}},
        OptionError,
        "labels that can occur together have each a prevalence",
    ),
    (partial(TABLES.at_prevalence, 0.1), {}, OptionError, "these are tables of 2 labels or classes"),
    (
        partial(c.zero_one_loss.of, ROWS),
        {"prevalence": 0.1},
        OptionError,
        "prevalence= is for rows with one label each",
    ),
    # -- distances of two labels
    *(
        (partial(call, [1, 3, 4], [1, 3, 3]), {"weights": distance}, OptionError, words)
        for call in (c.cohen_kappa, c.krippendorff_alpha, c.gwet_ac2, c.cohen_kappa.interval)
        for distance, words in NO_DISTANCES
    ),
]


@pytest.mark.parametrize(("call", "options", "error", "words"), REFUSED, ids=[words[:50] for *_, words in REFUSED])
def test_what_a_metric_cannot_take_is_refused_in_words(
    call: Any, options: dict[str, Any], error: type[ConcordantError], words: str
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        call(**options)
