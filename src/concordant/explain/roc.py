"""The ROC AUC, step by step: `roc_auc`, its page and its figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from concordant.documents.blocks import (
    TIMES,
    Document,
    Formula,
    Paragraph,
    Section,
    Table,
    fixed,
    indices_shown,
    software,
)
from concordant.errors import LengthError
from concordant.explain.explanation import Explanation, amount_text
from concordant.figures.figure import AnyMark, Axis, Band, Bars, Note
from concordant.figures.figure import Figure as Picture
from concordant.figures.paint_matplotlib import draw, new_figure
from concordant.figures.thinning import kept_points
from concordant.metrics.ranking.curves import roc_curve as roc_points
from concordant.metrics.ranking.roc_auc import roc_auc as roc_auc_metric
from concordant.plots.curves import roc_curve
from concordant.plots.given import state_given
from concordant.result.record import plain, plural
from concordant.result.wording import label_text, longest, percent_text, rate_text
from concordant.states import Curve, CurveStack
from concordant.typing import Column, FloatArray, Label, Missing, NumberArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RocExplanation(Explanation):
    """
    The ROC AUC with the parts that it is made of. Arrays have one place a threshold, the highest first.

    Attributes
    ----------
    curve : Curve
        The state that everything here follows from.
    classes : tuple of two labels
        The negative and the positive class.
    thresholds : ndarray, shape (T + 1,)
        +inf, where nothing is predicted positive, then every distinct score; "positive" means ``score >= threshold``.
    tp, fp, fn, tn : ndarray, shape (T + 1,)
        The counts at each threshold.
    tpr, fpr : ndarray of float64, shape (T + 1,)
        ``tp / P`` and ``fp / N``.
    rectangles, trapezoids : ndarray of float64, shape (T + 1,)
        The area that the step to this threshold adds: the FPR gained times the TPR before the step, or times the
        mean of the TPR before and after it. They differ where positives and negatives share a score.
    auc : float
        As the metric `roc_auc` gives it: the sum of the trapezoids, and the share of concordant pairs with tied ones
        counted half. NaN if undefined.
    reason : str or None
        Why the AUC is undefined.
    concordant, tied, discordant : int or float
        Of the pairs of a positive and a negative row, those where the positive scores higher, the same, lower (for
        weighted rows the products of their weights). `concordant` is the sum of the rectangles times the pairs.
    signature : str
        Each choice that moves the number.

    Examples
    --------
    >>> from concordant.explain import roc_auc
    >>> steps = roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> steps.concordant, steps.tied, steps.discordant
    (3, 0, 1)
    >>> steps.auc, float(steps.trapezoids.sum())
    (0.75, 0.75)
    """

    in_text: ClassVar[int] = 24

    curve: Curve
    classes: tuple[Label, ...]
    thresholds: npt.NDArray[Any]
    tp: NumberArray
    fp: NumberArray
    fn: NumberArray
    tn: NumberArray
    tpr: FloatArray
    fpr: FloatArray
    rectangles: FloatArray
    trapezoids: FloatArray
    auc: float
    reason: str | None
    concordant: float
    tied: float
    discordant: float
    signature: str = field(default="", kw_only=True)

    @classmethod
    def of(cls, curve: Curve, /) -> Self:
        """
        Explain the AUC of a curve of two classes.

        Raises
        ------
        LengthError
            If there are curves of several classes or labels; the message says how to take one.
        """
        if isinstance(curve, CurveStack) or len(curve.classes) != 2:
            raise LengthError(
                "one column of scores of two classes is explained at a time. Take one class against the rest: "
                "explain.roc_auc(y_true == label, y_score[:, k]), or of a CurveStack: stack.binary_curves()[k]."
            )
        outcome = roc_auc_metric.outcome(curve)
        points = roc_points.outcome(curve).value
        fp, tp = (np.concatenate([sums[:0], [sums.dtype.type(0)], sums]) for sums in curve.cumulative())
        gained = np.diff(points.fpr, prepend=0.0)
        before = np.concatenate([[0.0], points.tpr[:-1]])
        concordant, tied, discordant = _count_pairs(curve)
        return cls(
            curve,
            curve.classes,
            points.thresholds,
            tp,
            fp,
            tp[-1] - tp,
            fp[-1] - fp,
            points.tpr,
            points.fpr,
            gained * before,
            gained * (before + points.tpr) / 2,
            outcome.value,
            outcome.reason,
            concordant,
            tied,
            discordant,
            signature=roc_auc_metric.signature(curve),
        )

    @property
    def positives(self) -> float:
        """P: the rows, or the weight, of the positive class."""
        number: float = self.tp[-1].item()
        return number

    @property
    def negatives(self) -> float:
        """N: the rows, or the weight, of the negative class."""
        number: float = self.fp[-1].item()
        return number

    @property
    def pairs(self) -> float:
        """P x N: all pairs of a positive and a negative row."""
        return self.positives * self.negatives

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; infinite scores are text, what is undefined is None."""
        columns = ("thresholds", "tp", "fp", "fn", "tn", "tpr", "fpr", "rectangles", "trapezoids")
        numbers = ("positives", "negatives", *columns, "concordant", "tied", "discordant", "auc")
        parts = {name: getattr(self, name) for name in ("classes", *numbers, "reason", "signature")}
        record: dict[str, Any] = plain({"explains": "roc_auc", "missing": self.curve.missing, **parts})
        return record

    def document(self, *, most: int = 60) -> Document:
        """Return the steps as a document; tables of more than `most` thresholds are cut in their middle."""
        value = "undefined" if np.isnan(self.auc) else rate_text(self.auc, 4)
        title = f"ROC AUC, step by step: {value}"
        if not len(self.curve.scores):
            return Document(title=title, lead=(f"The AUC is undefined: {self.reason}.",))
        parts = [_ranking(self), _counts(self, most)]
        if np.isnan(self.auc):
            why = f"Why: {self.reason}, so there is no pair of a positive and a negative row to put in order."
            parts.append(Section("The AUC is undefined", (Paragraph(why),)))
        else:
            parts += [_area(self, most), _pairs(self)]
        return Document(title=title, lead=_lead(self), blocks=tuple(parts), numbered=True, methods=_methods(self))

    def figure(self) -> Figure:
        """Return the ROC curve with the area of each step and the ranked rows below, which pyplot does not know."""
        figure = new_figure((5.6, 6.6))
        curve, ranking = figure.subplots(2, 1, height_ratios=(8.0, 1.0))
        if not np.isnan(self.auc):
            draw(Picture("area", Axis(), Axis(), tuple(_area_marks(self))), curve)
        roc_curve(self.curve, ax=curve)
        curve.set_title(_area_title(self), fontsize="medium")
        draw(_ranking_picture(self), ranking)
        ranking.spines[:].set_visible(False)
        return figure


