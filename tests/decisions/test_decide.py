"""Decisions from probabilities: hand-worked, against all answers, rules, stored records, and what is refused."""

from __future__ import annotations

import itertools
import json
import math
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant
from concordant import best_threshold, decide, guaranteed_threshold, ordinal_cut_points
from concordant.decisions.from_probabilities import DecisionRule, LabelThresholds
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
from concordant.metrics import find
from concordant.states import Counts

QUADRATIC = {"weights": "quadratic"}


def forecasts(n: int = 4000, size: int = 5, seed: int = 0) -> tuple[Any, Any]:
    """Calibrated probabilities and labels drawn from them."""
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet(np.linspace(0.3, 1.2, size), n)
    truth = (prob.cumsum(1) < rng.random((n, 1))).sum(1)
    return prob, np.minimum(truth, size - 1)


# --- hand-worked ----------------------------------------------------------------------------------------


def test_accuracy_takes_the_likeliest_label_and_the_first_of_equal_ones() -> None:
    decisions = decide([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]], "accuracy")
    assert decisions.labels.tolist() == [0, 2]
    assert (decisions.value, decisions.exact, decisions.upper_bound) == (0.5, True, 0.5)
    assert decisions.how == "the likeliest label"
    assert decisions.expected_table.tolist() == [[0.5, 0.0, 0.2], [0.5, 0.0, 0.3], [0.0, 0.0, 0.5]]


def test_quadratic_kappa_cuts_the_posterior_mean() -> None:
    prob, _ = forecasts()
    values = np.array([1.0, 2.0, 4.0, 5.0, 9.0])
    decisions = decide(prob, "cohen_kappa", weights="quadratic", labels=[1, 2, 4, 5, 9])
    mean = prob @ values
    cuts = mean.mean() + decisions.value * ((values[1:] + values[:-1]) / 2 - mean.mean())
    assert decisions.labels.tolist() == values[np.searchsorted(cuts, mean, side="right")].astype(int).tolist()
    assert decisions.how == "the mean of the row's probabilities, cut at " + ", ".join(f"{cut:.4g}" for cut in cuts)


# --- against the best of all answers ----------------------------------------------------------------------

ROWS = {2: 8, 3: 6, 4: 5}


def best_of_all(prob: Any, name: str, rows: Any = None, **options: Any) -> float:
    """The best value of the expected tables of all K^n answers; `rows` are weights."""
    n, size = prob.shape
    answers = np.eye(size)[np.array(list(itertools.product(range(size), repeat=n)))]
    tables = np.einsum("ia,mib->mab", prob if rows is None else prob * rows[:, None], answers)
    metric = getattr(concordant, name)
    values = metric.formula(Counts(tables, tuple(range(size))), **options)
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


def weights_of_rows(seed: int, prob: Any) -> Any:
    return np.random.default_rng(seed).uniform(0.1, 3, len(prob)) if seed % 4 == 0 else None


def asymmetric(seed: int, size: int) -> Any:
    matrix = np.random.default_rng(seed).uniform(0.1, 3, (size, size))
    np.fill_diagonal(matrix, 0.0)
    return matrix


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", "asymmetric"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_kappa_of_any_weights_is_the_optimum(weights: Any, size: int) -> None:
    for seed in range(120):
        prob = probabilities(seed, size, absent=seed % 5 == 0 and size > 2, ties=seed % 3 == 0)
        options = {"weights": asymmetric(seed, size) if weights == "asymmetric" else weights}
        rows = weights_of_rows(seed, prob)
        decisions = decide(prob, "cohen_kappa", sample_weight=rows, **options)
        assert decisions.exact
        assert abs(decisions.value - best_of_all(prob, "cohen_kappa", rows, **options)) < 1e-12


