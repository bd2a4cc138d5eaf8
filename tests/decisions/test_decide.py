"""Decisions from probabilities: edges, hand-worked cases, what the record says."""

from __future__ import annotations

import itertools
import json
import math
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutations import as_written, places, replaced

import concordant
from concordant import best_threshold, decide, guaranteed_threshold, ordinal_cut_points
from concordant.decisions.from_probabilities import DecisionRule, LabelThresholds, climb
from concordant.errors import (
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    StateFormatError,
    UndefinedMetricWarning,
    WeightError,
)
from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold
from concordant.states import Counts


def forecasts(n: int = 4000, size: int = 5, seed: int = 0) -> tuple[Any, Any]:
    """Calibrated probabilities and labels drawn from them."""
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet(np.linspace(0.3, 1.2, size), n)
    truth = (prob.cumsum(1) < rng.random((n, 1))).sum(1)
    return prob, np.minimum(truth, size - 1)


# --- hand-worked ------------------------------------------------------------------------------------


def test_accuracy_takes_the_likeliest_label_and_the_first_of_equal_ones() -> None:
    found = decide([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]], "accuracy")
    assert found.labels.tolist() == [0, 2]
    assert (found.value, found.exact, found.upper_bound) == (0.5, True, 0.5)
    assert found.how == "the likeliest label"
    assert found.expected_table.tolist() == [[0.5, 0.0, 0.2], [0.5, 0.0, 0.3], [0.0, 0.0, 0.5]]


def test_costs_are_weighed() -> None:
    # calling 0 costs 10 * 0.2, calling 1 costs 0.8
    found = decide([0.2, 0.05], cost={(1, 0): 10, (0, 1): 1})
    assert found.labels.tolist() == [1, 0]
    assert found.value == pytest.approx((0.8 + 0.5) / 2)
    assert decide([[0.8, 0.2]], cost=[[0, 1], [10, 0]]).labels.tolist() == [1]


def test_balanced_accuracy_weighs_by_the_share_of_the_class() -> None:
    found = decide([[0.6, 0.4], [0.9, 0.1], [0.9, 0.1]], "balanced_accuracy")
    assert found.labels.tolist() == [1, 0, 0]


def test_quadratic_kappa_cuts_the_posterior_mean() -> None:
    prob, _ = forecasts()
    values = np.array([1.0, 2.0, 4.0, 5.0, 9.0])
    found = decide(prob, "cohen_kappa", weights="quadratic", labels=[1, 2, 4, 5, 9])
    mean = prob @ values
    cuts = mean.mean() + found.value * ((values[1:] + values[:-1]) / 2 - mean.mean())
    assert found.labels.tolist() == values[np.searchsorted(cuts, mean, side="right")].astype(int).tolist()
    assert found.how == "the mean of the row's probabilities, cut at " + ", ".join(f"{cut:.4g}" for cut in cuts)


def test_the_value_is_the_metric_of_the_expected_table() -> None:
    prob, _ = forecasts(300)
    found = decide(prob, "cohen_kappa", weights="linear")
    table = np.array([[prob[found.labels == b, a].sum() for b in range(5)] for a in range(5)])
    np.testing.assert_allclose(found.expected_table, table, rtol=0, atol=1e-9)
    counts = concordant.Counts.from_table(table)
    assert found.value == pytest.approx(concordant.cohen_kappa.of(counts, weights="linear"), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "options"),
    [("cohen_kappa", {"weights": "quadratic"}), ("cohen_kappa", {}), ("accuracy", {}), ("f1", {"average": "macro"})],
)
def test_forecasts_of_calibrated_probabilities_come_true(name: str, options: dict) -> None:
    prob, truth = forecasts(20_000)
    found = decide(prob, name, **options)
    said = getattr(concordant, name)(truth, found.labels, **options)
    assert said == pytest.approx(found.value, abs=0.015)
    likeliest = getattr(concordant, name)(truth, prob.argmax(1), **options)
    assert said > likeliest - 0.005


