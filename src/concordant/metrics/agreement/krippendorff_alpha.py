"""Krippendorff's alpha: disagreement against that of all ratings paired at random."""

from __future__ import annotations

import numpy as np

from concordant.errors import OptionError
from concordant.metrics.agreement.sums import lacking_in_stack, pair_sums, same_label
from concordant.metrics.agreement.weights import Penalties, Squares, label_ranks, penalties
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import PanelFacts, elsewhere
from concordant.names import require_choice
from concordant.states import Counts
from concordant.typing import Floats, KappaWeights, Level, NumberArray

_WEIGHTS: dict[str, KappaWeights] = {  # the levels whose difference does not depend on the ratings
    "nominal": None,
    "interval": "quadratic",
    "ratio": "ratio",
    "circular": "circular",
    "bipolar": "bipolar",
}
_LEVELS = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")


def _why(counts: Counts, **_: object) -> str | None:
    if not isinstance(counts, Counts):
        total = np.real(pair_sums(counts).ratings).sum(-1)
        if not np.ndim(total) and 0 < total <= 1:
            return (
                f"the weighted ratings sum to {total:.3g}, not even to one rating, so none can be paired: weights "
                "stand for numbers of units here, multiply all of them by one number"
            )
        return same_label(counts)
    few = (np.real(counts.n) > 0) & (np.real(counts.n) <= 0.5)  # 2 n - 1 is not positive
    if counts.stack and np.any(few):
        reasons = ["the weights sum to 0.5 or less, not even to one rating", *lacking_in_stack(counts)]
        return f"in some tables {' or '.join(reasons)}"
    if np.any(few):
        return f"the weights sum to {counts.n:g}, not even to one rating, so ratings cannot be paired"
    return same_label(counts)


def _difference(
    counts: Counts, ratings: NumberArray, level_of_measurement: Level | None, weights: KappaWeights
) -> Penalties:
    """Return the squared difference of two labels; the ordinal one counts the ratings between them."""
    if level_of_measurement is not None:
        require_choice("level_of_measurement", level_of_measurement, _LEVELS)
    if level_of_measurement is not None and weights is not None:
        raise OptionError(
            "give either level_of_measurement or weights, not both: "
            f"level_of_measurement={level_of_measurement!r} names its own differences."
        )
    if level_of_measurement == "ordinal":
        ranks = label_ranks(counts.labels).astype(np.intp)
        in_order = ratings[..., np.argsort(ranks)]
        middle = (np.cumsum(in_order, axis=-1) - in_order / 2.0)[..., ranks]
        return Squares(middle)
    v = penalties(counts, weights if level_of_measurement is None else _WEIGHTS[level_of_measurement])
    if not (weights is None or isinstance(weights, str) or np.array_equal(v.matrix, v.matrix.T)):
        raise OptionError("krippendorff_alpha does not tell the raters apart: its matrix of weights must be symmetric.")
    return v


@metric(
    why=_why,
    title="Krippendorff's alpha",
    says="disagreement against that of all ratings paired at random, correct for small samples: 1 is perfect",
    formula="1 - (N - 1) sum(o d^2) / sum(n_c n_k d^2): coincidences o, N = 2 n ratings, n_c of them with label c",
    source="Krippendorff 2004, Content Analysis, 2nd ed., chapter 11",
    range=(-1, 1),
    interval="score",
    needs_order="if weighted",
    panel=PanelFacts(paired=True),
    elsewhere=(
        "krippendorffs_alpha",
        "kalpha",
        "kripp.alpha",
        "krippendorff",
        elsewhere("alpha", "Krippendorff's, of raters"),
    ),
)
def krippendorff_alpha(
    counts: Counts, /, *, level_of_measurement: Level | None = None, weights: KappaWeights = None
) -> Floats:
    """
    Krippendorff's alpha: disagreement against that of all ratings paired at random.

    ``alpha = 1 - (N - 1) sum_ck o_ck d2_ck / sum_ck n_c n_k d2_ck`` with the coincidences ``o = T + T'`` of the
    table T, the number n_c of ratings with label c by either rater, ``N = 2 n`` ratings in all, and the squared
    difference d2 of two labels. It is `scott_pi` but for the pairing without replacement:
    ``1 - alpha = (1 - pi) (2 n - 1) / (2 n)``. Of many raters, with missing ratings: the coincidences are
    ``o = sum_u (T T' - diag T) / (m - 1)`` over the units with m >= 2 ratings, T_k of them with label k, and N counts
    the ratings of those units.

    Parameters
    ----------
    level_of_measurement : {"nominal", "ordinal", "interval", "ratio", "circular", "bipolar"} or None
        The level of measurement, which gives the squared difference of the labels x and y. ``"nominal"`` (as
        without it and weights): 1 if they differ. ``"interval"``: ``(x - y)^2``. ``"ratio"``:
        ``((x - y) / (x + y))^2``. ``"circular"`` and ``"bipolar"`` (polar): as the weights of `cohen_kappa`.
        ``"ordinal"``: the squared number of ratings between them, ``(n_x / 2 + ... + n_y / 2)^2``, so that it
        depends on the ratings; the ``"ordinal"`` weights are something else.
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        Any disagreement of `cohen_kappa` in its place, taken as it is in place of the squared difference; a matrix
        must be symmetric. ``"masi"`` and ``"jaccard"`` are of labels that are sets (frozenset).

    Returns
    -------
    float
        At most 1, at least -1 + 1/n for nominal data. Undefined (NaN) if both raters use only one and the same
        category: 0/0.

    Notes
    -----
    Every level but the nominal one needs the order of the labels. Sample weights count as rows also in
    ``N - 1``: weights that are no counts should sum to the number of rows. A unit with one rating does not enter.

    References
    ----------
    Krippendorff (2004), Content Analysis: An Introduction to Its Methodology, 2nd edition, Sage, chapter 11.
    Krippendorff (2011), Computing Krippendorff's alpha-reliability, University of Pennsylvania: its examples.

    Examples
    --------
    >>> from concordant import krippendorff_alpha
    >>> meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    >>> round(krippendorff_alpha(meg, owen), 3)
    0.095
    >>> round(krippendorff_alpha([1, 2, 3, 3, 5], [1, 2, 4, 3, 3], level_of_measurement="ordinal"), 6)
    0.782353
    >>> first = [frozenset("a"), frozenset("ab"), frozenset("c"), frozenset("b")]
    >>> second = [frozenset("ab"), frozenset("ab"), frozenset("c"), frozenset("c")]
    >>> round(krippendorff_alpha(first, second, weights="masi"), 3)
    0.417
    """
    sums = pair_sums(counts)
    ratings = sums.values
    total = ratings.sum(-1)
    difference = _difference(counts, ratings, level_of_measurement, weights)
    expected = difference.by_chance(ratings, ratings)
    pairs = np.where(np.real(total) > 1.0, total - 1.0, np.nan)[()]
    return 1.0 - pairs * ratio(sums.coincident(difference), expected)
