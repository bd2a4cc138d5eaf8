"""Verdicts on raters: a coefficient of many of them, or how far a judge falls short of people."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from concordant.cli.label_rules import read_ratings
from concordant.cli.option_wording import errors_in_options, in_options
from concordant.cli.terminal import tell
from concordant.cli.typed_labels import parse_labels
from concordant.errors import IntervalWarning, OptionError

if TYPE_CHECKING:
    from concordant.report.gates import Gate, Verdict
    from concordant.report.requested import MeasuredMetric
    from concordant.result import Interval


def panel_verdicts(
    files: Sequence[str],
    gates: Sequence[Gate],
    *,
    raters: Sequence[str],
    judge: str | None,
    labels: Sequence[str] | None,
    cluster: str | None,
    level: float,
    allow_doubt: bool,
    of: str = "gap",
) -> list[Verdict]:
    """Judge each gate on a column a rater; with `judge`, on its agreement with people, less theirs if `of` the gap."""
    from concordant.report.gates import judge_measured

    rated = list(dict.fromkeys([*raters, *filter(None, [judge])]))
    columns = list(dict.fromkeys([*rated, *filter(None, [cluster])]))
    frame, remarks = read_ratings(files, columns, labels=rated, blanks=rated)
    for remark in remarks:
        tell(remark)
    known = None if labels is None else parse_labels(labels, frame[raters[0]])
    how: dict[str, Any] = {"labels": known, "level": level, "cluster": None if cluster is None else frame[cluster]}
    verdicts = []
    for one in gates:
        with warnings.catch_warnings(), errors_in_options({}):
            warnings.simplefilter("ignore", IntervalWarning)  # its reason stands in the interval
            is_gap = judge is not None and of == "gap"
            found = (
                _of_raters(frame.select(raters), one, how)
                if judge is None
                else _of_judge(frame, raters, judge, one, how, is_gap=is_gap)
            )
            verdict = judge_measured(found, one, level=level, allow_doubt=allow_doubt, difference=is_gap)
            verdicts.append(replace(verdict, line=in_options(verdict.line)))
    return verdicts


def _of_raters(ratings: Any, gate: Gate, how: Mapping[str, Any]) -> MeasuredMetric:
    from concordant.metrics import get
    from concordant.report.requested import RequestedMetric, check_options, option_errors
    from concordant.states import NumericRatings, Ratings

    one = get(gate.metric)
    if one.panel is None and one.kind.input not in ("panel", "numbers"):
        msg = f"{one.name} is not of many raters: take a coefficient such as krippendorff_alpha, fleiss_kappa or icc."
        raise OptionError(msg)
    check_options(one, gate.options)
    asked = RequestedMetric(one, gate.options)
    kind: Any = NumericRatings if one.kind.input == "numbers" else Ratings
    given = {} if one.kind.input == "numbers" else {"labels": how["labels"]}
    state = kind.from_wide(ratings, cluster=how["cluster"], **given)
    with option_errors(asked):
        interval: Any = one.interval_of(state, level=how["level"], **gate.options)
    return _measured(asked.title, gate, interval)


def _of_judge(
    frame: Any, people: Sequence[str], judge: str, gate: Gate, how: Mapping[str, Any], *, is_gap: bool
) -> MeasuredMetric:
    from concordant.judging import gap
    from concordant.result import Interval

    names = {"accuracy": "agreement", "cohen_kappa": "kappa"}
    options = {name: value for name, value in gate.options.items() if name == "weights"}
    if len(options) < len(gate.options):
        msg = f"with --judge the option of a coefficient is weights, not {', '.join(gate.options)}."
        raise OptionError(msg)
    coefficient = names.get(gate.metric, gate.metric)
    given = {name: value for name, value in how.items() if value is not None}
    found = gap(frame, judge=judge, humans=list(people), metric=coefficient, **given, **options)
    one = found.difference if is_gap else found.judge_human
    limits = (one.low, one.high, one.se, one.level, one.method, one.n, one.metric, one.signature)
    interval = Interval(one, *limits, found.reason or one.reason)  # a limit is as doubtful as the whole answer
    title = (
        f"Gap of {judge} to people ({coefficient})" if is_gap else f"Agreement of {judge} with people ({coefficient})"
    )
    return _measured(title, gate, interval)


def _measured(title: str, gate: Gate, interval: Interval) -> MeasuredMetric:
    from concordant.report.requested import MeasuredMetric

    undefined = math.isnan(interval.value)
    return MeasuredMetric(
        name=gate.metric,
        title=title,
        options=gate.options,
        value=interval.value,
        reason=interval.reason if undefined else None,
        interval=None if undefined else interval,
        bounds=None,
        signature=interval.signature,
    )
