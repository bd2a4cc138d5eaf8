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
POSITIVE, SCORE, WEIGHT, DECISION = TRUTH % 2, RNG.random(200), RNG.random(200), RNG.normal(size=200)
MATRIX = RNG.dirichlet(np.ones(3), 200)
MANY, ROWS = (MATRIX > 0.4) * 1, MATRIX > 0.3
LABELS, SCORES, SEVERAL, RANKS = (TRUTH, PRED), (POSITIVE, SCORE), (TRUTH, MATRIX), (MANY, MATRIX)
CALLS: list[tuple[str, Any, dict[str, Any]]] = [
    ("accuracy_score", LABELS, {}),
    ("accuracy_score", LABELS, {"sample_weight": WEIGHT}),
    ("auc", (np.sort(SCORE), np.sort(WEIGHT)), {}),
    ("average_precision_score", SCORES, {"sample_weight": WEIGHT}),
    ("balanced_accuracy_score", LABELS, {}),
    ("brier_score_loss", SCORES, {}),
    ("brier_score_loss", SEVERAL, {}),
    ("calibration_curve", SCORES, {}),
    ("class_likelihood_ratios", (POSITIVE, PRED % 2), {}),
    ("classification_report", (TRUTH * 1.0, PRED), {}),
    ("cohen_kappa_score", LABELS, {"weights": "quadratic"}),
    ("confusion_matrix", LABELS, {"sample_weight": WEIGHT}),
    ("confusion_matrix_at_thresholds", SCORES, {}),
    ("coverage_error", RANKS, {}),
    ("d2_brier_score", SCORES, {}),
    ("d2_log_loss_score", SCORES, {}),
    ("dcg_score", RANKS, {}),
    ("det_curve", SCORES, {}),
    ("f1_score", LABELS, {"average": "macro"}),
    ("f1_score", (MANY, ROWS * 1), {"average": "samples", "zero_division": 0}),
    ("fbeta_score", LABELS, {"average": None, "beta": 2}),
    ("hamming_loss", (MANY, ROWS), {}),
    ("hinge_loss", (POSITIVE, DECISION), {}),
    ("jaccard_score", LABELS, {"average": "micro"}),
    ("label_ranking_average_precision_score", RANKS, {}),
    ("label_ranking_loss", RANKS, {}),
    ("log_loss", SEVERAL, {}),
    ("matthews_corrcoef", (TRUTH * 1.0, PRED), {}),
    ("metric_at_thresholds", SCORES, {"metric_func": lambda true, pred: float(np.mean(np.asarray(true == pred)))}),
    ("multilabel_confusion_matrix", LABELS, {}),
    ("ndcg_score", (MATRIX, MATRIX[::-1].copy()), {"sample_weight": WEIGHT}),
    ("precision_recall_curve", SCORES, {}),
    ("precision_recall_fscore_support", LABELS, {}),
    ("precision_score", (POSITIVE, PRED % 2), {"pos_label": 0}),
    ("recall_score", LABELS, {"average": "weighted"}),
    ("roc_auc_score", SEVERAL, {"multi_class": "ovo"}),
    ("roc_auc_score", SCORES, {}),
    ("roc_curve", SCORES, {}),
    ("top_k_accuracy_score", SEVERAL, {"k": 2}),
    ("zero_one_loss", LABELS, {}),
]
NAMED = pytest.mark.parametrize(("name", "columns", "options"), CALLS, ids=lambda x: x if isinstance(x, str) else "")


def test_every_function_is_called() -> None:
    assert {name for name, _, _ in CALLS} == {name for name in ours.__all__ if name.islower()}


def same(found: Any, expected: Any, rtol: float = 1e-14) -> None:
    """Whether numbers or tuples of them are equal but for the rounding of sums; tensors are taken as arrays."""
    if isinstance(expected, str):
        assert found == expected
    elif isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            same(one, other, rtol)
    elif expected is not None:
        assert isinstance(found, (float, np.ndarray, np.generic))
        np.testing.assert_allclose(found, np.asarray(expected), rtol=rtol)


def moved(move: Move, columns: Any, options: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    return [*map(move, columns)], {k: move(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}


@NAMED
def test_results_are_those_of_the_rows_in_memory(move: Move, name: str, columns: Any, options: dict[str, Any]) -> None:
    there, beside = moved(move, columns, options)
    same(getattr(ours, name)(*there, **beside), getattr(ours, name)(*columns, **options))


@NAMED
def test_results_are_those_of_scikit_learn_under_its_dispatch(
    name: str, columns: Any, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    torch, sklearn = pytest.importorskip("torch"), pytest.importorskip("sklearn")
    from beside_sklearn import theirs

    monkeypatch.setenv("SCIPY_ARRAY_API", "1")
    there, beside = moved(torch.from_numpy, columns, options)
    with sklearn.config_context(array_api_dispatch=True):
        try:
            expected = theirs(name)(*there, **beside)
        except Exception:  # noqa: BLE001  (some of theirs take no tensors)
            expected = None
        found = getattr(ours, name)(*there, **beside)
    if expected is None:
        expected = theirs(name)(*columns, **options)
    same(found, expected, 1e-6)  # of tensors they give some values in float32


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