def _count_pairs(curve: Curve) -> tuple[float, float, float]:
    """Concordant, tied and discordant pairs: exact for counted rows."""
    negatives, positives = curve.weights[:, 0], curve.weights[:, 1]
    if curve.weights.dtype.kind == "i" and int(negatives.sum()) * int(positives.sum()) >= 2**63:
        negatives, positives = negatives * 1.0, positives * 1.0
    above = positives.cumsum() - positives
    concordant = (negatives * above).sum().item()
    tied = (negatives * positives).sum().item()
    discordant = (negatives * (positives.sum() - above - positives)).sum().item()
    return concordant, tied, discordant


def roc_auc(
    y_true: Column | Curve,
    y_score: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
) -> RocExplanation:
    """
    Explain the ROC AUC step by step: ranking, counts at each threshold, area, and pairs.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two classes; or one `Curve` in place of labels and scores.
    y_score : array-like of shape (n,)
        Scores, higher for the positive class.
    labels : sequence of two labels, optional
        The negative and the positive class.
    pos_label : label, optional
        The positive class.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels and NaN scores.

    Returns
    -------
    RocExplanation
        ``print`` it, or show it in a notebook. The AUC is NaN, with the reason said, if only one class occurs.

    Raises
    ------
    LengthError
        If `y_score` has one column a class; explain one class at a time.

    Examples
    --------
    >>> from concordant.explain import roc_auc
    >>> steps = roc_auc([1, 0, 1, 1, 0], [0.5, 0.25, 0.2, 0.3, 0.1])
    >>> steps.tp.tolist(), steps.fp.tolist()
    ([0, 1, 2, 2, 3, 3], [0, 0, 0, 1, 1, 2])
    >>> round(steps.auc, 4)
    0.8333
    """
    curve: Any = state_given(
        y_true, y_score, labels=labels, pos_label=pos_label, sample_weight=sample_weight, missing=missing
    )
    return RocExplanation.of(curve)


