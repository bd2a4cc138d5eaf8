"""Compare the models of columns: what `compare`, and a gate against a baseline, do with the rows of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from concordant.cli.evaluated_columns import are_measurements
from concordant.cli.label_questions import note_labels
from concordant.cli.label_rules import rules
from concordant.cli.option_wording import errors_in_options
from concordant.cli.progress import scan_progress
from concordant.cli.roles import Roles
from concordant.cli.terminal import tell
from concordant.errors import MissingValuesError, OptionError

if TYPE_CHECKING:
    import polars as pl

    from concordant.report import Evaluation
    from concordant.report.comparing import MetricComparison, Models


class Compared(NamedTuple):
    """The metrics of all models, of how many rows, the page of all, the columns, and how many rows were dropped."""

    found: tuple[MetricComparison, ...]
    n: int
    page: Evaluation
    models: Models
    dropped: int = 0


def compared(
    frame: pl.DataFrame,
    roles: Roles,
    preds: int,
    called: tuple[str, ...],
    chosen: Any,
    *,
    claim: Any,
    whole: Evaluation | None = None,
) -> Compared:
    """Compare the models of these columns; with `whole`, the page of more rows, by its labels and task."""
    labels, pos_label = roles.typed_labels(frame[roles.truth])
    kind: dict[str, Any] = {}
    if whole is not None and whole.task != "continuous":
        labels, pos_label, kind = list(whole.labels), whole.pos_label, {"task": whole.task}
    from concordant.report import evaluate
    from concordant.report.comparing import Models, compare_models, end_to_end

    models: Models = Models(
        truth=frame[roles.truth],
        names=called,
        pred=tuple(frame[name] for name in (roles.pred, *roles.more) if name is not None) if preds else (),
        score=tuple(frame[name] for name in roles.score),
        weight=None if roles.weight is None else frame[roles.weight],
        cluster=None if roles.cluster is None else frame[roles.cluster],
    )
    with errors_in_options(roles.arguments):
        task: dict[str, Any] = (
            {"task": "continuous"} if are_measurements(roles, frame[roles.truth], [name for name, _ in chosen]) else {}
        )
        given = end_to_end(models, labels=labels, continuous=bool(task))
        if task and models.pred:
            given["y_score"] = None
        page = evaluate(**given, labels=labels, pos_label=pos_label, level=None, **(task or kind))
        found = compare_models(page, models, chosen, **claim)
    if not found:
        msg = "no metric of the report takes these columns; name one, --metric NAME."
        raise OptionError(msg)
    return Compared(found, len(frame), page, models)


def compared_in_batches(
    roles: Roles, called: tuple[str, ...], chosen: Any, *, missing: Any, claim: Any
) -> Compared | None:
    """Compare many rows by what is known without holding them; None where the rows are needed."""
    every = [name for name in (roles.pred, *roles.more) if name is not None]
    if rules().any or roles.weight is not None or (every and roles.score):
        return None
    from concordant.report.comparing import compare_models

    with errors_in_options(roles.arguments):
        joint = _joint_labels(roles, every, chosen, missing) if every else _joint_scores(roles, missing)
        if joint is None:
            return None
        page, models, lost, n = joint
        note_labels(page.labels)
        if lost:
            tell(f"{lost:,} of {n + lost:,} rows have a missing value and are left out")
        models = replace(models, names=called)
        return Compared(compare_models(page, models, chosen, **claim), n, page, models, lost)


def _joint_labels(roles: Roles, every: list[str], chosen: Any, missing: Any) -> Any:
    """The page and the models of labels, and how many rows lack a value and how many are whole."""
    from concordant.report import evaluate
    from concordant.report.comparing import Models, joint_labels

    with scan_progress() as progress:
        joint = joint_labels(roles.found, roles.truth, every, roles.cluster, missing=missing, progress=progress)
    if joint is None or are_measurements(roles, joint.column(roles.truth), [name for name, _ in chosen]):
        return None
    labels, pos_label = roles.typed_labels(joint.column(roles.truth))
    given: Any = {"labels": labels, "pos_label": pos_label, "level": None}
    page = evaluate(roles.truth, "y_pred", data=joint.end_to_end(), **given)
    columns = tuple(joint.column(name) for name in every)
    models = Models(truth=joint.column(roles.truth), names=tuple(every), pred=columns, joint=joint)
    return page, models, joint.groups.missing, joint.n


def _joint_scores(roles: Roles, missing: Any) -> Any:
    """The same of scores."""
    from concordant.report import evaluate
    from concordant.report.comparing import Models, joint_scores

    known = roles.in_batches()
    if known is None:
        return None
    given: Any = {"labels": known["labels"], "pos_label": known.get("pos_label")}
    with scan_progress() as progress:
        joint = joint_scores(roles.found, roles.truth, roles.score, missing=missing, progress=progress, **given)
    if joint is None:
        return None
    page = evaluate(roles.truth, y_score=roles.score[0], data=joint.first, level=None, **given)
    models = Models(truth=joint.first.truth, names=roles.score, score=roles.score, joint=joint)
    return page, models, joint.first.missing, joint.n


def without_missing(frame: pl.DataFrame, missing: str) -> pl.DataFrame:
    """The rows without a missing value, as all models are compared on the same ones."""
    import polars as pl

    absent = frame.select(
        column.is_null() | (column.is_nan() if column.dtype.is_float() else False) for column in frame.iter_columns()
    )
    lost = absent.select(pl.any_horizontal(pl.all())).to_series()
    if not lost.any():
        return frame
    if missing == "raise":
        found = {column.name: column.arg_true() for column in absent.iter_columns()}
        shown = [f"{name} has {len(x)} missing (the first in row {x[0] + 1})" for name, x in found.items() if len(x)]
        msg = f"{' and '.join(shown)}. Remove them, or drop such rows with --missing drop."
        raise MissingValuesError(msg)
    if lost.all():
        msg = (
            f"no row is complete: each of the {len(frame)} rows has a missing value in one of "
            f"{', '.join(frame.columns)}."
        )
        raise MissingValuesError(msg)
    tell(f"{lost.sum():,} of {len(frame):,} rows have a missing value and are left out")
    return frame.filter(~lost)
