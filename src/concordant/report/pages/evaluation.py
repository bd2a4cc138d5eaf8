"""The page of an evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from concordant.documents.html import Document, bullets, section
from concordant.figures.curves import calibration_figure, cost_figure, precision_recall_figure, roc_figure, score_range
from concordant.figures.figure import CELLS_WITH_TEXT, Figure
from concordant.figures.intervals import Row, balance_figure, forest_figure, pairs_figure
from concordant.figures.markup import Child, Markup, concatenated, tag
from concordant.figures.matrices import matrix_figure, moving_matrix, ordinal_figure
from concordant.figures.measurements import bland_altman_figure, consistency_band, distribution_figure, scatter_figure
from concordant.figures.paint_svg import figures_html
from concordant.figures.thinning import SliderThresholds
from concordant.inputs.scores import MeasurementRows
from concordant.metrics.definition.registry import get
from concordant.panels import limits_of_agreement
from concordant.report.choices import Choice, Needs
from concordant.report.evaluation_data import EvaluationData
from concordant.report.groups import group_text, main_results
from concordant.report.pages.tables import (
    MOST_CURVES,
    as_latex,
    as_markdown,
    curves_of,
    footnotes,
    group_tables,
    methods_sentence,
    metric_tables,
    most_frequent,
    results_table,
    slider_tables,
    table,
    thinning_note,
)
from concordant.report.records import ClassMetric, Result
from concordant.report.results import result_of
from concordant.report.rows import PageRows
from concordant.report.text import Notes, class_notes, header
from concordant.report.uncertainty import Uncertainty
from concordant.result.wording import count, label_text, level_text, limits_text, number, percent, value_or_undefined
from concordant.states import BucketCurve, Curve

_MOST_CLASSES = 40  # of pictures and of the table of the matrix
_MOST_ROWS = 150  # of the table of classes
_MOST_STEPS = 500  # classes of which a kappa is shown step by step
_LABEL = 40  # characters of a label


def page_html(page: EvaluationData) -> str:
    """The whole file as text."""
    names = unique_names([label_text(label, _LABEL) for label in page.labels])
    shown = most_frequent(page, _MOST_CLASSES)
    curves = curves_of(page, names)
    pictures = Pictures(page, names, shown, curves)
    rows = results_table(page.results, page.level)
    style, steps = _steps(page)
    return Document(
        title="Concordant report" + (f": {label_text(PurePath(page.source).name, 80)}" if page.source else ""),
        header=f"{header(page)}. Task: {page.task}.",
        body=[
            verdict(page.results),
            _opening(pictures),
            _findings(page),
            _more(pictures),
            _by(pictures),
            _words("assumed", "What was assumed", page.assumptions),
            _words("remarks", "Worth knowing", page.remarks),
            _metrics(page),
            _classes(page, names, shown),
            steps,
            _signatures(page),
        ],
        copies={"Markdown": as_markdown(rows), "LaTeX": as_latex(rows), "Methods sentence": methods_sentence(page)},
        record=page.to_dict(),
        data={"curves": slider_tables(curves)},
        style=style,
    ).html()


def _opening(pictures: Pictures) -> Markup:
    """The picture: the thresholds of two classes, or the classes."""
    if pictures.opens_with_thresholds:
        return threshold_section(pictures.curves, pictures.names[0])
    note = _left_out(len(pictures.names), _MOST_CLASSES, "classes")
    figures = figures_html(pictures.first())
    return section("picture", "The picture", figures, tag("p", note, class_="soft") if note else None)


def _more(pictures: Pictures) -> Child:
    """The other figures, and the thresholds of several classes."""
    parts: list[Child] = []
    if len(pictures.curves) > 1:
        note = _left_out(len(pictures.names), MOST_CURVES, "curves")
        parts.append(threshold_section(pictures.curves, "the rest", note=note))
    further = pictures.further()
    if further:
        parts.append(section("pictures", "More pictures", figures_html(further)))
    return parts


def _findings(page: EvaluationData) -> Markup:
    """What stands out, and what was looked for."""
    items = [
        tag(
            "li",
            tag("p", tag("b", finding.severity, class_="severity"), f" {finding.sentence}"),
            tag("p", finding.meaning),
            tag("p", finding.next_step),
            [
                tag("pre", tag("code", line), tabindex="0", role="group", aria_label="Command")
                for line in (finding.command, finding.python)
                if line
            ],
            class_=f"finding {finding.severity.split(' ')[0]}",
        )
        for finding in page.findings
    ]
    asks = list(page.findings.looked_for.values())
    looked = tag("details", tag("summary", f"What was looked for ({len(asks)})"), bullets(asks))
    summary = tag("p", page.findings.summary, class_="soft")
    return section("findings", "What stands out", summary, tag("ol", items) if items else None, looked)


def _by(pictures: Pictures) -> Markup | None:
    groups = pictures.page.groups
    if groups is None:
        return None
    tables = tag("details", tag("summary", "As tables"), group_tables(groups, pictures.page.level))
    title = f"By {groups.heading}"
    return section("by", title, figures_html(pictures.groups()), bullets(groups.remarks), tables)


def _words(name: str, title: str, sentences: Sequence[str]) -> Markup | None:
    return section(name, title, bullets(sentences)) if sentences else None


def _metrics(page: EvaluationData) -> Markup:
    notes, notes_further = Notes(), Notes()
    tables = metric_tables(page.results, page.level, notes)
    further: Child = None
    if page.further:
        others = metric_tables(page.further, page.level, notes_further)
        summary = tag("summary", f"All other metrics ({len(page.further)})")
        further = tag("details", summary, others, footnotes(notes_further))
    return section("metrics", "Metrics", tables, footnotes(notes), further)


def _classes(page: EvaluationData, names: Sequence[str], shown: Sequence[int]) -> Child:
    """The classes with their metrics, and the confusion matrix as a table."""
    if not names:
        return None
    two = page.counts is not None
    head = ["class", "truth", "share", *(["predicted", "share"] if two else []), *(one.title for one in page.per_class)]
    shares = list(page.balance.values())
    rows: list[list[Child]] = []
    for k in most_frequent(page, _MOST_ROWS):
        share = shares[k]
        row: list[Child] = [names[k], count(share.true), percent(share.true_share)]
        if share.predicted is not None and share.predicted_share is not None:
            row += [count(share.predicted), percent(share.predicted_share)]
        for metric in page.per_class:
            within = "" if metric.intervals is None else limits_text(metric.intervals[k], 3)
            row.append([value_or_undefined(metric.values[k]), tag("small", within) if within else None])
        rows.append(row)
    caption = "Class by class, each against the rest" if page.per_class else "How often each class occurs"
    notes = [*class_notes(page, limits=True), _left_out(len(names), _MOST_ROWS, "classes")]
    weights = " (sums of weights)" if page.weighted else ""
    parts: list[Child] = [table(head, rows, caption=caption + weights)]
    parts += [tag("p", note, class_="soft") for note in notes if note]
    if page.counts is not None:
        shown_rows = page.counts.among(shown).tolist()
        cells = [[names[i], *map(count, row)] for i, row in zip(shown, shown_rows, strict=True)]
        matrix = table(["truth", *(names[k] for k in shown)], cells, caption="Rows: truth, columns: prediction")
        parts.append(tag("details", tag("summary", "The confusion matrix as a table"), matrix, open=len(names) <= 4))
    return section("balance-table", "Classes", parts)


def _steps(page: EvaluationData) -> tuple[str, Markup | None]:
    """The quadratic weighted kappa step by step, with the rules of its style."""
    if len(page.labels) > _MOST_STEPS or page.explanation is None:
        return "", None
    style, body = page.explanation.style_and_body()
    steps = tag("div", Markup(body), class_="concordant-page")
    return style, section("steps", "Where the quadratic weighted kappa comes from", steps)


def _signatures(page: EvaluationData) -> Markup:
    metrics: tuple[Result | ClassMetric, ...] = (*page.results, *page.further, *page.per_class)
    items = [tag("li", tag("code", metric.signature)) for metric in metrics]
    return tag("details", tag("summary", "Signatures: each choice that moves a number"), tag("ul", items))


def unique_names(names: list[str]) -> list[str]:
    """Labels as names in pictures: 1 and "1", or two long texts cut alike, must stay apart."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return out