NEEDS = {"brennan_prediger": QUADRATIC, "weighted_agreement": {"weights": "linear"}, "f_beta": {"beta": 2.0}}
LINEAR = [m.name for m in find() if m.optimum.by == "row" and m.name not in ("cohen_kappa", "expected_cost")]
BY_THRESHOLD = [metric.name for metric in find() if metric.optimum.by == "threshold"]


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("normalized", [False, True])
def test_any_cost_matrix_also_a_perverse_one(size: int, normalized: bool) -> None:
    for seed in range(40):
        cost = np.random.default_rng(seed).normal(size=(size, size))
        options = {"cost": np.abs(cost) if normalized else cost, "normalized": normalized}
        prob = probabilities(seed, size)
        decisions = decide(prob, **options)
        assert decisions.exact
        assert decisions.value == pytest.approx(best_of_all(prob, "expected_cost", **options), abs=1e-12)


EXACT = [(name, size) for name in LINEAR for size in (2, 3, 4)] + [(name, 2) for name in BY_THRESHOLD]


@pytest.mark.parametrize(("name", "size"), EXACT)
def test_metrics_of_one_rule_a_row_reach_the_optimum(name: str, size: int) -> None:
    options = NEEDS.get(name, {})
    for seed in range(60):
        prob = probabilities(seed, size, ties=seed % 3 == 0)
        rows = weights_of_rows(seed, prob)
        decisions = decide(prob, name, sample_weight=rows, **options)
        assert decisions.exact
        assert decisions.value == pytest.approx(best_of_all(prob, name, rows, **options), abs=1e-12)
        assert decisions.rule.apply(prob).tolist() == decisions.labels.tolist()
        alone = [decisions.rule.apply(row)[0] for row in np.split(prob, len(prob))]
        assert alone == decisions.labels.tolist()


@given(prob=st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=8).filter(any))
def test_f1_and_its_threshold_is_half_of_it(prob: list) -> None:
    chance = np.array(prob)
    decisions = decide(chance, "f1")
    # Lipton, Elkan & Narayanaswamy 2014, theorem 1: positive exactly above F*/2
    half = best_of_all(np.column_stack([1 - chance, chance]), "f1") / 2
    assert decisions.value / 2 == pytest.approx(half, abs=1e-12)
    assert (decisions.labels[chance > half + 1e-9] == 1).all()
    assert (decisions.labels[chance < half - 1e-9] == 0).all()


LOCAL = [
    ("f1", {"average": "macro"}, 3),
    ("f1", {"average": "weighted"}, 4),
    ("matthews_correlation", {}, 4),
    ("gwet_ac1", {}, 3),
    ("geometric_mean", {}, 2),
    ("markedness", {}, 2),
]


@pytest.mark.parametrize(("name", "options", "size"), LOCAL)
def test_local_optima_are_nearly_always_the_optimum_of_few_rows(name: str, options: dict, size: int) -> None:
    reached = 0
    for seed in range(60):
        prob = probabilities(seed, size)
        decisions, best = decide(prob, name, **options), best_of_all(prob, name, **options)
        assert not decisions.exact
        assert decisions.value <= best + 1e-12
        assert not decisions.upper_bound < best - 1e-12
        reached += decisions.value > best - 1e-9
    assert reached >= 54


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("name", ["f1", "false_discovery_rate"])
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
        bound = decide(prob, name, average="macro").upper_bound
        assert not sign * bound < sign * best_of_all(prob, name, average="macro") - 1e-12, seed


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
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
        decisions = decide(prob, "f1", multilabel=True, average=average)
        assert decisions.exact
        assert decisions.value == pytest.approx(np.nanmax(values), abs=1e-12)


# --- the rule ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [("matthews_correlation", {}), ("f1", {"average": "macro"})])
def test_local_optima_follow_their_rule_up_to_single_rows(name: str, options: dict) -> None:
    prob, _ = forecasts(3000, 4)
    decisions = decide(prob, name, **options)
    assert not decisions.exact
    assert (decisions.rule.apply(prob) == decisions.labels).mean() > 0.998
    assert "a local optimum" in str(decisions)


