"""The cumulative link: one score for the row, K - 1 ordered thresholds for all (McCullagh 1980)."""

from __future__ import annotations

from operator import index
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import softplus

from concordant.errors import LabelError, OptionError
from concordant.learning.torch.batch_rows import IGNORED, batch_rows, classes_last
from concordant.learning.torch.links import classes_of
from concordant.learning.torch.log_losses import row_log_losses
from concordant.learning.torch.reduction import Reduction, check_reduction, reduced


class CumulativeLink(nn.Module):
    """
    A head of shared weights and ordered thresholds: logit P(Y > k) = w x - b_k with b_0 < b_1 < ...

    CORAL shares the weights and leaves the thresholds free, and proves that they are ordered at the optimum. Here they
    are ordered in every step: ``b_k = b_0 + softplus(g_1) + ... + softplus(g_k)``.

    Parameters
    ----------
    in_features : int
        The length of x.
    classes : int
        K, two at least.
    shares : sequence of K floats, optional
        How often each class occurs; the thresholds start where x = 0 gives these probabilities. Default: all the same.
    device, dtype
        Of the parameters.

    Attributes
    ----------
    score : nn.Linear
        w, without a bias.
    first, gaps : nn.Parameter
        b_0, and g of the others.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import CumulativeLink, class_probabilities
    >>> head = CumulativeLink(3, 4, shares=[0.1, 0.2, 0.3, 0.4])
    >>> [round(p, 3) for p in class_probabilities(head(torch.zeros(3)), link="cumulative").tolist()]
    [0.1, 0.2, 0.3, 0.4]
    """

    def __init__(
        self,
        in_features: int,
        classes: int,
        *,
        shares: list[float] | tuple[float, ...] | Tensor | None = None,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        classes = _number_of_classes(classes)
        start = _start(classes, shares)
        gaps = start.diff()
        self.score = nn.Linear(in_features, 1, bias=False, device=device, dtype=dtype)
        like = self.score.weight
        self.first = nn.Parameter(start[:1].to(like.device, like.dtype))
        self.gaps = nn.Parameter((gaps + torch.log(-torch.expm1(-gaps))).to(like.device, like.dtype))  # of softplus

    @property
    def thresholds(self) -> Tensor:
        """The K - 1 thresholds, ascending."""
        ends = self.first + softplus(self.gaps).cumsum(0)
        return torch.cat([self.first, ends]).cummax(0).values  # a sum in parallel may fall by its last bit

    def forward(self, features: Tensor) -> Tensor:
        """Return the logits of P(Y > k), shape (..., K - 1), of features of shape (..., in_features)."""
        scores: Tensor = self.score(features)
        return scores - self.thresholds


def _number_of_classes(classes: Any) -> int:
    try:
        number = index(classes)
    except TypeError:
        number = 0
    if number < 2:
        msg = f"classes must be 2 at least, not {classes!r:.80}."
        raise OptionError(msg)
    return number


def _start(classes: int, shares: list[float] | tuple[float, ...] | Tensor | None) -> Tensor:
    given = [1.0] * classes if shares is None else shares
    try:
        values = torch.as_tensor(given, dtype=torch.float64, device="cpu")
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        msg = f"shares must be {classes} positive numbers, one a class: {error}."
        raise LabelError(msg) from error
    if values.shape != (classes,) or not bool(((values > 0) & (values < torch.inf)).all()):
        msg = f"shares must be {classes} positive numbers, one a class."
        raise LabelError(msg)
    below = (values / values.sum()).cumsum(0)[:-1]
    return below.logit()


def cumulative_link_loss(
    logits: Tensor,
    target: Tensor,
    *,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    Cumulative link: minus the log likelihood of the proportional odds model.

    Parameters
    ----------
    logits : Tensor, shape (..., K - 1)
        The logits of P(Y > k), which must not rise with k: those of `CumulativeLink`.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    sample_weight, mask, ignore_index
        As for `corn_loss`.
    reduction : {"mean", "sum", "none"}
        The weighted mean over rows, the weighted sum, or the weighted loss of each row.
    dim, class_weight
        As for `corn_loss`.

    Returns
    -------
    Tensor
        A scalar, or shape (...) for ``"none"``. 0 for a batch without rows that count.

    Raises
    ------
    ScoreError
        On the CPU, if logits rise with k; elsewhere the loss is NaN.
    LengthError, InputTypeError, OptionError
        If shapes, types or options do not fit.
    LabelError, WeightError
        On the CPU, for a target that is no class or a bad weight; elsewhere the loss is NaN.

    References
    ----------
    McCullagh (1980), Regression models for ordinal data, Journal of the Royal Statistical Society B 42:109.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import cumulative_link_loss
    >>> logits = torch.tensor([[2.0, -1.0], [1.5, 1.0], [-1.0, -2.0]])
    >>> round(cumulative_link_loss(logits, torch.tensor([1, 2, 0])).item(), 4)
    0.3726
    """
    logits, target = classes_last(logits, target, dim)
    classes = classes_of(logits, "cumulative")
    check_reduction(reduction)
    rows = batch_rows(
        logits,
        target,
        classes=classes,
        sample_weight=sample_weight,
        mask=mask,
        ignore_index=ignore_index,
        class_weight=class_weight,
    )
    return reduced(row_log_losses(rows, "cumulative", classes), rows.weight, rows.shape, reduction)
