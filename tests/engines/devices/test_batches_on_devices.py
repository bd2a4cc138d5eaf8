"""TorchMetric on what is taken for a device: nothing waits in `update`, and what is wrong is said later."""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.processes import device_of

import concordant as c
from concordant.errors import LabelError, MissingValuesError, WeightError
from concordant.states import Counts

torch = pytest.importorskip("torch")

from torch.overrides import TorchFunctionMode  # noqa: E402

from concordant.learning.torch import TorchMetric  # noqa: E402
from concordant.learning.torch import metric as host_parts  # noqa: E402
from concordant.learning.torch.metric import DeviceCounts  # noqa: E402

RNG = np.random.default_rng(5)
TRUTH, PRED, WEIGHT = RNG.integers(0, 3, 400), RNG.integers(0, 3, 400), RNG.uniform(0, 1, 400)
POSITIVE, SCORE = TRUTH % 2, RNG.random(400)


@pytest.fixture(autouse=True)
def _on_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    takes = DeviceCounts.takes
    monkeypatch.setattr(DeviceCounts, "takes", lambda held, *columns: takes(held, *map(_Elsewhere, columns)))
    with device_of("torch"):
        yield


class _Elsewhere(torch.Tensor):
    """A tensor that says that it is not on the CPU."""

    @staticmethod
    def __new__(cls: Any, tensor: Any) -> Any:
        return torch.Tensor._make_subclass(cls, tensor)

    @property
    def device(self) -> Any:
        return torch.device("cuda")


def fed(metric: Any, *columns: Any, batch: int = 64) -> Any:
    for first in range(0, 400, batch):
        metric.update(*(torch.from_numpy(column[first : first + batch]) for column in columns))
    return metric


