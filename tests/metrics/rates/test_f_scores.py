"""F1, F-beta, the Jaccard and the Fowlkes-Mallows index: other packages, identities. Edges are in test_basic.py."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from metrics.cases import random_labels, reference

from concordant import f_beta, jaccard, precision, recall
from concordant.errors import UndefinedMetricWarning


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
