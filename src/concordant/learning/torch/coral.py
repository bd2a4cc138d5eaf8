"""CORAL: K - 1 binary decisions P(Y > k) at once (Cao, Mirjalili and Raschka 2020)."""

from __future__ import annotations

from torch import Tensor
from torch.nn.functional import logsigmoid

from concordant.engines.torch.batch_columns import shown
from concordant.errors import LengthError
from concordant.learning.torch.batch_rows import IGNORED, batch_rows, check_tensor, classes_last
from concordant.learning.torch.links import classes_of
from concordant.learning.torch.reduction import Reduction, check_reduction, reduced


def coral_loss(
    logits: Tensor,
    target: Tensor,
    *,
    task_weight: Tensor | None = None,
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    CORAL: the sum of the binary cross-entropies of the K - 1 decisions P(Y > k).

    It is a composite likelihood: every row takes part in every decision. Where the logits differ by constants only,
    as those of `CumulativeLink` do, the decisions agree with each other. `cumulative_link_loss` is the full likelihood
    of the same model.

    Parameters
    ----------
    logits : Tensor, shape (..., K - 1)
        The logits of P(Y > k), any device and floating type.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    task_weight : Tensor, shape (K - 1,), optional
        How much each decision counts (lambda in the paper); default 1.
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
    LengthError, InputTypeError, OptionError
        If shapes, types or options do not fit.
    LabelError, WeightError
        On the CPU, for a target that is no class or a bad weight; elsewhere the loss is NaN.

    References
    ----------
    Cao, Mirjalili & Raschka (2020), Rank consistent ordinal regression for neural networks with application to age
    estimation, Pattern Recognition Letters 140:325.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import coral_loss
    >>> logits = torch.tensor([[2.0, -1.0], [1.5, 1.0], [-1.0, -2.0]])
    >>> round(coral_loss(logits, torch.tensor([1, 2, 0])).item(), 4)
    0.465
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
    above = rows.targets(classes).flip(-1).cumsum(-1).flip(-1)[:, 1:]
    decisions = -(_times(above, logsigmoid(rows.logits)) + _times(1.0 - above, logsigmoid(-rows.logits)))
    if task_weight is not None:
        check_tensor("task_weight", task_weight)
        if tuple(task_weight.shape) != (classes - 1,):
            msg = f"task_weight must have the shape ({classes - 1},), one a decision, not {shown(task_weight)}."
            raise LengthError(msg)
        decisions = decisions * task_weight.to(decisions.dtype)
    return reduced(decisions.sum(-1), rows.weight, rows.shape, reduction)


def _times(share: Tensor, log_p: Tensor) -> Tensor:
    """Nothing times minus infinity is nothing: a decision that is sure and right costs 0."""
    return (share * log_p).where(share > 0, 0.0)