def test_multiclass_optimum_is_better_than_argmax_where_it_counts() -> None:
    prob, truth = forecasts(20_000)
    found = decide(prob, "cohen_kappa", weights="quadratic")
    gain = concordant.cohen_kappa(truth, found.labels, weights="quadratic") - concordant.cohen_kappa(
        truth, prob.argmax(1), weights="quadratic"
    )
    assert gain > 0.02


# --- the rule -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy", {}),
        ("cohen_kappa", {"weights": "quadratic"}),
        ("cohen_kappa", {"weights": "linear"}),
        ("balanced_accuracy", {}),
    ],
)
def test_the_rule_of_an_exact_metric_makes_the_same_decisions_row_by_row(name: str, options: dict) -> None:
    prob, _ = forecasts(500)
    found = decide(prob, name, **options)
    assert found.rule.apply(prob).tolist() == found.labels.tolist()
    assert [found.rule.apply(prob[i : i + 1])[0] for i in range(20)] == found.labels[:20].tolist()


def test_a_row_depends_on_its_company_but_not_by_the_rule() -> None:
    prob, _ = forecasts(400)
    found = decide(prob, "cohen_kappa", weights="quadratic")
    few = prob[prob.argmax(1) <= 1][:30]
    alone = decide(few, "cohen_kappa", weights="quadratic").labels
    assert alone.tolist() != found.rule.apply(few).tolist()


def test_local_optima_follow_their_rule_up_to_single_rows() -> None:
    prob, _ = forecasts(3000, 4)
    for name, options in (("matthews_correlation", {}), ("f1", {"average": "macro"})):
        found = decide(prob, name, **options)
        assert not found.exact
        assert (found.rule.apply(prob) == found.labels).mean() > 0.998
    assert found.upper_bound >= found.value
    assert "a local optimum" in str(found)


def test_rule_checks_the_columns() -> None:
    rule = decide([[0.5, 0.3, 0.2]], "accuracy").rule
    with pytest.raises(LengthError, match=r"needs probabilities of shape \(n, 3\), not \(1, 2\)"):
        rule.apply([[0.5, 0.5]])


def test_binary_rule_reads_one_column_too() -> None:
    found = decide([0.1, 0.4, 0.45], "f1", labels=["no", "yes"])
    assert found.labels.tolist() == ["no", "yes", "yes"]
    assert found.rule.apply([0.25, 0.24]).tolist() == ["yes", "no"]
    assert found.how == "'yes' where its probability is at least 0.25"


# --- edges ------------------------------------------------------------------------------------------


def test_no_rows() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa"):
        found = decide(np.zeros((0, 3)), "cohen_kappa")
    assert found.labels.shape == (0,)
    assert math.isnan(found.value)
    with pytest.warns(UndefinedMetricWarning, match="f1"):
        assert decide(np.zeros(0), "f1").labels.shape == (0,)


def test_certain_probabilities() -> None:
    found = decide(np.eye(4)[[0, 1, 2, 3, 3]], "cohen_kappa", weights="quadratic")
    assert found.labels.tolist() == [0, 1, 2, 3, 3]
    assert found.value == 1.0


def test_only_one_class_has_probability() -> None:
    with pytest.warns(UndefinedMetricWarning, match="cohen_kappa"):
        found = decide([[1.0, 0.0], [1.0, 0.0]], "cohen_kappa")
    assert found.labels.tolist() == [0, 0]
    assert math.isnan(found.value)
    assert found.reason is not None


def test_a_class_without_probability_is_never_answered() -> None:
    prob, _ = forecasts(300, 4)
    wider = np.insert(prob, 2, 0.0, axis=1)
    for name in ("accuracy", "cohen_kappa", "matthews_correlation"):
        one, two = decide(prob, name), decide(wider, name)
        assert two.value == pytest.approx(one.value, abs=1e-9)
        assert 2 not in two.labels


