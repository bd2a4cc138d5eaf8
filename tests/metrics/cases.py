"""
Rows and options of each metric for the tests over all of them.

A new metric needs a line here only if it has options without a default, takes other rows than its kind does, or does
not keep a promise that others keep. `average`, `multi_class` and `weights` are added by `cases_of`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.files import TESTS

import concordant
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

NAN = float("nan")
REFERENCE = TESTS / "reference"
OF_MANY = ("panel", "numbers")  # see agreement/test_panels.py and test_correlations.py
METRICS = [metric for metric in concordant.metrics.find() if metric.facts.input not in OF_MANY]

# Every metric with all its options draws rows of its own, so that a few are many together; where types and layouts of
# the rows are what is tested, their numbers matter less.
drawn = settings(max_examples=max(settings().max_examples // 4, 1))
hardly_drawn = settings(max_examples=max(settings().max_examples // 8, 1))


@dataclass(frozen=True)
class Case:
    """A metric on one kind of rows with these options."""

    metric: Metric
    kind: str
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self, y_true: Any, other: Any, **data: Any) -> Any:
        """The public call, silent: NaN where undefined."""
        return self.metric(y_true, other, **{**CALL[self.kind], "undefined": NAN, **data}, **self.options)

    def state(self, y_true: Any, other: Any, **data: Any) -> Any:
        return self.metric.state(y_true, other, **{**CALL[self.kind], **data}, **self._of_state(True))

    def of(self, state: Any) -> Any:
        return self.metric.of(state, undefined=NAN, **self.formula_options)

    @property
    def formula_options(self) -> dict[str, Any]:
        return self._of_state(False)

    def _of_state(self, wanted: bool) -> dict[str, Any]:
        """The options that decide the state, or all others; the average over rows decides both."""
        names = self.metric.state_options
        chosen = {name: value for name, value in self.options.items() if (name in names) == wanted}
        return chosen | ({"average": "samples"} if self.options.get("average") == "samples" else {})

    def __str__(self) -> str:
        return f"{self.metric.name} on {self.kind} with {self.options}"


# What a call names beside the rows: all labels, so that a part of the rows has the labels of the whole.
CALL: dict[str, dict[str, Any]] = {
    "two labels": {"labels": [0, 1]},
    "four labels": {"labels": [0, 1, 2, 3]},
    "indicators": {},
    "scores": {"labels": [0, 1]},
    "scores of classes": {"labels": [0, 1, 2]},
    "scores of indicators": {},
    "probabilities": {"labels": [0, 1]},
    "probabilities of classes": {"labels": [0, 1, 2]},
    "probabilities of indicators": {},
    "measurements": {},
}


def cases_of(metric: Metric) -> list[Case]:
    """The kinds of rows that a metric takes, and its options on each."""
    made = [case for own in options_of(metric) for case in _cases(metric, own)]
    kinds = KINDS.get(metric.name)
    return made if kinds is None else [case for case in made if case.kind in kinds]


def options_of(metric: Metric) -> list[dict[str, Any]]:
    """Sets of options, the first of them usual."""
    return OPTIONS.get(metric.name, [{}])


def _cases(metric: Metric, own: dict[str, Any]) -> list[Case]:
    several = [{**own, "average": x} for x in ("macro", "micro", "weighted", None)]
    averages = several if "average" in metric.options and "average" not in own else [own]
    if metric.facts.input in ("measurements", "numbers"):  # of two raters
        return [Case(metric, "measurements", own)]
    if metric.facts.input in ("decisions", "rows"):
        return [Case(metric, kind, own) for kind in KINDS.get(metric.name, ("scores of indicators",))]
    if metric.facts.input == "probabilities":
        return _of_probabilities(metric, own, averages)
    if metric.facts.input == "scores":
        made = [Case(metric, "scores", own)]
        made += [Case(metric, kind, x) for kind in ("scores of classes", "scores of indicators") for x in averages]
        if "multi_class" in metric.options:
            ovo = [{**own, "multi_class": "ovo", "average": x} for x in ("macro", "weighted", None)]
            made += [Case(metric, "scores of classes", options) for options in ovo]
        return made
    made = [Case(metric, "two labels", own)]
    made += [Case(metric, kind, x) for kind in ("four labels", "indicators") for x in averages]
    if len(averages) > 1:
        made.append(Case(metric, "indicators", {**own, "average": "samples"}))
    if "weights" in metric.options and "weights" not in own:
        made += [Case(metric, "four labels", {**own, "weights": x}) for x in ("linear", "quadratic", PENALTIES)]
    return made


def _of_probabilities(metric: Metric, own: dict[str, Any], averages: list[dict[str, Any]]) -> list[Case]:
    if "reduction" not in metric.state_options:  # the mean of a loss
        several = [{**own, "average": x} for x in ("macro", None)] if len(averages) > 1 else averages
        made = [Case(metric, "probabilities", own), Case(metric, "probabilities of classes", own)]
        return made + [Case(metric, "probabilities of indicators", x) for x in several]
    made = [Case(metric, "probabilities", own)]
    made += [Case(metric, f"probabilities of {what}", x) for what in ("classes", "indicators") for x in averages]
    top = {**own, "reduction": "top_label"}
    return [*made, Case(metric, "probabilities", top), Case(metric, "probabilities of classes", top)]


@dataclass(frozen=True)
class Rows:
    """Truth and what stands beside it; indexing takes rows."""

    y_true: Any
    other: Any

    def __getitem__(self, index: Any) -> Rows:
        return Rows(self.y_true[index], self.other[index])

    def __len__(self) -> int:
        return len(self.y_true)

    def __iter__(self) -> Any:
        return iter((self.y_true, self.other))


@st.composite
def rows_of(draw: st.DrawFn, kind: str, *, least: int = 0, most: int = 12) -> Rows:
    """Rows of a kind with many ties; all numbers are exact in float32 (sixteenths)."""
    n = draw(st.integers(least, most))

    def integers(high: int, columns: int = 0) -> Any:
        size = n * max(columns, 1)
        values = draw(st.lists(st.integers(0, high), min_size=size, max_size=size))
        return np.array(values, dtype=np.int64).reshape((n, columns) if columns else (n,))

    if kind == "two labels":
        return Rows(integers(1), integers(1))
    if kind == "four labels":
        return Rows(integers(3), integers(3))
    if kind == "indicators":
        return Rows(integers(1, 3), integers(1, 3))
    if kind in ("scores", "probabilities"):
        return Rows(integers(1), integers(16) / 16)
    if kind == "scores of classes":
        return Rows(integers(2), integers(16, 3) / 16)
    if kind in ("scores of indicators", "probabilities of indicators"):
        return Rows(integers(1, 3), integers(16, 3) / 16)
    if kind == "probabilities of classes":
        cuts = np.sort(integers(16, 2) / 16, axis=1)
        return Rows(integers(2), np.diff(cuts, axis=1, prepend=0.0, append=1.0))
    return Rows((integers(16) - 8) / 4, (integers(16) - 8) / 4)


def drawn_cases(metric: Metric, data: st.DataObject, *, least: int = 0, most: int = 12) -> Iterator[tuple[Case, Rows]]:
    """Each case of a metric with rows; cases of one kind get the same rows."""
    rows: dict[str, Rows] = {}
    for case in cases_of(metric):
        if case.kind not in rows:
            rows[case.kind] = data.draw(rows_of(case.kind, least=least, most=most), label=case.kind)
        yield case, rows[case.kind]


EXAMPLES: dict[str, tuple[Any, Any]] = {
    "two labels": ([0, 1, 1, 0], [0, 1, 0, 0]),
    "four labels": ([0, 1, 2, 3], [0, 1, 2, 2]),
    "indicators": ([[0, 1, 1], [1, 0, 0]], [[0, 1, 0], [1, 0, 1]]),
    "scores": ([0, 1, 1, 0], [0.125, 0.75, 0.25, 0.5]),
    "scores of classes": ([0, 1, 2], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.0, 0.75, 0.25]]),
    "scores of indicators": ([[0, 1, 1], [1, 0, 0]], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]]),
    "measurements": ([1.0, 2.0, 4.0], [1.5, 2.0, 3.5]),
}


def example_of(kind: str) -> Rows:
    """A few rows of a kind, on which a metric is defined."""
    y_true, other = EXAMPLES[kind.replace("probabilities", "scores")]
    return Rows(np.array(y_true), np.array(other))


def no_rows(kind: str) -> Rows:
    """Rows of a kind, but none."""
    return example_of(kind)[:0]


def rows_and_weights(kind: str, n: int = 24) -> tuple[Rows, Any]:
    """Rows on which metrics are defined, with weights that are not whole numbers, and one of zero."""
    rng = np.random.default_rng(3)
    weights = rng.integers(1, 9, n) * 0.375
    weights[5] = 0
    if kind == "measurements":
        return Rows((rng.integers(0, 16, n) - 8) / 4, (rng.integers(0, 16, n) - 8) / 4), weights
    several = "classes" in kind or "four" in kind or "indicators" in kind
    truth = rng.integers(0, 2, (n, 3)) if "indicators" in kind else rng.integers(0, 3 if several else 2, n)
    if kind in ("two labels", "four labels", "indicators"):
        return Rows(truth, np.where(rng.random(truth.shape) < 0.5, truth, rng.permutation(truth))), weights
    scores = rng.integers(1, 16, (n, 3) if several else n) / 16
    if kind == "probabilities of classes":
        scores = scores / scores.sum(1, keepdims=True)
    return Rows(truth, scores), weights


def assert_same(found: Any, expected: Any, case: object, *, rtol: float = 1e-9) -> None:
    """Numbers within rounding, tables exactly where they are whole."""
    if isinstance(expected, Counts):
        assert found.labels == expected.labels, str(case)
        assert_allclose(found.table, expected.table, rtol=rtol, err_msg=str(case))
    elif isinstance(expected, dict):
        assert_same(list(found.items()), list(expected.items()), case, rtol=rtol)
    elif isinstance(expected, (tuple, list)):
        assert len(found) == len(expected), str(case)
        for one, two in zip(found, expected, strict=True):
            assert_same(one, two, case, rtol=rtol)
    elif is_dataclass(expected):
        assert type(found) is type(expected), str(case)
        for part in filter(lambda one: one.compare, fields(expected)):
            one, two = getattr(found, part.name), getattr(expected, part.name)
            if part.name == "thresholds":
                assert_array_equal(one, two, err_msg=str(case))
            else:
                assert_same(one, two, f"{part.name} of {case}", rtol=rtol)
    elif expected is None or isinstance(expected, (str, bool)):
        assert found == expected, str(case)
    elif np.shape(found) != np.shape(expected) or not np.array_equal(found, expected, equal_nan=True):
        assert np.shape(found) == np.shape(expected), str(case)
        assert_allclose(found, expected, rtol=rtol, atol=1e-12, equal_nan=True, err_msg=str(case))


def reference(name: str) -> list[dict[str, Any]]:
    """The values that tests/reference/make.R wrote."""
    cases: list[dict[str, Any]] = json.loads((REFERENCE / f"{name}.json").read_text())["cases"]
    return cases


def random_labels(seed: int, n: int, classes: int, *, agree: float = 0.5) -> tuple[Any, Any, Any]:
    """Truth, a prediction that is often the truth, and weights; every class occurs in both where n is large."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    pred = np.where(rng.random(n) < agree, truth, rng.integers(0, classes, n))
    return truth, pred, rng.random(n) * 3


