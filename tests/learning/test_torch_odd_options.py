"""Options of losses and metrics of tensors that are none, and checkpoints that no rows give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from concordant.errors import ConcordantError, LabelError, OptionError, StateFormatError  # noqa: E402
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


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("odd", [None, "x", 1.5, True, [1], 2**63], ids=repr)
def test_an_ignored_target_is_a_whole_number(loss: Any, odd: Any) -> None:
    with pytest.raises(OptionError, match="ignore_index must be a whole number"):
        loss(LOGITS, TARGET, ignore_index=odd)
    if odd is not None:
        with pytest.raises(OptionError, match="ignore_index must be a whole number"):
            TorchMetric("f1", labels=[0, 1], ignore_index=odd)


@pytest.mark.parametrize("odd", [None, "x", [0.1], 0, 1, float("nan")], ids=repr)
def test_eps_is_a_number_between_0_and_1(odd: Any) -> None:
    with pytest.raises(OptionError, match="eps must lie between 0 and 1"):
        weighted_kappa_loss(LOGITS, TARGET, eps=odd)


@pytest.mark.parametrize("odd", [True, 1.5, float("nan")], ids=repr)
def test_labels_of_a_loss_are_a_list(odd: Any) -> None:
    with pytest.raises(ConcordantError, match="labels must be a list of labels"):
        weighted_kappa_loss(LOGITS, TARGET, labels=odd)


@pytest.mark.parametrize("odd", [None, "3", 2.5, True, 1], ids=repr)
def test_a_head_is_of_two_classes_at_least(odd: Any) -> None:
    with pytest.raises(OptionError, match="classes must be 2 at least"):
        CumulativeLink(3, odd)


@pytest.mark.parametrize("odd", ["x", [None] * 3, {}, [[1], [2, 3]], [10**400] * 3, [1, 2]], ids=str)
def test_shares_of_classes_are_numbers(odd: Any) -> None:
    with pytest.raises(LabelError, match="shares must be 3 positive numbers"):
        CumulativeLink(3, 3, shares=odd)


@pytest.mark.parametrize("odd", ["x", {}, object(), 10**400, [None] * 4], ids=lambda odd: type(odd).__name__)
def test_a_mask_that_is_none_is_refused(odd: Any) -> None:
    metric = TorchMetric("f1", labels=[0, 1])
    with pytest.raises(ConcordantError, match="mask"):
        metric.update(torch.tensor([0, 1, 1, 0]), torch.tensor([0, 1, 0, 1]), mask=odd)


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