def test_uninformative_probabilities_have_no_kappa() -> None:
    found = decide(np.tile([0.2, 0.5, 0.3], (10, 1)), "cohen_kappa", weights="quadratic")
    assert found.value == pytest.approx(0.0, abs=1e-12)


def test_zero_weight_is_an_absent_row() -> None:
    prob, _ = forecasts(200)
    w = np.ones(200)
    w[::3] = 0
    one = decide(prob, "cohen_kappa", weights="quadratic", sample_weight=w)
    two = decide(prob[w > 0], "cohen_kappa", weights="quadratic")
    assert one.value == pytest.approx(two.value, abs=1e-12)
    assert one.labels[w > 0].tolist() == two.labels.tolist()
    assert one.n == two.n


def test_integer_weights_are_repeated_rows() -> None:
    prob, _ = forecasts(60, 3)
    w = np.arange(60) % 4
    for name, options in (("cohen_kappa", {}), ("cohen_kappa", {"weights": "linear"})):
        one = decide(prob, name, sample_weight=w, **options)
        two = decide(np.repeat(prob, w, axis=0), name, **options)
        assert one.value == pytest.approx(two.value, abs=1e-12)


def test_float32_and_frames_are_read() -> None:
    import pandas as pd
    import polars as pl

    prob, _ = forecasts(100, 3)
    expected = decide(prob, "cohen_kappa").labels.tolist()
    for table in (pd.DataFrame(prob), pl.DataFrame(prob), prob.tolist(), np.asfortranarray(prob)):
        assert decide(table, "cohen_kappa").labels.tolist() == expected
    assert decide(prob.astype(np.float32), "cohen_kappa").value == pytest.approx(
        decide(prob, "cohen_kappa").value, abs=1e-5
    )


def test_same_result_each_time() -> None:
    prob, _ = forecasts(30_000)
    one, two = (decide(prob, "f1", average="macro") for _ in range(2))
    assert (one.value, one.labels.tolist()) == (two.value, two.labels.tolist())


def test_ends_do_not_depend_on_the_start_where_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    from concordant.decisions.aim import aim_of
    from concordant.decisions.from_probabilities import Expected

    prob, _ = forecasts(500)
    rows = Expected(prob, None, (0, 1, 2, 3, 4), aim_of("cohen_kappa", None, {"weights": "quadratic"}))
    one, many = climb(rows, exact=True), climb(rows, exact=False)
    assert one.goal == pytest.approx(many.goal, abs=1e-12)
    assert one.steps < 10


# --- several labels at once -----------------------------------------------------------------------------


def test_labels_at_once_have_a_threshold_each() -> None:
    prob = np.array([[0.9, 0.1], [0.2, 0.05], [0.6, 0.02]])
    found = decide(prob, "f1", multilabel=True, labels=["cat", "dog"])
    # cat: {0.9, 0.6} gives 2 * 1.5 / (2 + 1.7); dog: 0.1 alone 0.2 / 1.17, two 0.3 / 2.17, all 0.34 / 3.17
    assert found.labels.tolist() == [[1, 1], [0, 0], [1, 0]]
    assert found.value == pytest.approx((3 / 3.7 + 0.2 / 1.17) / 2)
    assert found.how == "each label where its probability reaches a threshold: 'cat' at 0.4, 'dog' at 0.075"
    assert found.rule.apply([[0.5, 0.07]]).tolist() == [[1, 0]]
    each = decide(prob, "f1", multilabel=True, average=None)
    assert each.value == pytest.approx([3 / 3.7, 0.2 / 1.17])
    assert each.labels.tolist() == found.labels.tolist()


def test_labels_at_once_with_one_threshold() -> None:
    found = decide([[0.9, 0.1], [0.2, 0.05], [0.6, 0.02]], "f1", multilabel=True, average="micro")
    assert found.labels.tolist() == [[1, 0], [0, 0], [1, 0]]
    assert len(set(found.rule.thresholds.tolist())) == 1