FAMILIES = ("linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
FROM_R = reference("agreement")  # tests/reference/agreement.R: vcd, lpSolve; epiR, caret for two labels


# -- what metrics need beside the defaults ----------------------------------------------------------------------------

PENALTIES = ((0.0, 1.0, 3.0, 4.0), (2.0, 0.0, 6.0, 1.0), (1.0, 5.0, 0.0, 2.0), (7.0, 1.0, 0.5, 0.0))

# metric -> the sets of options it is taken with.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "expected_cost": [{"cost": PENALTIES}, {"cost": PENALTIES, "normalized": True}],
    "normalized_mutual_information": [{}, {"mean": "min"}],
    "calibration_curve": [{}, {"n_bins": 3, "strategy": "quantile"}, {"edges": (0.0, 0.25, 1.0), "closed": "right"}],
    "debiased_calibration_error": [{"n_bins": 2}, {"n_bins": 3, "strategy": "quantile"}],
    "expected_calibration_error": [
        {},
        {"norm": "l2", "n_bins": 3, "debias": True},
        {"norm": "l2", "n_bins": 4, "strategy": "quantile"},
        {"edges": (0.0, 0.25, 1.0), "closed": "right"},
    ],
    "hosmer_lemeshow": [{}, {"n_bins": 4, "sample": "training"}],
    "maximum_calibration_error": [{}, {"n_bins": 2, "strategy": "quantile"}],
    "murphy_decomposition": [{}, {"n_bins": 2}, {"n_bins": 3, "strategy": "quantile", "debias": True}],
    "integrated_calibration_index": [{}, {"span": 0.4}],
    "smooth_calibration_curve": [{}, {"span": 0.4}],
    "f_beta": [{"beta": 2.0}],
    "discounted_cumulative_gain": [{}, {"k": 2, "log_base": 3.5}, {"ignore_ties": True}],
    "mean_reciprocal_rank": [{}, {"ties": "worst"}, {"ties": "best"}],
    "normalized_discounted_cumulative_gain": [{"k": 1}, {}, {"k": 2, "ignore_ties": True}],
    "one_error": [{}, {"ties": "worst"}, {"ties": "best"}],
    "top_k_accuracy": [{}, {"k": 1, "ties": "worst"}, {"ties": "best"}, {"ties": "last"}],
    "adjacent_agreement": [{}, {"within": 0}, {"within": 2}],
    "cohen_kappa": [{}, {"weights": "ordinal"}, {"weights": "circular"}],
    "gwet_ac2": [{"weights": x} for x in ("quadratic", "linear", "ordinal", "radical", "circular", "bipolar")],
    "kappa_max": [{}, {"weights": "ordinal"}, {"weights": "radical"}],
    "krippendorff_alpha": [
        {"weights": None},  # named in each set: a matrix that is not symmetric is refused
        {"weights": "linear"},
        {"level_of_measurement": "ordinal", "weights": None},
        {"level_of_measurement": "bipolar", "weights": None},
    ],
    "positive_agreement": [{"weights": None}],  # with weights it is of one label a row: see test_panels.py
    "weighted_agreement": [{"weights": x} for x in (None, "quadratic", "linear", "bipolar")],
    "geometric_mean": [{}, {"correction": 0.01}],
    "gain_at": [{"depth": 0.3}, {"depth": 1.0}],
    "h_measure": [{}, {"prior": "severity"}, {"prior": (1.5, 3.0)}],
    "lift_at": [{"depth": 0.3}],
    "net_benefit": [
        {"threshold": 0.25},
        {"threshold": 0.5, "prevalence": 0.1},
        {"threshold": 0.0, "standardized": True},
    ],
    "net_interventions_avoided": [{"threshold": 0.25}, {"threshold": 0.5, "prevalence": 0.1}],
    "decision_curve": [
        {},
        {"thresholds": (0.0, 0.25, 0.5), "standardized": True},
        {"thresholds": (0.25, 0.3), "prevalence": 0.1},
    ],
    "operating_point": [{}, {"maximise": "recall", "precision": 0.6}, {"maximise": "precision", "recall": 0.5}],
    "partial_auc": [
        {"fpr": (0.0, 1.0)},
        {"fpr": (0.1, 0.6)},
        {"max_fpr": 0.3, "corrected": False},
        {"tpr": (0.55, 1.0)},
    ],
    "precision_at_k": [{"k": 2}],
    "precision_at_recall": [{"recall": 0.6}],
    "recall_at_k": [{"k": 2}, {"k": 5}],
    "recall_at_precision": [{"precision": 0.6}],
    "sensitivity_at_specificity": [{"specificity": 0.7}, {"specificity": 0.55, "interpolate": True}],
    "specificity_at_sensitivity": [{"sensitivity": 0.7}, {"sensitivity": 0.55, "interpolate": True}],
}

