"""Normalised mutual information: mutual information as a share of a mean of the two entropies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._cells.information import information
from concordant.metrics._cells.wrong import no_rows
from concordant.metrics._object.define import metric
from concordant.metrics._object.natures import InformationShare
from concordant.names import did_you_mean
from concordant.states import Counts
from concordant.typing import Floats

Mean = Literal["arithmetic", "geometric", "min", "max"]
_MEANS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "arithmetic": lambda a, b: (a + b) / 2,
    "geometric": lambda a, b: np.sqrt(a * b),
    "min": np.minimum,
    "max": np.maximum,
}


def _why(counts: Counts, *, mean: Mean = "arithmetic") -> str | None:
    if counts.stack:
        return f"in some tables {'there are no rows or ' if no_rows(counts) else ''}a column has only one class"
    which = "both columns have" if mean in ("arithmetic", "max") else "a column has"
    return no_rows(counts) or f"{which} only one class: there is no uncertainty to share"


def _base(truth: Floats, predicted: Floats, *, mean: Mean = "arithmetic") -> Floats:
    """The mean of the two entropies."""
    return _MEANS[mean](truth, predicted)


@metric(
    why=_why,
    family="overall",
    title="Normalised mutual information",
    says="how much two columns of labels tell about each other: 0 is nothing, 1 everything",
    formula="I(truth, prediction) / mean of H(truth) and H(prediction)",
    source="Vinh, Epps & Bailey 2010, Journal of Machine Learning Research 11:2837, table 2",
    better="higher",
    range=(0, 1),
    interval="zahl",
    is_a=InformationShare(_base),
    chance=0,
    symmetric=True,
    of_cells=True,
    aliases=("nmi",),
    elsewhere=("normalized_mutual_info_score", "NormalizedMutualInfoScore"),
)
def normalized_mutual_information(counts: Counts, /, *, mean: Mean = "arithmetic") -> Floats:
    """
    Normalised mutual information: mutual information as a share of a mean of the two entropies.

    ``2 I / (H(truth) + H(prediction))`` with the arithmetic mean, which is the symmetric uncertainty coefficient and
    the V-measure of clustering.

    Parameters
    ----------
    mean : {"arithmetic", "geometric", "min", "max"}, default "arithmetic"
        The mean of the two entropies.

    Returns
    -------
    float
        Between 0 and 1. Undefined (NaN) where that mean is 0: both columns have only one class, or, for
        ``"geometric"`` and ``"min"``, one of them.

    Notes
    -----
    Not corrected for chance on few rows, where independent columns share some information by accident.

    References
    ----------
    Vinh, Epps & Bailey (2010), Information theoretic measures for clusterings comparison, Journal of Machine
    Learning Research 11:2837, table 2.

    Examples
    --------
    >>> from concordant import normalized_mutual_information
    >>> round(normalized_mutual_information([0, 0, 1, 1], [0, 0, 0, 1]), 4)
    0.3437
    """
    if mean not in _MEANS:
        msg = f"mean must be one of {', '.join(map(repr, _MEANS))}, not {mean!r}.{did_you_mean(mean, _MEANS)}"
        raise OptionError(msg)
    truth, predicted, shared = information(counts)
    return np.clip(ratio(shared, _base(truth, predicted, mean=mean)), 0.0, 1.0)[()]
