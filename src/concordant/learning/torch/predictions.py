"""From logits to classes: the rules, and what each is best for."""

from __future__ import annotations

from typing import Literal, TypeAlias

import torch
from torch import Tensor

from concordant.errors import OptionError
from concordant.learning.torch.batch_rows import check_axis
from concordant.learning.torch.links import Link, class_probabilities, classes_of, exceedances

Rule: TypeAlias = Literal["mode", "median", "mean"]


def predict_classes(logits: Tensor, *, link: Link = "softmax", rule: Rule = "mode", dim: int = -1) -> Tensor:
    """
    Choose a class for each row.

    Parameters
    ----------
    logits : Tensor, shape (..., K) or (..., K - 1)
        As `class_probabilities` takes them.
    link : {"softmax", "corn", "cumulative", "identity"}
        What the logits are.
    rule : {"mode", "median", "mean"}
        ``"mode"``: the most probable class, best for accuracy. ``"median"``: as many steps up as P(Y > k) > 1/2 holds,
        best for the absolute error; the rule of CORN and CORAL. ``"mean"``: the expected class, rounded (halves up),
        best for the squared error.
    dim : int
        The axis of the classes: 1 for maps (N, C, H, W).

    Returns
    -------
    Tensor of int64, shape (...)
        From 0 to K - 1.

    Notes
    -----
    None of them is best for kappa, whose optimum depends on the other rows: give `class_probabilities` of held-out rows
    to `concordant.decide`, or cut the expected class with `concordant.ordinal_cut_points`.

    Examples
    --------
    >>> import torch
    >>> from concordant.learning.torch import predict_classes
    >>> probabilities = torch.tensor([[0.4, 0.3, 0.3, 0.0], [0.35, 0.0, 0.1, 0.55]])
    >>> [predict_classes(probabilities, link="identity", rule=rule).tolist() for rule in ("mode", "median", "mean")]
    [[0, 3], [1, 3], [1, 2]]
    """
    if dim != -1:
        check_axis(logits, dim)
        logits = logits.movedim(dim, -1)
    classes = classes_of(logits, link)
    if rule not in ("mode", "median", "mean"):
        msg = f'rule must be "mode", "median" or "mean", not {rule!r}.'
        raise OptionError(msg)
    logits = logits.detach().to(torch.promote_types(logits.dtype, torch.float32))
    if rule == "mode":
        return class_probabilities(logits, link=link).argmax(-1)
    above = exceedances(logits, link)
    if rule == "median":
        return (above > 0.5).sum(-1)
    return (above.sum(-1) + 0.5).floor().clamp(0, classes - 1).to(torch.int64)  # E Y = sum of P(Y > k)