def _left_out(every: int, most: int, what: str) -> str:
    if every <= most:
        return ""
    return f"Shown are the {most} most frequent of {every} {what}; the JSON file holds all metrics."


_CURVES = ("roc_curve", "precision_recall_curve")
_RATES = (("precision", "precision"), ("recall", "recall"), ("specificity", "specificity"), ("f1", "F1"))


def threshold_section(
    curves: Sequence[SliderThresholds],
    negative: str,
    *,
    positive: str | None = None,
    each: str = "Class against the rest",
    note: str = "",
) -> Markup:
    """
    The figures at the threshold of the start; the controls are for the script, and hidden without it.

    `positive` is the positive class of curves that are not of classes; `each` is what one of several curves is of.
    """
    first = curves[0]
    at = f"{first.scores[first.start]:.6g}"
    rates = [
        tag("div", tag("dt", term), tag("dd", value_or_undefined(float(first.rates[name][first.start])), id=name))
        for name, term in _RATES
    ]
    head: Child = [
        tag("p", "Positive from a score of ", tag("b", at, id="at"), " on.", class_="at"),
        tag("dl", rates, class_="rates"),
    ]
    names = [curve.name for curve in curves]
    points = [[get(name).outcome(curve.curve).value for curve in curves] for name in _CURVES]
    figures = [
        moving_matrix(first, (negative, positive or first.name), sides=("truth", "called")),
        roc_figure(points[0], names, start=first.start),
        precision_recall_figure(points[1], names, start=first.start),
        cost_figure(curves),
    ]
    return section(
        "thresholds",
        "Every threshold",
        tag("div", head, _controls(curves, each), class_="slider"),
        figures_html(figures),
        tag("p", thinning_note(first), f" {note}" if note else None, class_="soft", id="thinned"),
    )


