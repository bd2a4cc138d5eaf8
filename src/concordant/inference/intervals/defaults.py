"""Which method a metric takes by default, and which stands in where that one fails."""

from __future__ import annotations

from concordant.inference.intervals.by_delong import at_an_end
from concordant.inference.intervals.by_odds import odds_apply
from concordant.inference.intervals.by_optimism import optimism_applies
from concordant.inference.intervals.by_target_prevalence import at_prevalence_applies
from concordant.inference.intervals.proportions.by_share import share_of, share_of_rows
from concordant.inference.intervals.proportions.limits import KINDS
from concordant.inference.intervals.question import Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.moments import MomentSample
from concordant.inference.samples.scores import ScoreSample
from concordant.metrics._object.calibration_metric import CalibrationMetric

_BY_RANGE: dict[tuple[float, ...], str] = {(-1, 1): "fisher", (0, 1): "logit", (0, float("inf")): "log"}


def default_method(question: Question) -> str:
    """The method named among the facts of the metric; else the scale that fits its range."""
    metric = question.metric
    if at_prevalence_applies(question) or made_of_parts(question):
        return "mover"
    if metric.facts.interval == "optimism" and not optimism_applies(question):
        return "basic"
    if metric.facts.interval in SCALES and question.influence is None:
        return "bca"
    shares_only = metric.facts.interval in KINDS  # and an average over classes is no share of rows
    if metric.facts.interval is not None and not (
        shares_only and share_of(question) is None and share_of_rows(question) is None
    ):
        return metric.facts.interval
    if question.influence is None:
        return "bca"
    return _BY_RANGE.get(metric.facts.range or (), "delta")


def made_of_parts(question: Question) -> bool:
    """Whether the limits of its parts are put together: of those whose default is made of influences."""
    metric, sample = question.metric, question.sample
    given = metric.facts.interval
    if not (given is None or given in SCALES or given in KINDS or given in ("delong", "haldane", "mover")):
        return False
    made = metric.parts(sample.state, question.options)
    return made is not None and not isinstance(sample, MomentSample)


def stand_in(question: Question) -> str | None:
    """The method that gives limits where the default has none: at the ends of the range, or without an error."""
    if isinstance(question.sample, ScoreSample):
        ranked = not isinstance(question.metric, CalibrationMetric) and question.options.get("prevalence") is None
        return "pairs" if ranked and at_an_end(question).any() else None
    if odds_apply(question):
        return "haldane"
    independent = question.sample.units.clusters is None
    return "perks" if isinstance(question.sample, CellSample) and independent else None