_MOST_RANKS, _FEW_RANKS = 40, 20  # a longer ranking is cut to the first and last ten
_LINE = 78  # signs for the ranks side by side


def _methods(steps: RocExplanation) -> str:
    """How the area was computed, for a paper."""
    rows = "weight" if steps.curve.weights.dtype.kind == "f" else "rows"
    sizes = f"{_number(steps, steps.positives)} positive and {_number(steps, steps.negatives)} negative {rows}"
    return (
        "The area under the ROC curve (Hanley & McNeil 1982), tied scores counting half, was computed from "
        f"{sizes}. {software()}"
    )


def _lead(steps: RocExplanation) -> tuple[str, ...]:
    weighted = steps.curve.weights.dtype.kind == "f"
    rows = "weight" if weighted else "rows"
    dropped = f" {steps.curve.missing:,} rows are left out, a value is missing." if steps.curve.missing else ""
    positive = f"Positive (+) is {steps.classes[1]!r}: {_number(steps, steps.positives)} {rows}, P."
    negative = f"Negative (-) is {steps.classes[0]!r}: {_number(steps, steps.negatives)} {rows}, N."
    return (f"{positive} {negative}{dropped}",)


def _ranking(steps: RocExplanation) -> Section:
    title = "Rank the rows by their score, the highest first"
    if steps.curve.weights.dtype.kind == "f":
        return Section(title, (Paragraph("The rows carry weights: see step 2 for the weight at each score."),))
    total = int(steps.positives + steps.negatives)
    ranks = indices_shown(total, _MOST_RANKS, _FEW_RANKS)
    table = _ranks(steps, [rank for rank in ranks if rank is not None])
    after = []
    if None in ranks:
        after.append(f"{total - _FEW_RANKS:,} rows in between are not shown; all are in .thresholds, .tp and .fp.")
    if steps.tied:
        after.append("Rows with one score are tied: their order among themselves means nothing.")
    return Section(title, (Paragraph("A good score brings the + to the front."), table, *map(Paragraph, after)))


