"""The jackknife of labels: by hand, beside the influences, and where it is not taken."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import (
    Counts,
    accuracy,
    cohen_kappa,
    gwet_ac2,
    krippendorff_alpha,
    matthews_correlation,
    recall,
    roc_auc,
    scott_pi,
)
from concordant.errors import OptionError
from concordant.inference.quantiles import two_sided

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")

RNG = np.random.default_rng(6)
TRUTH = RNG.integers(0, 3, 40)
OTHER = np.where(RNG.random(40) < 0.6, TRUTH, RNG.integers(0, 3, 40))


def test_limits_by_hand() -> None:
    n, every = len(TRUTH), np.arange(len(TRUTH))
    without = np.array([cohen_kappa(TRUTH[every != one], OTHER[every != one], labels=[0, 1, 2]) for one in every])
    se = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    value = cohen_kappa(TRUTH, OTHER)
    half = two_sided(0.95, n - 1) * se / (1 - value**2)
    found = cohen_kappa.interval(TRUTH, OTHER)
    assert_allclose(found.se, se, rtol=1e-10)
    assert_allclose([found.low, found.high], np.tanh(np.arctanh(value) + np.array([-half, half])), rtol=1e-10)
    assert found.method == "jackknife"


def test_of_a_mean_it_is_the_error_with_the_divisor_n_minus_1() -> None:
    found = accuracy.interval(TRUTH, OTHER, method="jackknife")
    share, n = accuracy(TRUTH, OTHER), len(TRUTH)
    assert_allclose(found.se, np.sqrt(share * (1 - share) / (n - 1)), rtol=1e-10)


@given(st.lists(st.integers(1, 400), min_size=9, max_size=9))
def test_of_many_rows_it_is_the_delta_method(cells: list[int]) -> None:
    counts = Counts.from_table(np.reshape(cells, (3, 3)) + 20)
    left_out = scott_pi.interval_of(counts, method="jackknife", weights="linear")
    tangent = scott_pi.interval_of(counts, method="fisher", weights="linear")
    assert_allclose(left_out.se, tangent.se, rtol=4 / counts.n)


def test_many_rows_many_labels_weights_and_clusters_take_the_tangent() -> None:
    assert cohen_kappa.interval_of(Counts.from_table([[2000, 400], [300, 2300]])).method == "jackknife"
    assert cohen_kappa.interval_of(Counts.from_table([[2000, 400], [300, 2301]])).method == "fisher"
    assert cohen_kappa.interval(TRUTH, OTHER, labels=range(400)).method == "fisher"
    assert cohen_kappa.interval(TRUTH, OTHER, sample_weight=np.linspace(1, 2, 40)).method == "fisher"
    assert cohen_kappa.interval(TRUTH, OTHER, cluster=np.arange(40) // 2).method == "fisher"


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        ({"sample_weight": np.linspace(1, 2, 40)}, "with weights take"),
        ({"cluster": np.arange(40) // 2}, "with clusters"),
    ],
)
def test_what_cannot_be_left_out_is_refused(reading: dict[str, np.ndarray], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        cohen_kappa.interval(TRUTH, OTHER, method="jackknife", **reading)
    with pytest.raises(OptionError, match="is for labels; for roc_auc take"):
        roc_auc.interval(TRUTH > 0, OTHER * 1.0, method="jackknife")


def test_a_row_without_which_the_value_is_undefined_is_not_left_out() -> None:
    for metric in (scott_pi, krippendorff_alpha):
        found = metric.interval([0] * 49 + [1], [0] * 50)
        assert found.method == "perks"
        assert "without one of the rows the value is undefined" in str(found.reason)
        assert found.low < found.value < 0.5 < found.high


def test_any_metric_of_labels_takes_it() -> None:
    assert matthews_correlation.interval(TRUTH, OTHER, method="jackknife").method == "jackknife"
    assert len(recall.interval(TRUTH, OTHER, average=None, method="jackknife")) == 3


def test_limits_are_on_the_scale_that_coefficients_of_raters_name() -> None:
    left_out = gwet_ac2.interval(TRUTH, OTHER, weights="quadratic")
    tangent = gwet_ac2.interval(TRUTH, OTHER, weights="quadratic", method="fisher")
    assert left_out.high - left_out.value < left_out.value - left_out.low  # not symmetric
    assert left_out.width == pytest.approx(tangent.width, rel=0.1)
    weighted = gwet_ac2.interval(TRUTH, OTHER, weights="quadratic", sample_weight=np.linspace(1, 2, 40))
    assert weighted.method == "fisher"
