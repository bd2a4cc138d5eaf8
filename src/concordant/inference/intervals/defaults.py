"""The default method of a metric, and the one that is used where that fails."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from concordant.inference.influence.of_cells import TooManyCellsError
from concordant.inference.influence.of_every_cell import influence_of_every_cell
from concordant.inference.intervals.by_delong import at_an_end
from concordant.inference.intervals.by_leaving_out import few_to_leave_out, scale_of
from concordant.inference.intervals.by_miller_madow import miller_madow_applies
from concordant.inference.intervals.by_odds import odds_apply
from concordant.inference.intervals.by_optimism import optimism_applies
from concordant.inference.intervals.by_target_prevalence import at_prevalence_applies
from concordant.inference.intervals.proportions.binomial_limits import KINDS
from concordant.inference.intervals.proportions.by_share import share_of, share_of_rows
from concordant.inference.intervals.question import Question
from concordant.inference.intervals.scales import SCALES
from concordant.inference.samples.cell_sample import CellSample
from concordant.inference.samples.moment_sample import MomentSample
from concordant.inference.samples.sample import Sample
from concordant.inference.samples.score_sample import ScoreSample
from concordant.metrics._cells.row_shares import Share
from concordant.metrics._object.kinds import CALIBRATION
from concordant.metrics._object.parts import Parts

_ROUNDING = 1e-12
_NUMBERS = 1 << 22  # units times shares: a second


def default_method(question: Question) -> str:
    """The method named among the facts of the metric; else the scale that fits its range."""
    metric = question.metric
    if at_prevalence_applies(question) or made_of_parts(question):
        return "mover"
    if metric.facts.interval == "optimism" and not optimism_applies(question):
        return "basic"
    if metric.facts.interval == "miller-madow" and not miller_madow_applies(question):
        return "normal"
    if metric.facts.interval in SCALES and question.influences is None:
        return "bca"
    shares_only = metric.facts.interval in KINDS  # and an average over classes is not a share of rows
    if metric.facts.interval not in (None, "jackknife") and not (
        shares_only and share_of(question) is None and share_of_rows(question) is None
    ):
        return metric.facts.interval
    if question.influences is None:
        return "bca"
    return _on_its_scale(question)


def _on_its_scale(question: Question) -> str:
    """Limits that are symmetric on the scale of the metric: of agreement by the jackknife, where few rows need it."""
    metric = question.metric
    if (metric.panel is not None or metric.facts.interval == "jackknife") and few_to_leave_out(question):
        return "jackknife"
    return scale_of(metric)


def made_of_parts(question: Question) -> bool:
    """
    Whether limits of parts are put together: where the metric says what it is made of, and of means over classes.

    Classes are known from rows of their own if their values are shares of different rows, or areas under curves. Shares
    of all rows are not, and means of ratios have the limits of their scale: in simulations those were right more often.
    """
    metric, sample = question.metric, question.sample
    parts = metric.parts(sample.state, question.options)
    if parts is None or isinstance(sample, MomentSample) or _too_many(parts, sample):
        return False
    if metric.made_of is not None or metric.facts.interval == "mover":
        return True
    if isinstance(sample, ScoreSample):
        return metric.facts.interval in ("delong", "logit") and metric.kind is not CALIBRATION
    each = share_of(replace(question, options={**question.options, "average": None}))
    if each is None:
        return False
    return bool((np.asarray(each.whole(sample.state)) < sample.units.total * (1 - 1e-9)).any())


def _too_many(parts: Parts, sample: Sample) -> bool:
    """Whether shares in clusters would take as many numbers: those are added up share by share."""
    if sample.units.clusters is None or not isinstance(sample, CellSample):
        return False
    shares = sum(np.size(one.whole(sample.state)) for one in parts.of if isinstance(one, Share))
    return shares * len(sample.units) > _NUMBERS


def stand_in(question: Question) -> str | None:
    """The method that gives limits where the default has none: at the ends of the range, or where no row moves it."""
    if isinstance(question.sample, ScoreSample):
        ranked = question.metric.kind is not CALIBRATION and question.options.get("prevalence") is None
        return "pairs" if ranked and at_an_end(question).any() else None
    if odds_apply(question):
        return "haldane"
    sample = question.sample
    independent = sample.units.clusters is None
    return "perks" if isinstance(sample, CellSample) and independent and _can_move(question, sample) else None


def _can_move(question: Question, sample: CellSample) -> bool:
    """Whether a row in some cell would move the value: the mean prevalence of K classes is 1 / K, whatever the rows."""
    if question.value.ndim:  # one class against the rest
        return True
    try:
        every = influence_of_every_cell(question.metric, question.options, sample.state)
    except TooManyCellsError:
        return False  # it would be as many formulas
    return not bool((np.abs(every) <= _ROUNDING * (1 + np.abs(question.value))).all())
