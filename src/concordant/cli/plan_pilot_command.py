"""``concordant plan pilot``: how many rows a study of any metric needs, by simulating it from the rows of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.metric_options import Average, Option, Weights, check_required, chosen_options, named_metric
from concordant.cli.option_wording import errors_in_options
from concordant.cli.plan_options import (
    Against,
    AlternativeOption,
    Curve,
    Margin,
    Method,
    Power,
    Rows,
    Width,
    claim,
)
from concordant.cli.plan_view import plan_errors, print_plan
from concordant.cli.progress import scan_progress
from concordant.cli.roles import Roles, find_roles
from concordant.cli.shared_options import ExampleOption, Files, JsonOption, LabelsOption, Level, PosLabel, Truth
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric

PilotScore = Annotated[
    list[str] | None,
    typer.Option("--score", metavar="COL", show_default=False, help="Column of scores; twice to compare two models."),
]
PilotPred = Annotated[
    list[str] | None,
    typer.Option("--pred", metavar="COL", show_default=False, help="Column of labels; twice to compare two models."),
]
ClusterColumn = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="COL",
        show_default=False,
        help="Column that says which rows belong together; whole clusters are drawn, and --n counts them.",
    ),
]
Runs = Annotated[int, typer.Option("--runs", metavar="N", help="Number of simulated studies of each size.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same plan.")]


def pilot(
    files: Files = None,
    *,
    truth: Truth = None,
    pred: PilotPred = None,
    score: PilotScore = None,
    metric: Annotated[str, typer.Option("--metric", metavar="NAME", help="The metric of the study.")],
    weights: Weights = None,
    average: Average = None,
    option: Option = None,
    width: Width = None,
    against: Against = None,
    margin: Margin = None,
    alternative: AlternativeOption = "two-sided",
    power: Power = None,
    n: Rows = None,
    level: Level = 0.95,
    method: Method = None,
    runs: Annotated[int, typer.Option("--runs", metavar="N", help="Number of simulated studies of each size.")] = 1000,
    seed: Seed = 0,
    cluster: ClusterColumn = None,
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    curve: Curve = None,
    json: JsonOption = None,
    example: ExampleOption = None,
) -> None:
    """
    Plan for any metric from a pilot: simulate studies from the rows of FILE, and count those that reach the aim.

    For one model give --width of its interval, or --against a value. For two models (--pred or --score twice) the plan
    is to show that the better one is better; or give --width of the interval of the difference.

    \b
    concordant plan pilot --example ms --metric cohen_kappa --weights quadratic --width 0.15
    concordant plan pilot pilot.csv --truth label --pred predicted --metric f1 --against 0.7
    concordant plan pilot pilot.csv --truth label --score p_old --score p_new --metric roc_auc --power 0.9
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant import planning
    from concordant.metrics import get

    metric, given = named_metric(metric, chosen_options(weights, average, option))
    chosen = get(metric)
    roles = _pilot_roles(
        files or (),
        pred or [],
        score or [],
        example=example,
        truth=truth,
        labels=labels,
        pos_label=pos_label,
        cluster=cluster,
    )
    columns, options = _columns(roles, chosen)
    options |= given
    check_required(chosen, options)
    with scan_progress("simulating", "studies") as progress, errors_in_options(roles.arguments), plan_errors():
        plan = planning.simulate(
            chosen,
            *columns,
            width=width,
            against=against,
            power=power,
            n=n,
            level=level,
            **claim(margin, alternative),
            method=method,
            runs=runs,
            seed=seed,
            progress=progress,
            **options,
        )
    print_plan(plan, curve, json)


def _pilot_roles(
    files: Sequence[str], pred: list[str], score: list[str], *, cluster: str | None, **given: Any
) -> Roles:
    """Check files and columns."""
    from dataclasses import replace

    if pred and score:
        msg = "a study is about one metric: --pred for labels or --score for scores, not both."
        raise OptionError(msg)
    if max(len(pred), len(score)) > 2:
        msg = "at most two models are compared: --pred (or --score) once or twice."
        raise OptionError(msg)
    roles = find_roles(
        files,
        default_example="ms",
        pred=pred[0] if pred else None,
        score=score,
        weight=None,
        command="plan pilot",
        **given,
    )
    return replace(roles, more=tuple(pred[1:]), cluster=cluster)


def _columns(roles: Roles, metric: Metric) -> tuple[list[Any], dict[str, Any]]:
    """The truth and the predictions, and the labels in their order."""
    frame = roles.read()
    truth = frame[roles.truth]
    labels, pos_label = roles.typed_labels(truth)
    if "y_pred" in metric.data:
        names = [name for name in (roles.pred, *roles.more) if name is not None]
        found: list[Any] = [frame[name] for name in names]
    else:
        names = list(roles.score)
        several = roles.example is not None and len(names) > 1  # one model, a column a class
        found = [frame.select(names).to_numpy()] if several else [frame[name] for name in names]
    if not found:
        needed = "labels: --pred COL" if "y_pred" in metric.data else "scores: --score COL"
        msg = f"{metric.name} is of {needed}."
        raise OptionError(msg)
    options: dict[str, Any] = {} if labels is None else {"labels": labels}
    if roles.cluster is not None:
        options["cluster"] = frame[roles.cluster]
    if pos_label is not None and ("y_pred" not in metric.data or "pos_label" in metric.options):
        options["pos_label"] = pos_label
    return [truth, *found], options
