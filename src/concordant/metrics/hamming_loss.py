"""Hamming loss: the share of wrong decisions."""

from __future__ import annotations

from dataclasses import replace

from concordant.metrics._cells.agreeing import disagreeing_share
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._cells.wrong import WRONG, no_rows, wrong_share
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import Optimum
from concordant.states import Counts
from concordant.typing import Floats


def _pooled(counts: Counts) -> Counts:
    return counts if counts.outputs is None else Counts(counts.table.sum(-3), counts.labels)


def _share(counts: Counts) -> Share:
    del counts
    return replace(
        WRONG, part=lambda state: WRONG.part(_pooled(state)), whole=lambda state: WRONG.whole(_pooled(state))
    )


@metric(
    why=no_rows,
    optimum=Optimum(by="row", words="the likeliest label"),
    family="overall",
    title="Hamming loss",
    says="the share of decisions that are wrong",
    formula="wrong decisions / all decisions",
    source="Schapire & Singer 2000, Machine Learning 39:135, section 3",
    better="lower",
    range=(0, 1),
    interval="wilson",
    shortcut=disagreeing_share,
    proportion=_share,
    symmetric=True,
    elsewhere=("HammingDistance", "BinaryHammingDistance", "hamming"),
)
def hamming_loss(counts: Counts, /) -> Floats:
    """
    Hamming loss: the share of wrong decisions.

    Of one column of labels it is 1 - `accuracy`. Of several labels at once each label of each row is one decision:
    ``(FP + FN) / (n L)``, summed over the L labels.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    Where labels are rare, predicting none of them has a small loss. Read it beside `jaccard` or `f1` with
    ``average="samples"``, and beside `zero_one_loss`, which asks for whole rows.

    References
    ----------
    Schapire & Singer (2000), BoosTexter: a boosting-based system for text categorization, Machine Learning 39:135,
    section 3.

    Examples
    --------
    >>> from concordant import hamming_loss
    >>> hamming_loss([[1, 0, 1, 0], [0, 1, 0, 0]], [[1, 0, 0, 0], [0, 1, 0, 1]])
    0.25
    >>> hamming_loss(["a", "b", "c", "c"], ["a", "b", "b", "c"])
    0.25
    """
    return wrong_share(_pooled(counts))