def test_labels_at_once_need_an_average() -> None:
    with pytest.raises(InputTypeError, match="cohen_kappa has no option 'average'"):
        decide([[0.5, 0.5]], "cohen_kappa", multilabel=True)
    with pytest.raises(OptionError, match="several labels at once need a metric with average="):
        decide([[0.5, 0.5]], "f1", multilabel=True, average="binary")
    with pytest.raises(LengthError, match="one column a label"):
        decide([0.5, 0.5], "f1", multilabel=True)


def test_what_no_row_can_be_is_never_answered() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no row is positive"):
        found = decide([0.0, 0.0], "f1")
    assert found.labels.tolist() == [0, 0]
    assert decide([1.0, 1.0], "f1").labels.tolist() == [1, 1]
    assert decide([0.0, 0.0], "specificity").value == 1.0
    prob = [[0.0, 0.1, 1.0], [0.0, 0.8, 1.0]]
    with pytest.warns(UndefinedMetricWarning, match="the macro average is over 2 of 3 classes"):
        many = decide(prob, "f1", multilabel=True)
    assert many.labels.tolist() == [[0, 0, 1], [0, 1, 1]]
    assert many.value == pytest.approx((1.6 / 1.9 + 1) / 2, abs=1e-12)  # the mean of the two labels that occur


# --- what comes back --------------------------------------------------------------------------------


def test_prints_as_a_few_lines_and_is_plain_data() -> None:
    found = decide([[0.5, 0.1, 0.4], [0.4, 0.3, 0.3], [0.1, 0.3, 0.6]], "f1", average="macro")
    lines = str(found).splitlines()
    assert lines[0] == f"f1 {found.value:.4f} expected: a local optimum (3 rows)"
    assert lines[2] == f"no labels reach more than {found.upper_bound:.4f}"
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert data["labels"] == found.labels.tolist()
    assert data["signature"].startswith("f1|average:macro|labels:0..2|n:3|")


# --- wrong calls ------------------------------------------------------------------------------------


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(ScoreError, match="y_prob must hold probabilities between 0 and 1"):
        decide([[1.5, -0.5]], "accuracy")
    with pytest.raises(ScoreError, match="each row of y_prob must sum to 1"):
        decide([[0.5, 0.4, 0.3]], "accuracy")
    with pytest.raises(MissingValuesError):
        decide([[0.5, math.nan]], "accuracy")


def test_labels_must_fit_the_columns() -> None:
    with pytest.raises(LabelError, match="y_prob has 3 columns, but labels= names 2"):
        decide([[0.5, 0.3, 0.2]], "accuracy", labels=["a", "b"])
    with pytest.raises(LabelError, match="y_prob has 2 columns, but labels= names 1"):
        decide([[0.5, 0.3]], "f1", multilabel=True, labels=["a"])


def test_weights_must_fit_the_rows() -> None:
    with pytest.raises(LengthError, match="sample_weight must have one value a row"):
        decide([[0.5, 0.5]], "accuracy", sample_weight=[1, 2])
    with pytest.raises(WeightError):
        decide([[0.5, 0.5]], "accuracy", sample_weight=[-1])


def test_binary_average_of_three_classes_is_refused() -> None:
    with pytest.raises(LabelError, match='average="binary" needs two classes'):
        decide([[0.5, 0.3, 0.2]], "f1")


def test_metric_must_be_said() -> None:
    with pytest.raises(OptionError, match="say what to optimise"):
        decide([[0.5, 0.5]])
    with pytest.raises(OptionError, match="brier_score is a metric of probabilities"):
        decide([[0.5, 0.5]], "brier_score")


def test_a_missing_probability_is_said_without_an_option_that_there_is_not() -> None:
    for prob in ([0.5, np.nan], [[0.5, 0.5], [np.nan, 1.0]]):
        with pytest.raises(MissingValuesError, match=r"y_prob has 1 missing \(the first in row 1\).*leave it out"):
            decide(prob, "f1")