def _controls(curves: Sequence[SliderThresholds], each: str) -> Markup:
    """What moves the threshold."""
    first = curves[0]
    last = len(first.scores) - 1
    which: Child = None
    if len(curves) > 1:
        options = [tag("option", one.name, value=str(k)) for k, one in enumerate(curves)]
        which = [tag("label", each, for_="which"), tag("select", options, id="which")]
    slider = tag("input", type="range", id="threshold", min="0", max=str(last), value=str(last - first.start), step="1")
    goals = [tag("option", f"{name} at least", value=name) for name in ("recall", "precision", "specificity")]
    wanted = [
        tag("label", "Which rate", for_="goal", class_="hidden"),
        tag("select", goals, id="goal"),
        tag("label", "At least", for_="least", class_="hidden"),
        tag("input", type="number", id="least", min="0", max="1", step="0.01", value="0.95"),
        tag("button", "Go", type="button", id="reach"),
    ]
    costs = [
        tag("label", "A missed positive costs", for_="miss"),
        tag("input", type="number", id="miss", min="0", step="any", value="1"),
        tag("label", "a false alarm", for_="alarm"),
        tag("input", type="number", id="alarm", min="0", step="any", value="1"),
        tag("button", "Go to the cheapest", type="button", id="cheapest"),
    ]
    rows = [
        tag("div", which) if which is not None else None,
        tag("div", tag("label", "Threshold", for_="threshold", class_="hidden"), slider),
        tag("div", wanted, costs, class_="wishes"),
        tag("p", class_="soft", id="answer", role="status"),
    ]
    return tag("div", rows, class_="controls", hidden=True)


_WORST = 14  # classes
_BARS = 30  # of each histogram
_GROUPS = 30
_SIDES = ("truth", "predicted")  # the rows and the columns of a matrix
_FEW = 3  # classes from which on those that are confused most are shown


