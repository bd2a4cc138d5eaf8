"""The ranked probability score as a loss; times K - 1 it is the squared earth mover's distance."""

from __future__ import annotations

from torch import Tensor

from concordant.learning.torch.batch_rows import IGNORED, batch_rows, classes_last
from concordant.learning.torch.links import Link, classes_of, exceedances
from concordant.learning.torch.reduction import Reduction, check_reduction, reduced


def ranked_probability_loss(
    logits: Tensor,
    target: Tensor,
    *,
    link: Link = "softmax",
    sample_weight: Tensor | None = None,
    mask: Tensor | None = None,
    ignore_index: int = IGNORED,
    reduction: Reduction = "mean",
    dim: int | None = None,
    class_weight: Tensor | None = None,
) -> Tensor:
    """
    Ranked probability score: the squared error of the cumulated probabilities, the mean of the K - 1 that can err.

    It is `concordant.ranked_probability_score` of the probabilities, with a gradient: a proper score, so the truth
    is its optimum. Times K - 1 it is the squared earth mover's distance of Hou, Yu and Samaras, for classes in equal
    steps.

    Parameters
    ----------
    logits : Tensor, shape (..., K) or (..., K - 1)
        As `class_probabilities` takes them, any device and floating type.
    target : Tensor of integers, shape (...), or of floats, shape (..., K)
        Classes from 0 to K - 1, or their probabilities.
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are.
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
    Epstein (1969), A scoring system for probability forecasts of ranked categories, Journal of Applied Meteorology
    8:985. Hou, Yu & Samaras (2016), Squared earth mover's distance-based loss for training deep neural networks,
    arXiv:1611.05916.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import ranked_probability_loss
    >>> probabilities = torch.tensor([[0.5, 0.3, 0.2], [0.0, 0.0, 1.0]], dtype=torch.float64)
    >>> round(ranked_probability_loss(probabilities, torch.tensor([0, 1]), link="identity").item(), 4)
    0.3225
    """
    logits, target = classes_last(logits, target, dim)
    classes = classes_of(logits, link)
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
    losses = (exceedances(rows.logits, link) - above).square().mean(-1)
    return reduced(losses, rows.weight, rows.shape, reduction)
