"""Tensors that cannot be read are errors that say what to do, and those of the rows say what they say in memory."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from support.processes import device_of

import concordant as c
import concordant.sklearn as ours
from concordant import metrics
from concordant.engines.arrays import quantities as kernels
from concordant.engines.devices import groups, rankings
from concordant.errors import ConcordantError, DeviceMemoryError, InputError, InputTypeError, LengthError
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
    every: list[dict[str, Any]] = [{}]
    for name, values in choices.items():
        every = [{**one, name: value} for one in every for value in values]
    return every


@pytest.fixture
def in_memory_fails(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let whatever brings the rows to the host fail, once the expected values are known."""

    def start() -> None:
        monkeypatch.setattr(kernels._kernels, "label_ranking_moments", lambda *_, **__: pytest.fail("on the host"))

    return start


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int8])
@pytest.mark.parametrize("weight", [None, WEIGHT], ids=["", "weighted"])
def test_moments_are_those_of_the_rows_in_memory(
    move: Move, name: str, kind: Any, weight: Any, in_memory_fails: Callable[[], None]
) -> None:
    metric, (truth, choices) = metrics.get(name), CASES[name]
    finite = np.where(np.isinf(SCORE), np.sign(SCORE) * 99, SCORE * 9)
    score = (finite if kind is np.int8 else SCORE).astype(kind)
    weights = {} if weight is None else {"sample_weight": weight}
    expected = [metric.state(truth, score, **weights, **options) for options in options_of(choices)]
    in_memory_fails()
    moved = {key: move(value) for key, value in weights.items()}
    for options, here in zip(options_of(choices), expected, strict=True):
        there = metric.state(move(truth), move(score), **moved, **options)
        assert (there.names, there.classes, there.n) == (here.names, here.classes, here.n)
        np.testing.assert_allclose(there.mean, here.mean, rtol=1e-13, err_msg=str(options))
        np.testing.assert_allclose(there.comoment, here.comoment, rtol=1e-11, atol=1e-13, err_msg=str(options))


BAD: dict[str, Any] = {
    "relevance": ("one_error", MANY + 1, SCORE),
    "negative gain": ("normalized_discounted_cumulative_gain", GAIN - 1, SCORE),
    "no number": ("coverage_error", MANY, np.where(np.arange(N)[:, None] == 5, np.nan, SCORE)),
    "shapes": ("label_ranking_loss", MANY[:, :2], SCORE),
    "one column": ("top_k_accuracy", CLASS % 2, SCORE[:, 0]),
    "classes without a column": ("top_k_accuracy", CLASS, SCORE[:, :3]),
    "no rows": ("top_k_accuracy", CLASS[:0], SCORE[:0]),
    "lengths": ("top_k_accuracy", CLASS[:9], SCORE),
}


@pytest.mark.parametrize(("name", "truth", "score"), BAD.values(), ids=BAD)
def test_rankings_that_are_none_are_refused_as_in_memory(move: Move, name: str, truth: Any, score: Any) -> None:
    with pytest.raises(ConcordantError) as expected:
        metrics.get(name)(truth, score)
    with pytest.raises(type(expected.value)) as found:
        metrics.get(name)(move(truth), move(score))
    assert str(found.value) == str(expected.value)


def test_what_is_left_to_the_kernels(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rankings, "_MOST_LABELS", 3)
    assert c.label_ranking_loss.state(move(MANY), move(SCORE)) == c.label_ranking_loss.state(MANY, SCORE)
    rows = c.one_error.rows(MANY, SCORE)
    np.testing.assert_array_equal(c.one_error.rows(move(MANY), move(SCORE)), rows)
    named = {"labels": [5, 4, 3, 2, 1, 0]}
    expected = c.top_k_accuracy.interval(CLASS, SCORE, **named)
    assert c.top_k_accuracy.interval(move(CLASS), move(SCORE), **named).low == expected.low


# -- the functions of concordant.sklearn ------------------------------------------------------------------------


def _columns_of_scikit_learn() -> dict[str, tuple[Any, Any]]:
    """Columns by what they hold; the last two are a weight and decision values."""
    rng = np.random.default_rng(4)
    truth, pred = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    score, weight, decision = rng.random(200), rng.random(200), rng.normal(size=200)
    matrix = rng.dirichlet(np.ones(3), 200)
    marks = (matrix > 0.4) * 1
    return {
        "labels": (truth, pred),
        "floats": (truth * 1.0, pred),
        "two labels": (truth % 2, pred % 2),
        "scores": (truth % 2, score),
        "classes": (truth, matrix),
        "ranks": (marks, matrix),
        "gains": (matrix, matrix[::-1].copy()),
        "marks": (marks, (matrix > 0.3) * 1),
        "bools": (marks, matrix > 0.3),
        "points": (np.sort(score), np.sort(weight)),
        "decisions": (truth % 2, decision),
        "weight": (weight, weight),
    }


BY_NAME = _columns_of_scikit_learn()
WEIGHTED = {"sample_weight": BY_NAME["weight"][0]}
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
NAMED = pytest.mark.parametrize(("name", "kind", "options"), CALLS, ids=lambda x: x if isinstance(x, str) else "")


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
def test_results_are_those_of_the_rows_in_memory(move: Move, name: str, kind: str, options: dict[str, Any]) -> None:
    there, beside = moved(move, BY_NAME[kind], options)
    same(getattr(ours, name)(*there, **beside), getattr(ours, name)(*BY_NAME[kind], **options))