ROWS = {2: 8, 3: 6, 4: 5}


def everything(prob: Any, weights: Any = None) -> Any:
    """The expected tables of all answers, shape (K^n, K, K)."""
    n, size = prob.shape
    answers = np.array(list(itertools.product(range(size), repeat=n)))
    given_ = np.eye(size)[answers]
    weighed = prob if weights is None else prob * weights[:, None]
    return np.einsum("ia,mib->mab", weighed, given_)


def best_of_all(prob: Any, name: str, rows: Any = None, **options: Any) -> float:
    metric = getattr(concordant, name)
    values = metric.formula(Counts(everything(prob, rows), tuple(range(prob.shape[1]))), **options)
    values = values[~np.isnan(values)]
    if not len(values):
        return math.nan
    return values.max() if metric.facts.better == "higher" else values.min()


def probabilities(seed: int, size: int, *, absent: bool = False, ties: bool = False) -> Any:
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet(rng.uniform(0.2, 1.5, size), ROWS[size])
    if ties:
        prob = np.round(prob * 4) + 0.25
        prob /= prob.sum(1, keepdims=True)
    if absent:
        prob[:, rng.integers(size)] = 0.0
        prob = np.where(prob.sum(1, keepdims=True) > 0, prob, 1.0 * (np.arange(size) != np.argmin(prob.sum(0))))
        prob /= prob.sum(1, keepdims=True)
    return prob


def asymmetric(seed: int, size: int) -> Any:
    rng = np.random.default_rng(seed)
    matrix = rng.uniform(0.1, 3, (size, size))
    np.fill_diagonal(matrix, 0.0)
    return matrix


KAPPAS = {
    "none": lambda seed, size: {},
    "linear": lambda seed, size: {"weights": "linear"},
    "quadratic": lambda seed, size: {"weights": "quadratic"},
    "asymmetric": lambda seed, size: {"weights": asymmetric(seed, size)},
}


@pytest.mark.parametrize("kind", KAPPAS)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_kappa_of_any_weights_is_the_optimum(kind: str, size: int) -> None:
    worst = 0.0
    for seed in range(120):
        prob = probabilities(seed, size, absent=seed % 5 == 0 and size > 2, ties=seed % 3 == 0)
        options = KAPPAS[kind](seed, size)
        weights = np.random.default_rng(seed).uniform(0.1, 3, len(prob)) if seed % 4 == 0 else None
        found = decide(prob, "cohen_kappa", sample_weight=weights, **options)
        assert found.exact
        worst = max(worst, abs(found.value - best_of_all(prob, "cohen_kappa", weights, **options)))
    assert worst < 1e-12


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy", {}),
        ("balanced_accuracy", {}),
        ("zero_one_loss", {}),
        ("hamming_loss", {}),
        ("exact_match", {}),
        ("mean_absolute_error", {}),
        ("macro_mean_absolute_error", {}),
        ("adjacent_agreement", {}),
        ("adjusted_count_r2", {}),
        ("brennan_prediger", {"weights": "quadratic"}),
        ("weighted_agreement", {"weights": "linear"}),
    ],
)
def test_metrics_that_are_linear_at_fixed_truth(name: str, options: dict, size: int) -> None:
    for seed in range(30):
        prob = probabilities(seed, size, ties=seed % 3 == 0)
        found = decide(prob, name, **options)
        assert found.exact
        assert found.value == pytest.approx(best_of_all(prob, name, **options), abs=1e-12)


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("normalized", [False, True])
def test_any_cost_matrix_also_a_perverse_one(size: int, normalized: bool) -> None:
    for seed in range(40):
        cost = np.random.default_rng(seed).normal(size=(size, size))
        if normalized:
            cost = np.abs(cost)
        prob = probabilities(seed, size)
        found = decide(prob, cost=cost, normalized=normalized)
        expected = best_of_all(prob, "expected_cost", cost=cost, normalized=normalized)
        assert found.exact
        assert found.value == pytest.approx(expected, abs=1e-12)


