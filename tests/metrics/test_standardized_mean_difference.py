from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from concordant import standardized_mean_difference
from concordant.errors import OptionError, UndefinedMetricWarning
from concordant.states import Moments

from .cases import reference


@pytest.mark.parametrize(
    ("first", "second", "pooled", "by_truth"),
    [
        ([1, 2], [1, 2], 0.0, 0.0),
        ([1, 3], [2, 4], 1 / math.sqrt(2), 1 / math.sqrt(2)),
        ([2, 4], [1, 3], -1 / math.sqrt(2), -1 / math.sqrt(2)),
        ([1, 3], [5, 5], 3.0, 3 / math.sqrt(2)),  # sqrt((2 + 0) / 2) and sqrt 2
        ([1, 2, 3, 4], [1.5, 2.0, 3.5, 5.0], 0.5 / math.sqrt((5 / 3 + 7.5 / 3) / 2), 0.5 / math.sqrt(5 / 3)),
    ],
)
def test_edges(first: Any, second: Any, pooled: float, by_truth: float) -> None:
    assert standardized_mean_difference(first, second) == pytest.approx(pooled, rel=1e-13)
    assert standardized_mean_difference(first, second, standardizer="y_true") == pytest.approx(by_truth, rel=1e-13)


@pytest.mark.parametrize(
    ("first", "second", "options", "reason"),
    [
        ([], [], {}, "there are no rows"),
        ([1.0], [2.0], {}, "a standard deviation needs more than one row"),
        ([1.0, 2.0], [2.0, 3.0], {"sample_weight": [0.5, 0.25]}, "a standard deviation needs more than one row"),
        ([1, 1], [2, 2], {}, "both ratings are constant"),
        ([1, 1], [2, 3], {"standardizer": "y_true"}, "y_true is constant"),
    ],
)
def test_without_a_unit_it_is_nan_and_says_why(first: Any, second: Any, options: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^standardized_mean_difference: {reason}$"):
        assert math.isnan(standardized_mean_difference(first, second, **options))


def test_an_exchange_turns_the_sign_only_if_pooled() -> None:
    first, second = [1.0, 2.0, 4.0], [2.0, 2.0, 9.0]
    assert standardized_mean_difference(second, first) == -standardized_mean_difference(first, second)
    turned = standardized_mean_difference(second, first, standardizer="y_true")
    assert turned != pytest.approx(-standardized_mean_difference(first, second, standardizer="y_true"), rel=0.1)


def test_a_stack_of_moments_is_a_loop_over_them() -> None:
    parts = [
        Moments.from_measurements(*rows)
        for rows in (([1.0, 3.0], [2.0, 5.0]), ([1.0], [2.0]), ([1.0, 1.0], [4.0, 4.0]))
    ]
    for standardizer in ("pooled", "y_true"):
        options: Any = {"standardizer": standardizer, "undefined": math.nan}
        loop = [standardized_mean_difference.of(part, **options) for part in parts]
        assert np.isnan(loop).tolist() == [False, True, True]
        np.testing.assert_array_equal(standardized_mean_difference.of(Moments.stack(parts), **options), loop)


@pytest.mark.parametrize(
    "case", [x for x in reference("probabilities_python") if "pooled" in x], ids=lambda x: x["name"]
)
def test_rsmtool_gives_the_same(case: Any) -> None:
    rows = case["y_true"], case["y_pred"]
    assert standardized_mean_difference(*rows) == pytest.approx(case["pooled"], rel=1e-12)
    assert standardized_mean_difference(*rows, standardizer="y_true") == pytest.approx(case["unpooled"], rel=1e-12)


@pytest.mark.parametrize("case", [x for x in reference("probabilities") if "by_truth" in x], ids=lambda x: x["name"])
def test_r_gives_the_same(case: Any) -> None:
    rows = case["y_true"], case["y_pred"]
    assert standardized_mean_difference(*rows) == pytest.approx(case["standardized_mean_difference"], rel=1e-8)
    assert standardized_mean_difference(*rows, standardizer="y_true") == pytest.approx(case["by_truth"], rel=1e-8)


def test_options_are_checked() -> None:
    message = r"^standardizer must be \"pooled\" or \"y_true\", not 'unpooled'\. Did you mean 'pooled'\?$"
    with pytest.raises(OptionError, match=message):
        standardized_mean_difference([1, 2], [2, 3], standardizer="unpooled")
