from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import chi2

from concordant import hosmer_lemeshow
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.metrics.distributions import chi_square_tail
from concordant.states import Curve

from .cases import reference


@pytest.mark.parametrize(
    ("y_true", "y_prob", "statistic", "df"),
    [
        ([1], [0.25], 0.75**2 / (0.25 * 0.75), 1),
        ([0, 1], [0.0, 1.0], 0.0, 2),  # certain and right
        ([0, 1], [1.0, 0.0], math.inf, 2),  # certain and wrong
        ([0, 0, 0, 1], [0.25] * 4, 0.0, 1),  # constant
        ([1, 1], [0.5, 0.5], 1 / 0.5, 1),  # one class
    ],
)
def test_edges(y_true: Any, y_prob: Any, statistic: float, df: int) -> None:
    test = hosmer_lemeshow(y_true, y_prob, labels=[0, 1])
    assert test.statistic == pytest.approx(statistic, rel=1e-14, abs=1e-30)
    assert test.df == df
    assert test.p_value == pytest.approx(chi2.sf(statistic, df), rel=1e-13)


def test_no_rows_are_undefined() -> None:
    for sample in ("validation", "training"):
        with pytest.warns(UndefinedMetricWarning, match=r"^hosmer_lemeshow: there are no rows$"):
            test = hosmer_lemeshow([], [], sample=sample)  # type: ignore[arg-type]
        assert math.isnan(test.statistic)
        assert math.isnan(test.p_value)
        assert len(test.weight) == 0


def test_two_groups_leave_nothing_to_test_a_fitted_model_by() -> None:
    reason = r"^hosmer_lemeshow: 2 groups leave no degree of freedom; on the rows of the training 3 are needed$"
    rows = [0, 1, 1, 0], [0.2, 0.2, 0.7, 0.7]
    with pytest.warns(UndefinedMetricWarning, match=reason):
        test = hosmer_lemeshow(*rows, sample="training")
    assert test.statistic == hosmer_lemeshow(*rows).statistic
    assert math.isnan(test.p_value)


def test_four_groups_by_hand() -> None:
    test = hosmer_lemeshow([0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], n_bins=4)
    assert test.observed.tolist() == [0, 1, 2, 1]
    assert_allclose(test.expected, [0.3, 0.7, 1.3, 1.7], rtol=1e-14)
    assert test.weight.tolist() == [2] * 4
    assert test.statistic == pytest.approx(0.09 / 0.255 + 0.09 / 0.455 + 0.49 / 0.455 + 0.49 / 0.255, rel=1e-13)


def test_the_lowest_group_reaches_to_the_first_quantile_above_its_lowest_row() -> None:
    # Quarters of 0, 0, 0, 0.2, 0.4, 0.5, 0.9 at the places 1.5, 3, 4.5: 0, 0.2 and 0.45.
    assert hosmer_lemeshow([0, 1, 0, 1, 0, 1, 1], [0, 0, 0, 0.2, 0.4, 0.5, 0.9], n_bins=4).weight.tolist() == [4, 1, 2]
    # Thirds of 0, 0, 0.4, 0.5 at the places 1 and 2; then of 0, 0, 0.4 at 0.67 and 1.33, the latter above 0.
    assert hosmer_lemeshow([0, 1, 0, 1], [0, 0, 0.4, 0.5], n_bins=3).weight.tolist() == [3, 1]
    assert hosmer_lemeshow([0, 1, 0], [0, 0, 0.4], n_bins=3).weight.tolist() == [2, 1]


def test_ties_are_never_split() -> None:
    # 20 rows, thirds at the places 6.33 and 12.67 of 0..19: both are 0.4, which is the first group with what is below.
    prob = [0.1] * 3 + [0.4] * 12 + [0.6] * 5
    test = hosmer_lemeshow([0, 1] * 10, prob, n_bins=3)
    assert test.weight.tolist() == [15, 5]
    order = np.random.default_rng(1).permutation(20)
    again = hosmer_lemeshow(np.array([0, 1] * 10)[order], np.array(prob)[order], n_bins=3)
    assert_allclose(again.statistic, test.statistic, rtol=1e-13)


@pytest.mark.parametrize("n", [7, 10, 11, 25, 99, 100, 101])
def test_groups_lie_between_the_quantiles_of_numpy(n: int) -> None:
    rng = np.random.default_rng(n)
    for digits in (1, 2, 8):
        prob, truth = np.round(rng.random(n), digits), rng.integers(0, 2, n)
        for groups in (2, 3, 7, 10):
            cuts = np.quantile(prob, np.arange(1, groups) / groups)
            cuts = cuts[cuts > prob.min()]
            _, expected = np.unique(np.searchsorted(cuts, prob), return_counts=True)
            assert hosmer_lemeshow(truth, prob, n_bins=groups).weight.tolist() == expected.tolist()


def test_right_probabilities_are_rejected_as_often_as_they_should() -> None:
    rng = np.random.default_rng(81)
    prob = 0.05 + 0.9 * rng.random(1000)
    p_values = [hosmer_lemeshow((rng.random(1000) < prob).astype(np.int64), prob).p_value for _ in range(600)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.03)
    assert np.mean(p_values) == pytest.approx(0.5, abs=0.05)


def test_classes_give_one_test_each() -> None:
    rng = np.random.default_rng(82)
    truth, prob = rng.integers(0, 3, 60), rng.dirichlet([1, 1, 1], 60)
    for k, one in enumerate(hosmer_lemeshow(truth, prob, n_bins=5)):
        alone = hosmer_lemeshow((truth == k).astype(np.int64), prob[:, k], n_bins=5)
        assert (one.statistic, one.df, one.p_value) == (alone.statistic, alone.df, alone.p_value)
    assert hosmer_lemeshow(truth, prob, n_bins=5, reduction="top_label").df == 5


@pytest.mark.parametrize("case", reference("calibration"), ids=lambda case: case["name"])
def test_values_of_r(case: Any) -> None:
    for expected in case["hosmer_lemeshow"]:
        for sample in ("validation", "training"):
            test = hosmer_lemeshow(case["y_true"], case["y_prob"], n_bins=expected["n_bins"], sample=sample)  # type: ignore[arg-type]
            assert test.statistic == pytest.approx(expected["statistic"], rel=1e-11)
            assert test.df == expected["groups"] - (2 if sample == "training" else 0)
            assert test.p_value == pytest.approx(expected[sample], rel=1e-9)
            assert test.observed.tolist() == expected["observed"]
            assert test.weight.tolist() == expected["weight"]
            assert_allclose(test.expected, expected["expected"], rtol=1e-12)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 8, 25, 100, 999])
def test_tail_of_the_chi_square_distribution(df: int) -> None:
    for statistic in (0.0, 1e-12, 0.1, 1.0, df / 2, float(df), 2.0 * df, 10.0 * df, 3000.0, math.inf):
        expected = chi2.sf(statistic, df)
        assert chi_square_tail(statistic, df) == pytest.approx(expected, rel=1e-11, abs=1e-300)


def test_tail_without_degrees_of_freedom() -> None:
    assert math.isnan(chi_square_tail(1.0, 0))
    assert math.isnan(chi_square_tail(math.nan, 3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sample": "test"}, """sample must be "validation" or "training", not 'test'."""),
        ({"n_bins": 0}, "n_bins must be a whole number of at least 1, not 0."),
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        hosmer_lemeshow.of(Curve.from_scores([0, 1], [0.2, 0.7]), **options)
    assert str(caught.value) == message
