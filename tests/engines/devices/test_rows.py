"""Tensors that cannot be read are errors that say what to do, and those of the rows say what they say in memory."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import product
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from support.processes import assert_refused_as_in_memory, device_of, moved

import concordant as c
import concordant.sklearn as ours
from concordant import metrics
from concordant.engines.devices import groups
from concordant.errors import ConcordantError, DeviceMemoryError, DeviceWarning, InputError, InputTypeError, LengthError
from concordant.inputs.arrays import library_of, on_device
from concordant.states import Counts

Move = Callable[[Any], Any]
RNG = np.random.default_rng(31)
N, LABELS = 60, 6
SCORE = RNG.integers(0, 4, (N, LABELS)) / 3  # many ties
MANY = (RNG.random((N, LABELS)) < 0.35).astype(np.int64)
MANY[0], MANY[1], SCORE[2], SCORE[3, :2] = 0, 1, 0.5, (-np.inf, np.inf)
GAIN = RNG.integers(0, 4, (N, LABELS)) * 1.0
GAIN[0] = 0
CLASS = RNG.integers(0, LABELS, N)
WEIGHT = RNG.integers(0, 3, N) / 2
TIES = ("expected", "worst", "best", "last")
CASES: dict[str, tuple[Any, dict[str, Any]]] = {
    "coverage_error": (MANY, {}),
    "label_ranking_average_precision": (MANY, {}),
    "label_ranking_loss": (MANY, {}),
    "one_error": (MANY, {"ties": TIES[:3]}),
    "mean_reciprocal_rank": (MANY, {"ties": TIES[:3]}),
    "discounted_cumulative_gain": (GAIN - 1.5, {"k": (None, 2), "ignore_ties": (False, True), "log_base": (2, 10)}),
    "normalized_discounted_cumulative_gain": (GAIN, {"k": (None, 3), "ignore_ties": (False, True)}),
    "top_k_accuracy": (CLASS, {"k": (1, 2, LABELS, 9), "ties": TIES}),
}


def options_of(choices: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("weights", [{}, {"sample_weight": WEIGHT}], ids=["", "weighted"])
def test_rankings_are_copied_and_say_so(move: Move, name: str, weights: dict[str, Any]) -> None:
    metric, (truth, choices) = metrics.get(name), CASES[name]
    for options in options_of(choices):
        with pytest.warns(DeviceWarning, match="copied to the memory of the host"):
            there = metric.state(move(truth), move(SCORE), **moved(move, weights), **options)
        assert there == metric.state(truth, SCORE, **weights, **options)


def test_what_stays_on_its_device_says_nothing(move: Move) -> None:
    positive, score = CLASS % 2, SCORE[:, 0].clip(0, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeviceWarning)
        for metric in (c.roc_auc, c.average_precision, c.brier_score, c.expected_calibration_error):
            metric(move(positive), move(score))
        c.cohen_kappa(move(CLASS), move(positive))


# -- the functions of concordant.sklearn ------------------------------------------------------------------------


def columns_by_kind() -> dict[str, tuple[Any, Any]]:
    rng = np.random.default_rng(4)
    truth, pred = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    score, other, decision = rng.random(200), rng.random(200), rng.normal(size=200)
    matrix = rng.dirichlet(np.ones(3), 200)
    marks = (matrix > 0.4) * 1
    return {
        "labels": (truth, pred),
        "floats": (truth * 1.0, pred),
        "two labels": (truth % 2, pred % 2),
        "scores": (truth % 2, score),
        "decisions": (truth % 2, decision),
        "classes": (truth, matrix),
        "ranks": (marks, matrix),
        "gains": (matrix, matrix[::-1].copy()),
        "marks": (marks, (matrix > 0.3) * 1),
        "bools": (marks, matrix > 0.3),
        "points": (np.sort(score), np.sort(other)),
    }


BY_KIND = columns_by_kind()
WEIGHTED = {"sample_weight": np.random.default_rng(5).random(200)}
CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("accuracy_score", "labels", {}),
    ("accuracy_score", "labels", WEIGHTED),
    ("auc", "points", {}),
    ("average_precision_score", "scores", WEIGHTED),
    ("balanced_accuracy_score", "labels", {}),
    ("brier_score_loss", "scores", {}),
    ("brier_score_loss", "classes", {}),
    ("calibration_curve", "scores", {}),
    ("class_likelihood_ratios", "two labels", {}),
    ("classification_report", "floats", {}),
    ("cohen_kappa_score", "labels", {"weights": "quadratic"}),
    ("confusion_matrix", "labels", WEIGHTED),
    ("confusion_matrix_at_thresholds", "scores", {}),
    ("coverage_error", "ranks", {}),
    ("d2_brier_score", "scores", {}),
    ("d2_log_loss_score", "scores", {}),
    ("dcg_score", "ranks", {}),
    ("det_curve", "scores", {}),
    ("f1_score", "labels", {"average": "macro"}),
    ("f1_score", "marks", {"average": "samples", "zero_division": 0}),
    ("fbeta_score", "labels", {"average": None, "beta": 2}),
    ("hamming_loss", "bools", {}),
    ("hinge_loss", "decisions", {}),
    ("jaccard_score", "labels", {"average": "micro"}),
    ("label_ranking_average_precision_score", "ranks", {}),
    ("label_ranking_loss", "ranks", {}),
    ("log_loss", "classes", {}),
    ("matthews_corrcoef", "floats", {}),
    ("metric_at_thresholds", "scores", {"metric_func": lambda true, pred: float(np.mean(np.asarray(true == pred)))}),
    ("multilabel_confusion_matrix", "labels", {}),
    ("ndcg_score", "gains", WEIGHTED),
    ("precision_recall_curve", "scores", {}),
    ("precision_recall_fscore_support", "labels", {}),
    ("precision_score", "two labels", {"pos_label": 0}),
    ("recall_score", "labels", {"average": "weighted"}),
    ("roc_auc_score", "classes", {"multi_class": "ovo"}),
    ("roc_auc_score", "scores", {}),
    ("roc_curve", "scores", {}),
    ("top_k_accuracy_score", "classes", {"k": 2}),
    ("zero_one_loss", "labels", {}),
]
every_call = pytest.mark.parametrize(("name", "kind", "options"), CALLS, ids=lambda x: x if isinstance(x, str) else "")


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


@every_call
def test_results_are_those_of_the_rows_in_memory(move: Move, name: str, kind: str, options: dict[str, Any]) -> None:
    found = getattr(ours, name)(*map(move, BY_KIND[kind]), **moved(move, options))
    same(found, getattr(ours, name)(*BY_KIND[kind], **options))


@every_call
def test_results_are_those_of_scikit_learn_under_its_dispatch(
    name: str, kind: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    torch, sklearn = pytest.importorskip("torch"), pytest.importorskip("sklearn")
    from beside_sklearn import theirs

    monkeypatch.setenv("SCIPY_ARRAY_API", "1")
    columns, beside = [*map(torch.from_numpy, BY_KIND[kind])], moved(torch.from_numpy, options)
    with sklearn.config_context(array_api_dispatch=True):
        try:
            expected = theirs(name)(*columns, **beside)
        except Exception:  # noqa: BLE001  (some of theirs take no tensors)
            expected = None
        found = getattr(ours, name)(*columns, **beside)
    if expected is None:
        expected = theirs(name)(*BY_KIND[kind], **options)
    same(found, expected, 1e-6)  # of tensors they give some values in float32


def test_functions_of_scikit_learn_raise_the_errors_of_the_rows_in_memory(move: Move) -> None:
    truth, pred = BY_KIND["labels"]
    for columns in ((truth, pred[:5]), BY_KIND["classes"], (truth * np.nan, pred), (truth[:0], pred[:0])):
        assert_refused_as_in_memory(ours.accuracy_score, move, columns, {})
    with pytest.raises(InputError, match="must lie on one device"):
        ours.accuracy_score(move(truth), pred)


# -- what is refused ------------------------------------------------------------------------------------------------

X = np.array([0.0, 1.0, 1.0])
REFUSED = {
    "lengths": ((X, X[:2]), {}),
    "no value": ((X, np.array([np.nan, 0, np.nan])), {}),
    "weights": ((X, X), {"sample_weight": np.array([1.0, -1.0, np.nan])}),
    "length of weights": ((X, X), {"sample_weight": np.array([1.0])}),
    "sum of weights": ((X, X), {"sample_weight": np.array([1e308, 1e308, 1.0])}),
    "missing=": ((X, X), {"missing": "dorp"}),
    "three classes": ((np.array([0, 1, 2]), X), {}),
    "unknown label": ((X, X), {"labels": [0, 2]}),
    "one class": ((np.array([5, 5]), X[:2]), {}),
    "no such positive": ((X, X), {"pos_label": 7}),
    "continuous truth": ((np.array([0.5, 0.25, 1.0]), X), {}),
    "no probability": ((X, np.array([0.5, 1.25, -1.0])), {}),
    "other numbers": ((np.array([[0, 1], [2, 0]]), np.array([[0, 1], [1, 0]])), {}),
    "one matrix": ((np.array([[0, 1], [1, 0]]), X[:2]), {}),
    "shapes of matrices": ((np.array([[0, 1], [1, 0]]), np.array([[0, 1, 1], [1, 0, 1]])), {}),
    "names of columns": ((np.array([[0, 1], [1, 0]]),) * 2, {"labels": [1, 2, 3]}),
    "infinite": ((X, np.array([0.5, np.inf, 0.5])), {}),
}


@pytest.mark.parametrize(("columns", "options"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_is_refused_as_in_memory(move: Move, columns: Any, options: Any) -> None:
    for metric in (c.roc_auc, c.brier_score, c.log_loss, c.hinge_loss, c.cohen_kappa):
        try:
            metric(*columns, undefined=0.0, **options)
        except ConcordantError:
            assert_refused_as_in_memory(partial(metric, undefined=0.0), move, columns, options)


def test_columns_on_two_devices_are_refused(move: Move) -> None:
    x = move(X.astype(np.int64))
    for columns, options in (((x, X), {}), ((list(X), x), {}), ((x, x), {"sample_weight": X})):
        with pytest.raises(InputError, match=r"must lie on one device: .* lies on the host"):
            Counts.from_labels(*columns, **options)


def test_too_many_rows(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.engines.devices.rows._MOST_ROWS", 2)
    with pytest.raises(LengthError, match="at most 2 at once: make the states of parts"):
        Counts.from_labels(move(X), move(X))


def test_a_device_without_memory(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    x = move(X.astype(np.int64))
    full = Mock(side_effect=type("OutOfMemoryError", (RuntimeError,), {}))
    monkeypatch.setattr(groups, "_counted", full)
    with pytest.raises(DeviceMemoryError, match="does not suffice for 3 rows"):
        Counts.from_labels(x, x)
    monkeypatch.setattr(groups, "_counted", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Counts.from_labels(x, x)


def test_no_array_library_is_imported_for_numpy() -> None:
    assert not on_device(X, [1], (1,), "text", None, 3)
    assert library_of(X) is None


def tensors_without_values(torch: Any) -> dict[str, Any]:
    """By what the error says of each."""
    score = torch.tensor([0.25, 0.75, 0.5])
    return {
        "sparse tensor.*to_dense": score.to_sparse(),
        "quantised.*dequantize": torch.quantize_per_tensor(score, 0.1, 0, torch.quint8),
        'device "meta"': torch.rand(3, device="meta"),
    }


@pytest.mark.filterwarnings("ignore:torch.quantize")  # they are on their way out of PyTorch
@pytest.mark.parametrize("metric", [c.roc_auc, c.brier_score], ids=lambda metric: metric.name)
def test_tensors_of_torch_that_hold_no_values(metric: Any) -> None:
    torch = pytest.importorskip("torch")
    tensors = {"requires a gradient.*detach": torch.rand(3, requires_grad=True)}
    for message, tensor in {**tensors, **tensors_without_values(torch)}.items():
        for place in (nullcontext(), device_of("torch")):
            with place, pytest.raises(InputTypeError, match=message):
                metric(torch.tensor([0, 1, 1]), tensor)


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_narrow_floats_of_torch_stand_at_their_values(kind: str) -> None:
    torch = pytest.importorskip("torch")
    true, score = torch.tensor([0, 0, 1, 1]), torch.tensor([0.1, 0.3, 0.3, 0.9]).to(getattr(torch, kind))
    expected = c.roc_auc.state(true.numpy(), score.float().numpy())
    for place in (nullcontext(), device_of("torch")):
        with place:
            assert c.roc_auc.state(true, score) == expected


def updated(metric: Any, *columns: Any) -> Any:
    metric.update(*columns)
    return metric.compute()


@pytest.mark.filterwarnings("ignore:torch.quantize")
@pytest.mark.parametrize("name", ["roc_auc", "accuracy"])
def test_torch_metric_says_the_same_and_keeps_its_rows(name: str) -> None:
    torch = pytest.importorskip("torch")
    from concordant.learning.torch import TorchMetric

    good, metric = torch.tensor([0, 1, 1]), TorchMetric(name, labels=[0, 1])
    metric.update(good, good)
    before = metric.state()
    tensors = {
        **tensors_without_values(torch),
        "not (torch.)?complex64": torch.tensor([1 + 1j] * 3).conj(),
        "1-D|one label a row": torch.rand(3, 1, 1),
    }
    for message, tensor in tensors.items():
        for place in (nullcontext(), device_of("torch")):
            with place, pytest.raises(ConcordantError, match=message):
                updated(metric, good, tensor)
            assert metric.state() == before


def test_torch_metric_takes_float8_and_detaches_by_itself() -> None:
    torch = pytest.importorskip("torch")
    from concordant.learning.torch import TorchMetric

    good, score = torch.tensor([0, 1, 1]), torch.tensor([0.25, 0.75, 0.5])
    assert updated(TorchMetric("roc_auc", labels=[0, 1]), good, score.to(torch.float8_e4m3fn)) == 1
    brier = updated(TorchMetric("brier_score", labels=[0, 1]), good, score.clone().requires_grad_())
    assert brier == c.brier_score(good, score)


def test_rows_on_two_devices_say_which_lies_where() -> None:
    torch = pytest.importorskip("torch")

    class Elsewhere(torch.Tensor):  # type: ignore[misc]
        device = torch.device("cuda", 1)

    first, other = torch.tensor([0, 1, 1]), torch.tensor([0, 1, 0]).as_subclass(Elsewhere)
    with device_of("torch"), pytest.raises(InputError, match=r"y_true lies on cpu .*, y_pred lies on cuda:1 \(torch\)"):
        c.accuracy(first, other)
    with device_of("torch"), pytest.raises(InputError, match=r"y_score lies on cuda:1"):
        c.roc_auc(first, torch.rand(3).as_subclass(Elsewhere))


def test_a_device_without_memory_leaves_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    from concordant.learning.torch import TorchMetric

    metric = TorchMetric("roc_auc", labels=[0, 1])
    metric.update(torch.tensor([0, 1]), torch.tensor([0.1, 0.2]))
    before = metric.state()
    with device_of("torch"):
        metric.update(torch.tensor([0, 1]), torch.tensor([0.3, 0.1]))
        with monkeypatch.context() as patch:
            patch.setattr(groups, "_codes", Mock(side_effect=torch.OutOfMemoryError))
            with pytest.raises(DeviceMemoryError, match="cpu does not suffice for 2 rows"):
                metric.compute()
    assert metric.state() == before
