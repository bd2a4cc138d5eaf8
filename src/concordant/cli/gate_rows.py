"""Verdicts on columns of labels and scores: of all rows, of each group, against a baseline."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from concordant.cli.evaluated_columns import (
    are_measurements,
    evaluated_data,
    evaluated_groups,
    every_score_taken,
    groups_of,
    rows_to_group,
    truth_of,
)
from concordant.cli.option_wording import errors_in_options, in_options
from concordant.cli.roles import Roles
from concordant.cli.terminal import tell

if TYPE_CHECKING:
    import polars as pl

    from concordant.report import Evaluation
    from concordant.report.comparing import MetricComparison
    from concordant.report.gates import Gate, Verdict
    from concordant.report.requested import MeasuredMetric
    from concordant.report.results import Exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """How gates are judged."""

    level: float
    missing: Any
    allow_doubt: bool
    exact: Exact = False


def verdicts_of(roles: Roles, gates: Sequence[Gate], how: Judging, against: str | None) -> list[Verdict]:
    """Judge all gates, on all rows and then on those of each group; against a baseline the differences to it."""
    found = _of_rows(roles, gates, how) if against is None else _against(roles, gates, how, against)
    return [replace(verdict, line=in_options(verdict.line, roles.arguments)) for verdict in found]


def _of_rows(roles: Roles, gates: Sequence[Gate], how: Judging) -> Iterator[Verdict]:
    from concordant.metrics import get
    from concordant.report.gates import judge

    ratings_wanted = any(get(one.metric).facts.input == "measurements" for one in gates)
    limits_of_weights = roles.weight is not None and any(one.use != "value" for one in gates)  # they take every row
    in_memory = ratings_wanted or limits_of_weights
    rows = rows_to_group(roles, None, how.missing, whole=in_memory, exact=how.exact, page=_in_batches(gates))
    pages: dict[bool, list[tuple[str | None, Evaluation]]] = {}
    for one in gates:
        ratings = are_measurements(roles, truth_of(roles, rows), [one.metric])
        if ratings not in pages:
            pages[ratings] = list(_pages(roles, rows, how, {"task": "continuous"} if ratings else {}))
        for group, page in pages[ratings]:
            with errors_in_options(roles.arguments):
                yield judge(page, one, level=how.level, allow_doubt=how.allow_doubt, group=group)


def _in_batches(gates: Sequence[Gate]) -> bool:
    """Whether scores of several classes in batches answer: not for a limit of how they rank, which takes the rows."""
    from concordant.metrics import get
    from concordant.states import Counts, Moments

    limits = [get(one.metric) for one in gates if one.use != "value"]
    known = all(Counts in one.takes or Moments in one.takes for one in limits)
    return known and not every_score_taken([(one.metric, one.options) for one in gates])


def _pages(roles: Roles, rows: Any, how: Judging, task: Any) -> Iterator[tuple[str | None, Evaluation]]:
    """The page of all rows, and then that of each group."""
    options: Any = {"missing": how.missing, "level": how.level, "listed": False}
    page = evaluated_data(replace(roles, apart=()), rows, **options, **task, exact=how.exact)
    if page.n_missing:
        tell(f"{page.n_missing:,} of {page.n + page.n_missing:,} rows have a missing value and are left out")
    yield None, page
    for group, part in evaluated_groups(roles, rows, page, **options):
        yield f"{roles.by} {group}", part


def _against(roles: Roles, gates: Sequence[Gate], how: Judging, baseline: str) -> Iterator[Verdict]:
    """Judge the metric of the model less that of the baseline, on the same rows."""
    from concordant.cli.compared_models import compared, without_missing
    from concordant.report.gates import judge_measured

    both = replace(roles, more=(baseline,)) if roles.pred else replace(roles, score=(*roles.score, baseline))
    preds = 2 if roles.pred else 0
    called = (str(roles.pred or roles.score[0]), baseline)
    frame = without_missing(both.read(), how.missing)
    claim = {"level": how.level, "margin": None, "alternative": "two-sided", "adjust": None}
    whole: Evaluation | None = None
    for group, part in _parts(roles, frame):
        chosen = [(one.metric, dict(one.options)) for one in gates]
        found = compared(part, both, preds, called, chosen, claim=claim, whole=whole)
        whole = whole or found.page
        for one, comparison in zip(gates, _one_each(gates, found.found), strict=True):
            difference = _difference(comparison, called)
            yield judge_measured(
                difference, one, level=how.level, allow_doubt=how.allow_doubt, group=group, difference=True
            )


def _one_each(gates: Sequence[Gate], found: Sequence[MetricComparison]) -> Sequence[MetricComparison]:
    """Raise for a metric of several classes, which has a comparison of each."""
    if len(found) > len(gates):
        from concordant.metrics import get
        from concordant.report.requested import several_numbers

        asked, given = Counter(get(one.metric).name for one in gates), Counter(one.name for one in found)
        name = next(name for name in asked if given[name] > asked[name])
        raise several_numbers(get(name).facts.title, given[name] // asked[name])
    return found


def _parts(roles: Roles, frame: pl.DataFrame) -> Iterator[tuple[str | None, pl.DataFrame]]:
    yield None, frame
    if roles.by is not None:
        for group, part in groups_of(frame, roles.by):
            yield f"{roles.by} {group}", part


def _difference(found: MetricComparison, called: tuple[str, str]) -> MeasuredMetric:
    """The difference of two models as a number with its interval."""
    from concordant.report.requested import MeasuredMetric
    from concordant.result import Interval

    pair = found.pairs[0]
    undefined = math.isnan(pair.difference)
    limits = (pair.low, pair.high, pair.se, pair.level, pair.method, pair.n)
    return MeasuredMetric(
        name=found.name,
        title=f"{found.title}, {called[0]} less {called[1]},",
        options=found.options,
        value=pair.difference,
        reason=pair.reason if undefined else None,
        interval=None if undefined else Interval(pair.difference, *limits, pair.metric, pair.signature, pair.reason),
        bounds=None,
        signature=pair.signature,
    )