@pytest.mark.parametrize("name", ["zero_one_loss", "accuracy"])
@pytest.mark.parametrize("size", [3, 5, 20])
def test_of_equal_probabilities_the_first_label_wins_in_every_batch(name: str, size: int) -> None:
    random = np.random.default_rng(size)
    chance = random.random((300, size)) / size
    chance[:, 0] = chance[:, -1] = chance.max(1)
    prob = random.permuted(chance / chance.sum(1, keepdims=True), axis=1)
    prob[0, :3] = [0.4737, 0.4737, 0.0526]
    prob[0, 3:] = 0.0
    decisions = decide(prob, name)
    assert decisions.labels.tolist() == prob.argmax(1).tolist()
    for rows in (1, 2, 7):
        parts = [decisions.rule.apply(prob[start : start + rows]) for start in range(0, len(prob), rows)]
        assert np.concatenate(parts).tolist() == decisions.labels.tolist()


def test_a_binary_rule_reads_one_column_too() -> None:
    decisions = decide([0.1, 0.4, 0.45], "f1", labels=["no", "yes"])
    assert decisions.labels.tolist() == ["no", "yes", "yes"]
    assert decisions.rule.apply([0.25, 0.24]).tolist() == ["yes", "no"]
    assert decisions.how == "'yes' where its probability is at least 0.25"


def test_rules_check_the_columns() -> None:
    for rule in (DecisionRule(np.eye(3), np.zeros(3), (0, 1, 2)), LabelThresholds(np.full(3, 0.5), (0, 1, 2))):
        with pytest.raises(LengthError, match=r"needs probabilities of shape \(n, 3\), not \(1, 2\)"):
            rule.apply([[0.5, 0.5]])
        with pytest.raises(MissingValuesError, match=r"1 missing \(the first in row 1\), and such a row"):
            rule.apply([[0.2, 0.5, 0.3], [np.nan, 0.5, 0.5]])
        with pytest.raises(ScoreError, match=r"the first in row 0: \[0.0, inf, 0.5\]"):
            rule.apply([[0.0, np.inf, 0.5]])


def test_decisions_print_as_a_few_lines_and_are_plain_data() -> None:
    decisions = decide([[0.5, 0.1, 0.4], [0.4, 0.3, 0.3], [0.1, 0.3, 0.6]], "f1", average="macro")
    lines = str(decisions).splitlines()
    assert lines[0] == f"f1 {decisions.value:.4f} expected: a local optimum (3 rows)"
    assert lines[2] == f"no labels reach more than {decisions.upper_bound:.4f}"
    data = json.loads(json.dumps(decisions.to_dict(), allow_nan=False))
    assert data["labels"] == decisions.labels.tolist()
    assert data["signature"].startswith("f1|average:macro|labels:0..2|n:3|")


# --- edges ------------------------------------------------------------------------------------------------


def test_no_rows_are_undefined_and_so_is_the_kappa_of_one_class() -> None:
    for prob, name, labels in (
        (np.zeros((0, 3)), "cohen_kappa", []),
        (np.zeros(0), "f1", []),
        ([[1.0, 0.0], [1.0, 0.0]], "cohen_kappa", [0, 0]),
    ):
        with pytest.warns(UndefinedMetricWarning, match=name):
            decisions = decide(prob, name)
        assert decisions.labels.tolist() == labels
        assert math.isnan(decisions.value)
        assert decisions.reason is not None


def test_what_no_row_can_be_is_never_answered() -> None:
    with pytest.warns(UndefinedMetricWarning, match="no row is positive"):
        assert decide([0.0, 0.0], "f1").labels.tolist() == [0, 0]
    assert decide([1.0, 1.0], "f1").labels.tolist() == [1, 1]
    assert decide([0.0, 0.0], "specificity").value == 1.0
    with pytest.warns(UndefinedMetricWarning, match="the macro average is over 2 of 3 classes"):
        decisions = decide([[0.0, 0.1, 1.0], [0.0, 0.8, 1.0]], "f1", multilabel=True)
    assert decisions.labels.tolist() == [[0, 0, 1], [0, 1, 1]]
    assert decisions.value == pytest.approx((1.6 / 1.9 + 1) / 2, abs=1e-12)  # the mean of the two labels that occur