BINARY = [
    "f1",
    "jaccard",
    "fowlkes_mallows",
    "matthews_correlation",
    "informedness",
    "precision",
    "recall",
    "specificity",
    "negative_predictive_value",
    "positive_agreement",
    "negative_agreement",
    "detection_rate",
    "false_positive_rate",
    "false_negative_rate",
    "false_discovery_rate",
    "false_omission_rate",
]


@pytest.mark.parametrize("name", [*BINARY, "f_beta"])
def test_two_classes_by_one_threshold(name: str) -> None:
    options = {"beta": 2.0} if name == "f_beta" else {}
    for seed in range(80):
        prob = probabilities(seed, 2, ties=seed % 3 == 0)
        if len(np.unique(prob[:, 1])) == 1:
            continue
        weights = np.random.default_rng(seed).uniform(0.1, 3, len(prob)) if seed % 4 == 0 else None
        found = decide(prob, name, sample_weight=weights, **options)
        assert found.exact
        assert found.value == pytest.approx(best_of_all(prob, name, weights, **options), abs=1e-12)
        assert found.rule.apply(prob).tolist() == found.labels.tolist()


@given(prob=st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=8))
def test_f1_and_its_threshold_is_half_of_it(prob: list) -> None:
    chance = np.array(prob)
    if not chance.any():
        return
    found = decide(chance, "f1")
    assert found.value == pytest.approx(best_of_all(np.column_stack([1 - chance, chance]), "f1"), abs=1e-12)
    # Lipton, Elkan & Narayanaswamy 2014, theorem 1: positive exactly above F*/2
    half = found.value / 2
    assert (found.labels[chance > half + 1e-9] == 1).all()
    assert (found.labels[chance < half - 1e-9] == 0).all()


@pytest.mark.parametrize("name", ["geometric_mean", "gwet_ac1", "markedness", "scott_pi"])
def test_others_of_two_classes_are_never_better_than_all_and_say_local(name: str) -> None:
    for seed in range(30):
        prob = probabilities(seed, 2)
        found = decide(prob, name)
        assert not found.exact
        assert found.value <= best_of_all(prob, name) + 1e-12


LOCAL = {
    "macro F1": ("f1", {"average": "macro"}, 0.95),
    "Matthews correlation": ("matthews_correlation", {}, 0.95),
    "weighted F1": ("f1", {"average": "weighted"}, 0.95),
    "AC1": ("gwet_ac1", {}, 0.9),
    "Scott's pi": ("scott_pi", {}, 0.95),
}


@pytest.mark.parametrize("kind", LOCAL)
@pytest.mark.parametrize("size", [3, 4])
def test_local_optima_are_nearly_always_the_optimum_of_few_rows(kind: str, size: int) -> None:
    name, options, least = LOCAL[kind]
    reached = 0
    for seed in range(60):
        prob = probabilities(seed, size)
        found, best = decide(prob, name, **options), best_of_all(prob, name, **options)
        assert not found.exact
        assert found.value <= best + 1e-12
        assert not found.upper_bound < best - 1e-12
        reached += found.value > best - 1e-9
    assert reached / 60 >= least


MACRO = ["f1", "jaccard", "precision", "recall", "specificity", "negative_predictive_value", "false_discovery_rate"]