@dataclass(frozen=True, slots=True)
class Pictures:
    """The page, the names of its classes, those that pictures show, and its curves."""

    page: EvaluationData
    names: Sequence[str]
    shown: Sequence[int]
    curves: Sequence[SliderThresholds]

    @property
    def opens_with_thresholds(self) -> bool:
        """Whether the figures of the threshold open the page."""
        return len(self.curves) == 1

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

    def further(self) -> list[Figure]:
        """The figures that follow the findings, an even number where there are classes."""
        figures = list(self._further())
        if len(figures) % 2 and self.names:
            shares = [(share.true_share, share.predicted_share) for share in self.page.balance.values()]
            figures.append(balance_figure(shares, self.names, self.shown))
        return figures

    def _further(self) -> Iterator[Figure]:
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
        yield from self._clusters()

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
            interval = None if metric.intervals is None else metric.intervals[k]
            ends = (np.nan, np.nan) if interval is None else (interval.low, interval.high)
            lines.append(Row(self.names[k], metric.values[k], *ends))
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
            why = self._no_band()
            band = None if why is not None or page.level is None else consistency_band(tied, page.level)
            note = "Isotonic steps (CORP); on the dashed line the model is calibrated."
            if band is not None:
                note += " Band: where the steps of a calibrated model lie, at each probability by itself."
            steps = get("corp_reliability_curve").outcome(tied).value
            yield calibration_figure([steps], ["model"], band=band, note=f"{note} {why or ''}".strip())
        low, high = score_range(tied.scores.astype(np.float64))
        part = np.linspace(0.0, 1.0, _BARS + 1)
        edges = low * (1 - part) + high * part  # the difference may be beyond what a number holds
        at = float(np.clip(points.scores[points.start], low, high))
        yield distribution_figure(tied, self.names, edges, threshold=at, moving=True)

    def _no_band(self) -> str | None:
        """Why the calibration has no band; None where it has one, or where none is wanted."""
        if self.page.weighted:
            return "No band, as rows are weighted."
        return "No band, as rows belong together in clusters." if self._clustered is not None else None

    def _same_as_threshold(self) -> bool:
        """Whether the predicted labels are those of the threshold at which the slider starts."""
        counts, points = self.page.counts, self.curves[0]
        if counts is None:
            return True
        at = {name: float(points.cells[name][points.start]) for name in ("tn", "fp", "fn", "tp")}
        return bool(np.allclose(counts.table.ravel(), [at["tn"], at["fp"], at["fn"], at["tp"]]))

    @property
    def _clustered(self) -> PageRows | None:
        """The rows, where they belong together in clusters."""
        material = None if self.page.uncertainty is None else self.page.uncertainty.material
        return None if material is None or material.cluster is None else material

    def _clusters(self) -> Iterator[Figure]:
        """The intervals that allow for clusters beside those that would not, and how large the clusters are."""
        uncertainty, material = self.page.uncertainty, self._clustered
        if uncertainty is None or material is None or material.cluster is None or self.page.task == "continuous":
            return
        alone = Uncertainty(uncertainty.level, uncertainty.taken, replace(material, cluster=None))
        lines = []
        for one in main_results(self.page.results):
            if not one.bounded or not _bounded(one):
                continue
            lines.append(_line(one.title, one))
            independent = _with_uncertainty(one, alone)
            if independent is not None:
                lines.append(replace(_line("rows as if alone", independent), second=True))
        if lines:
            rows = np.unique(material.cluster, return_counts=True)[1]
            typical = f"{len(rows):,} clusters of {rows.min():,} to {rows.max():,} rows (median {np.median(rows):g})."
            yield forest_figure(
                lines,
                name="clusters",
                title="What clusters cost",
                note=f"{typical} The second line of each takes rows for independent.",
            )

    @property
    def _rows(self) -> MeasurementRows | None:
        """The rows of two ratings on one scale, where they are here."""
        material = None if self.page.uncertainty is None else self.page.uncertainty.material
        return None if material is None else material.measurements

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


def _with_uncertainty(one: Result, uncertainty: Uncertainty) -> Result | None:
    """The same metric with another uncertainty."""
    every: tuple[Needs, ...] = ("counts", "curve", "squared", "surprise")
    for needs in every:
        choice = Choice(one.name, needs, one.options)
        state = uncertainty.taken.state(choice)
        if state is not None and type(state) in get(one.name).takes:
            return result_of(choice, state, one.heading, uncertainty)
    return None


def _bounded(one: Result) -> bool:
    """Whether the metric is defined and ends at 1, and begins at 0 or -1."""
    bounds = get(one.name).facts.range
    return one.defined and bounds is not None and bounds[1] == 1 and bounds[0] in (0, -1)


def _line(name: str, one: Result) -> Row:
    if not one.bounded or one.interval is None:
        return Row(name, one.value)
    return Row(name, one.value, one.interval.low, one.interval.high)


def verdict(results: Sequence[Result]) -> Markup:
    """The first defined metric in a sentence, then cards of the others."""
    main = main_results(results)
    first = next((one for one in main if one.defined), main[0])
    others = [one for one in main if one is not first]
    return concatenated([_sentence(first), _cards(others)])


def _sentence(one: Result) -> Markup:
    says = one.says[:1].upper() + one.says[1:] + "."
    if not one.defined:
        return tag("p", tag("b", f"{one.title} is undefined"), f": {one.reason}.", class_="verdict")
    within = None
    if one.bounded and one.interval is not None:
        low, high = number(one.interval.low), number(one.interval.high)
        within = f" ({level_text(one.interval.level)} {low} to {high})"
    return concatenated(
        [
            tag("p", f"{one.title} is ", tag("b", one.shown), within, ".", class_="verdict"),
            tag("p", says, f" {_beside_chance(one)}" if _beside_chance(one) else None, class_="soft"),
        ]
    )


def _beside_chance(one: Result) -> str:
    """Whether the interval leaves room for chance."""
    if one.chance is None or not one.bounded or one.interval is None:
        return ""
    inside = one.interval.low <= one.chance <= one.interval.high
    return f"Chance, {one.chance:g}, lies {'inside' if inside else 'outside'} the interval."


def _cards(results: Sequence[Result]) -> Markup | None:
    parts = []
    for one in results:
        within = None
        if one.bounded and one.interval is not None:
            within = tag("small", f"{number(one.interval.low)} to {number(one.interval.high)}")
        shown = tag("b", one.shown, class_=None if one.defined else "none")
        parts.append(tag("li", tag("span", one.title), " ", shown, " ", within))
    return tag("ul", parts, class_="cards", aria_label="The main numbers") if parts else None
