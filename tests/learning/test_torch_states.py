"""Stored states of TorchMetric, changed in many ways; counts on the CPU, on a device's path, and in every type."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from mutations import places, replaced

torch = pytest.importorskip("torch")

from numpy.testing import assert_array_equal  # noqa: E402  (after torch is known to be there)

from concordant.errors import LabelError, StateFormatError  # noqa: E402
from concordant.learning.torch import TorchMetric  # noqa: E402

GENERATOR = torch.Generator().manual_seed(1)
TRUTH = torch.randint(0, 3, (40,), generator=GENERATOR)
GIVEN = torch.randint(0, 3, (40,), generator=GENERATOR)
SCORE = torch.rand(40, generator=GENERATOR)
WEIGHT = torch.rand(40, generator=GENERATOR).double()


MANY = torch.stack([TRUTH > 0, TRUTH > 1], 1).long(), torch.stack([GIVEN > 0, GIVEN > 1], 1).long()
KINDS: dict[str, tuple[Any, Any]] = {
    "counts": (lambda: TorchMetric("cohen_kappa", labels=range(3), weights="linear"), (TRUTH, GIVEN)),
    "weighted counts": (lambda: TorchMetric("accuracy", labels=range(3)), (TRUTH, GIVEN, WEIGHT)),
    "curve": (lambda: TorchMetric("roc_auc", labels=[0, 1]), ((TRUTH > 0).long(), SCORE)),
    "moments": (lambda: TorchMetric("brier_score", labels=[0, 1]), ((TRUTH > 0).long(), SCORE)),
    "many labels": (lambda: TorchMetric("f1", multilabel=True, average="macro"), MANY),
}
NEW: list[Any] = [None, True, -1, 1.9, "nan", "x", [], {}, [[]], 10**400]


def holding(kind: str) -> tuple[TorchMetric, TorchMetric]:
    """A metric that holds rows, and a fresh one."""
    make, rows = KINDS[kind]
    metric = make()
    metric.update(*rows)
    return metric, make()


@pytest.mark.parametrize("kind", KINDS)
def test_a_checkpoint_is_read_as_it_was_written_or_it_is_refused(kind: str) -> None:
    metric, fresh = holding(kind)
    stored = json.loads(json.dumps(metric.state_dict()))
    fresh.load_state_dict(stored)
    assert json.loads(json.dumps(fresh.state_dict())) == stored
    assert fresh.compute() == metric.compute()
    tried = refused = 0
    for path in places(stored):
        old = stored
        for key in path:
            old = old[key]
        near = [-old, old + 0.5] if isinstance(old, (int, float)) and not isinstance(old, bool) else []
        near += [old + old, old[:-1]] if isinstance(old, list) else []
        for value in (*NEW, *near):
            if type(value) is type(old) and value == old:
                continue
            tried += 1
            wrong = replaced(stored, path, value)
            before = json.dumps(fresh.state_dict())
            try:
                fresh.load_state_dict(wrong)
            except StateFormatError:
                refused += 1
                assert json.dumps(fresh.state_dict()) == before  # what is refused leaves the rows as they are
                continue
            if wrong["state"] is None:  # there were no rows
                continue
            assert json.loads(json.dumps(fresh.state_dict())) == wrong, (path, value)
    assert tried > 100
    assert refused > 0.75 * tried


# --- the ways of counting ---------------------------------------------------------------------------------------------

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