@pytest.mark.parametrize("labels", [[0, 1, 2], [2, 0, 1], [-1, 0, 1, 2, 90], [2**62, 2, 1, 0]], ids=str)
@pytest.mark.parametrize("many", [1, 1 << 16])
def test_counts_of_batches(labels: Any, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.learning.torch.metric._MANY", many)
    monkeypatch.setattr("concordant.learning.torch.metric._HOST_PARTS_MOST", many)
    metric = fed(TorchMetric("cohen_kappa", labels=labels), TRUTH, PRED)
    assert metric.state() == Counts.from_labels(TRUTH, PRED, labels=labels)
    fed(metric, TRUTH, PRED, WEIGHT)
    expected = Counts.from_labels(TRUTH, PRED, labels=labels, sample_weight=1 + WEIGHT)
    np.testing.assert_allclose(metric.state().table, expected.table, rtol=1e-14)


def test_no_update_looks_at_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    labels, curve = TorchMetric("accuracy", labels=[0, 1, 2]), TorchMetric("roc_auc", labels=[0, 1])
    good = [torch.from_numpy(x) for x in (TRUTH, PRED, WEIGHT, POSITIVE, SCORE)]
    with monkeypatch.context() as patch:
        for name in ("item", "tolist", "__bool__", "__int__", "__float__", "cpu", "numpy", "nonzero"):
            patch.setattr(torch.Tensor, name, lambda *_: pytest.fail("this waits for the device"))
        labels.update(good[0], good[1])
        labels.update(*good[:3])
        curve.update(good[3], good[4])
    assert labels.state().n == pytest.approx(400 + WEIGHT.sum())
    assert curve.compute() == c.roc_auc(POSITIVE, SCORE)


def test_rows_with_strange_labels_are_left_out_and_told_once() -> None:
    metric = fed(TorchMetric("accuracy", labels=[0, 1, 2]), TRUTH, PRED)
    before = metric.state()
    metric.update(torch.tensor([0, 3, -1]), torch.tensor([0, 0, 0]))
    with pytest.raises(LabelError, match=r"2 rows have labels that labels= does not name. Declared are: 0, 1, 2"):
        metric.compute()
    assert metric.state().n == before.n + 1


@pytest.mark.parametrize(
    ("truth", "weight", "error"),
    [([0, 1, 0], [1.0, float("nan"), -2.0], WeightError), ([0, 3, -1], [1.0, 1.0, 1.0], LabelError)],
)
def test_a_batch_with_a_wrong_weight_or_label_beside_weights_is_left_out(truth: Any, weight: Any, error: Any) -> None:
    metric = fed(TorchMetric("accuracy", labels=[0, 1, 2]), TRUTH, PRED, WEIGHT)
    metric.update(torch.tensor(truth), torch.tensor([0, 0, 1]), torch.tensor(weight, dtype=torch.float64))
    with pytest.raises(error, match="Batches with such rows are left out, all others stay counted"):
        metric.compute()
    assert metric.compute() == pytest.approx(c.accuracy(TRUTH, PRED, sample_weight=WEIGHT), rel=1e-13)


@pytest.mark.parametrize("most", [1, 150, 1 << 22])
def test_scores_wait_in_batches(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_parts, "_HOST_PARTS_MOST", most)
    metric = fed(TorchMetric("roc_auc", labels=[0, 1]), POSITIVE, SCORE)
    assert copy.deepcopy(metric).state() == metric.state() == c.roc_auc.state(POSITIVE, SCORE)
    weighted = fed(TorchMetric("roc_auc", labels=[0, 1]), POSITIVE, SCORE, WEIGHT)
    assert weighted.compute() == pytest.approx(c.roc_auc(POSITIVE, SCORE, sample_weight=WEIGHT), rel=1e-13)
    brier = fed(TorchMetric("brier_score", labels=[0, 1]), POSITIVE, SCORE)
    assert brier.compute() == pytest.approx(c.brier_score(POSITIVE, SCORE), rel=1e-13)


def test_a_batch_with_a_wrong_score_is_left_out_and_told_once() -> None:
    metric = fed(TorchMetric("roc_auc", labels=[0, 1]), POSITIVE, SCORE)
    metric.update(torch.tensor([0, 1]), torch.tensor([0.5, float("nan")], dtype=torch.float64))
    with pytest.raises(MissingValuesError, match=r"y_score has 1 missing .* all others stay counted"):
        metric.compute()
    assert metric.state() == c.roc_auc.state(POSITIVE, SCORE)


def test_an_array_that_the_caller_changes_later_is_not_changed_here() -> None:
    truth, score = torch.from_numpy(POSITIVE.copy()), torch.from_numpy(SCORE.copy())
    metric = TorchMetric("roc_auc", labels=[0, 1])
    metric.update(truth, score)
    score.zero_()
    assert metric.compute() == c.roc_auc(POSITIVE, SCORE)


class _Operations(TorchFunctionMode):
    """The operations that PyTorch is asked for, but for looks at what a tensor is."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __torch_function__(self, function: Any, types: Any, arguments: Any = (), named: Any = None) -> Any:
        if function.__name__ not in VIEWS and not function.__name__.startswith("is_"):
            self.names.append(function.__name__)
        return function(*arguments, **(named or {}))


VIEWS = ("detach", "view", "expand", "to", "device", "numel", "__get__", "__len__")


@pytest.mark.parametrize(
    ("labels", "columns", "most"),
    [([0, 1, 2], 2, 5), ([1, 2, 3], 2, 4), ([0, 2, 9], 2, 16), ([0, 1, 2], 3, 3), ("scores", 2, 2)],
    ids=str,
)
def test_an_update_asks_for_few_operations(labels: Any, columns: int, most: int) -> None:
    metric = TorchMetric("roc_auc", labels=[0, 1]) if labels == "scores" else TorchMetric("accuracy", labels=labels)
    rows = [torch.from_numpy(x) for x in (TRUTH, SCORE if labels == "scores" else PRED, WEIGHT)[:columns]]
    metric.update(*rows)  # makes its tables
    with _Operations() as asked:
        metric.update(*rows)
    assert len(asked.names) == most, asked.names
