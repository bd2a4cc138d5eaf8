"""Cohen's kappa with its weights, and the greatest kappa that the margins allow (a transport problem)."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import MissingDependencyError
from concordant.inputs.labels import LabelRows
from concordant.metrics.agreement.sums import same_category
from concordant.metrics.agreement.weights import disagreement, label_values, penalties
from concordant.metrics.arithmetic import at_prevalence, ratio, why_at_prevalence
from concordant.metrics.definition.define import metric
from concordant.metrics.definition.facts import CutPoints, OfMargins, Optimum, elsewhere
from concordant.metrics.rates.rate import LabelSums, are_few
from concordant.settings import threads_for
from concordant.states import Counts
from concordant.typing import FloatArray, Floats, KappaWeights, Label, NumberArray, Prevalence

# Rows that no cache holds, of few wide labels: a table of them takes no longer than sums that narrow them first.
_MANY, _NARROW = 1 << 19, 2  # rows, bytes
_SAMPLED = 1 << 10  # rows that tell whether the labels are few

# A page is pickled with its samples, which keep functions like the one of `_of_tables`: kernels go by their names.
copyreg.pickle(type(_kernels.kappa_and_influence), attrgetter("__name__"))


def _shortcut(rows: LabelRows, *, weights: KappaWeights = None, prevalence: Prevalence = None) -> float | None:
    """Plain kappa and quadratic kappa of whole labels need no table."""
    if prevalence is not None or rows.weights is not None:
        return None
    if weights is None:
        return _nominal_kappa(rows)
    if not (isinstance(weights, str) and weights == "quadratic"):
        return None
    named = rows.declared is not None or rows.names is not None or rows.logical
    return None if named else _quadratic_kappa(rows.y_true, rows.y_pred)


def _costs(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    return disagreement(counts, options["weights"])


def _decision_rule(counts: Counts, value: float, options: Mapping[str, Any]) -> str:
    """How a row gets the best label: quadratic weights cut the mean of its probabilities."""
    weights = options.get("weights")
    if not (isinstance(weights, str) and weights == "quadratic") or np.isnan(value):
        return "the label with the least expected disagreement, less (1 - kappa) times its disagreement by chance"
    values = label_values(counts.labels)
    mean = float(counts.table.sum(1) @ values / counts.table.sum())
    ordered = np.sort(values)
    cuts = mean + value * ((ordered[1:] + ordered[:-1]) / 2 - mean)  # drawn towards the mean of all rows by kappa
    shown = ", ".join(f"{cut:.4g}" for cut in cuts[:8].tolist())
    return f"the mean of the row's probabilities, cut at {shown}{', ...' if len(cuts) > 8 else ''}"


def _of_tables(
    labels: tuple[Label, ...], *, weights: KappaWeights = None, prevalence: Prevalence = None
) -> Callable[[FloatArray], tuple[FloatArray, FloatArray]] | None:
    if prevalence is not None:
        return None
    empty = Counts(np.zeros((len(labels), len(labels))), labels)
    return partial(_kernels.kappa_and_influence, penalties(empty, weights).matrix)


@metric(
    why=lambda counts, prevalence=None, **_: why_at_prevalence(counts, prevalence, same_category),
    shortcut=_shortcut,
    of_tables=_of_tables,
    optimum=Optimum(by="row", words=_decision_rule, cut_points=CutPoints(search="quotient", costs=_costs)),
    title="Cohen's kappa",
    says="agreement beyond chance: 0 is chance, 1 perfect",
    formula="1 - sum(V O) / sum(V E), E from the margins; V = 1 off the diagonal, |i - j|, (i - j)^2, ...",
    source="Cohen 1960, Educ. Psychol. Meas. 20:37; Cohen 1968, Psychol. Bull. 70:213",
    range=(-1, 1),
    interval="score",
    chance=0,
    needs_order="if weighted",
    aliases=("kappa",),
    elsewhere=(
        "cohen_kappa_score",
        "cohens_kappa",
        "CohenKappa",
        "BinaryCohenKappa",
        "MulticlassCohenKappa",
        "kap",
        "kappa2",
        "heidke_skill_score",
        "hss",
        "kappa_score",
        elsewhere("qwk", weights="quadratic"),
        elsewhere("quadratic_kappa", weights="quadratic"),
        elsewhere("quadratic_weighted_kappa", weights="quadratic"),
        elsewhere("linear_kappa", weights="linear"),
        elsewhere("linear_weighted_kappa", weights="linear"),
        elsewhere("lwk", weights="linear"),
        elsewhere("weighted_kappa", "the default of R's psych", weights="quadratic"),
        elsewhere("weighted_kappa", "the default of R's vcd and of SAS", weights="linear"),
    ),
)
def cohen_kappa(counts: Counts, /, *, weights: KappaWeights = None, prevalence: Prevalence = None) -> Floats:
    """
    Cohen's kappa: agreement beyond chance, plain or weighted; quadratic weights give the QWK.

    ``kappa = 1 - sum_ij v_ij o_ij / sum_ij v_ij e_ij`` with the observed table O, the table E that is expected
    from the margins if both raters were independent, ``e_ij = r_i c_j / n``, and the disagreement ``v_ij`` of
    two labels. It is the quadratic weighted kappa (QWK) of essay scoring and medical grading for
    ``v_ij = (i - j)^2``; that is Lin's concordance correlation of the two raters with 1/n moments. Like all agreement
    beyond chance it depends on how frequent the labels are: ``prevalence=`` gives those of the truth (or first rater)
    the shares of another population.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        None: every disagreement counts the same. Else how much two labels x and y disagree, the families of
        Gwet (2014):

        - ``"linear"``: ``|x - y|``; ``"quadratic"``: ``(x - y)^2``; ``"radical"``: ``sqrt(|x - y|)``;
        - ``"ratio"``: ``((x - y) / (x + y))^2``, of labels that are not negative;
        - ``"bipolar"``: ``(x - y)^2 / ((x + y - 2 low) (2 high - x - y))``, low and high the outermost labels:
          a step near a pole weighs more than one in the middle;
        - ``"circular"``: ``sin(pi d / K)^2`` for labels d steps apart, the last next to the first; labels in
          equal steps, all of the circle declared;
        - ``"ordinal"``: ``d (d + 1) / 2`` for labels d places apart: only the order counts.

        Numeric labels stand at their values (1, 3 and 7 are not 1, 2 and 3), other labels at their declared
        positions (from 1 for ``"ratio"``). A matrix of shape (K, K) holds penalties (0 on the diagonal) or
        agreement weights (1 on the diagonal); it need not be symmetric.

        Labels that are sets (frozenset) or anything else have distances that need no order: ``"jaccard"``, the share
        of the members of either set that are not in both; ``"masi"`` (Passonneau 2006), ``1 - J M`` of the Jaccard
        index J, with M = 1 of equal sets, 2/3 of a set in the other, 1/3 of sets that overlap otherwise; or a function
        of two labels, which must be symmetric, at least 0, and 0 of a label from itself. It is called once for each
        pair of labels, and its values are kept.

    Returns
    -------
    float
        At most 1; 0 by chance. One rater constant and the other not: 0. Undefined (NaN) if both raters use
        only one and the same category: 0/0.

    Notes
    -----
    Weighted kappa needs the order of the labels: text without a declared order raises `LabelOrderError`. A
    category that nobody used changes nothing where numeric labels stand at their values. It does where labels
    stand at their places (text, and with ``"ordinal"`` all), for ``"circular"``, whose step it can change, and for
    ``"bipolar"``, if it is an outermost label. The least possible value is -1 for a symmetric table of two
    labels; it depends on margins and weights otherwise, and with a matrix that is not symmetric, or not zero
    only on its diagonal, it can be below -1. `kappa_max` is the greatest value that the margins allow.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20:37. Cohen (1968), Weighted kappa, Psychological Bulletin 70:213. Fleiss & Cohen (1973), The equivalence
    of weighted kappa and the intraclass correlation coefficient, Educ. Psychol. Meas. 33:613. Gwet (2014),
    Handbook of Inter-Rater Reliability, 4th edition, Advanced Analytics: the families of weights. Passonneau (2006),
    Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation, LREC.

    Examples
    --------
    >>> from concordant import cohen_kappa
    >>> cohen_kappa([1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 4, 4])
    0.0
    >>> round(cohen_kappa([2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3], weights="quadratic"), 6)
    -0.139241
    >>> cohen_kappa(["low", "high", "mid"], ["low", "mid", "mid"], labels=["low", "mid", "high"], weights="linear")
    0.5714285714285714
    """
    if prevalence is not None:
        counts = at_prevalence(counts, prevalence)
    v = penalties(counts, weights)
    r, c = counts.margins
    return 1.0 - ratio(r.sum(-1) * v.total(counts), v.by_chance(r, c))


def _nominal_kappa(rows: LabelRows) -> float | None:
    """
    Kappa where every disagreement counts the same, ``1 - n (n - sum_k n_kk) / (n^2 - sum_k r_k c_k)``.

    None of weighted rows, of declared labels, and where kappa is undefined. All sums are whole numbers that float64
    holds, so that the value is that of the table to the last bit.
    """
    sums = LabelSums.of_rows(rows)
    if sums is None:
        return None
    n = len(rows.y_true)
    expected = n * n - int(sums.truth @ sums.prediction)
    return 1.0 - float(n * (n - int(np.add.reduce(sums.both)))) / float(expected) if expected else None


def _quadratic_kappa(y_true: npt.NDArray[Any], y_pred: npt.NDArray[Any]) -> float | None:
    """Quadratic kappa of whole numbers that count alike and that nobody declared; None where a table is faster."""
    n, first, second = len(y_true), y_true.itemsize, y_pred.itemsize
    if n > _MANY and max(first, second) > _NARROW and are_few(y_true[:_SAMPLED]):
        return None
    return _of_square_sums(_kernels.square_sums(y_true, y_pred, threads_for(n, first + second)), n)


def _of_square_sums(sums: _kernels.SquareSums, n: int) -> float | None:
    """``1 - n sum (a - b)^2 / (n sum (a^2 + b^2) - 2 sum a sum b)``: the sums of the weights ``(i - j)^2``."""
    expected = n * sums.squares - 2 * sums.first * sums.second
    return 1.0 - float(n * sums.apart) / float(expected) if sums.fit and expected else None


def penalty_share(counts: Counts, weights: KappaWeights, table: Any = None) -> FloatArray:
    """
    Return ``w_ij t_ij / sum(w t)`` for the table of the counts, or another one over the same labels.

    NaN if nothing is penalised.
    """
    penalty = disagreement(counts, weights) * (counts.table if table is None else table)
    return np.asarray(ratio(penalty, penalty.sum()))


@metric(
    why=same_category,
    trait=OfMargins(),
    title="Maximum kappa",
    says="the greatest kappa that two raters could reach who use the categories as often as they do",
    formula="1 - least sum(V T) / sum(V E) over all tables T with the same margins",
    source="Cohen 1960, Educ. Psychol. Meas. 20:37",
    better=None,
    interval="delta",
    needs_order="if weighted",
)
def kappa_max(counts: Counts, /, *, weights: KappaWeights = None) -> Floats:
    """
    Maximum kappa: the greatest Cohen's kappa that the margins of both raters allow.

    Raters who use the categories differently often cannot agree on all rows. Without weights at most
    ``sum_k min(r_k, c_k)`` rows can agree. With weights the least disagreement of all tables with these margins
    is the solution of a transport problem; for linear, quadratic and ordinal weights it pairs the ratings of
    both raters in their order.

    Parameters
    ----------
    weights : {"linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"}, array, callable or None
        How much two labels disagree, as in `cohen_kappa`. Weights that are not convex in the distance of the
        labels, such as ``"radical"`` and ``"circular"``, are solved by linear programming, which needs SciPy.

    Returns
    -------
    float
        Between 0 and 1; 1 if both raters use each category equally often. Undefined (NaN) where kappa is.

    Notes
    -----
    ``kappa / kappa_max`` says how far the raters are from the agreement that their margins allow; that the margins
    differ is a disagreement as well, and `bias_index` shows it.

    References
    ----------
    Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20:37. Umesh, Peterson & Sauber (1989), Educational and Psychological Measurement 49:835. The order of
    pairing: Hoffman (1963), On simple linear programming problems, Proc. Symposia in Pure Mathematics 7:317.

    Examples
    --------
    >>> from concordant import cohen_kappa, kappa_max
    >>> first, second = [1, 1, 1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 2, 2, 3, 1]
    >>> round(cohen_kappa(first, second), 6), round(kappa_max(first, second), 6)
    (0.428571, 0.619048)
    >>> round(kappa_max(first, second, weights="quadratic"), 6)
    0.777778
    """
    v = penalties(counts, weights)
    r, c = counts.margins
    n, by_chance = r.sum(-1), v.by_chance(r, c)
    least: Any = (r - np.minimum(r, c)).sum(-1) if weights is None else _transport_cost(v.matrix, r, c, counts.labels)
    if isinstance(least, (np.ndarray, np.floating)) and least.dtype.kind == "f":  # derivatives are of the pairing
        # Rounding adds to it beside tiny weights; it is at most that of independent raters, who have these margins.
        least = np.fmin(least, ratio(by_chance, n))
    return 1.0 - ratio(n * least, by_chance)


# The least disagreement that two raters can have, given how often each of them uses each label.
#
# That is a transport problem: move the first margin to the second at the cost V. Two kinds of V have a closed form
# (equal penalties; costs with the Monge property, for which the north-west corner is optimal: Hoffman 1963); any other
# V goes through linear programming.


def _transport_cost(v: FloatArray, r: NumberArray, c: NumberArray, labels: tuple[Label, ...]) -> Floats:
    """
    Return the least ``sum(V T)`` of a table T with the margins r and c, shape (..., K).

    `labels` give the order in which the costs may have the Monge property.
    """
    if np.array_equal(v, v.max(initial=0.0) * (1.0 - np.eye(len(v)))):  # all that can agree does
        return v.max(initial=0.0) * (r - np.minimum(r, c)).sum(-1)
    order = np.argsort(label_values(labels))
    v, r, c = v[np.ix_(order, order)], r[..., order], c[..., order]
    if _is_monge(v):
        return (v * _north_west(r, c)).sum((-2, -1))
    least = [_by_programming(v, r[index], c[index]) for index in np.ndindex(r.shape[:-1])]
    return np.array(least).reshape(r.shape[:-1])[()]


def _is_monge(v: FloatArray) -> bool:
    """Whether crossed pairs never cost less: ``v_ij + v_i'j' <= v_ij' + v_i'j``, as for convex functions of i - j."""
    crossed = v[:-1, 1:] + v[1:, :-1] - v[:-1, :-1] - v[1:, 1:]
    return bool((crossed >= -1e-12 * v.max(initial=0.0)).all())


def _north_west(r: NumberArray, c: NumberArray) -> NumberArray:
    """Pair both margins in their order, least with least and greatest with greatest."""
    to_r, to_c = np.cumsum(r, axis=-1)[..., :, None], np.cumsum(c, axis=-1)[..., None, :]
    overlap = np.minimum(to_r, to_c) - np.maximum(to_r - r[..., :, None], to_c - c[..., None, :])
    paired: NumberArray = np.maximum(overlap, 0.0)
    return paired


def _by_programming(v: FloatArray, r: NumberArray, c: NumberArray) -> Floats:
    """
    Solve the transport problem of one table.

    The result is taken from the prices (the dual solution), which are exact at the optimum whatever the solver's
    tolerance for the margins, and carry derivatives with respect to them.
    """
    try:
        from scipy.optimize import linprog
        from scipy.sparse import eye_array, kron, vstack
    except ImportError as error:
        msg = "the greatest kappa with these weights is the solution of a linear programme: pip install scipy"
        raise MissingDependencyError(msg) from error
    total = float(np.real(r.sum()))
    if total == 0:
        return r.sum() * 0.0
    size, scale = len(v), v.max()
    identity, ones = eye_array(size), np.ones((1, size))
    sums = vstack([kron(identity, ones), kron(ones, identity)], format="csc")  # of the rows, of the columns
    shares = np.concatenate([np.real(r), np.real(c)]) / total
    prices = linprog((v / scale).ravel(), A_eq=sums, b_eq=shares, method="highs-ds").eqlin.marginals * scale
    return prices[:size] @ r + prices[size:] @ c
