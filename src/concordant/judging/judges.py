"""Several judges, or versions of one: which agrees most with people, whether they err together, what they changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from concordant.errors import OptionError, TooFewRatersError
from concordant.inference.comparisons.difference import adjusted
from concordant.inference.quantiles import check_level
from concordant.judging.answers import NOTHING, OF_A_RATE, Scored, difference_of_pairs, mean_of, share_of
from concordant.judging.error_report import soft_truth
from concordant.judging.gap import agreement_with_people
from concordant.judging.items import Items, pass_label_of, read_items
from concordant.metrics.definition.options import knowing_its_options
from concordant.result.comparisons import Adjust, p_heading, p_or_none, p_text
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Record,
    TextTable,
    altered,
    answered,
    confidence,
    counted,
    more_or_less,
    percent,
    points,
    points_apart,
    signed,
)
from concordant.result.wording import (
    LONGEST_LABEL,
    label_text,
    level_text,
    limits_or_none,
    quoted_list,
    value_or_undefined,
    value_with_limits,
)
from concordant.result.wording import signed as signed_value
from concordant.typing import Column, FloatArray, KappaWeights, Label


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgePair(Record):
    """
    Two judges beside the same people.

    Attributes
    ----------
    judges : tuple of two labels
        Which.
    difference : Interval
        The agreement of the first with people, less that of the second, on the same items.
    p_value : float
        Of no difference, by Holm over all pairs.
    agreement : float
        How often the two agree with each other.
    error_correlation : float
        The correlation of their errors (phi).
    """

    judges: tuple[Label, Label]
    difference: Interval
    p_value: float
    agreement: float
    error_correlation: float


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class JudgeComparison(Answer):
    """
    Several judges beside the same people.

    Attributes
    ----------
    judges : tuple
        Their names.
    agreement : tuple of Interval
        Of each with a person.
    error_rate : ndarray of shape (judges,)
        Of each against the majority of people.
    pairs : tuple of JudgePair
        All pairs.
    error_correlation : Interval
        The mean phi over pairs, on items that all have judged and that people have a majority on.
    effective_judges : Interval
        ``m / (1 + (m - 1) rho)``: so many judges with independent errors are worth as much as these m.
    items, with_majority : float
        Items with all judges and people, and those of them with a majority of people.
    """

    table_of: ClassVar[tuple[str, ...]] = ("judges", "agreement", "error_rate")

    judges: tuple[Label, ...]
    agreement: tuple[Interval, ...]
    error_rate: FloatArray
    pairs: tuple[JudgePair, ...]
    error_correlation: Interval
    effective_judges: Interval
    items: float
    with_majority: float

    def tables(self) -> tuple[TextTable, ...]:
        """A row a judge, and a row a pair."""
        judges = (
            (label_text(name, LONGEST_LABEL), value_with_limits(agreement, 3))
            for name, agreement in zip(self.judges, self.agreement, strict=True)
        )
        pairs = (
            (
                " minus ".join(label_text(name, LONGEST_LABEL) for name in pair.judges),
                signed_value(pair.difference.value),
                limits_or_none(pair.difference),
                p_or_none(pair.p_value),
                value_or_undefined(pair.error_correlation),
            )
            for pair in self.pairs
        )
        p = p_heading(adjustment_of_pairs(self))
        head = ("judges", "difference", level_text(self.agreement[0].level), p, "correlation of errors")
        return (
            TextTable("Each judge", ("judge", "agreement with a person"), tuple(judges)),
            TextTable("Pairs of judges", head, tuple(pairs)),
        )


@knowing_its_options("judging")
def compare_judges(
    data: Any = None,
    /,
    *,
    judges: Any,
    humans: Any,
    weights: KappaWeights = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> JudgeComparison:
    """
    Compare judges with each other beside the same people.

    Parameters
    ----------
    data, humans, labels, cluster, sample_weight, level
        As of `judging.gap`; one person is enough.
    judges : list of names, or matrix of shape (n, judges)
        Two judges or more.
    weights : str, array-like or None
        How much two labels disagree, of the agreement with people.

    Returns
    -------
    JudgeComparison

    Notes
    -----
    The difference of two judges is paired: Student's t of the differences of items. An error is a label other than that
    of the majority of people. A correlation of judges that never err does not exist; such pairs are left out of the
    mean. Its interval has score limits, in which an item on which so many of the judges err, for every number of them,
    may be missing by chance: where judges share few errors or none, the sample alone does not tell how rare these are.
    That of the effective number of judges follows from it.

    The 95 % interval held the correlation in 92.5 to 98.5 % of 400 samples each in 26 settings: 2 to 10 judges who err
    on 2 to 70 % of 30 to 1,000 items, with correlations of -0.4 to 0.7; of 20 to 60 clusters of 5 or 10 items in 94 to
    97 %.

    Examples
    --------
    >>> from concordant import judging
    >>> human = [1, 0, 1, 1, 0, 0] * 10
    >>> judges = [[1, 1, 0], [0, 0, 0], [1, 1, 1], [1, 0, 1], [0, 0, 1], [1, 1, 0]] * 10
    >>> found = judging.compare_judges(judges=judges, humans=human)
    >>> found.error_rate.round(3).tolist(), round(found.error_correlation.value, 3)
    ([0.167, 0.333, 0.333], -0.061)
    """
    level = check_level(level)
    items = read_items(data, judges, humans, labels=labels, cluster=cluster, sample_weight=sample_weight)
    if len(items.judges) < 2:
        raise TooFewRatersError(f"this compares two judges or more, not {len(items.judges)}.")
    mask = np.asarray((items.of_judges >= 0).all(1) & (items.of_people >= 0).any(1))
    usable = items.some(mask, 2, "items with all judges and people")
    n = usable.atoms.total
    signature = signed("judging.compare_judges", judges=len(items.judges), n=n, level=level)
    with_people = np.stack([agreement_with_people(usable, weights, each) for each in range(len(items.judges))], axis=1)
    truth = soft_truth(usable, "majority")
    wrong, has_majority = (usable.of_judges != truth.argmax(1)[:, None]) * 1.0, truth.sum(1) > 0
    agreement, why = [], "the judge always or never agrees"
    for name, column in zip(items.judges, with_people.T, strict=True):
        mean = mean_of(column, usable.atoms)
        agreement.append(mean.interval(level, f"agreement of {name!r}", signature, scale="logit", why=why))
    rho, effective = _correlation(wrong, has_majority, usable, level, signature)
    weight = usable.atoms.weight * has_majority
    return answered(
        JudgeComparison,
        _sentence,
        rho.reason,
        signature=signature,
        judges=items.judges,
        agreement=tuple(agreement),
        error_rate=weight @ wrong / weight.sum() if weight.sum() else np.full(len(items.judges), np.nan),
        pairs=_pairs(usable, with_people, (wrong, weight), level, signature),
        error_correlation=rho,
        effective_judges=effective,
        items=n,
        with_majority=float(weight.sum()),
    )


def _correlation(
    wrong: FloatArray, has_majority: npt.NDArray[np.bool_], items: Items, level: float, signature: str
) -> tuple[Interval, Interval]:
    """The mean correlation of errors and the number of judges that they are worth, with score limits."""
    m, title = wrong.shape[1], "correlation of errors"
    pairs = np.triu_indices(m, 1)
    atoms = replace(items.atoms, weight=items.atoms.weight * has_majority, squares=items.atoms.squares * has_majority)
    defined = ~np.isnan(phis(wrong, atoms.weight)[pairs])
    if not defined.any():
        rho = NOTHING.interval(level, title, signature)
        rho = altered(rho, reason="fewer than two judges err, or one errs always")
        return rho, altered(rho, metric="effective judges")
    first, second, both = pairs[0][defined], pairs[1][defined], np.flatnonzero(defined)

    def mean_phi(sums: Any) -> Any:
        shares = sums / sums[..., :1]
        rate, joint = shares[..., 1 : m + 1], shares[..., m + 1 :]
        spread = rate * (1 - rate)
        covariance = joint[..., both] - rate[..., first] * rate[..., second]
        return (covariance / np.sqrt(spread[..., first] * spread[..., second])).mean(-1)

    rows = np.hstack([np.ones((len(wrong), 1)), wrong, wrong[:, pairs[0]] * wrong[:, pairs[1]]]) * has_majority[:, None]
    err = np.arange(m + 1.0)[:, None]  # of the judges, on an item that the sample may lack
    shapes = (
        np.ones((m + 1, 1)),
        np.repeat(err / m, m, 1),
        np.repeat(err * (err - 1) / (m * (m - 1)), len(defined), 1),
    )
    scored = Scored(mean_phi, rows, np.hstack(shapes), atoms, atoms.effective - 1, OF_A_RATE)
    rho = scored.interval(level, title, signature, atoms.total, why="the errors do not vary")
    if not defined.all():
        left_out = f"{(~defined).sum()} of {len(defined)} pairs are left out: one of the two never errs, or always"
        rho = altered(rho, reason="; ".join(filter(None, [left_out, rho.reason])))
    judges, low, high = (_effective_judges(x, m) for x in (rho.value, rho.high, rho.low))
    se = judges**2 * (m - 1) / m * rho.se
    return rho, altered(rho, value=judges, low=low, high=high, se=se, metric="effective judges")


def _effective_judges(rho: float, m: int) -> float:
    """``m / (1 + (m - 1) rho)``; unlimited where errors cancel out."""
    below = 1 + (m - 1) * rho
    return math.nan if math.isnan(rho) else m / below if below > 0 else math.inf


def _pairs(
    items: Items, with_people: FloatArray, errors: tuple[FloatArray, FloatArray], level: float, signature: str
) -> tuple[JudgePair, ...]:
    pairs, p_values, correlations = [], [], phis(*errors)
    for a, b in combinations(range(len(items.judges)), 2):
        mean = mean_of(with_people[:, a] - with_people[:, b], items.atoms)
        names = items.judges[a], items.judges[b]
        p_values.append(mean.p_value)
        same = float(items.atoms.weight @ (items.of_judges[:, a] == items.of_judges[:, b]) / items.atoms.total)
        difference = mean.interval(level, f"agreement of {names[0]!r} less {names[1]!r}", signature, most=1.0)
        pairs.append(JudgePair(names, difference, p_values[-1], same, float(correlations[a, b])))
    adjusted_p = adjusted(np.array(p_values), "holm")
    return tuple(replace(pair, p_value=float(p)) for pair, p in zip(pairs, adjusted_p, strict=True))


def adjustment_of_pairs(answer: JudgeComparison) -> Adjust:
    """How the p-values of the pairs are adjusted; a single pair is not."""
    return "holm" if len(answer.pairs) > 1 else None


def _sentence(answer: JudgeComparison) -> str:
    order = sorted(range(len(answer.judges)), key=lambda judge: -answer.agreement[judge].value)
    first, second = order[:2]
    best_two = {answer.judges[first], answer.judges[second]}
    pair = next(pair for pair in answer.pairs if set(pair.judges) == best_two)
    value = answer.agreement[first].value - answer.agreement[second].value
    difference = pair.difference
    if pair.judges[0] != answer.judges[first]:
        difference = altered(difference, low=-difference.high, high=-difference.low)
    text = (
        f"Of {len(answer.judges)} judges {answer.judges[first]} agrees most with a person, in "
        f"{percent(answer.agreement[first].value)} of {counted(answer.items, 'item')}: {points(value)} more than "
        f"{answer.judges[second]} ({confidence(difference, more_or_less)}; "
        f"{p_text(pair.p_value, adjustment_of_pairs(answer))})."
    )
    if not math.isnan(answer.error_correlation.value):
        text += (
            f" Their errors correlate by {answer.error_correlation.value:.2f}, so that {len(answer.judges)} judges are "
            f"worth {answer.effective_judges.value:.1f} independent ones."
        )
    return text


def phis(wrong: FloatArray, weight: FloatArray) -> FloatArray:
    """The correlations of 0/1 errors, (..., m, m), of weights (..., U); NaN of a judge that never or always errs."""
    total = weight.sum(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = weight @ wrong / total[..., None]
        joint = np.einsum("...u,ua,ub->...ab", weight, wrong, wrong) / total[..., None, None]
        covariance = joint - mean[..., :, None] * mean[..., None, :]
        deviation = np.sqrt(np.maximum(mean * (1 - mean), 0.0))
        scale = deviation[..., :, None] * deviation[..., None, :]
        return np.asarray(np.where(scale > 1e-12, covariance / scale, np.nan))


def _versions(data: Any, new: Any, old: Any) -> Any:
    """The names of both versions, or their columns by name."""
    if data is not None:
        return [new, old]
    for name, column in (("old", old), ("new", new)):
        if isinstance(column, str) or not hasattr(column, "__len__"):
            raise OptionError(f"{name} must be a column of verdicts, not {column!r}.")
    return {"new": new, "old": old}


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class VerdictFlips(Answer):
    """
    Verdicts of two versions on the same items.

    Attributes
    ----------
    table : ndarray of shape (2, 2)
        Items by the old verdict (rows) and the new one (columns): fail, pass.
    to_fail, to_pass : float
        Items that the old version passes and the new one fails, and the other way round.
    old_rate, new_rate : Interval
        What each passes.
    difference : Interval
        The pass rate of the new version minus that of the old one.
    p_value : float
        Of no difference: McNemar's test, with clusters or weights the score test. The limits of `difference` leave 0
        out where it is below 1 - level.
    flip_rate : Interval
        The share of items with another verdict.
    items : float
        Items with both verdicts.
    pass_label : Label
        Which verdict is a pass.
    """

    table: FloatArray
    to_fail: float
    to_pass: float
    old_rate: Interval
    new_rate: Interval
    difference: Interval
    p_value: float
    flip_rate: Interval
    items: float
    pass_label: Label


@knowing_its_options("judging")
def verdict_flips(
    data: Any = None,
    /,
    *,
    old: Any,
    new: Any,
    pass_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    cluster: Column | str | None = None,
    sample_weight: Column | str | None = None,
    level: float = 0.95,
) -> VerdictFlips:
    """
    Count the verdicts that change from one version to the next: of a judge, or of the system that is judged.

    Parameters
    ----------
    data : data frame, optional
        Rows are items; `old` and `new` are names of its columns. Without it they are columns.
    old, new : name, or array-like of shape (n,)
        The verdicts of both versions. Items without one of them are left out, and counted in the reason.
    pass_label : label, optional
        Which verdict is a pass. Default: 1 or True, if there are no other labels than 0 and 1.
        Every other verdict counts as a fail; where there are several, the reason names them.
    labels : sequence of labels, optional
        All verdicts that there can be: then a pass that does not occur is no error.
    cluster, sample_weight, level
        As of `judging.gap`.

    Returns
    -------
    VerdictFlips

    Notes
    -----
    The verdicts of an item are paired, so that only those that change count: McNemar's ``(b - c)^2 / (b + c)`` and
    Tango's score limits of ``(b - c) / n``, which belong to it. Whether the new version is the better one people must
    say: `compare_judges`, the new version and the old one as judges, and `compare_pass_rates`.

    References
    ----------
    McNemar (1947), Psychometrika 12:153. Tango (1998), Statistics in Medicine 17:891.

    Examples
    --------
    >>> from concordant import judging
    >>> old = ["pass"] * 70 + ["fail"] * 30
    >>> new = ["pass"] * 62 + ["fail"] * 8 + ["pass"] * 2 + ["fail"] * 28
    >>> found = judging.verdict_flips(old=old, new=new, pass_label="pass")
    >>> found.to_fail, found.to_pass, round(found.p_value, 4)
    (8.0, 2.0, 0.0578)
    >>> print(found.difference)
    difference of pass rates -0.060, 95 % interval -0.134 to 0.002 (tango, n = 100)
    """
    level = check_level(level)
    reading: dict[str, Any] = {"labels": labels, "cluster": cluster, "sample_weight": sample_weight}
    items = read_items(data, _versions(data, new, old), None, **reading, least=0)
    label = pass_label_of(pass_label, items.labels)
    both = np.asarray((items.of_judges >= 0).all(1))
    usable, missing = items.some(both, 1, "items with both verdicts"), float(items.atoms.weight @ ~both)
    n, atoms = usable.atoms.total, usable.atoms
    passed = np.array([label == verdict for verdict in items.labels])[usable.of_judges] * 1.0
    new_passed, old_passed = passed.T
    signature = signed("judging.verdict_flips", pass_label=label, n=n, level=level)
    difference, p_value = difference_of_pairs(
        new_passed - old_passed, atoms, 1.0, level, "difference of pass rates", signature
    )
    rates = {"old_rate": old_passed, "new_rate": new_passed, "flip_rate": np.abs(new_passed - old_passed)}
    table = np.bincount((2 * old_passed + new_passed).astype(np.intp), usable.atoms.weight, 4).reshape(2, 2)
    without = f"{counted(missing, 'item')} without one of the verdicts left out" if missing else None
    fails = [verdict for verdict in items.labels if verdict != label]
    together = f"{quoted_list(fails)} all count as fails" if len(fails) > 1 and labels is None else None
    return answered(
        VerdictFlips,
        _sentence_of_flips,
        without,
        together,
        difference.reason,
        signature=signature,
        table=table.astype(np.float64),
        to_fail=float(table[1, 0]),
        to_pass=float(table[0, 1]),
        **{name: share_of(each, atoms, level, name.replace("_", " "), signature) for name, each in rates.items()},
        difference=difference,
        p_value=p_value,
        items=n,
        pass_label=label,
    )


def _sentence_of_flips(answer: VerdictFlips) -> str:
    difference = answer.difference
    change = points_apart(difference.value) if difference.value else "as many"
    interval = confidence(difference, more_or_less)
    test = "McNemar's test" if difference.method == "tango" else "score test"
    turned = f"{counted(answer.to_fail, 'turns', 'turn')} from pass to fail and {answer.to_pass:,.0f} from fail to pass"
    return (
        f"Of {counted(answer.items, 'item')} {turned}: the new version passes {change} "
        f"({interval}; {test}, {p_text(answer.p_value)})."
    )
