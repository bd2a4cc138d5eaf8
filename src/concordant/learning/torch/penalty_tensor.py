"""How much two classes disagree, as a tensor: the matrix that `concordant.cohen_kappa` takes."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from concordant.errors import LengthError, OptionError
from concordant.inputs.labels import check_declared
from concordant.metrics.agreement.weights import disagreement
from concordant.states import Counts
from concordant.typing import KappaWeights, Label


def penalty_matrix(classes: int, weights: KappaWeights | Tensor, labels: Sequence[Label] | None) -> Tensor:
    """
    Return the disagreement of each pair of classes, (K, K) of float64 on the CPU; the widest is 1.

    Parameters
    ----------
    classes : int
    weights : str, array-like, Tensor or None
        As `concordant.cohen_kappa` takes them.
    labels : sequence of K labels, or None
        Their values or places decide how far apart they are. Default: 0 to K - 1.
    """
    names = tuple(range(classes)) if labels is None else check_declared(labels)
    if len(names) != classes:
        msg = f"labels must name the {classes} classes, not {len(names)}."
        raise LengthError(msg)
    if isinstance(weights, Tensor):
        weights = weights.detach().cpu().double().numpy()
    matrix = disagreement(Counts.empty(names), weights)
    largest = matrix.max()
    if not largest > 0:
        msg = "a matrix of weights without any disagreement leaves nothing to learn."
        raise OptionError(msg)
    return torch.from_numpy(matrix / largest)


def placed_like(matrix: Tensor, logits: Tensor) -> Tensor:
    """Return the matrix on the device of the logits, in their type or float32 if that is half."""
    return matrix.to(torch.promote_types(logits.dtype, torch.float32)).to(logits.device)
