"""Functions of `concordant.sklearn` take tensors of a device as they take the same rows in memory."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import concordant.sklearn as ours
from concordant.errors import ConcordantError, InputError

Move = Callable[[Any], Any]
RNG = np.random.default_rng(4)
TRUTH, PRED = RNG.integers(0, 3, 200), RNG.integers(0, 3, 200)
POSITIVE, SCORE, WEIGHT = TRUTH % 2, RNG.random(200), RNG.random(200)
MATRIX = RNG.dirichlet(np.ones(3), 200)
CALLS: dict[str, Any] = {
    "accuracy_score": ((TRUTH, PRED), {}),
    "cohen_kappa_score": ((TRUTH, PRED), {"weights": "quadratic"}),
    "confusion_matrix": ((TRUTH, PRED), {"sample_weight": WEIGHT}),
    "f1_score": ((TRUTH, PRED), {"average": "macro"}),
    "matthews_corrcoef": ((TRUTH * 1.0, PRED), {}),
    "precision_score": ((POSITIVE, PRED % 2), {"pos_label": 0}),
    "classification_report": ((TRUTH * 1.0, PRED), {}),
    "roc_auc_score": ((TRUTH, MATRIX), {"multi_class": "ovo"}),
    "average_precision_score": ((POSITIVE, SCORE), {"sample_weight": WEIGHT}),
    "roc_curve": ((POSITIVE, SCORE), {}),
    "log_loss": ((TRUTH, MATRIX), {}),
    "brier_score_loss": ((POSITIVE, SCORE), {}),
    "ndcg_score": ((MATRIX, MATRIX[::-1].copy()), {"sample_weight": WEIGHT}),
    "hamming_loss": ((MATRIX > 0.4, MATRIX > 0.3), {}),
}


@pytest.mark.parametrize("name", CALLS)
def test_results_are_those_of_the_rows_in_memory(move: Move, name: str) -> None:
    columns, options = CALLS[name]
    moved = {key: move(value) if isinstance(value, np.ndarray) else value for key, value in options.items()}
    found, expected = getattr(ours, name)(*map(move, columns), **moved), getattr(ours, name)(*columns, **options)
    if isinstance(expected, str):
        assert found == expected
    else:
        for one, other in zip(*(x if isinstance(x, tuple) else (x,) for x in (found, expected)), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-15)


def test_errors_are_those_of_the_rows_in_memory(move: Move) -> None:
    for columns in ((TRUTH, PRED[:5]), (TRUTH, SCORE), (TRUTH * np.nan, PRED), (TRUTH[:0], PRED[:0])):
        with pytest.raises(ConcordantError) as expected:
            ours.accuracy_score(*columns)
        with pytest.raises(type(expected.value)) as found:
            ours.accuracy_score(*map(move, columns))
        assert str(found.value) == str(expected.value)


def test_columns_of_two_places(move: Move) -> None:
    with pytest.raises(InputError, match="must lie on one device"):
        ours.accuracy_score(move(TRUTH), PRED)
