from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from samples import label_samples

from concordant import accuracy, brier_score, cohen_kappa, gini, roc_auc
from concordant.inference.comparisons.difference import Contrast, adjusted
from concordant.inference.comparisons.paired_tests import unseen_variance
from concordant.inference.comparisons.proportions import mcnemar_p, tango_interval
from concordant.inference.intervals.estimand import Question

# Rscript tests/reference/paired.R
FROM_R = json.loads((Path(__file__).parents[2] / "reference" / "paired.json").read_text(encoding="utf-8"))
AUCS = pytest.mark.parametrize("case", FROM_R["aucs"], ids=[case["name"] for case in FROM_R["aucs"]])
SHARES = pytest.mark.parametrize("case", FROM_R["shares"], ids=[case["name"] for case in FROM_R["shares"]])


def of_table(table: Any) -> tuple[Any, Any, Any]:
    """Truth and two models: how often both are right, A alone, B alone, neither."""
    right = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], np.ravel(table), axis=0)
    return np.ones(len(right), int), right[:, 0], right[:, 1]


@AUCS
def test_delong_paired_is_that_of_proc(case: dict[str, Any]) -> None:
    found = roc_auc.compare(case["truth"], case["a"], case["b"])
    assert found.method == "delong"
    np.testing.assert_allclose(found.values, case["auc"], rtol=1e-12)
    np.testing.assert_allclose(found.se, case["se"], rtol=1e-9)
    np.testing.assert_allclose(found.p_value, case["p_value"], rtol=1e-9)
    np.testing.assert_allclose(found.difference / found.se, case["statistic"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["limits"], rtol=1e-9)


@AUCS
def test_delong_unpaired_is_that_of_proc(case: dict[str, Any]) -> None:
    rows = case["unpaired"]["rows"]
    other = [case["truth"][row] for row in rows], [case["b"][row] for row in rows]
    found = roc_auc.compare_independent((case["truth"], case["a"]), other, method="delong")
    np.testing.assert_allclose(found.values, [case["auc"][0], case["unpaired"]["auc"]], rtol=1e-12)
    np.testing.assert_allclose(found.difference / found.se, case["unpaired"]["statistic"], rtol=1e-9)
    np.testing.assert_allclose(found.p_value, case["unpaired"]["p_value"], rtol=1e-9)


@AUCS
def test_gini_is_twice_the_difference_with_the_same_p_value(case: dict[str, Any]) -> None:
    one, two = (metric.compare(case["truth"], case["a"], case["b"]) for metric in (roc_auc, gini))
    np.testing.assert_allclose([two.difference, two.se, two.p_value], [2 * one.difference, 2 * one.se, one.p_value])


@SHARES
def test_mcnemar_p_values(case: dict[str, Any]) -> None:
    b, c = case["table"][0][1], case["table"][1][0]
    names: dict[Any, str] = {"mcnemar": "chi2", "mcnemar-corrected": "corrected", "mcnemar-exact": "exact"}
    for method, name in (names | {"mcnemar-mid-p": "mid_p"}).items():
        np.testing.assert_allclose(mcnemar_p(b, c, method), case[name], rtol=1e-9)


@SHARES
@pytest.mark.filterwarnings("ignore:accuracy")
def test_accuracy_by_mcnemar_has_the_interval_of_tango(case: dict[str, Any]) -> None:
    found = accuracy.compare(*of_table(case["table"]), labels=[0, 1])
    assert found.method == "mcnemar"
    np.testing.assert_allclose(found.p_value, case["chi2"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["tango"], atol=1e-7)
    for name, kind in (("mcnemar-mid-p", "mid_p"), ("mcnemar-exact", "exact"), ("mcnemar-corrected", "corrected")):
        other = accuracy.compare(*of_table(case["table"]), labels=[0, 1], method=name)
        np.testing.assert_allclose(other.p_value, case[kind], rtol=1e-9)
        assert (other.low, other.high) == (found.low, found.high)


def test_the_interval_of_tango_in_other_packages() -> None:
    # ratesci (R), in its source for the table 1 1 / 7 12: -0.517 to -0.026
    np.testing.assert_allclose(tango_interval(1, 7, 21, 1.959964), [-0.517, -0.026], atol=5e-4)
    # PropCIs::scoreci.mp(25, 28, 618, conf.level = 0.9), of (28 - 25) / 618: -0.0148 to 0.0247
    np.testing.assert_allclose(tango_interval(28, 25, 618, 1.644854), [-0.0148, 0.0247], atol=5e-5)


def losses(column: Any) -> np.ndarray:
    """Probabilities of the class that all rows are of, so that the Brier score is the mean of `column`."""
    return 1 - np.asarray(column, float)


def test_losses_by_delta_are_the_paired_t_test() -> None:
    case = FROM_R["means"]
    found = brier_score.compare(np.ones(60, int), losses(case["a"]), losses(case["b"]), labels=[0, 1])
    assert found.method == "delta"
    np.testing.assert_allclose(found.p_value, case["paired"]["p_value"], rtol=1e-9)
    np.testing.assert_allclose([found.low, found.high], case["paired"]["limits"], rtol=1e-9)
    np.testing.assert_allclose(found.se, case["paired"]["se"], rtol=1e-9)


def test_accuracy_by_delta_counts_half_a_row_more_for_each_model() -> None:
    case = FROM_R["means"]
    truth, b, c = np.ones(60, int), *(np.sum(np.subtract(case["a"], case["b"]) == way) for way in (1, -1))
    found = accuracy.compare(truth, case["a"], case["b"], method="delta")
    d = (b - c) / 60  # a row that A alone is right in moves it by 1 - d, one of B by -1 - d
    unseen = (0.5 * (1 - d) ** 2 + 0.5 * (1 + d) ** 2) / 60**2
    np.testing.assert_allclose(found.se**2, case["paired"]["se"] ** 2 + unseen, rtol=1e-9)
    np.testing.assert_allclose(found.difference, d, rtol=1e-12)


def test_independent_losses_and_accuracies_are_the_test_of_welch() -> None:
    case, ones = FROM_R["means"], np.ones(60, int)
    loss = brier_score.compare_independent(
        (ones, losses(case["a"])), (ones[:45], losses(case["b"][:45])), method="delta", labels=[0, 1]
    )
    right = accuracy.compare_independent((ones, case["a"]), (ones[:45], case["b"][:45]), method="delta")
    for found in (loss, right):
        np.testing.assert_allclose(found.p_value, case["welch"]["p_value"], rtol=1e-9)
        np.testing.assert_allclose([found.low, found.high], case["welch"]["limits"], rtol=1e-9)


def test_margins_are_one_sided_t_tests() -> None:
    case = FROM_R["means"]
    rows = np.ones(60, int), losses(case["a"]), losses(case["b"])  # less is better: A - B is to be at most the margin
    how = {"method": "delta", "margin": case["margin"], "labels": [0, 1]}
    worse = brier_score.compare(*rows, alternative="non-inferiority", **how)
    either = brier_score.compare(*rows, alternative="equivalence", **how)
    np.testing.assert_allclose(worse.p_value, case["at_least"], rtol=1e-9)
    np.testing.assert_allclose(either.p_value, max(case["at_most"], case["at_least"]), rtol=1e-9)


@pytest.mark.parametrize("case", FROM_R["kappas"]["cases"], ids=["none", "linear", "quadratic"])
def test_two_dependent_kappas_by_the_gradient_on_the_joint_table(case: dict[str, Any]) -> None:
    rows = FROM_R["kappas"]
    weights = None if case["weights"] == "none" else case["weights"]
    found = cohen_kappa.compare(rows["truth"], rows["a"], rows["b"], weights=weights)
    np.testing.assert_allclose(found.values, case["kappa"], rtol=1e-12)
    np.testing.assert_allclose(found.difference, case["difference"], rtol=1e-9)
    samples = label_samples(rows["truth"], [rows["a"], rows["b"]], names=["a", "b"])
    first, second = (Question(cohen_kappa, {"weights": weights}, sample) for sample in samples)
    seen = found.se**2 - unseen_variance(Contrast(first, second, 0.95))
    np.testing.assert_allclose(np.sqrt(seen), case["se"] * np.sqrt(150 / 149), rtol=1e-8)  # a numeric gradient


def test_holm_is_that_of_p_adjust() -> None:
    np.testing.assert_allclose(adjusted(np.array(FROM_R["holm"]["p"]), "holm"), FROM_R["holm"]["adjusted"], rtol=1e-12)


def test_holm_leaves_undefined_tests_out() -> None:
    np.testing.assert_allclose(adjusted(np.array([0.01, np.nan, 0.04]), "holm"), [0.02, np.nan, 0.04])
