"""Decisions from probabilities against all K^n answers."""

import itertools
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant
from concordant import decide
from concordant.errors import UndefinedMetricWarning
from concordant.states import Counts

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
