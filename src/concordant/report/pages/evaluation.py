"""The page of an evaluation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from concordant.documents.blocks import (
    Block,
    Bullets,
    Details,
    Document,
    Numbers,
    Paragraph,
    Picture,
    Section,
    Slider,
    Table,
    sentences,
    some,
)
from concordant.figures.curves import (
    calibration_figure,
    cost_figure,
    decision_figure,
    limits_band,
    precision_recall_figure,
    roc_figure,
    score_range,
)
from concordant.figures.figure import CELLS_WITH_TEXT, Band, Figure
from concordant.figures.intervals import Row, forest_figure, pairs_figure
from concordant.figures.matrices import matrix_figure, moving_matrix, ordinal_figure
from concordant.figures.measurements import bland_altman_figure, consistency_band, distribution_figure, scatter_figure
from concordant.figures.thinning import SliderThresholds
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.intervals.records import decision_intervals, record_intervals
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.scores import ScoreSample
from concordant.inputs.scores import MeasurementRows
from concordant.metrics.definition.registry import get
from concordant.panels import limits_of_agreement
from concordant.plots.bands import band_of_sample
from concordant.report.groups import group_text, main_results
from concordant.report.pages.methods import methods_of_evaluation
from concordant.report.pages.tables import (
    MOST_CURVES,
    class_notes,
    classes_table,
    curves_of,
    group_tables,
    matrix_table,
    metrics_blocks,
    most_frequent,
    results_table,
)
from concordant.report.records import ClassMetric, Result
from concordant.report.text import header
from concordant.result.wording import label_text, level_text, limits_text, number, short_names, with_same_decimals
from concordant.settings import without_warnings
from concordant.states import BucketCurve, Curve

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation

_MOST_CLASSES = 40  # of pictures and of the table of the matrix
_MOST_ROWS = 150  # of the table of classes
_MOST_STEPS = 500  # classes of which a kappa is shown step by step
_IN_TEXT = 20  # classes in text
_IN_TEXT_MATRIX = 12  # classes of a matrix in text, and of one that is open on a page
_LABEL = 40  # characters of a label
_CURVES = ("roc_curve", "precision_recall_curve")


def text_document(page: Evaluation, *, further: bool = False, pictures: bool = False) -> Document:
    """
    Return the page for a terminal, with all other metrics if they are wanted.

    For a notebook, `pictures` adds those of intervals.
    """
    drawn = Pictures(page, (), (), ()) if pictures and page.level is not None else None
    groups = () if drawn is None else tuple(drawn.groups())
    metrics = None if drawn is None else Picture((drawn.metrics(),))
    names = short_names(page.labels, _LABEL)
    others = Section("All other metrics", metrics_blocks(page.further, page.level)) if further else None
    blocks = some(
        *verdict(page.results),
        cut_points_section(page),
        page.findings.section(commands=page.source is not None),
        _by(page, groups, in_text=True),
        *_words(page),
        Section("Metrics", some(*metrics_blocks(page.results, page.level), metrics)),
        _classes(page, names, _IN_TEXT, in_text=True),
        others,
    )
    return Document(title=_title(page), lead=(f"{header(page)}. Task: {page.task}.",), blocks=blocks)


def html_document(page: Evaluation) -> Document:
    """Return the whole page with its pictures."""
    names = short_names(page.labels, _LABEL)
    shown = most_frequent(page, _MOST_CLASSES)
    pictures = Pictures(page, names, shown, curves_of(page, names))
    others = Details(f"All other metrics ({len(page.further)})", metrics_blocks(page.further, page.level))
    blocks = some(
        *verdict(page.results),
        _numbers(page.results),
        cut_points_section(page),
        _opening(pictures),
        _findings(page),
        *_more(pictures),
        _by(page, tuple(pictures.groups()), in_text=False),
        *_words(page),
        Section(
            "Metrics", some(*metrics_blocks(page.results, page.level), others if page.further else None), "metrics"
        ),
        _classes(page, names, _MOST_ROWS, in_text=False),
        _steps(page),
        _signatures(page),
    )
    return Document(
        title=_title(page),
        lead=(f"{header(page)}. Task: {page.task}.",),
        blocks=blocks,
        methods=methods_of_evaluation(page),
        table=results_table(page.results, page.level),
        record=page.to_dict(),
    )


def _title(page: Evaluation) -> str:
    return "Concordant report" + (f": {label_text(PurePath(page.source).name, 80)}" if page.source else "")


def verdict(results: Sequence[Result]) -> Iterator[Block]:
    """The first defined metric in a sentence, and what it says."""
    if not results:
        return
    main = main_results(results)
    first = next((one for one in main if one.defined), main[0])
    if not first.defined:
        yield Paragraph(f"{first.title} is undefined: {first.reason}.", "verdict", f"{first.title} is undefined")
        return
    within = ""
    if first.bounded and first.interval is not None:
        within = f" ({level_text(first.interval.level, first=True)} {limits_text(first.interval)})"
    yield Paragraph(f"{first.title} is {first.shown}{within}.", "verdict", first.shown)
    meaning = f"{first.says[:1].upper()}{first.says[1:]}. {_beside_chance(first)}"
    yield Paragraph(meaning.strip(), "soft")


def cut_points_section(page: Evaluation) -> Section | None:
    """The best cut points on a continuous score of ordered labels, and what they gain over rounding it."""
    cuts = page.cut_points
    rounded = next((one for one in page.results if one.key == "cohen_kappa|weights:quadratic"), None)
    if cuts is None or rounded is None or not rounded.defined or math.isnan(cuts.cross_validated_value):
        return None
    gain = cuts.cross_validated_value - rounded.value
    text = (
        f"The kappa above is that of the scores rounded to the nearest label. With the best cut points it is "
        f"{number(cuts.cross_validated_value)} on rows that did not choose them (standard error "
        f"{number(cuts.standard_error)}): a {'gain' if gain > 0 else 'loss'} of {number(abs(gain))}."
    )
    edges = ["below", *with_same_decimals(cuts.cut_points, 4)]
    rows = tuple((label_text(label, _LABEL), edge) for label, edge in zip(cuts.labels, edges, strict=True))
    table = Table(("label", "from a score of"), rows, "Best cut points")
    return Section("Cut points", (Paragraph(text), table), "cut-points")


def _beside_chance(one: Result) -> str:
    """Whether the interval leaves room for chance."""
    if one.chance is None or not one.bounded or one.interval is None:
        return ""
    inside = one.interval.low <= one.chance <= one.interval.high
    return f"The value of guessing, {one.chance:g}, lies {'inside' if inside else 'outside'} the interval."


def _numbers(results: Sequence[Result]) -> Numbers | None:
    """The other main metrics."""
    main = main_results(results)
    first = next((one for one in main if one.defined), main[0])
    items = tuple(
        (one.title, one.shown, "" if one.interval is None else limits_text(one.interval))
        for one in main
        if one is not first
    )
    return Numbers(items) if items else None


def _opening(pictures: Pictures) -> Section:
    """The picture: the thresholds of two classes, or the classes."""
    if pictures.opens_with_thresholds:
        return threshold_section(pictures.curves, pictures.names[0], cut=pictures.cuts, band=pictures.roc_band())
    note = _left_out(len(pictures.names), _MOST_CLASSES, "classes")
    return Section("The picture", some(Picture(tuple(pictures.first())), note), "picture")


def _more(pictures: Pictures) -> Iterator[Section]:
    """The other figures, and the thresholds of several classes."""
    if len(pictures.curves) > 1:
        note = _left_out(len(pictures.names), MOST_CURVES, "curves")
        yield threshold_section(pictures.curves, "the rest", note=note, cut=pictures.cuts)
    further = tuple(pictures.further())
    if further:
        yield Section("More pictures", (Picture(further),), "pictures")


def _findings(page: Evaluation) -> Section:
    """What stands out, and what was looked for."""
    asks = tuple(page.findings.looked_for.values())
    section = page.findings.section(commands=page.source is not None)
    looked = Details(f"What was checked ({len(asks)})", (Bullets(asks),))
    return replace(section, blocks=(*section.blocks, looked))


def _by(page: Evaluation, figures: tuple[Figure, ...], *, in_text: bool) -> Section | None:
    """The groups as pictures and tables."""
    groups = page.groups
    if groups is None:
        return None
    tables = group_tables(groups, page.level)
    remarks = Bullets(groups.remarks) if groups.remarks else None
    shown = Picture(figures) if figures else None
    if in_text:
        return Section(f"By {groups.heading}", some(*tables, remarks, shown), "by")
    return Section(f"By {groups.heading}", some(shown, remarks, Details("As tables", tables)), "by")


def _words(page: Evaluation) -> Iterator[Section | None]:
    yield sentences("assumed", "What was assumed", page.assumptions)
    yield sentences("remarks", "Worth knowing", page.remarks)


def _classes(page: Evaluation, names: Sequence[str], most: int, *, in_text: bool) -> Section | None:
    """The classes with their metrics, and the confusion matrix as a table."""
    if not names:
        return None
    shown = most_frequent(page, most)
    title = "Classes, each against the rest" if page.per_class else "Classes"
    title += " (sums of weights)" if page.weighted else ""
    notes = [Paragraph(note, "soft") for note in class_notes(page)]
    parts: list[Block | None] = [classes_table(page, names, shown), *notes, _left_out(len(names), most, "classes")]
    if page.counts is not None and len(names) <= _IN_TEXT_MATRIX:
        parts.append(matrix_table(page.counts, names, shown))
    elif page.counts is not None:
        matrix = matrix_table(page.counts, names, most_frequent(page, _MOST_CLASSES))
        folded = Details("The confusion matrix as a table", (matrix,))
        elsewhere = f"The confusion matrix, {len(names)} x {len(names)}, is on the HTML page and in the JSON file."
        parts.append(Paragraph(elsewhere, "soft") if in_text else folded)
    return Section(title, some(*parts), "balance-table")


def _steps(page: Evaluation) -> Section | None:
    """The quadratic weighted kappa step by step."""
    if len(page.labels) > _MOST_STEPS or page.explanation is None:
        return None
    document = page.explanation.document()
    blocks = (*map(Paragraph, document.lead), *document.blocks)
    return Section("Where the quadratic weighted kappa comes from", blocks, "steps", numbered=True)


def _signatures(page: Evaluation) -> Details:
    """The formula of each metric, and each choice that moves it."""
    metrics: tuple[Result | ClassMetric, ...] = (*page.results, *page.per_class)
    rows = tuple((one.title, one.formula, one.signature) for one in metrics)
    table = Table(("metric", "formula", "signature"), rows, words=True, stacks=True)
    return Details("Formulas and signatures: each choice that moves a number", (table,))


def _left_out(every: int, most: int, what: str) -> Paragraph | None:
    if every <= most:
        return None
    text = f"Shown are the {most} most frequent of {every} {what}; the JSON file holds all metrics."
    return Paragraph(text, "soft")


def threshold_section(
    curves: Sequence[SliderThresholds],
    negative: str,
    *,
    positive: str | None = None,
    each: str = "Class against the rest",
    note: Paragraph | None = None,
    cut: bool = True,
    band: Band | None = None,
) -> Section:
    """
    The figures at a threshold that a slider moves.

    `positive` is the positive class of curves that are not of classes; `each` is what one of several curves is of;
    `cut` whether there is a threshold to start from, such as 0.5: else the curves come before the counts. `band` is
    that of the one ROC curve.
    """
    first, names = curves[0], [curve.name for curve in curves]
    matrix = moving_matrix(first, (negative, positive or first.name), sides=("truth", "predicted"))
    roc, precision_recall = ([get(name).outcome(curve.curve).value for curve in curves] for name in _CURVES)
    of_curves = [
        roc_figure(roc, names, start=first.start, band=band),
        precision_recall_figure(precision_recall, names, start=first.start),
    ]
    if len({curve.scores.min() >= 0 and curve.scores.max() <= 1 for curve in curves}) == 1:
        of_curves.append(cost_figure(curves))  # models on different scales share no axis of thresholds
    if cut:
        blocks: list[Block | None] = [Slider(tuple(curves), each), Picture((matrix, *of_curves)), note]
        return Section("Every threshold", some(*blocks), "thresholds")
    why = Paragraph(
        "Such a score has no natural threshold. The counts below are those at the median score, from which on half of "
        "all rows are called positive; move the slider to the threshold that you would use.",
        "soft",
    )
    blocks = [Picture(tuple(of_curves)), why, Slider(tuple(curves), each), Picture((matrix,)), note]
    return Section("Every threshold", some(*blocks), "thresholds")


_WORST = 14  # classes
_MOST_DRAWN = 3_000  # rows that are drawn anew for the band of the ROC curve, which takes some 50 ms
_BARS = 30  # of each histogram
_GROUPS = 30
_CALIBRATED = "On the dashed line the model is calibrated."
_SIDES = ("truth", "predicted")  # the rows and the columns of a matrix
_FEW = 3  # classes from which on those that are confused most are shown


@dataclass(frozen=True, slots=True)
class Pictures:
    """The page, the names of its classes, those that pictures show, and its curves."""

    page: Evaluation
    names: Sequence[str]
    shown: Sequence[int]
    curves: Sequence[SliderThresholds]

    @property
    def opens_with_thresholds(self) -> bool:
        """Whether the figures of the threshold open the page."""
        return len(self.curves) == 1

    @property
    def cuts(self) -> bool:
        """Whether there is a threshold to start from: predicted labels, or 0.5 of probabilities."""
        return self.page.probabilities or self.page.counts is not None

    def roc_band(self) -> Band | None:
        """The pointwise band of the ROC curve of so few rows that it is drawn at once; None of more, or without any."""
        curve, level = self.page.curve, self.page.level
        if level is None or not isinstance(curve, Curve) or self.page.n > _MOST_DRAWN:
            return None
        sample = self._sample("roc_auc", curve) if curve.weights.any(0).all() else None
        clusters = None if sample is None else sample.atoms.clusters
        if not isinstance(sample, ScoreSample) or (clusters is not None and clusters.size < 2):
            return None
        with without_warnings():
            return band_of_sample("roc", curve, sample, level=level)

    def _sample(self, name: str, curve: Curve) -> Sample | None:
        """The rows of a metric, or their clusters; None where there are none, or no interval is wanted."""
        if self.page.level is None or self.page.uncertainty is None:
            return None
        sample = self.page.uncertainty.sample(get(name), {}, curve, on_page=True)
        return None if isinstance(sample, str) else sample

    def first(self) -> list[Figure]:
        """The figures that open a page without a curve of two classes."""
        page, counts = self.page, self.page.counts
        if page.task == "continuous":
            return [*self._ratings(), *([] if self._rows is not None else [self.metrics()])]
        if counts is None:
            return [self.metrics()]
        if page.task == "ordinal":
            opening = ordinal_figure(counts, self.names, shown=self.shown, sides=_SIDES)
        else:
            opening = matrix_figure(counts, self.names, shown=self.shown, sides=_SIDES, shares=True)
        second = self.worst() if page.per_class else self.metrics()
        if not opening.wide:
            return [opening, second]
        return [one for one in (second, self.pairs(), opening) if one is not None]

    def further(self) -> Iterator[Figure]:
        """The figures that follow the findings."""
        page, counts = self.page, self.page.counts
        if self.opens_with_thresholds:
            yield from self._scores()
            if counts is not None and not self._same_as_threshold():
                yield matrix_figure(counts, self.names, shown=self.shown, sides=_SIDES, shares=True)
        if page.per_class or self.opens_with_thresholds or (page.task == "continuous" and self._rows is not None):
            yield self.metrics()
        if counts is not None and _FEW <= len(self.names) <= CELLS_WITH_TEXT:
            pairs = self.pairs()
            if pairs is not None:
                yield pairs

    def metrics(self) -> Figure:
        """The metrics of the page with their intervals."""
        fits = [one for one in self.page.results if _bounded(one)]
        lines = [_line(one.title, one) for one in fits]
        left_out = len(self.page.results) - len(fits)
        are = "are" if left_out > 1 else "is"
        note = f"{left_out} without a scale that ends at 1 {are} in the tables." if left_out else ""
        title = "The metrics" if self.page.level is None else "The metrics with their intervals"
        return forest_figure(lines, name="metrics-picture", title=title, note=note)

    def pairs(self) -> Figure | None:
        """The pairs of classes that are confused most."""
        counts = self.page.counts
        return None if counts is None else pairs_figure(counts, self.names, sides=_SIDES)

    def worst(self) -> Figure:
        """The classes with the lowest F1, or recall, first."""
        page = self.page
        metric = next((one for one in page.per_class if one.name == "f1"), page.per_class[0])
        order = np.argsort(np.nan_to_num(np.asarray(metric.values), nan=np.inf), kind="stable")[:_WORST].tolist()
        lines = []
        for k in order:
            name = self.names[k]
            lines.append(Row(name, metric.values[k]) if metric.intervals is None else Row.of(name, metric.intervals[k]))
        more = f"The {len(order)} of {len(self.names)} classes with the lowest." if len(order) < len(self.names) else ""
        return forest_figure(lines, name="worst", title=f"Worst classes first: {metric.title}", note=more)

    def groups(self) -> list[Figure]:
        """Each main metric group by group; the dashed line is that of all rows."""
        groups = self.page.groups
        if groups is None:
            return []
        figures = []
        for index, whole in enumerate(groups.overall.results):
            if not any(group.results[index].defined for group in groups.groups):
                continue
            lines = [_line(group_text(group, 40), group.results[index]) for group in groups.groups[:_GROUPS]]
            more = f" The first {_GROUPS} of {len(groups.groups)} groups." if len(groups.groups) > _GROUPS else ""
            title, note = f"{whole.title} by {groups.heading}", f"Dashed: all rows.{more}"
            reference = whole.value if whole.defined else None
            figures.append(forest_figure(lines, name=f"group-{index}", title=title, note=note, reference=reference))
        return figures

    def _scores(self) -> Iterator[Figure]:
        """Calibration, and how the scores are spread."""
        curve = self.page.curve
        tied = curve.tied() if isinstance(curve, BucketCurve) else curve
        if not isinstance(tied, Curve):
            return
        page, points = self.page, self.curves[0]
        if page.probabilities:
            yield self._calibration(tied)
            yield self._decision(tied)
        low, high = score_range(points.scores)
        part = np.linspace(0.0, 1.0, _BARS + 1)
        edges = low * (1 - part) + high * part  # the difference may be beyond what a number holds
        at = float(np.clip(points.scores[points.start], low, high))  # a score may be infinite
        yield distribution_figure(tied, self.names, edges, threshold=at, moving=True)

    def _calibration(self, curve: Curve) -> Figure:
        """Isotonic steps with their band; of rows in clusters bins, whose intervals allow for them."""
        level, weighted = self.page.level, self.page.weighted
        material = self.page.material
        clustered = material is not None and material.cluster is not None
        sample = self._sample("calibration_curve", curve) if clustered else None
        if level is not None and sample is not None:
            estimand = Estimand(get("calibration_curve"), {}, sample, level)
            with without_warnings():
                limits = record_intervals(estimand, None)["observed"]
            note = f"Ten bins with {100 * level:g} % intervals that allow for the clusters."
            bins = get("calibration_curve").outcome(curve).value
            return calibration_figure([bins], ["model"], limits=[limits], note=f"{note} {_CALIBRATED}")
        note = f"Isotonic steps (CORP). {_CALIBRATED}"
        band = None if level is None or weighted or clustered else consistency_band(curve, level)
        if band is not None:
            note += " Band: where the steps of a calibrated model lie, at each probability by itself."
        elif weighted:
            note += " No band, as rows are weighted."
        steps = get("corp_reliability_curve").outcome(curve).value
        return calibration_figure([steps], ["model"], band=band, note=note)

    def _decision(self, curve: Curve) -> Figure:
        """The net benefit at each threshold probability, beside treating all rows and treating none."""
        metric, level = get("decision_curve"), self.page.level
        sample = None if self.page.weighted else self._sample("decision_curve", curve)
        band = None
        if level is not None and sample is not None:
            estimand = Estimand(metric, {}, sample, level)
            with without_warnings():
                band = limits_band(decision_intervals(estimand, None, band=False)["net_benefit"], level)
        note = "True positives per row, minus false ones at the price that the threshold probability sets."
        return decision_figure([metric.outcome(curve).value], ["model"], band=band, note=note)

    def _same_as_threshold(self) -> bool:
        """Whether the predicted labels are those of the threshold at which the slider starts."""
        counts, points = self.page.counts, self.curves[0]
        if counts is None:
            return True
        at = {name: float(points.cells[name][points.start]) for name in ("tn", "fp", "fn", "tp")}
        return bool(np.allclose(counts.table.ravel(), [at["tn"], at["fp"], at["fn"], at["tp"]]))

    @property
    def _rows(self) -> MeasurementRows | None:
        """The rows of two ratings on one scale, where they are here."""
        return None if self.page.material is None else self.page.material.measurements

    def _ratings(self) -> Iterator[Figure]:
        """Two ratings against each other, where their rows are here."""
        rows, columns = self._rows, self.page.columns
        if rows is None:
            return
        names = (str(columns.get("truth", "first")), str(columns.get("prediction", columns.get("score", "second"))))
        first, second = (np.asarray(one, np.float64) for one in (rows.y_true, rows.y_pred))
        yield scatter_figure(first, second, names)
        if len(first) > 1:
            yield bland_altman_figure(limits_of_agreement(second, first, raters=names[::-1]))


def _bounded(one: Result) -> bool:
    """Whether the metric is defined and ends at 1, and begins at 0 or -1."""
    bounds = get(one.name).facts.range
    return one.defined and bounds is not None and bounds[1] == 1 and bounds[0] in (0, -1)


def _line(name: str, one: Result) -> Row:
    return Row(name, one.value) if one.interval is None else Row.of(name, one.interval)