# --- several labels at once -------------------------------------------------------------------------------


def test_labels_at_once_have_a_threshold_each() -> None:
    prob = np.array([[0.9, 0.1], [0.2, 0.05], [0.6, 0.02]])
    decisions = decide(prob, "f1", multilabel=True, labels=["cat", "dog"])
    # cat: {0.9, 0.6} gives 2 * 1.5 / (2 + 1.7); dog: 0.1 alone 0.2 / 1.17, two 0.3 / 2.17, all 0.34 / 3.17
    assert decisions.labels.tolist() == [[1, 1], [0, 0], [1, 0]]
    assert decisions.value == pytest.approx((3 / 3.7 + 0.2 / 1.17) / 2)
    assert decisions.how == "each label where its probability reaches a threshold: 'cat' at 0.4, 'dog' at 0.075"
    assert decisions.rule.apply([[0.5, 0.07]]).tolist() == [[1, 0]]
    assert decide(prob, "f1", multilabel=True, average=None).value == pytest.approx([3 / 3.7, 0.2 / 1.17])
    with_one_threshold = decide(prob, "f1", multilabel=True, average="micro")
    assert with_one_threshold.labels.tolist() == [[1, 0], [0, 0], [1, 0]]
    assert len(set(with_one_threshold.rule.thresholds.tolist())) == 1


# --- wrong calls ------------------------------------------------------------------------------------------


REFUSED: list[tuple[Any, Any, dict, Any, str]] = [
    ([[1.5, -0.5]], "accuracy", {}, ScoreError, "y_prob must hold probabilities between 0 and 1"),
    ([[0.5, 0.4, 0.3]], "accuracy", {}, ScoreError, "each row of y_prob must sum to 1"),
    ([0.5, np.nan], "f1", {}, MissingValuesError, r"1 missing \(the first in row 1\).*leave it out"),
    ([[0.5, 0.3, 0.2]], "accuracy", {"labels": ["a", "b"]}, LabelError, "3 columns, but labels= names 2"),
    ([[0.5, 0.5]], "accuracy", {"sample_weight": [1, 2]}, LengthError, "must have one value a row"),
    ([[0.5, 0.5]], "accuracy", {"sample_weight": [-1]}, WeightError, "sample_weight"),
    ([[0.5, 0.3, 0.2]], "f1", {}, LabelError, 'average="binary" needs two classes'),
    ([[0.5, 0.5]], None, {}, OptionError, "say what to optimise"),
    ([[0.5, 0.5]], "cohen_kappa", {"multilabel": True}, InputTypeError, "has no option 'average'"),
    ([[0.5, 0.5]], "f1", {"multilabel": True, "average": "binary"}, OptionError, "need a metric with"),
    ([0.5, 0.5], "f1", {"multilabel": True}, LengthError, "one column a label"),
]


