"""Options of losses and metrics of tensors that are none, and checkpoints that no rows give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from concordant.errors import ConcordantError, StateFormatError  # noqa: E402
from concordant.learning.torch import (  # noqa: E402
    CumulativeLink,
    TorchMetric,
    coral_loss,
    corn_loss,
    cumulative_link_loss,
    ranked_probability_loss,
    weighted_kappa_loss,
)

LOGITS, TARGET = torch.zeros(4, 3), torch.tensor([0, 1, 2, 1])
LOSSES = [coral_loss, corn_loss, cumulative_link_loss, ranked_probability_loss, weighted_kappa_loss]


METRIC = TorchMetric("f1", labels=[0, 1])
NO_INDEX, NO_EPS = ["x", 1.5, True, [1], 2**63], [None, "x", [0.1], 0, 1, float("nan")]
ODD: list[tuple[Any, list[Any], str]] = [
    *((lambda odd, of=of: of(LOGITS, TARGET, ignore_index=odd), [None, *NO_INDEX], "whole number") for of in LOSSES),
    (lambda odd: TorchMetric("f1", labels=[0, 1], ignore_index=odd), NO_INDEX, "ignore_index must be a whole number"),
    (lambda odd: weighted_kappa_loss(LOGITS, TARGET, eps=odd), NO_EPS, "eps must lie between 0 and 1"),
    (lambda odd: weighted_kappa_loss(LOGITS, TARGET, labels=odd), [True, 1.5], "labels must be a list of labels"),
    (lambda odd: CumulativeLink(3, odd), [None, "3", 2.5, True, 1], "classes must be 2 at least"),
    (lambda odd: CumulativeLink(3, 3, shares=odd), ["x", [None] * 3, {}, [1, 2]], "shares must be 3 positive numbers"),
    (lambda odd: METRIC.update(TARGET % 2, TARGET % 2, mask=odd), ["x", {}, object(), 10**400, [None] * 4], "mask"),
]


@pytest.mark.parametrize(("call", "values", "message"), ODD)
def test_odd_options_are_refused(call: Any, values: list[Any], message: str) -> None:
    for value in values:
        with pytest.raises(ConcordantError, match=message):
            call(value)


_READ_ONLY = pytest.mark.filterwarnings("ignore:The ``compute`` method of metric")  # it was read, not updated
_ODD_PARTS: list[Any] = [
    None,
    "x",
    3,
    {},
    [None],
    torch.tensor(-1),
    torch.tensor([1, 2]),
    torch.tensor(float("nan")),
    [torch.tensor([5.0, 6.0])],
    torch.tensor([[1.5, 0.0], [0.0, 2.0]]),
]


@_READ_ONLY
@pytest.mark.parametrize("odd", _ODD_PARTS, ids=str)
@pytest.mark.parametrize(("name", "scores"), [("cohen_kappa", [0, 1, 0]), ("roc_auc", [0.1, 0.7, 0.4])])
def test_damaged_checkpoints_of_torchmetrics_are_refused_when_read(name: str, scores: list[float], odd: Any) -> None:
    pytest.importorskip("torchmetrics")
    from concordant.learning.torchmetrics import ConcordantMetric

    metric = ConcordantMetric(name, labels=[0, 1])
    metric.update(torch.tensor(scores), torch.tensor([0, 1, 1]))
    state = metric.state_dict()
    again = ConcordantMetric(name, labels=[0, 1])
    again.load_state_dict(state)
    assert again.compute() == metric.compute()
    for part in state:
        with pytest.raises(StateFormatError):
            ConcordantMetric(name, labels=[0, 1]).load_state_dict({**state, part: odd})


def test_numbers_of_numpy_and_torch_are_numbers() -> None:
    for classes in (np.int64(3), torch.tensor(3)):
        assert CumulativeLink(2, classes).thresholds.shape == (2,)
    plain = weighted_kappa_loss(LOGITS, TARGET, eps=0.125)
    assert weighted_kappa_loss(LOGITS, TARGET, eps=np.float32(0.125)) == plain
