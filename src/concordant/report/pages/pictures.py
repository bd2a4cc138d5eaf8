"""Which figures an evaluation has: those that open its page, and those that follow the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from concordant.figures.figure import Figure
from concordant.figures.intervals import Line, balance_figure, forest_figure, pairs_figure
from concordant.figures.matrices import CELLS_WITH_TEXT, matrix_figure, ordinal_figure
from concordant.figures.measurements import (
    calibration_figure,
    consistency_band,
    difference_figure,
    scatter_figure,
    spread_figure,
)
from concordant.figures.thinning import CurveOf
from concordant.inputs.scores import MeasurementRows
from concordant.metrics.definition.registry import get
from concordant.report.choices import Choice, Needs
from concordant.report.evaluation_data import EvaluationData
from concordant.report.group_results import group_text, main_results
from concordant.report.material import Material
from concordant.report.page_records import Result
from concordant.report.taking import result_of
from concordant.report.uncertainty import Uncertainty
from concordant.states import BucketCurve, Curve

_WORST = 14  # classes
_GROUPS = 30
_SIDES = ("truth", "predicted")  # the rows and the columns of a matrix
_FEW = 3  # classes from which on those that are confused most are shown


@dataclass(frozen=True, slots=True)
class Pictures:
    """The page, the names of its classes, those that pictures show, and its curves."""

    page: EvaluationData
    names: Sequence[str]
    shown: Sequence[int]
    curves: Sequence[CurveOf]

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
            opening = ordinal_figure(counts, self.names, self.shown, sides=_SIDES)
        else:
            opening = matrix_figure(counts, self.names, self.shown, sides=_SIDES)
        second = self.worst() if page.per_class else self.metrics()
        if not opening.wide:
            return [opening, second]
        return [one for one in (second, self.pairs(), opening) if one is not None]

    def further(self) -> list[Figure]:
        """The figures that follow the findings, an even number where there are classes."""
        found = list(self._further())
        if len(found) % 2 and self.names:
            found.append(
                balance_figure(
                    [(share.true_share, share.predicted_share) for share in self.page.balance.values()],
                    self.names,
                    self.shown,
                    two=self.page.counts is not None,
                )
            )
        return found

    def _further(self) -> Iterator[Figure]:
        page, counts = self.page, self.page.counts
        if self.opens_with_thresholds:
            yield from self._scores()
            if counts is not None and not self._same_as_threshold():
                yield matrix_figure(counts, self.names, self.shown, sides=_SIDES)
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
            lines.append(Line(self.names[k], metric.values[k], *ends))
        more = f"The {len(order)} of {len(self.names)} classes with the lowest." if len(order) < len(self.names) else ""
        return forest_figure(lines, name="worst", title=f"Worst classes first: {metric.title}", note=more)

    def groups(self) -> list[Figure]:
        """Each main metric group by group; the dashed line is that of all rows."""
        groups = self.page.groups
        if groups is None:
            return []
        figures = []
        for place, whole in enumerate(groups.overall.results):
            if not any(group.results[place].defined for group in groups.groups):
                continue
            lines = [_line(group_text(group, 40), group.results[place]) for group in groups.groups[:_GROUPS]]
            more = f" The first {_GROUPS} of {len(groups.groups)} groups." if len(groups.groups) > _GROUPS else ""
            figures.append(
                forest_figure(
                    lines,
                    name=f"group-{place}",
                    title=f"{whole.title} by {groups.heading}",
                    note=f"Dashed: all rows.{more}",
                    reference=whole.value if whole.defined else None,
                )
            )
        return figures

    def _scores(self) -> Iterator[Figure]:
        """Calibration, and how the scores are spread."""
        curve = self.page.curve
        tied = curve.tied() if isinstance(curve, BucketCurve) else curve
        if not isinstance(tied, Curve):
            return
        page, points = self.page, self.curves[0].thresholds
        if page.probabilities:
            why = self._no_band()
            band = None if why is not None or page.level is None else consistency_band(tied, page.level)
            yield calibration_figure(tied, band, page.level, why)
        yield spread_figure(tied, (self.names[0], self.names[1]), float(points.scores[points.start]))

    def _no_band(self) -> str | None:
        """Why the calibration has no band; None where it has one, or where none is wanted."""
        if self.page.weighted:
            return "No band, as rows are weighted."
        return "No band, as rows belong together in clusters." if self._clustered is not None else None

    def _same_as_threshold(self) -> bool:
        """Whether the predicted labels are those of the threshold at which the slider starts."""
        counts, points = self.page.counts, self.curves[0].thresholds
        if counts is None:
            return True
        at = {name: float(points.cells[name][points.start]) for name in ("tn", "fp", "fn", "tp")}
        return bool(np.allclose(counts.table.ravel(), [at["tn"], at["fp"], at["fn"], at["tp"]]))

    @property
    def _clustered(self) -> Material | None:
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
            needs = _state_of(one, alone)
            if needs is not None:
                lines.append(replace(_line("rows as if alone", needs), second=True))
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
        yield difference_figure(first, second, names)


def _state_of(one: Result, uncertainty: Uncertainty) -> Result | None:
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


def _line(name: str, one: Result) -> Line:
    if not one.bounded or one.interval is None:
        return Line(name, one.value)
    return Line(name, one.value, one.interval.low, one.interval.high)