# metric -> the kinds of rows that it takes (see CALL in cases.py), where they are not all of its input.
KINDS: dict[str, tuple[str, ...]] = {
    "expected_cost": ("four labels",),
    "hinge_loss": ("scores", "scores of classes", "scores of indicators"),
    "top_k_accuracy": ("scores of classes",),
    "hand_till_auc": ("scores", "scores of classes"),
}

# metric -> truth, the worst and the best that can stand beside it, where two classes in the usual order do not tell.
ENDS: dict[str, tuple[Any, Any, Any]] = {
    "kolmogorov_smirnov": ([0, 1, 0, 1], [2, 2, 2, 2], [1, 3, 2, 4]),  # the wrong way round is as far apart
    "label_ranking_loss": ([[0, 1, 1], [1, 0, 0]], [[3, 2, 1], [1, 2, 3]], [[1, 2, 3], [3, 2, 1]]),
    "normalized_discounted_cumulative_gain": ([[0, 1, 1]], [[3, 2, 1]], [[1, 2, 3]]),
    "one_error": ([[0, 1, 1]], [[3, 2, 1]], [[1, 2, 3]]),
    "top_k_accuracy": ([0, 1, 2], [[1, 2, 3], [3, 1, 2], [2, 3, 1]], [[3, 2, 1], [2, 3, 1], [1, 2, 3]]),
    "adjacent_agreement": ([0, 2, 0, 2], [2, 0, 2, 0], [0, 2, 0, 2]),
    "detection_rate": ([1, 1], [0, 0], [1, 1]),  # its greatest value is the prevalence
}

