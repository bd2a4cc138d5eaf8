"""Adjacent agreement: the share of rows where two ratings are equal or next to each other."""

from __future__ import annotations

from numbers import Real

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._agreement.weight_families import label_values
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.row_shares import Share, rows_of
from concordant.metrics._object.define import metric
from concordant.metrics._object.optimum import ROW
from concordant.states import Counts
from concordant.states.tables import steps_within
from concordant.typing import Floats


def _why(counts: Counts, *, within: float = 1) -> str | None:
    del within
    return "there are no rows" if np.any(np.asarray(counts.n) == 0) else None


def _share(counts: Counts, *, within: float = 1) -> Share:
    if not isinstance(within, Real) or isinstance(within, bool) or not within >= 0:
        msg = f"within must be a number of at least 0, not {within!r}."
        raise OptionError(msg)
    del counts
    most = float(within) * (1.0 + 1e-12)  # 0.8 and 0.6 are 0.2 apart but for rounding
    return Share(lambda state: state.weighed(steps_within(label_values(state.labels), most)).total, rows_of)


@metric(
    why=_why,
    optimum=ROW,
    family="agreement",
    title="Adjacent agreement",
    says="the share of rows where two ratings are equal or next to each other",
    formula="sum of the cells with |i - j| <= within / n",
    source="Shermis & Hamner 2012, Contrasting State-of-the-Art Automated Scoring of Essays: Analysis",
    better="higher",
    range=(0, 1),
    interval="wilson",
    proportion=_share,
    symmetric=True,
    needs_order="always",
    aliases=("exact_adjacent_agreement", "accuracy_off1"),
)
def adjacent_agreement(counts: Counts, /, *, within: float = 1) -> Floats:
    """
    Adjacent agreement: the share of rows where two ratings are equal or next to each other.

    ``sum of n_ij with |i - j| <= within, / n``: exact and adjacent agreement together, as essay scoring reports
    them. ``within=0`` is the exact agreement, `accuracy`.

    Parameters
    ----------
    within : float, default 1
        How far apart two labels may lie. Numeric labels stand at their values: with half points, ``within=1`` is
        two steps and ``within=0.5`` one; other labels stand at their positions.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) without rows.

    Notes
    -----
    On a short scale it is high for any two raters (of three labels only the two corners are missing), and it is not
    corrected for chance: read it beside a weighted `cohen_kappa`.

    References
    ----------
    Shermis & Hamner (2012), Contrasting state-of-the-art automated scoring of essays: analysis, National Council
    on Measurement in Education (exact and adjacent agreement beside the quadratic weighted kappa).

    Examples
    --------
    >>> from concordant import adjacent_agreement
    >>> adjacent_agreement([1, 2, 3, 4], [1, 3, 1, 4])
    0.75
    >>> adjacent_agreement([1.0, 2.5, 3.0], [1.5, 2.5, 4.0], labels=[1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0], within=0.5)
    0.6666666666666666
    """
    share = _share(counts, within=within)
    return ratio(share.part(counts), share.whole(counts))
