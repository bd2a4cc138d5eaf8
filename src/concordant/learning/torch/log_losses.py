"""Minus the log likelihood of each row under a link."""

from __future__ import annotations

from torch import Tensor

from concordant.learning.torch.batch_rows import Rows
from concordant.learning.torch.links import Link, log_probabilities


def row_log_losses(rows: Rows, link: Link, classes: int) -> Tensor:
    """Return -log p of the class of each row, (n,); with soft targets the expected one."""
    log_p = log_probabilities(rows.logits, link)
    if rows.places is not None:
        return -log_p.gather(1, rows.places[:, None])[:, 0]
    targets = rows.targets(classes)
    return -(targets * log_p).where(targets > 0, 0.0).sum(-1)  # what cannot be counts nothing where it is not