_OF_RANKED_LABELS = (
    "coverage_error",
    "discounted_cumulative_gain",
    "label_ranking_average_precision",
    "label_ranking_loss",
    "mean_reciprocal_rank",
    "normalized_discounted_cumulative_gain",
    "one_error",
    "top_k_accuracy",
)

# name of a test over all metrics -> metric for which it cannot hold -> why.
CANNOT_HOLD: dict[str, dict[str, str]] = {
    "test_a_stack_of_moments_is_a_loop_over_them": {
        **dict.fromkeys(_OF_RANKED_LABELS, "its states hold its options; see test_metric.py"),
        "brier_skill_score": "its moments hold the classes beside the loss; see its tests",
        "log_loss_skill_score": "its moments hold the classes beside the loss; see its tests",
        "standardized_mean_difference": "one row has no standard deviation; see its tests",
    },
    "test_no_value_of_chance_is_stated_where_it_depends_on_the_data": {
        **dict.fromkeys(_OF_RANKED_LABELS, "ranks labels; see test_metric.py"),
        "expected_cost": "its matrix of costs is for four labels",
        "gain_at": "chance gives the depth that is asked for",
        "recall_at_k": "chance gives k / n: little in large data",
        "recall_at_precision": "by chance no threshold has the precision",
        "sensitivity_at_specificity": "chance gives 1 less what is asked for",
        "specificity_at_sensitivity": "chance gives 1 less what is asked for",
        "brennan_prediger": "the two draws happen to be alike",
        "expected_calibration_error_null": "it is small wherever there are many rows",
        "observed_expected_ratio": "independent rows of any share give 2 there",
    },
    "test_independent_rows_give_the_value_of_chance": {
        **dict.fromkeys(_OF_RANKED_LABELS, "ranks labels; see test_metric.py")
    },
    "test_the_range_is_reached_at_both_ends": {
        "expected_cost": "its range depends on the costs",
        **dict.fromkeys(
            ("macro_mean_absolute_error", "mean_absolute_error", "mutual_information"), "it has no upper limit"
        ),
        "normalized_mutual_information": "one that is always wrong tells as much",
        "uncertainty_coefficient": "one that is always wrong tells as much",
        "average_precision_lift": "its least and greatest values depend on the prevalence",
        "gain_at": "the depth limits it; see its tests",
        "lift_at": "depth and prevalence limit it; see its tests",
        "precision_at_recall": "it cannot be below the prevalence; see its tests",
        "precision_recall_auc": "its least value depends on the prevalence; see its tests",
        "recall_at_precision": "a precision that no threshold has is undefined, not 0",
        "adjusted_count_r2": "it has no least value; see its own tests",
        "average_precision": "its least value depends on the prevalence; see the test beside it",
        "gwet_ac2": "how low it can be depends on weights and labels; see its tests",
        "krippendorff_alpha": "it comes near -1 with many rows only: -1 + 1/n; see its tests",
    },
    "test_other_metrics_change_by_an_exchange": {
        "expected_cost": "its matrix of costs is for four labels; see its tests"
    },
    "test_text_without_an_order_is_taken_where_no_order_is_needed": {
        "expected_cost": "a matrix needs the order; see its tests"
    },
    "test_a_corrected_prediction_of_two_labels_is_no_worse": {
        **dict.fromkeys(
            ("mutual_information", "normalized_mutual_information", "uncertainty_coefficient"),
            "one that is always wrong tells as much",
        )
    },
    "test_classes_against_the_rest_are_a_loop_over_the_classes": {"hand_till_auc": "it compares pairs of classes"},
    "test_a_score_moved_the_right_way_is_no_worse": {
        "kolmogorov_smirnov": "it is two-sided: the wrong way round counts as much"
    },
    "test_values_stay_in_the_range_also_with_weights": {
        "brennan_prediger": "weights of several labels can give less; see its tests"
    },
    "test_nan_has_exactly_one_reason": {
        "calibration_curve": "a bin without rows has no share, and its weight of 0 beside it says why"
    },
    "test_the_value_does_not_change_with_the_unit_of_the_weights": {
        "debiased_calibration_error": "what it takes off depends on n",
        "expected_calibration_error": "what debias=True takes off depends on n",
        "murphy_decomposition": "what debias=True takes off depends on n",
        "precision_at_k": "k is a number of rows",
        "standardized_mean_difference": "its divisor is n - 1",
        "krippendorff_alpha": "its correction for small samples depends on n",
    },
    "test_a_stack_of_tables_is_a_loop_over_them_and_warns_once": {
        "confusion_matrix": "it gives the tables back, which are no numbers"
    },
    "test_huge_counts_give_the_same_as_their_shares": {
        "confusion_matrix": "its counts are not shares",
        "krippendorff_alpha": "its correction for small samples depends on n",
    },
}

