"""``concordant compare``: two models or more on the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.evaluated_columns import are_measurements
from concordant.cli.metric_options import Average, Option, Weights, chosen_options
from concordant.cli.option_wording import errors_in_options, in_options
from concordant.cli.progress import scan_progress
from concordant.cli.roles import Roles, check_adjust, check_choice, check_share, find_roles
from concordant.cli.shared_options import (
    AdjustOption,
    Cluster,
    Files,
    JsonOption,
    LabelsOption,
    Level,
    MissingOption,
    PosLabel,
    Truth,
    Weight,
)
from concordant.cli.terminal import tell
from concordant.cli.writing import check_writable, print_or_write
from concordant.errors import MissingValuesError, OptionError

if TYPE_CHECKING:
    import polars as pl

    from concordant.report.comparing import MetricComparison, Models

Preds = Annotated[
    list[str] | None,
    typer.Option("--pred", metavar="COL", show_default=False, help="Column of predicted labels: once for each model."),
]
Scores = Annotated[
    list[str] | None,
    typer.Option(
        "--score",
        metavar="COL",
        show_default=False,
        help="Column of scores of one model: once for each, in the order of --pred if both are given.",
    ),
]
Names = Annotated[str | None, typer.Option("--names", metavar="A,B", help="Names of the models.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", show_default=False, help="Default: those of the report. Repeatable."),
]
Margin = Annotated[
    float | None,
    typer.Option(
        "--margin", metavar="NUMBER", help="The greatest difference that does not matter, with --alternative."
    ),
]
AlternativeOption = Annotated[
    str,
    typer.Option(
        "--alternative",
        metavar="two-sided|non-inferiority|equivalence",
        help="What the test is to show: that the models differ; that the first is at most the margin worse; or that "
        "they differ by less than the margin.",
    ),
]


def compare(
    files: Files = None,
    *,
    truth: Truth = None,
    pred: Preds = None,
    score: Scores = None,
    names: Names = None,
    metric: Metrics = None,
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    level: Level = 0.95,
    cluster: Cluster = None,
    margin: Margin = None,
    alternative: AlternativeOption = "two-sided",
    adjust: AdjustOption = "holm",
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    weight: Weight = None,
    missing: MissingOption = "raise",
    json: JsonOption = None,
) -> None:
    """
    Compare models on the same rows: each metric, the difference with its interval, p, and a sentence in words.

    With three models or more all pairs are compared, and p is adjusted (--adjust). The test fits the metric: McNemar
    for accuracy and rates, DeLong for ROC AUC, else by how much each row moves both metrics.

    \b
    concordant compare results.csv --truth label --pred old --pred new
    concordant compare results.csv --truth label --score p_old --score p_new --metric roc_auc --cluster patient
    concordant compare ratings.csv --truth gold --pred a --pred b --pred c --metric cohen_kappa --weights quadratic
    concordant compare results.csv --truth label --pred new --pred old --metric recall --margin 0.02 \\
        --alternative non-inferiority
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--missing", missing, ("raise", "drop"))
    check_choice("--alternative", alternative, ("two-sided", "non-inferiority", "equivalence"))
    check_share(level)
    _check_margin(margin, alternative, metric)
    path = check_writable("--json", json)
    roles = _roles(files or (), truth=truth, pred=pred, score=score, weight=weight, labels=labels, pos_label=pos_label)
    roles = replace(roles, cluster=cluster)
    called = _names(names, roles, len(pred or ()))
    chosen = [(name, chosen_options(weights, average, option)) for name in metric or ()]
    if not chosen and (weights or average or option):
        msg = "--weights, --average and --option belong to a metric: name it, --metric NAME."
        raise OptionError(msg)
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": check_adjust(adjust)}
    found, n = _compared(roles, len(pred or ()), called, chosen, missing=missing, claim=claim)
    _show(found, called, roles, n=n, level=level, json=json, path=path)


def _check_margin(margin: float | None, alternative: str, metric: Sequence[str] | None) -> None:
    if (margin is None) != (alternative == "two-sided"):
        msg = "--margin NUMBER and --alternative non-inferiority (or equivalence) belong together."
        raise OptionError(msg)
    if margin is not None and len(metric or ()) != 1:
        msg = "a margin is in units of one metric: name it, --metric NAME."
        raise OptionError(msg)


def _roles(files: Sequence[str], *, pred: list[str] | None, score: list[str] | None, **given: Any) -> Roles:
    """Check files and columns; the first prediction stands for its role, the others behind it."""
    preds = list(pred or ())
    roles = find_roles(
        files,
        example=None,
        default_example="",
        pred=preds[0] if preds else None,
        score=score or (),
        command="compare",
        **given,
    )
    roles = replace(roles, more=tuple(preds[1:]))
    counts = {len(preds), len(roles.score)} - {0}
    if len(counts) > 1:
        msg = f"there are {len(preds)} --pred and {len(roles.score)} --score: give one of each for every model."
        raise OptionError(msg)
    if counts == {1}:
        msg = "a comparison needs two models or more: give --pred (or --score) once for each."
        raise OptionError(msg)
    return roles