@pytest.mark.parametrize("name", MACRO)
def test_the_bound_of_a_macro_average_holds_with_impossible_classes(name: str) -> None:
    sign = 1 if getattr(concordant, name).facts.better == "higher" else -1
    for seed in range(60):
        rng = np.random.default_rng(seed)
        prob = rng.dirichlet([0.3, 0.3, 0.3], 5).round(1 + seed % 3)
        prob[:, seed % 3] = 0.0
        if seed % 2:
            prob = np.eye(3)[rng.integers(0, 2, 5)]
        total = prob.sum(1, keepdims=True)
        prob = np.divide(prob, total, out=np.full_like(prob, 1 / 3), where=total > 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            found = decide(prob, name, average="macro")
            best = best_of_all(prob, name, average="macro")
        assert not sign * found.upper_bound < sign * best - 1e-12, seed


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_f1_of_several_labels_at_once(average: str) -> None:
    for seed in range(25):
        rng = np.random.default_rng(seed)
        prob = np.round(rng.random((4, 3)), 1) if seed % 2 else rng.random((4, 3))
        if seed % 5 == 0:
            prob[:, seed % 3] = seed % 2  # a label that no row has, or every row
        answers = np.array(list(itertools.product((0, 1), repeat=12))).reshape(-1, 4, 3)
        tp = (answers * prob).sum(1)
        fp, fn = (answers * (1 - prob)).sum(1), ((1 - answers) * prob).sum(1)
        table = np.stack([np.stack([4 - tp - fp - fn, fp], -1), np.stack([fn, tp], -1)], -2)
        values = concordant.f1.formula(Counts(table, (0, 1), outputs=(0, 1, 2)), average=average)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            found = decide(prob, "f1", multilabel=True, average=average)
        assert found.exact
        assert found.value == pytest.approx(np.nanmax(values), abs=1e-12)


RNG = np.random.default_rng(3)
TRUTH = RNG.choice(3, 200, p=[0.5, 0.3, 0.2])
SCORE = TRUTH + RNG.normal(size=200)
CHANCES = RNG.dirichlet([1, 1, 1], 60)


def _stored() -> dict[str, tuple[Any, Any]]:
    """A record of each kind with its class, also empty and undefined ones."""
    two = (TRUTH > 0).astype(int)
    return {
        "cut points": (CutPoints, ordinal_cut_points(TRUTH, SCORE)),
        "cut points of text": (CutPoints, ordinal_cut_points(["b", "a"] * 20, [2.0, 1.0] * 20, labels=["a", "b"])),
        "cut points of one label": (CutPoints, ordinal_cut_points([1, 1], [0.0, 1.0], labels=[0, 1, 2], cv=None)),
        "threshold": (BestThreshold, best_threshold(two, SCORE, "f1", constraint="recall >= 0.5")),
        "threshold without folds": (BestThreshold, best_threshold(two, SCORE, "accuracy", cv=None)),
        "guarantee": (GuaranteedThreshold, guaranteed_threshold(two, SCORE, "recall >= 0.6", metric="f1")),
        "rule": (DecisionRule, decide(CHANCES, "cohen_kappa", weights="quadratic").rule),
        "rule of two": (DecisionRule, decide(CHANCES[:, 0], "f1").rule),
        "rule that never says yes": (DecisionRule, DecisionRule(np.eye(2), np.array([-np.inf, 0.0]), ("no", "yes"))),
        "thresholds of labels": (LabelThresholds, decide(CHANCES, "f1", multilabel=True).rule),
        "a label never": (LabelThresholds, LabelThresholds(np.array([0.5, np.inf]), ("a", "b"))),
    }


pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
KINDS = [
    "cut points",
    "cut points of text",
    "cut points of one label",
    "threshold",
    "threshold without folds",
    "guarantee",
    "rule",
    "rule of two",
    "rule that never says yes",
    "thresholds of labels",
    "a label never",
]
NEW: list[Any] = [None, True, -1, -0.5, 0, 1.9, 10**400, "nan", "inf", "-inf", "x", [], {}, [[]], [None], {"a": 1}]


@pytest.fixture(scope="module")
def records() -> dict[str, tuple[Any, Any]]:
    return _stored()


def _mutations(data: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for path in places(data, 2):
        old = data
        for key in path:
            old = old[key]
        near = [-old, old + 0.5] if isinstance(old, (int, float)) and not isinstance(old, bool) else []
        turned = [old[::-1], old + old, old[:-1]] if isinstance(old, list) else []
        for value in (*NEW, *near, *turned):
            if value != old or isinstance(value, bool) != isinstance(old, bool):
                yield path, replaced(data, path, value)


@pytest.mark.parametrize("kind", KINDS)
def test_goes_through_json(kind: str, records: Any) -> None:
    record, found = records[kind]
    stored = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    again = record.from_dict(stored)
    assert again == found
    assert hash(again) == hash(found)
    assert json.loads(json.dumps(again.to_dict())) == stored


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_is_what_was_stored_or_it_is_refused(kind: str, records: Any) -> None:
    record, found = records[kind]
    stored = json.loads(json.dumps(found.to_dict()))
    refused = tried = 0
    for path, wrong in _mutations(stored):
        tried += 1
        try:
            again = record.from_dict(wrong)
        except StateFormatError:
            refused += 1
            continue
        assert as_written(again.to_dict()) == as_written(wrong), path
    assert tried > 80
    assert refused > 0.6 * tried  # the rest is another record of the same kind, or a remark


CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("cut points", {"labels": [0, 1, 1]}, "labels that differ"),
    ("cut points", {"n": -3.0}, "n must be a number, 0 or more, not -3.0"),
    ("cut points", {"standard_error": -0.1}, "standard_error must be .* not -0.1"),
    ("cut points", {"groups": 1.9}, "groups must be a whole number"),
    ("cut points", {"better": "up"}, "better must be one of"),
    ("cut points", {"cut_points": ["nan", "nan"]}, "there is a value and no cut points"),
    ("threshold", {"low": 9.0, "high": -9.0}, "must lie between low and high"),
    ("threshold", {"threshold": 0.123}, "must lie between low and high"),
    ("threshold", {"classes": [1, 1]}, "labels that differ"),
    ("threshold", {"optima": -1}, "optima must be a whole number"),
    ("threshold", {"n": 5.0}, "rows are in cells, of 5"),
    ("guarantee", {"intervals": [[5.0, 4.0]]}, "pairs of a lower and an upper end"),
    ("guarantee", {"confidence": 1.5}, "confidence must be a number from 0 to 1"),
    ("rule", {"gains": [[1.0, 0.0], [0.0, 1.0]]}, "gains must be finite numbers, 3 rows"),
    ("rule", {"offsets": ["nan", 0.0, 0.0]}, "offsets must be 3 numbers below infinity"),
    ("thresholds of labels", {"thresholds": ["nan", 0.5, 0.5]}, "thresholds must be 3 numbers"),
]


@pytest.mark.parametrize(("kind", "change", "message"), CONTRADICTIONS)
def test_contradictions_are_named(kind: str, change: dict[str, Any], message: str, records: Any) -> None:
    record, found = records[kind]
    with pytest.raises(StateFormatError, match=message):
        record.from_dict({**found.to_dict(), **change})


def test_negative_cells_of_a_point_are_refused(records: Any) -> None:
    stored = records["threshold"][1].to_dict()
    for change, message in (
        ({"tp": -1.0}, "tp must be a number, 0 or more"),
        ({"recall": 0.1}, "recall is not that of its cells"),
    ):
        with pytest.raises(StateFormatError, match=message):
            BestThreshold.from_dict({**stored, "point": {**stored["point"], **change}})


@pytest.mark.parametrize("record", [CutPoints, BestThreshold, GuaranteedThreshold, DecisionRule, LabelThresholds])
@pytest.mark.parametrize("data", [None, 3, "rule", [], {}, {"result": "x", "version": 1}, {"version": True}])
def test_other_data_are_refused(record: Any, data: Any) -> None:
    with pytest.raises(StateFormatError):
        record.from_dict(data)


def test_rules_decide_as_before(records: Any) -> None:
    for kind in ("rule", "thresholds of labels"):
        record, found = records[kind]
        again = record.from_dict(json.loads(json.dumps(found.to_dict())))
        assert again.apply(CHANCES).tolist() == found.apply(CHANCES).tolist()
