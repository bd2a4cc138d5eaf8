"""Evaluate the columns that the options name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from concordant.cli.command import errors_in_options
from concordant.cli.output import note, note_labels
from concordant.names import require_columns
from concordant.sources.files import is_url

if TYPE_CHECKING:
    import polars as pl

    from concordant.cli.columns import Roles
    from concordant.report import Evaluation
    from concordant.report.results import Exact
    from concordant.sources.batches import RemoteScan
    from concordant.sources.labels import LabelGroups
    from concordant.sources.moments import MeasuredRows
    from concordant.sources.scores import ClassScores, ScoredRows
    from concordant.typing import Missing


def evaluated(roles: Roles, *, missing: Any, level: float | None, **choices: Any) -> Evaluation:
    """Read the columns and evaluate them; errors speak of options."""
    exact = choices.pop("exact", False)
    data = roles.rows(choices.get("task"), missing, exact=exact, page=True)
    page = evaluated_data(roles, data, missing=missing, level=level, exact=exact, **choices)
    from concordant.report.evaluating import about_left_out

    return replace(page, remarks=(*page.remarks, *about_left_out(roles.left_out or {})))


def are_measurements(roles: Roles, truth: pl.Series, metrics: Iterable[str]) -> bool:
    """Whether the columns are taken as continuous ratings: all metrics are of ratings, and the truth holds numbers."""
    from concordant.metrics import get

    wanted = list(metrics)
    if not wanted or roles.labels is not None or roles.example is not None or not truth.dtype.is_numeric():
        return False
    return all(get(name).facts.input == "measurements" for name in wanted)


def every_score_taken(wanted: Iterable[tuple[str, Mapping[str, Any]]]) -> bool:
    """Whether a metric of one score a class needs every score, which batches of a large file do not leave."""
    from concordant.metrics import get
    from concordant.report.results import takes_every_score

    return any(takes_every_score(get(name), options) for name, options in wanted)


def truth_of(roles: Roles, data: Any) -> pl.Series:
    """Return the column of the truth, or its labels; of files elsewhere its first rows."""
    from concordant.report.task import LOOKED_AT
    from concordant.sources.batches import LazyRows, RemoteScan
    from concordant.sources.labels import LabelGroups
    from concordant.sources.moments import MeasuredRows
    from concordant.sources.scores import ClassScores, ScoredRows

    if isinstance(data, RemoteScan):
        require_columns(data.columns, [roles.truth], where=data.urls[0])
        return LazyRows(data.frame(), data.columns).head([roles.truth], LOOKED_AT)[roles.truth]
    added = (LabelGroups, MeasuredRows, ScoredRows, ClassScores)
    truth: pl.Series = data.truth if isinstance(data, added) else data[roles.truth]
    return truth


def rows_to_group(roles: Roles, task: str | None, missing: Missing, *, whole: bool, exact: Exact, page: bool) -> Any:
    """
    Read what is evaluated as a whole and then group by group, without rows whose group is missing.

    Groups of files elsewhere, and `exact` numbers of groups, take the columns as a `whole`.
    """
    from concordant.inputs.arrays import is_polars_frame

    if whole or (roles.by is not None and (exact is True or is_url(roles.files))):
        rows: Any = roles.read()
    else:
        rows = roles.rows(task, missing, exact=exact, page=page)
    return rows if roles.by is None or not is_polars_frame(rows) else _with_group(roles, roles.by, rows, missing)


def _with_group(roles: Roles, by: str, rows: pl.DataFrame, missing: Missing) -> pl.DataFrame:
    """Refuse rows whose group is missing, as `evaluate` does, or leave them out of all numbers."""
    from concordant.inputs.encoding import encode
    from concordant.inputs.rows import check_weights, kept_rows

    lost = encode(rows[by], by).missing
    weights = None if lost is None or roles.weight is None else check_weights(rows[roles.weight], len(rows))
    with errors_in_options(roles.arguments):
        kept, dropped = kept_rows([] if lost is None else [(by, lost)], missing, weights)
    if dropped:
        s = "s are" if dropped > 1 else " is"
        note(f"{dropped:,} row{s} left out, as their {by} is missing")
    return rows if kept is None else rows.filter(kept)


def groups_of(rows: pl.DataFrame, by: str) -> Iterator[tuple[Any, pl.DataFrame]]:
    """Yield the rows of each group, in the order of a page."""
    from concordant.inputs.encoding import encode
    from concordant.report.groups import parts_of

    for group, here in parts_of(encode(rows[by], by), by):
        yield group, rows[here]


def evaluated_groups(
    roles: Roles,
    rows: pl.DataFrame | LabelGroups | ScoredRows,
    page: Evaluation,
    *,
    missing: Any,
    level: float | None,
    listed: bool = True,
) -> Iterator[tuple[Any, Evaluation]]:
    """Evaluate each group of rows as the whole was taken: by the labels, the positive one and the task of its page."""
    from concordant.report.evaluating import evaluate, evaluate_states

    evaluation = evaluate if listed else evaluate_states
    if roles.by is None:
        return
    for group, part in _parts(roles, rows):
        known: dict[str, Any] = {} if page.task == "continuous" else {"labels": list(page.labels)}
        with errors_in_options(roles.arguments):
            yield (
                group,
                evaluation(
                    roles.truth,
                    roles.pred,
                    list(roles.score) or None,
                    data=part,
                    pos_label=page.pos_label,
                    sample_weight=roles.weight,
                    missing=missing,
                    level=level,
                    cluster=roles.cluster,
                    task=page.task,
                    **known,
                ),
            )


def _parts(roles: Roles, rows: pl.DataFrame | LabelGroups | ScoredRows) -> Iterator[tuple[Any, Any]]:
    """Each group with its rows, or with what they were added up to."""
    from concordant.inputs.encoding import encode
    from concordant.report.groups import parts_of
    from concordant.sources.labels import LabelGroups
    from concordant.sources.scores import ScoredRows

    if roles.by is None:
        return
    if isinstance(rows, ScoredRows):
        yield from ((group.label, rows.of_group(group)) for group in rows.groups)
    elif isinstance(rows, LabelGroups):
        with errors_in_options(roles.arguments):
            yield from ((group, rows.where(here)) for group, here in parts_of(encode(rows.by, roles.by), roles.by))
    else:
        taken = replace(roles, apart=()).columns
        with errors_in_options(roles.arguments):
            for group, part in groups_of(rows, roles.by):
                yield group, part if roles.by in taken else part.drop(roles.by)


def evaluated_data(
    roles: Roles,
    data: pl.DataFrame | LabelGroups | MeasuredRows | ScoredRows | ClassScores | RemoteScan,
    *,
    missing: Any,
    level: float | None,
    listed: bool = True,
    exact: Exact = False,
    **choices: Any,
) -> Evaluation:
    """
    Evaluate columns that are read; not `listed`: only take the states that any metric can be computed from.

    What `exact` asks for was done where files of this computer were read; files elsewhere are read now.
    """
    labels, pos_label = roles.typed_labels(truth_of(roles, data))
    from concordant.report.evaluating import evaluate, evaluate_states
    from concordant.sources.batches import RemoteScan

    if roles.by is None:
        data = _ungrouped(data)
    if isinstance(data, RemoteScan):
        choices["exact"] = exact
    with errors_in_options(roles.arguments):
        page = (evaluate if listed else evaluate_states)(
            roles.truth,
            roles.pred,
            list(roles.score) or None,
            data=data,
            labels=labels,
            pos_label=pos_label,
            sample_weight=roles.weight,
            missing=missing,
            level=level,
            cluster=roles.cluster,
            by=list(roles.apart) if isinstance(data, RemoteScan) and roles.apart else roles.by,
            **choices,
        )
    note_labels(page.labels)
    return page


def _ungrouped(data: Any) -> Any:
    """The rows of all groups together, where it is known of what was added up which rows stand in which group."""
    from concordant.sources.labels import LabelGroups
    from concordant.sources.scores import ScoredRows

    if isinstance(data, LabelGroups):
        return replace(data, by=None)
    return replace(data, groups=()) if isinstance(data, ScoredRows) else data