def _names(given: str | None, roles: Roles, preds: int) -> tuple[str, ...]:
    columns = [name for name in (roles.pred, *roles.more) if name is not None] if preds else list(roles.score)
    called = tuple(columns if given is None else (name.strip() for name in given.split(",")))
    if len(called) != len(columns) or len(set(called)) != len(called):
        msg = f"--names {given or ','.join(called)}: {len(columns)} different names are needed, one for each model."
        raise OptionError(msg)
    return called


def _compared(
    roles: Roles, preds: int, called: tuple[str, ...], chosen: Any, *, missing: str, claim: Any
) -> tuple[tuple[MetricComparison, ...], int]:
    in_batches = _in_batches(roles, called, chosen, missing=missing, claim=claim)
    if in_batches is not None:
        return in_batches
    frame = _without_missing(roles.read(), missing)
    labels, pos_label = roles.typed_labels(frame[roles.truth])
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
        page = evaluate(**given, labels=labels, pos_label=pos_label, level=None, **task)
        found = compare_models(page, models, chosen, **claim)
    if not found:
        msg = "no metric of the report takes these columns; name one, --metric NAME."
        raise OptionError(msg)
    return found, len(frame)


def _in_batches(
    roles: Roles, called: tuple[str, ...], chosen: Any, *, missing: Any, claim: Any
) -> tuple[tuple[MetricComparison, ...], int] | None:
    """Compare many rows by what is known without holding them; None where the rows are needed."""
    every = [name for name in (roles.pred, *roles.more) if name is not None]
    if roles.weight is not None or (every and roles.score):
        return None
    from concordant.report.comparing import compare_models

    with errors_in_options(roles.arguments):
        found = (_joint_labels if every else _joint_scores)(roles, every, chosen, missing)
        if found is None:
            return None
        page, models, lost, n = found
        if lost:
            tell(f"{lost:,} of {n + lost:,} rows have a missing value and are left out")
        return compare_models(page, replace(models, names=called), chosen, **claim), n


def _joint_labels(roles: Roles, every: list[str], chosen: Any, missing: Any) -> Any:
    """The page and the models of labels, and how many rows lack a value and how many are whole."""
    from concordant.report import evaluate
    from concordant.report.comparing import Models
    from concordant.report.joint_labels import joint_labels

    with scan_progress() as progress:
        joint = joint_labels(roles.files, roles.truth, every, roles.cluster, missing=missing, progress=progress)
    if joint is None or are_measurements(roles, joint.column(roles.truth), [name for name, _ in chosen]):
        return None
    labels, pos_label = roles.typed_labels(joint.column(roles.truth))
    given: Any = {"labels": labels, "pos_label": pos_label, "level": None}
    page = evaluate(roles.truth, "y_pred", data=joint.end_to_end(), **given)
    columns = tuple(joint.column(name) for name in every)
    models = Models(truth=joint.column(roles.truth), names=tuple(every), pred=columns, joint=joint)
    return page, models, joint.groups.missing, joint.n


def _joint_scores(roles: Roles, every: list[str], chosen: Any, missing: Any) -> Any:
    """The same of scores."""
    del every, chosen
    from concordant.report import evaluate
    from concordant.report.comparing import Models
    from concordant.report.joint_scores import joint_scores

    known = roles.in_batches()
    if known is None:
        return None
    labels, pos_label = known["labels"], known.get("pos_label")
    given: Any = {"labels": labels, "pos_label": pos_label}
    with scan_progress() as progress:
        joint = joint_scores(roles.files, roles.truth, roles.score, missing=missing, progress=progress, **given)
    if joint is None:
        return None
    page = evaluate(roles.truth, y_score=roles.score[0], data=joint.first, level=None, **given)
    models = Models(truth=joint.first.truth, names=roles.score, score=roles.score, joint=joint)
    return page, models, joint.first.missing, joint.n


def _without_missing(frame: pl.DataFrame, missing: str) -> pl.DataFrame:
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


def _show(
    found: tuple[MetricComparison, ...],
    called: tuple[str, ...],
    roles: Roles,
    *,
    n: int,
    level: float,
    json: str | None,
    path: Path | None,
) -> None:
    from concordant.report.comparing import to_dict

    data = {"source": roles.source, "n": n, "level": level, **to_dict(found, called)}

    def show() -> None:
        from concordant.cli.compare_view import print_comparison

        print_comparison(
            tuple(replace(one, reason=one.reason and in_options(one.reason, roles.arguments)) for one in found),
            called,
            head=f"{n:,} rows of {Path(roles.source).name}: truth '{roles.truth}', models {', '.join(called)}",
        )

    print_or_write(lambda: data, json, path, show)