def _ranks(steps: RocExplanation, ranks: list[int]) -> Table:
    """Rank, score and class of these ranks, up to ten side by side, in blocks of three lines."""
    positives, negatives = np.diff(steps.tp).astype(int), np.diff(steps.fp).astype(int)
    beyond = np.cumsum(positives + negatives)  # the first rank after each score
    at = np.searchsorted(beyond, ranks, side="right")
    first = beyond[at] - positives[at] - negatives[at]
    decimals = _score_decimals(steps)
    scores = [_score(score, decimals) for score in steps.thresholds[1:][at]]
    signs = ["+" if rank - start < plus else "-" for rank, start, plus in zip(ranks, first, positives[at], strict=True)]
    line = int(np.clip(_LINE // (longest(scores) + 2), 3, 10))
    rows: list[tuple[str, ...]] = []
    for start in range(0, len(ranks), line):
        block = slice(start, start + line)
        filler = ("",) * (line - len(ranks[block])) if start else ()
        rows += [
            ("rank", *(f"{rank + 1:,}" for rank in ranks[block]), *filler),
            ("score", *scores[block], *filler),
            ("class", *signs[block], *filler),
        ]
    return Table(rows[0], tuple(rows[1:]))


def _counts(steps: RocExplanation, most: int) -> Section:
    indices = indices_shown(len(steps.thresholds), most, most // 2)
    counts = (steps.tp, steps.fp, steps.fn, steps.tn)
    rows = [
        ("...",) * 7
        if i is None
        else (
            _threshold(steps, i),
            *(_number(steps, column[i]) for column in counts),
            _rate(steps.tpr[i]),
            _rate(steps.fpr[i]),
        )
        for i in indices
    ]
    after = ("TPR = TP / P and FPR = FP / N are the points of the ROC curve.",)
    before = (
        "Every row with score >= threshold is predicted positive. "
        'The threshold "above all" predicts nothing positive, the lowest score everything.'
    )
    table = Table(("threshold", "TP", "FP", "FN", "TN", "TPR", "FPR"), tuple(rows), numeric_side=True)
    more = _left_out(len(steps.thresholds), indices, "thresholds")
    return Section(
        "Lower the threshold from score to score, and count", (Paragraph(before), table, *map(Paragraph, after + more))
    )


def _area(steps: RocExplanation, most: int) -> Section:
    wide = np.flatnonzero(np.diff(steps.fpr, prepend=0.0) > 0)
    indices = indices_shown(len(wide), most, most // 2)
    rectangles, trapezoids = steps.rectangles.cumsum(), steps.trapezoids.cumsum()
    head = ("threshold", "FPR gained", "TPR before", "TPR after", "rectangle", "trapezoid", "sum of r.", "sum of t.")
    rows = [
        ("...",) * len(head)
        if k is None
        else (
            _threshold(steps, i := int(wide[k])),
            _rate(steps.fpr[i] - steps.fpr[i - 1]),
            _rate(steps.tpr[i - 1]),
            _rate(steps.tpr[i]),
            *(_rate(column[i]) for column in (steps.rectangles, steps.trapezoids, rectangles, trapezoids)),
        )
        for k in indices
    ]
    before = [
        "A step to the right adds a strip of area. Rectangle: FPR gained x TPR before.",
        "Trapezoid: FPR gained x the mean of the TPR before and after.",
        "Steps straight up add nothing and are left out here.",
    ]
    if steps.tied:
        before.append("The two differ where positives and negatives share a score: there the curve is slanted.")
    else:
        before.append("No positive shares its score with a negative, so the two are equal.")
    sums = f"Sum of the trapezoids = {trapezoids[-1]:.6g} = AUC"
    table = Table(head, tuple(rows), numeric_side=True)
    more = map(Paragraph, _left_out(len(wide), indices, "steps"))
    return Section("Add up the area under the curve", (*map(Paragraph, before), table, Formula((sums,)), *more))


def _pairs(steps: RocExplanation) -> Section:
    c, t, d, pairs = (_number(steps, x) for x in (steps.concordant, steps.tied, steps.discordant, steps.pairs))
    shares = [_rate(x / steps.pairs) for x in (steps.concordant, steps.tied, steps.discordant)]
    table = Table(
        ("of a positive and a negative row", "pairs", "share"),
        (
            ("concordant: the positive scores higher", c, shares[0]),
            ("tied: both score the same", t, shares[1]),
            ("discordant: the negative scores higher", d, shares[2]),
            ("all: P x N", pairs, "1"),
        ),
    )
    p, n = _number(steps, steps.positives), _number(steps, steps.negatives)
    half = f" The triangles above them are the tied pairs / 2: {_number(steps, steps.tied)} / 2." if steps.tied else ""
    auc = f"AUC = (concordant + tied / 2) / pairs = ({c} + {t} / 2) / {pairs} = {steps.auc:.6g}"
    return Section(
        "The same number as a share of pairs",
        (
            Paragraph(f"P{TIMES}N = {p}{TIMES}{n} = {plural(pairs, 'pair')}."),
            table,
            Formula((auc,)),
            Paragraph(
                f"Each rectangle of step 3 counts the positives above a negative: their sum{TIMES}pairs = {c}.{half}"
            ),
            Paragraph(_meaning(steps)),
        ),
    )


def _meaning(steps: RocExplanation) -> str:
    chance = f"with a chance of {percent_text(steps.auc, 1)} %"
    start = f"Of one positive and one negative row taken at random, the positive scores higher {chance}"
    if steps.tied:
        start += " (a tie counting half)"
    if steps.auc < 0.5:
        return f"{start}: worse than guessing (50 %). Is the positive class, or the sign of the score, the other way?"
    return f"{start}; guessing gives 50 %."


def _left_out(size: int, indices: list[int | None], what: str) -> tuple[str, ...]:
    if None not in indices:
        return ()
    return (
        f"{size - len(indices) + 1:,} of {size:,} {what} are not shown; all are in the arrays of this explanation.",
    )


def _threshold(steps: RocExplanation, i: int) -> str:
    return "above all" if i == 0 else _score(steps.thresholds[i], _score_decimals(steps))


def _score_decimals(steps: RocExplanation) -> int | None:
    """Decimals that write the scores exactly, None if that takes more than six."""
    scores = np.asarray(steps.curve.scores[:2000], dtype=np.float64)
    scores = scores[np.isfinite(scores)]
    for decimals in range(7):
        if (np.abs(np.round(scores, decimals) - scores) <= 1e-9 * np.maximum(np.abs(scores), 1)).all():
            return decimals
    return None


def _score(score: float, decimals: int | None) -> str:
    return f"{score:.6g}" if decimals is None or not np.isfinite(score) else f"{score:,.{decimals}f}"


def _rate(rate: float) -> str:
    return fixed(float(rate), 4)


def _number(steps: RocExplanation, number: float) -> str:
    return amount_text(number, steps.curve.weights)


_MOST_STRIPS = 120  # more strips than that melt into one area
_CELLS = 400  # of a longer ranking each cell is an equal part of the rows
_MOST_SIGNS = 40


def _area_title(steps: RocExplanation) -> str:
    if np.isnan(steps.auc):
        return "undefined"
    if steps.curve.weights.dtype.kind == "f":
        return f"AUC = {rate_text(steps.auc)} of the weighted pairs are concordant (ties half)"
    parts = f"({steps.concordant:,} + {steps.tied:,} / 2)" if steps.tied else f"{steps.concordant:,}"
    return f"AUC = {parts} / {steps.pairs:,} pairs = {rate_text(steps.auc)}"


def _area_marks(steps: RocExplanation) -> Iterator[AnyMark]:
    """The area below the curve: a rectangle a step, in turns darker and lighter, and the triangles of tied pairs."""
    wide = np.flatnonzero(np.diff(steps.fpr, prepend=0.0) > 0)
    if len(wide) > _MOST_STRIPS:
        keep = kept_points(steps.fpr, steps.tpr)
        yield Band(role="band", colour=0, x=steps.fpr[keep], low=np.zeros(len(keep)), high=steps.tpr[keep])
        return
    left, right, before, after = steps.fpr[wide - 1], steps.fpr[wide], steps.tpr[wide - 1], steps.tpr[wide]
    shades = np.where(np.arange(len(wide)) % 2, 0.26, 0.14)
    yield Bars(role="rectangle", colour=0, left=left, right=right, low=np.zeros(len(wide)), high=before, shade=shades)
    x, low, high = (np.column_stack(pair).ravel() for pair in ((left, right), (before, before), (before, after)))
    yield Band(role="band", colour=1, x=x, low=low, high=high)


def _ranking_picture(steps: RocExplanation) -> Picture:
    """The rows from the highest score to the lowest, each filled by the share of positives among those of its score."""
    weights = np.asarray(steps.curve.weights, np.float64)
    rows, is_counted = float(weights.sum()), steps.curve.weights.dtype.kind == "i"
    cells = int(rows) if is_counted and rows <= _CELLS else _CELLS
    edges = np.linspace(0.0, rows, cells + 1)
    every, positive = (np.append(0.0, sums.cumsum()) for sums in (weights.sum(1), weights[:, 1]))
    shares = np.round(np.diff(np.interp(edges, every, positive)) * cells / (rows or 1.0), 9)
    left = np.arange(cells, dtype=float)
    place: Any = {"left": left, "right": left + 1, "low": np.zeros(cells)}
    marks: list[AnyMark] = [
        Bars(role="ranking", colour=0, high=np.ones(cells), **place),
        Bars(role="ranking", colour=1, high=shares, **place),
    ]
    if is_counted and cells <= _MOST_SIGNS:
        signs = np.where(shares == 1, "+", np.where(shares == 0, "\N{MINUS SIGN}", "±")).tolist()
        marks += [Note(role="sign", x=k + 0.5, y=0.5, text=sign, anchor="middle") for k, sign in enumerate(signs)]
    names = [label_text(label, 24) for label in steps.classes]
    above: Any = {"role": "class", "y": 1.0, "share": "xy", "up": 3.0, "small": False}
    marks.append(Note(x=0.0, text=f"+ {names[1]}", colour=1, **above))
    marks.append(Note(x=1.0, text=f"\N{MINUS SIGN} {names[0]}", colour=0, anchor="end", **above))
    axes = Axis("rows by score, the highest at the left", 0.0, max(cells, 1), ticks=()), Axis(ticks=())
    return Picture("ranking", *axes, marks)
