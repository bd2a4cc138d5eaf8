"""Counts of TorchMetric on the CPU, on a device's path, and in every type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from numpy.testing import assert_array_equal  # noqa: E402  (after torch is known to be there)

from concordant.errors import LabelError  # noqa: E402
from concordant.learning.torch import TorchMetric  # noqa: E402

LABELS: list[Any] = [range(3), [2, 0, 1], [0, 1, 2, 7], [False, True], [-5, 3]]


@pytest.mark.parametrize("labels", LABELS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["int64", "uint8", "int32", "bool", "int16"])
def test_every_way_of_counting_gives_the_same_table(labels: Any, weighted: bool, kind: str) -> None:
    names = [int(label) for label in labels]
    if (kind in ("uint8", "bool") and min(names) < 0) or (kind == "bool" and max(names) > 1):
        pytest.skip("the type cannot hold these labels")
    pool = torch.tensor(names).to(getattr(torch, kind))
    true, pred = pool[torch.randint(0, len(names), (50,))], pool[torch.randint(0, len(names), (50,))]
    weight = torch.rand(50) if weighted else None
    quick = TorchMetric("accuracy", labels=labels)
    quick.update(true, pred, weight)
    device = TorchMetric("accuracy", labels=labels)
    if weighted:  # the ways of tensors that are not on the CPU
        device._held.put_off((true, pred, weight), 50, device._made)
    else:
        device._held.count(true, pred)
    expected = np.zeros((len(names), len(names)))
    for t, p, w in zip(true.tolist(), pred.tolist(), [1.0] * 50 if weight is None else weight.double(), strict=True):
        expected[names.index(int(t)), names.index(int(p))] += float(w)
    for metric in (quick, device):
        np.testing.assert_allclose(metric.state().table, expected, rtol=1e-12)
        assert metric.state().labels == tuple(labels)
    if not weighted:
        assert_array_equal(quick.state().table, device.state().table)


@pytest.mark.parametrize("labels", [range(3), [0, 2, 1], [1, 5, 9]], ids=str)
@pytest.mark.parametrize("strange", [-1, 3, 250])
def test_a_strange_label_is_named_on_both_ways(labels: Any, strange: int) -> None:
    good = torch.tensor([next(iter(labels))] * 2)
    wrong = torch.tensor([next(iter(labels)), strange])
    metric = TorchMetric("accuracy", labels=labels)
    for rows in ((wrong, good), (good, wrong)):
        with pytest.raises(LabelError, match=str(strange)):
            metric.update(*rows)
        metric._held.count(*rows)  # does not wait for the device, so it cannot say yet
        with pytest.raises(LabelError, match="1 row has a label that labels= does not name"):
            metric.compute()
        assert metric.state().n == 1  # the other row of the batch stands
        metric.reset()
    assert metric.state().n == 0


def test_no_rows_on_both_ways() -> None:
    none = torch.zeros(0, dtype=torch.int64)
    metric = TorchMetric("accuracy", labels=range(3))
    metric.update(none, none)
    metric._held.count(none, none)
    assert metric.state().n == 0