@NAMED
def test_results_are_those_of_scikit_learn_under_its_dispatch(
    name: str, kind: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    torch, sklearn = pytest.importorskip("torch"), pytest.importorskip("sklearn")
    from beside_sklearn import theirs

    monkeypatch.setenv("SCIPY_ARRAY_API", "1")
    columns = BY_NAME[kind]
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


def test_functions_of_scikit_learn_raise_the_errors_of_the_rows_in_memory(move: Move) -> None:
    truth, pred = BY_NAME["labels"]
    for columns in ((truth, pred[:5]), BY_NAME["classes"], (truth * np.nan, pred), (truth[:0], pred[:0])):
        with pytest.raises(ConcordantError) as expected:
            ours.accuracy_score(*columns)
        with pytest.raises(type(expected.value)) as found:
            ours.accuracy_score(*map(move, columns))
        assert str(found.value) == str(expected.value)
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
    moved = {name: move(value) if isinstance(value, np.ndarray) else value for name, value in options.items()}
    others = (c.brier_score, c.log_loss, c.hinge_loss)
    for metric in (c.roc_auc, *others, *([] if "pos_label" in options else [c.cohen_kappa])):
        expected: ConcordantError | None = None
        try:
            metric(*columns, undefined=0.0, **options)
        except ConcordantError as error:
            expected = error
        if expected is None:
            continue
        with pytest.raises(type(expected)) as found:
            metric(*map(move, columns), undefined=0.0, **moved)
        assert str(found.value) == str(expected)


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


@pytest.mark.filterwarnings("ignore:torch.quantize")  # they are on their way out of PyTorch
def test_tensors_of_torch_that_hold_no_values() -> None:
    torch = pytest.importorskip("torch")
    good = torch.tensor([0, 1, 1])
    tensors = {
        "requires a gradient.*detach": torch.rand(3, requires_grad=True),
        "sparse tensor.*to_dense": torch.rand(3).to_sparse(),
        "quantised.*dequantize": torch.quantize_per_tensor(torch.rand(3), 0.1, 0, torch.quint8),
        'device "meta"': torch.rand(3, device="meta"),
    }
    for message, tensor in tensors.items():
        for metric in (c.roc_auc, c.brier_score):
            with pytest.raises(InputTypeError, match=message):
                metric(good, tensor)
            with device_of("torch"), pytest.raises(InputTypeError, match=message):
                metric(good, tensor)


def test_narrow_floats_of_torch_stand_at_their_values() -> None:
    torch = pytest.importorskip("torch")
    score = torch.tensor([0.1, 0.3, 0.3, 0.9])
    true = torch.tensor([0, 0, 1, 1])
    for kind in (torch.float16, torch.bfloat16):
        narrow = score.to(kind)
        expected = c.roc_auc.state(true.numpy(), narrow.float().numpy())
        assert c.roc_auc.state(true, narrow) == expected
        with device_of("torch"):
            assert c.roc_auc.state(true, narrow) == expected


def _updated(metric: Any, *columns: Any) -> Any:
    metric.update(*columns)
    return metric.compute()


@pytest.mark.filterwarnings("ignore:torch.quantize")
def test_torch_metric_says_the_same_and_keeps_its_rows() -> None:
    torch = pytest.importorskip("torch")
    from concordant.learning.torch import TorchMetric

    good, score = torch.tensor([0, 1, 1]), torch.tensor([0.25, 0.75, 0.5])
    tensors = {
        "sparse tensor.*to_dense": score.to_sparse(),
        "quantised.*dequantize": torch.quantize_per_tensor(score, 0.1, 0, torch.quint8),
        'device "meta"': torch.rand(3, device="meta"),
        "not (torch.)?complex64": torch.tensor([1 + 1j] * 3).conj(),
        "1-D|one label a row": torch.rand(3, 1, 1),
    }
    for name in ("roc_auc", "accuracy"):
        metric = TorchMetric(name, labels=[0, 1])
        metric.update(good, good)
        before = metric.state()
        for message, tensor in tensors.items():
            for place in (nullcontext(), device_of("torch")):
                with place, pytest.raises(ConcordantError, match=message):
                    _updated(metric, good, tensor)
                assert metric.state() == before
    eighth = TorchMetric("roc_auc", labels=[0, 1])
    eighth.update(good, score.to(torch.float8_e4m3fn))
    assert eighth.compute() == 1
    learned = TorchMetric("brier_score", labels=[0, 1])
    learned.update(good, score.clone().requires_grad_())  # it detaches by itself
    assert learned.compute() == c.brier_score(good, score)


def test_rows_on_two_devices_say_which_lies_where() -> None:
    torch = pytest.importorskip("torch")

    class Elsewhere(torch.Tensor):  # type: ignore[misc]
        device = torch.device("cuda", 1)

    first, other = torch.tensor([0, 1, 1]), torch.tensor([0, 1, 0]).as_subclass(Elsewhere)
    with device_of("torch"), pytest.raises(InputError, match=r"y_true lies on cpu .*, y_pred lies on cuda:1 \(torch\)"):
        c.accuracy(first, other)
    with device_of("torch"), pytest.raises(InputError, match=r"y_score lies on cuda:1"):
        c.top_k_accuracy(first, torch.rand(3, 2).as_subclass(Elsewhere))


def test_a_device_without_memory_leaves_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    from concordant.learning.torch import TorchMetric

    metric = TorchMetric("roc_auc", labels=[0, 1])
    metric.update(torch.tensor([0, 1]), torch.tensor([0.1, 0.2]))
    before = metric.state()

    def full(*_: Any) -> Any:
        raise torch.OutOfMemoryError

    with device_of("torch"):
        metric.update(torch.tensor([0, 1]), torch.tensor([0.3, 0.1]))
        with monkeypatch.context() as patch:
            patch.setattr(groups, "_codes", full)
            with pytest.raises(DeviceMemoryError, match="cpu does not suffice for 2 rows"):
                metric.compute()
    assert metric.state() == before