# metric -> name of a test over all metrics that cannot hold for it -> why.
EXEMPT: dict[str, dict[str, str]] = {
    name: {test: why[name] for test, why in CANNOT_HOLD.items() if name in why}
    for name in {name for why in CANNOT_HOLD.values() for name in why}
}

# option -> values that each move some number, so that each has a signature of its own.
CHOICES: dict[str, list[Any]] = {
    "classes": [None, (0,), (1, 0)],
    "average": ["binary", "macro", "micro", "weighted", None],
    "beta": [0.5, 1.0, 2.0],
    "closed": ["left", "right"],
    "corrected": [False, True],
    "correction": [0.0, 0.01],
    "cost": [((0, 1, 1), (1, 0, 1), (1, 1, 0)), ((0, 2, 1), (1, 0, 1), (1, 1, 0)), {(0, 1): 2}, {(0, 1): 3}],
    "debias": [False, True],
    "depth": [0.1, 0.2],
    "edges": [None, (0.0, 0.5, 1.0), (0.0, 0.25, 1.0)],
    "fpr": [None, (0.0, 0.1), (0.0, 0.2)],
    "ignore_ties": [False, True],
    "interpolate": [False, True],
    "k": [1, 2],
    "level_of_measurement": [None, "nominal", "ordinal", "ratio"],
    "log_base": [2, 10],
    "max_fpr": [None, 0.1, 0.2],
    "maximise": ["informedness", "recall", "precision"],
    "mean": ["arithmetic", "geometric", "min", "max"],
    "multi_class": ["ovr", "ovo"],
    "n_bins": [5, 10],
    "norm": ["l1", "l2"],
    "normalized": [False, True],
    "pos_label": [None, 0, 1, "1"],
    "precision": [0.5, 0.9],
    "prevalence": [None, 0.1, 0.2, {0: 0.5, 1: 0.3, 2: 0.2}, {0: 0.2, 1: 0.3, 2: 0.5}],
    "prior": ["hand2014", "hand2009", (2.0, 3.0), (3.0, 2.0)],
    "recall": [0.5, 0.9],
    "sample": ["validation", "training"],
    "score": ["brier", "log"],
    "sensitivity": [0.5, 0.9],
    "severity_ratio": [None, 0.5, 2.0],
    "span": [0.5, 0.75],
    "specificity": [0.5, 0.9],
    "standardized": [False, True],
    "standardizer": ["pooled", "y_true"],
    "strategy": ["uniform", "quantile"],
    "threshold": [0.1, 0.2],
    "thresholds": ["mean", "sum", (0.1, 0.2), (0.1, 0.3), (0.1, 0.2, 0.3)],
    "ties": ["expected", "worst", "best"],
    "tpr": [None, (0.5, 1.0), (0.8, 1.0)],
    "weights": [None, "linear", "quadratic", ((0, 1, 1), (1, 0, 1), (1, 1, 0)), ((0, 2, 2), (2, 0, 2), (2, 2, 0))],
    "within": [0, 1, 2.5],
}
