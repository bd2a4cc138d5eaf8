"""Weighted kappa, step by step: `weighted_kappa`, `quadratic_kappa`, their pages and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.documents.blocks import (
    TIMES,
    Bullets,
    Document,
    Formula,
    Paragraph,
    Section,
    Table,
    decimals_for,
    fixed,
    indices_shown,
    software,
)
from concordant.explain.explanation import Explanation, amount_text
from concordant.figures.matrices import cells_figure
from concordant.figures.paint_matplotlib import draw, new_figure
from concordant.metrics.agreement.cohen_kappa import cohen_kappa, penalty_share
from concordant.metrics.agreement.weights import FAMILIES, disagreement, label_values
from concordant.metrics.arithmetic import ratio
from concordant.metrics.definition.options import of_no_order
from concordant.plots.given import counts_given
from concordant.result.record import plain, plural
from concordant.result.wording import compact_count, label_text, percent_text, rate_text
from concordant.states import Counts
from concordant.typing import Column, FloatArray, KappaWeights, Label, Missing, NumberArray, WeightFamily

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Scheme: TypeAlias = WeightFamily | Literal["none", "own"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KappaExplanation(Explanation):
    """
    Cohen's kappa with the parts that it is made of.

    Attributes
    ----------
    counts : Counts
        The state that everything here follows from.
    labels : tuple
        The K labels in their order: the rows and columns of every matrix.
    scheme : {"none", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar", "own"}
        Which weights they are.
    observed : ndarray of shape (K, K)
        O: how often each pair of labels occurs; rows are the first column of data.
    weights : ndarray of shape (K, K)
        W: what a row of this pair costs. Zero on the diagonal; weights that have a name are divided by the
        largest, as in textbooks. The scale divides out of the kappa.
    expected : ndarray of shape (K, K)
        E: what O would be on average if the columns were independent: row total x column total / n.
    numerator, denominator : float
        The penalties ``sum(W O)`` and ``sum(W E)``.
    kappa : float
        ``1 - numerator / denominator``, as the metric `cohen_kappa` gives it; NaN if undefined.
    reason : str or None
        Why the kappa is undefined.
    share, expected_share : ndarray of shape (K, K)
        The part of the penalty that each cell carries, in O and in E; they sum to 1. NaN without any penalty.
    names : tuple of two str
        What rows and columns are.
    signature : str
        Each choice that moves the number.

    Examples
    --------
    >>> from concordant.explain import quadratic_kappa
    >>> steps = quadratic_kappa([1, 2, 3, 3], [1, 2, 3, 1])
    >>> steps.numerator, steps.denominator
    (1.0, 1.625)
    >>> round(steps.kappa, 4)
    0.3846
    """

    in_text: ClassVar[int] = 10

    counts: Counts
    labels: tuple[Label, ...]
    scheme: Scheme
    observed: NumberArray
    weights: FloatArray
    expected: FloatArray
    numerator: float
    denominator: float
    kappa: float
    reason: str | None
    share: FloatArray
    expected_share: FloatArray
    names: tuple[str, str] = ("y_true", "y_pred")
    signature: str = field(default="", kw_only=True)

    @classmethod
    def of(
        cls, counts: Counts, /, *, weights: KappaWeights = "quadratic", names: tuple[str, str] = ("y_true", "y_pred")
    ) -> Self:
        """
        Explain the kappa of counts that are known already, such as a table printed in a paper.

        Parameters
        ----------
        counts : Counts
            One table, no stack.
        weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
            As in `concordant.cohen_kappa`.
        names : tuple of two str
            What rows and columns are, such as the names of two raters.

        Raises
        ------
        LabelOrderError
            If the labels have no order and the weights need one.
        LengthError
            If the counts are a stack.
        """
        counts = counts_given(counts, None, labels=None, sample_weight=None, missing="raise")
        outcome = cohen_kappa.outcome(counts, weights=weights)
        table = counts.table * 1.0
        w = disagreement(counts, weights)
        if isinstance(weights, str) and w.max(initial=0.0) > 0:
            w = w / w.max()
        own = of_no_order(weights) or not (weights is None or isinstance(weights, str))
        scheme: Any = "own" if own else weights or "none"
        r, c = table.sum(1), table.sum(0)
        e = np.nan_to_num(ratio(np.outer(r, c), table.sum()))
        return cls(
            counts,
            counts.labels,
            scheme,
            counts.table,
            w,
            e,
            float((w * table).sum()),
            float((w * e).sum()),
            outcome.value,
            outcome.reason,
            penalty_share(counts, weights),
            penalty_share(counts, weights, e),
            names,
            signature=cohen_kappa.signature(counts, weights=weights),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; what is undefined is None, unusual labels are their text."""
        numbers = ("observed", "expected", "numerator", "denominator", "kappa", "share", "expected_share")
        parts = {name: getattr(self, name) for name in ("labels", "names", *numbers, "reason", "signature")}
        state = {"n": self.counts.n, "missing": self.counts.missing, "weight_matrix": self.weights}
        record: dict[str, Any] = plain({"explains": "cohen_kappa", "weights": self.scheme, **state, **parts})
        return record

    def document(self, *, most: int = 30) -> Document:
        """Return the steps as a document; tables of more than `most` labels are cut in their middle."""
        value = "undefined" if np.isnan(self.kappa) else f"{self.kappa:.4f}"
        title = f"{KAPPA_NAMES[self.scheme]}, step by step: {value}"
        if not self.labels or not self.counts.n:
            return Document(title=title, lead=(f"The kappa is undefined: {self.reason}.",))
        parts = [_observed(self, most), _weights(self, most), _expected(self, most), _kappa(self)]
        if self.numerator > 0:
            parts.append(_penalty(self, most))
        return Document(title=title, lead=_lead(self, most), blocks=tuple(parts), numbered=True, methods=_methods(self))

    def figure(self) -> Figure:
        """Return O, W and E as a matplotlib figure, which pyplot does not know; of many labels W and E by colour."""
        side = float(np.clip(1.75 + 0.5 * len(self.labels), 3.0, 7.0))
        figure = new_figure((3 * side + 1.0, side + 1.0), "compressed")
        sums = f"{self.numerator:.4g} / {self.denominator:.4g}"
        parts = f"{KAPPA_NAMES[self.scheme]} = 1 \N{MINUS SIGN} Σ W·O / Σ W·E = 1 \N{MINUS SIGN} {sums}"
        value = " is undefined" if np.isnan(self.kappa) else f" = {rate_text(self.kappa)}"
        figure.suptitle(parts + value)
        axes = figure.subplots(1, 3)
        weights, expected = decimals_for(self.weights, 3), decimals_for(self.expected, 1)
        crowded = len(self.labels) > _ROOM_FOR_NUMBERS
        by_colour = ", by colour" if crowded else ""

        def expected_text(value: float) -> str:
            return compact_count(value) if value >= 10_000 else fixed(value, expected)

        pictures: tuple[tuple[npt.NDArray[Any], bool, str, Callable[[float], str]], ...] = (
            (self.observed, False, "O: observed", lambda x: "" if crowded and not x else compact_count(x)),
            (self.weights, True, f"W: weights{by_colour}", lambda x: "" if crowded else fixed(x, weights)),
            (self.expected, False, f"E: expected by chance{by_colour}", lambda x: "" if crowded else expected_text(x)),
        )
        names = [str(label) for label in self.labels]
        for ax, (values, penalty, title, write) in zip(axes, pictures, strict=True):
            texts = [[write(x) for x in row] for row in values.tolist()]
            draw(cells_figure(names, values, texts, penalty=penalty, sides=("", self.names[1]), heading=title), ax)
        axes[0].set_ylabel(self.names[0])
        return figure


def weighted_kappa(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    weights: KappaWeights = "quadratic",
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> KappaExplanation:
    """
    Explain Cohen's kappa with any weights step by step: O, W, E, and where the penalty comes from.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels of the two raters, or truth and prediction; or one `Counts` in place of both.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        None: every disagreement counts the same. See `concordant.cohen_kappa`.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError` if there are weights.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    names : tuple of two str
        What the two columns are, for the words of the explanation.

    Returns
    -------
    KappaExplanation
        ``print`` it, or show it in a notebook. The kappa is NaN, with the reason said, where it is undefined.

    Examples
    --------
    >>> from concordant.explain import weighted_kappa
    >>> round(weighted_kappa(["a", "b", "b"], ["a", "b", "a"], weights=None).kappa, 6)
    0.4
    """
    counts = counts_given(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
    return KappaExplanation.of(counts, weights=weights, names=names)


def quadratic_kappa(
    y_true: Column | Counts,
    y_pred: Column | None = None,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    names: tuple[str, str] = ("y_true", "y_pred"),
) -> KappaExplanation:
    """
    Explain the quadratic weighted kappa (QWK) step by step: O, W, E, and where the penalty comes from.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Ordered labels of the two raters, or truth and prediction; or one `Counts` in place of both.
    labels : sequence, optional
        All labels in their order. Text without a declared order raises `LabelOrderError`.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    missing : {"raise", "drop"}
        What to do with missing labels.
    names : tuple of two str
        What the two columns are, for the words of the explanation.

    Returns
    -------
    KappaExplanation
        ``print`` it, or show it in a notebook. The kappa is NaN, with the reason said, where it is undefined.

    Examples
    --------
    >>> from concordant.explain import quadratic_kappa
    >>> steps = quadratic_kappa([2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3])
    >>> round(steps.kappa, 6)
    -0.139241
    >>> round(float(steps.share[-1, 0]), 3)  # the four rows with 5 against 1
    0.889
    """
    return weighted_kappa(
        y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing, names=names, weights="quadratic"
    )


_ROOM_FOR_NUMBERS = 12  # labels; with more, W and E are shown by colour and O without its zeros


KAPPA_NAMES = {
    "none": "Cohen's kappa (no weights)",
    **{name: f"{name.capitalize()} weighted kappa" for name in FAMILIES},
    "own": "Weighted kappa (own weights)",
}
_FORMULAS = {  # of the families that are not powers of the distance
    "ordinal": "d (d + 1) / 2 for labels d places apart",
    "radical": "sqrt(|i - j|)",
    "ratio": "((i - j) / (i + j))^2",
    "circular": "sin(pi d / K)^2 for labels d steps apart on the circle of all K",
    "bipolar": "(i - j)^2 / ((i + j - 2 low) (2 high - i - j)), low and high the outermost labels",
}
_MOST_TERMS = 12
_MOST_CELLS = 5


def _methods(steps: KappaExplanation) -> str:
    """How the kappa was computed, for a paper."""
    source = "Cohen 1960" if steps.scheme == "none" else "Cohen 1968"
    name = KAPPA_NAMES[steps.scheme].removesuffix(" (no weights)")
    return (
        f"{name} ({source}) of {steps.names[0]} and {steps.names[1]} was computed from "
        f"{_amount(steps, steps.counts.n).lower()}. {software()}"
    )


def _lead(steps: KappaExplanation, most: int) -> tuple[str, ...]:
    dropped = f" ({steps.counts.missing:,} more left out, a value is missing)" if steps.counts.missing else ""
    order = " < ".join("..." if i is None else str(steps.labels[i]) for i in indices_shown(len(steps.labels), most))
    if steps.counts.ordered and steps.scheme != "none":
        labels = f"Labels in their order: {order}."
    else:
        labels = f"Labels: {order.replace(' < ', ', ')}."
    lines = [f"{_amount(steps, steps.counts.n)}{dropped}. Rows: {steps.names[0]}, columns: {steps.names[1]}. {labels}"]
    if len(steps.labels) > most:
        lines.append(
            f"There are {len(steps.labels)} labels: the tables show the first and the last ones, and the sums are over "
            "all. The whole matrices are in .observed, .weights, .expected and .share."
        )
    return tuple(lines)


def _observed(steps: KappaExplanation, most: int) -> Section:
    shown = _matrix(steps, steps.observed, lambda x: _count(steps, x), most, totals=True, skip_diagonal=True)
    counted = "Sum the weights of the rows" if steps.counts.squares is not None else "Count the rows"
    rule = Paragraph(f"{counted} with each pair of labels. On the diagonal both agree.")
    return Section("Observed: O", (rule, shown))


def _weights(steps: KappaExplanation, most: int) -> Section:
    decimals = decimals_for(steps.weights)
    shown = _matrix(steps, steps.weights, lambda x: fixed(x, decimals), most)
    return Section("Weights: W, what a row of each pair costs", (*map(Paragraph, _weight_rule(steps)), shown))


def _weight_rule(steps: KappaExplanation) -> tuple[str, ...]:
    if steps.scheme == "none":
        return ("0 where the labels agree, 1 where they differ: every disagreement counts the same.",)
    if steps.scheme == "own":
        return ("The weights that were given, as penalties: 0 on the diagonal.",)
    values = label_values(steps.labels)
    span = np.ptp(values)
    numeric = tuple(values.tolist()) == steps.labels
    if span == 0:
        return ("There is only one label, so there is nothing to weigh.",)
    first = 1 if steps.scheme == "ratio" else 0
    indices = "the labels as numbers" if numeric else f"the places {first} to {len(values) - 1 + first} of the labels"
    if steps.scheme in _FORMULAS:
        by_value = "" if steps.scheme in ("ordinal", "circular") else f" i and j are {indices}."
        scaled = "Divided by the largest, so that agreement costs nothing and the widest disagreement 1."
        return (f"w(i, j) = {_FORMULAS[steps.scheme]}.{by_value}", scaled)
    how, top = ("|i - j|", f"{span:g}") if steps.scheme == "linear" else ("(i - j)^2", f"{span:g}^2")
    rule = f"w(i, j) = {how} / {top}, with i and j {indices}. Agreement costs nothing, the widest disagreement 1."
    if span == 1:
        return (rule,)
    return (rule, f"Dividing by {top} only keeps the numbers small: it stands in both sums of step 4 and divides out.")


def _expected(steps: KappaExplanation, most: int) -> Section:
    decimals = decimals_for(steps.expected, 2) or 1
    shown = _matrix(steps, steps.expected, lambda x: fixed(x, decimals), most, totals=True, skip_diagonal=True)
    i, j = np.unravel_index(int((steps.weights * steps.expected).argmax()), steps.expected.shape)
    row, column = (_count(steps, steps.observed.sum(axis)[index]) for axis, index in ((1, i), (0, j)))
    rule = "If the columns had nothing to do with each other: e(i, j) = row total x column total / n. The totals stay."
    left = f"e({steps.labels[i]}, {steps.labels[j]}) = {row} x {column} / {_count(steps, steps.counts.n)}"
    example = f"{left} = {fixed(float(steps.expected[i, j]), max(decimals, 2))}"
    return Section("Expected by chance: E", (Paragraph(rule), shown, Formula((example,))))


def _kappa(steps: KappaExplanation) -> Section:
    title = "Kappa: 1 - sum(W x O) / sum(W x E)"
    top, bottom, terms = steps.numerator, steps.denominator, _terms(steps)
    formulas = [
        f"sum(W x O) = {terms} = {top:.6g}" if terms else f"sum(W x O) = {top:.6g}",
        f"sum(W x E) = {bottom:.6g}   (each weight times the expected count, in the same way)",
    ]
    if np.isnan(steps.kappa):
        formulas.append(f"kappa = 1 - {top:.6g} / {bottom:.6g}   is undefined")
        return Section(title, (Formula(tuple(formulas)), Paragraph(f"Why: {steps.reason}.")))
    formulas.append(f"kappa = 1 - {top:.6g} / {bottom:.6g} = {steps.kappa:.6g}")
    sums = Paragraph("The first sum is the penalty of the data, the second the penalty that chance would bring.")
    return Section(title, (sums, Formula(tuple(formulas)), Paragraph(_meaning(steps))))


def _terms(steps: KappaExplanation) -> str:
    """The sum written out in whole penalties where the weights were divided, the largest terms first if it is long."""
    cells = _largest(steps.weights * steps.observed)
    if not cells:
        return ""
    weights = disagreement(steps.counts, steps.scheme) if steps.scheme in ("linear", "quadratic") else steps.weights
    scale = float(weights.max())
    order = cells if len(cells) > _MOST_TERMS else sorted(cells)
    terms = [f"{_count(steps, steps.observed[cell])}{TIMES}{weights[cell]:.6g}" for cell in order[:_MOST_TERMS]]
    if len(cells) > _MOST_TERMS:
        terms.append(f"... ({len(cells) - _MOST_TERMS} smaller terms)")
    total = " + ".join(terms)
    if weights is steps.weights or scale == 1:
        return total
    return f"({total}) / {scale:g} = {steps.numerator * scale:,.10g} / {scale:g}"


def _meaning(steps: KappaExplanation) -> str:
    kappa = steps.kappa
    constant = [
        f"{name} uses only {str(label)!r}"
        for name, total in zip(steps.names, (steps.observed.sum(1), steps.observed.sum(0)), strict=True)
        if (total > 0).sum() == 1
        for label in [steps.labels[int(total.argmax())]]
    ]
    if constant and steps.numerator > 0:
        return f"{constant[0]}, so what is observed is what chance expects, and the kappa is 0 whatever the other is."
    if steps.numerator == 0:
        return "No row carries a penalty: 1 is the largest value that a kappa can have."
    ratio = f"The penalty is {percent_text(steps.numerator / steps.denominator, 1)} % of what chance would bring"
    if abs(kappa) < 1e-12:
        return f"{ratio}: agreement is no better and no worse than chance."
    if kappa < 0:
        return f"{ratio}: the agreement is worse than chance."
    return f"{ratio}: on the way from chance (0) to perfect agreement (1), {percent_text(kappa, 1)} % is done."


def _penalty(steps: KappaExplanation, most: int) -> Section:
    shown = _matrix(steps, steps.share, lambda x: percent_text(x, 1) if x else "", most)
    cells = _largest(steps.share)
    lead = f"The {_MOST_CELLS} largest of {len(cells)}:" if len(cells) > _MOST_CELLS else "From the largest:"
    largest = Bullets(tuple(_in_words(steps, cell) for cell in cells[:_MOST_CELLS]))
    shares = Paragraph("Each cell's share of sum(W x O), in percent.")
    return Section("Where the penalty comes from", (shares, shown, Paragraph(lead), largest))


def _in_words(steps: KappaExplanation, cell: tuple[int, int]) -> str:
    count, (i, j) = steps.observed[cell], cell
    single = count == 1 and steps.counts.squares is None
    amount = _amount(steps, count)
    pair = f"{str(steps.labels[i])!r} in {steps.names[0]} and {str(steps.labels[j])!r} in {steps.names[1]}"
    return (
        f"{amount} {'is' if single else 'are'} {pair} and {'carries' if single else 'carry'} "
        f"{percent_text(float(steps.share[cell]), 1)} % of the penalty "
        f"(chance expects {fixed(float(steps.expected[cell]), 1)})."
    )


def _amount(steps: KappaExplanation, number: float) -> str:
    if steps.counts.squares is not None:
        return f"Rows of weight {_count(steps, number)}"
    return plural(_count(steps, number), "row")


def _count(steps: KappaExplanation, number: float) -> str:
    return amount_text(number, steps.observed)


def _largest(penalty: FloatArray) -> list[tuple[int, int]]:
    """Cells with a penalty, the largest first, ties in reading order."""
    order = np.argsort(-np.nan_to_num(penalty), axis=None, kind="stable")
    cells = zip(*np.unravel_index(order, penalty.shape), strict=True)
    return [(int(i), int(j)) for i, j in cells if penalty[i, j] > 0]


def _matrix(
    steps: KappaExplanation,
    values: npt.NDArray[np.generic],
    write: Callable[[float], str],
    most: int,
    *,
    totals: bool = False,
    skip_diagonal: bool = False,
) -> Table:
    """Return a matrix with its labels, the darker the greater, and totals; the middle of a large one is left out."""
    indices = indices_shown(len(steps.labels), most)
    names = ["..." if i is None else label_text(steps.labels[i], 14) for i in indices]
    rows = []
    for i, name in zip(indices, names, strict=True):
        cells = ["..." if i is None or j is None else write(values[i, j].item()) for j in indices]
        tail = [] if not totals else ["..." if i is None else write(values[i].sum().item())]
        rows.append((name, *cells, *tail))
    if totals:
        sums = ["..." if j is None else write(values[:, j].sum().item()) for j in indices]
        rows.append(("total", *sums, write(values.sum().item())))
    shown = np.nan_to_num(np.asarray(values, dtype=np.float64))
    if skip_diagonal:  # of counts, which would outshine everything
        shown = shown * (1 - np.eye(len(shown)))
    kept = np.flatnonzero([index is not None for index in indices])
    places = [index for index in indices if index is not None]
    shades = np.zeros((len(rows),) * 2)
    shades[np.ix_(kept, kept)] = shown[np.ix_(places, places)] / (shown.max(initial=0.0) or 1.0)
    return Table(("", *names, *(["total"] if totals else [])), tuple(rows), total=totals, shades=shades)
