"""F1, F-beta, the Jaccard and the Fowlkes-Mallows index: edges, other packages, identities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels, reference
from support.rates import assert_edges

from concordant import f1, f_beta, fowlkes_mallows, jaccard, precision, recall
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric

U = math.nan
NO_POSITIVE = "no row is positive, neither in the truth nor in the prediction"


@pytest.mark.parametrize(
    ("metric", "values", "reason", "own"),
    [
        # defined also where no row is a true positive: a quotient of cells, not a mean of precision and recall
        (f1, [U, 1, 0, 0, U, 2 / 3, 0, 1, 0, 2 / 3, 2 / 5], NO_POSITIVE, {}),
        (f_beta, [U, 1, 0, 0, U, 5 / 9, 0, 1, 0, 5 / 6, 5 / 14], NO_POSITIVE, {"beta": 0.5}),
        (jaccard, [U, 1, 0, 0, U, 1 / 2, 0, 1, 0, 1 / 2, 1 / 4], NO_POSITIVE, {}),
        (
            fowlkes_mallows,
            [U, 1, U, U, U, math.sqrt(1 / 2), U, 1, 0, math.sqrt(1 / 2), math.sqrt(1 / 6)],
            "no row of the truth is positive, or none is predicted positive",
            {},
        ),
    ],
)
def test_edges(metric: Metric, values: list[float], reason: str, own: dict[str, Any]) -> None:
    assert_edges(metric, values, reason, **own)


def test_jaccard_of_rows_of_several_labels_of_proxy() -> None:
    case = next(case for case in reference("screening") if "jaccard_rows" in case)
    truth, pred = np.array(case["y_true"]), np.array(case["y_pred"])
    some = (truth | pred).any(1)  # a row without any label: proxy gives 1, here it is undefined
    assert 0 < (~some).sum() < 5
    expected = np.array(case["jaccard_rows"])[some].mean()
    with pytest.warns(UndefinedMetricWarning, match=f"^jaccard: the samples average is over {some.sum()} of 25 rows"):
        assert jaccard(truth, pred, average="samples") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
def test_the_limits_of_f_beta_are_precision_and_recall(average: Any) -> None:
    truth, pred, weights = random_labels(43, 300, 4)
    data: Any = {"average": average, "sample_weight": weights}
    np.testing.assert_allclose(f_beta(truth, pred, beta=0, **data), precision(truth, pred, **data), rtol=1e-13)
    for beta in (1e8, 1e155, 1e308):
        np.testing.assert_allclose(f_beta(truth, pred, beta=beta, **data), recall(truth, pred, **data), rtol=1e-12)
