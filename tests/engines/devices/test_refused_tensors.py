"""Tensors that cannot be read are errors that say what to do, and those of the rows say what they say in memory."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
from array_libraries import device_of

import concordant as c
from concordant.engines.devices import groups
from concordant.errors import ConcordantError, DeviceMemoryError, InputError, InputTypeError, LengthError
from concordant.inputs.arrays import library_of, on_device
from concordant.states import Counts

Move = Callable[[Any], Any]
X = np.array([0.0, 1.0, 1.0])
BAD = {
    "lengths": ((X, X[:2]), {}),
    "no value": ((X, np.array([np.nan, 0, np.nan])), {}),
    "no truth": ((np.array([0, np.nan, 1]), X), {}),
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


@pytest.mark.parametrize(("columns", "options"), BAD.values(), ids=BAD)
def test_errors_are_those_of_the_rows_in_memory(move: Move, columns: Any, options: Any) -> None:
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


def test_columns_of_two_places(move: Move) -> None:
    x = move(X.astype(np.int64))
    for columns, options in (((x, X), {}), ((list(X), x), {}), ((x, x), {"sample_weight": X})):
        with pytest.raises(InputError, match=r"must lie on one device: .* lies on the host"):
            Counts.from_labels(*columns, **options)


def test_too_many_rows(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.engines.devices.rows._MOST_ROWS", 2)
    with pytest.raises(LengthError, match="at most 2 at once: make the states of parts"):
        Counts.from_labels(move(X), move(X))


def test_a_device_without_memory(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    class OutOfMemoryError(RuntimeError):
        pass

    def full(*_: Any) -> Any:
        raise OutOfMemoryError

    x = move(X.astype(np.int64))
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