@pytest.mark.parametrize(("prob", "metric", "options", "error", "message"), REFUSED)
def test_what_cannot_be_decided_is_refused(prob: Any, metric: Any, options: dict, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        decide(prob, metric, **options)


# --- stored records of this folder ------------------------------------------------------------------------

RNG = np.random.default_rng(3)
TRUTH = RNG.choice(3, 200, p=[0.5, 0.3, 0.2])
SCORE = TRUTH + RNG.normal(size=200)
CHANCES = RNG.dirichlet([1, 1, 1], 60)
RULES = {
    "rule": decide(CHANCES, "cohen_kappa", weights="quadratic").rule,
    "rule of two": decide(CHANCES[:, 0], "f1").rule,
    "rule that never says yes": DecisionRule(np.eye(2), np.array([-np.inf, 0.0]), ("no", "yes")),
    "thresholds of labels": decide(CHANCES, "f1", multilabel=True).rule,
    "a label never": LabelThresholds(np.array([0.5, np.inf]), ("a", "b")),
}


@pytest.fixture(scope="module")
def records() -> dict[str, Any]:
    """A record of each kind, also empty and undefined ones."""
    two = (TRUTH > 0).astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        undefined = ordinal_cut_points([1, 1], [0.0, 1.0], labels=[0, 1, 2], cv=None)
    return {
        "cut points": ordinal_cut_points(TRUTH, SCORE),
        "cut points of text": ordinal_cut_points(["b", "a"] * 20, [2.0, 1.0] * 20, labels=["a", "b"]),
        "cut points of one label": undefined,
        "threshold": best_threshold(two, SCORE, "f1", constraint="recall >= 0.5"),
        "threshold without folds": best_threshold(two, SCORE, "accuracy", cv=None),
        "infinite threshold": best_threshold([0, 1, 0], [0.1, 0.2, np.inf], "specificity", cv=None),
        "guarantee": guaranteed_threshold(two, SCORE, "recall >= 0.6 and precision >= 0.4", metric="f1"),
        **RULES,
    }


def test_every_record_goes_through_json(records: Any) -> None:
    for kind, record in records.items():
        stored = json.loads(json.dumps(record.to_dict(), allow_nan=False))
        again = type(record).from_dict(stored)
        assert again == record, kind
        assert hash(again) == hash(record), kind
        assert json.loads(json.dumps(again.to_dict())) == stored, kind
        data, decided = (CHANCES, "apply") if kind in ("rule", "thresholds of labels") else ([0.0, np.inf], "predict")
        if hasattr(record, decided) and kind != "cut points of one label":
            assert getattr(again, decided)(data).tolist() == getattr(record, decided)(data).tolist(), kind


CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("cut points", {"labels": [0, 1, 1]}, "labels that differ"),
    ("cut points", {"n": -3.0}, "n must be a number, 0 or more, not -3.0"),
    ("cut points", {"standard_error": -0.1}, "standard_error must be .* not -0.1"),
    ("cut points", {"cut_points": ["nan", "nan"]}, "there is a value and no cut points"),
    ("cut points", {"cut_points": [3.0, 2.0]}, "the stored record of cut points cannot be read"),
    ("threshold", {"low": 9.0, "high": -9.0}, "must lie between low and high"),
    ("threshold", {"optima": -1}, "optima must be a whole number"),
    ("threshold", {"n": 5.0}, "rows are in cells, of 5"),
    ("threshold", {"point": {"tp": -1.0}}, "tp must be a number, 0 or more"),
    ("threshold", {"point": {"recall": 0.1}}, "recall is not that of its cells"),
    ("guarantee", {"intervals": [[5.0, 4.0]]}, "pairs of a lower and an upper end"),
    ("guarantee", {"confidence": 1.5}, "confidence must be a number from 0 to 1"),
    ("guarantee", {"threshold": "nan"}, "has no threshold"),
    ("guarantee", {"bounds": [{"text": "recall >= 0.9"}]}, "it lacks 'value', 'part'"),
    ("rule", {"gains": [[1.0, 0.0], [0.0, 1.0]]}, "gains must be finite numbers, 3 rows"),
    ("rule", {"offsets": ["nan", 0.0, 0.0]}, "offsets must be 3 numbers below infinity"),
    ("thresholds of labels", {"thresholds": ["nan", 0.5, 0.5]}, "thresholds must be 3 numbers"),
]


@pytest.mark.parametrize(("kind", "change", "message"), CONTRADICTIONS)
def test_contradictions_are_named(kind: str, change: dict[str, Any], message: str, records: Any) -> None:
    stored = records[kind].to_dict()
    if "point" in change:
        change = {"point": {**stored["point"], **change["point"]}}
    with pytest.raises(StateFormatError, match=message):
        type(records[kind]).from_dict({**stored, **change})
