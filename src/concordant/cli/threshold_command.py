"""``concordant threshold``: the threshold on a score that is best for a metric of the decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.completion import metric_names
from concordant.cli.metric_options import Option, Weights, chosen_options, named_metric
from concordant.cli.option_wording import errors_in_options
from concordant.cli.progress import scan_progress
from concordant.cli.roles import Roles, check_choice, find_one_score
from concordant.cli.shared_options import (
    Cluster,
    ExampleOption,
    Files,
    Folds,
    JsonOption,
    LabelsOption,
    MissingOption,
    OneScore,
    Plot,
    PosLabel,
    Truth,
    Weight,
)
from concordant.cli.writing import check_writable, print_result, write_figure
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.result import BestThreshold, GuaranteedThreshold

MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric",
        autocompletion=metric_names,
        metavar="NAME",
        help="The metric to optimise: f1, informedness, ... Not together with prices.",
    ),
]
Constraint = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="'NAME >= X'",
        show_default=False,
        help="A condition that the threshold must meet, such as 'recall >= 0.9'.",
    ),
]
MaxPositives = Annotated[
    float | None, typer.Option("--max-positives", metavar="N", help="Greatest number of rows that are called positive.")
]
Periods = Annotated[
    float,
    typer.Option(
        "--periods",
        metavar="N",
        help="Number of periods (such as days) that these rows cover, if --max-positives is for one.",
    ),
]
Confidence = Annotated[
    float | None,
    typer.Option(
        "--confidence", metavar="P", help="Share of samples in which the constraint must hold on new rows: 0.95."
    ),
]
CostOfMiss = Annotated[float | None, typer.Option("--cost-fn", metavar="PRICE", help="What a false negative costs.")]
CostOfAlarm = Annotated[float | None, typer.Option("--cost-fp", metavar="PRICE", help="What a false positive costs.")]


def threshold(
    files: Files = None,
    *,
    truth: Truth = None,
    score: OneScore = None,
    metric: MetricOption = None,
    weights: Weights = None,
    option: Option = None,
    constraint: Constraint = None,
    max_positives: MaxPositives = None,
    periods: Periods = 1,
    confidence: Confidence = None,
    cost_fn: CostOfMiss = None,
    cost_fp: CostOfAlarm = None,
    labels: LabelsOption = None,
    pos_label: PosLabel = None,
    weight: Weight = None,
    missing: MissingOption = "raise",
    cluster: Cluster = None,
    cv: Folds = 5,
    json: JsonOption = None,
    plot: Plot = None,
    example: ExampleOption = None,
) -> None:
    """
    Find the threshold on a score that optimises a metric.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Print the threshold, the others that are as good, and
    its value on these rows and on rows that did not choose it. --json OUT writes it for concordant predict.

    \b
    concordant threshold --example --metric f1
    concordant threshold scans.csv --truth ill --score model --metric precision --constraint 'recall >= 0.95'
    concordant threshold alerts.csv --truth fraud --score model --metric recall --max-positives 50 --periods 30
    concordant threshold scans.csv --truth ill --score model --constraint 'recall >= 0.95' --confidence 0.95
    concordant threshold scans.csv --truth ill --score model --cost-fn 10 --cost-fp 1 --json rule.json --plot costs.png
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--missing", missing, ("raise", "drop"))
    options = chosen_options(weights, None, option)
    if metric is not None:
        metric, options = named_metric(metric, options)
    if confidence is not None:
        _check_guarantee(constraint, max_positives, periods, plot)
    choices = _aim(metric, options, cost_fn, cost_fp, needed=confidence is None)
    json_path, picture = check_writable("--json", json), check_writable("--plot", plot)
    roles = find_one_score(
        files or (),
        command="threshold",
        example=example,
        default_example="breast",
        truth=truth,
        score=score,
        weight=weight,
        labels=labels,
        pos_label=pos_label,
        cluster=cluster,
    )
    limits = {"constraint": constraint or None, "max_positives": max_positives, "periods": periods}
    if confidence is None:
        print_result(_found(roles, picture, missing=missing, cv=cv or None, **choices, **limits), json, json_path)
    else:
        sure = _guaranteed(roles, missing=missing, constraint=constraint, confidence=confidence, **choices)
        print_result(sure, json, json_path)


def _check_guarantee(
    constraint: list[str] | None, max_positives: float | None, periods: float, plot: str | None
) -> None:
    if not constraint:
        msg = "--confidence is that of a constraint: --constraint 'recall >= 0.9'."
        raise OptionError(msg)
    if max_positives is not None or periods != 1:
        msg = "--max-positives is of these rows; bound that of new ones: --constraint 'predicted_prevalence <= 0.1'."
        raise OptionError(msg)
    if plot is not None:
        msg = "--plot draws the best threshold of these rows, not one with --confidence; leave one of the two out."
        raise OptionError(msg)


def _aim(
    metric: str | None, options: dict[str, Any], cost_fn: float | None, cost_fp: float | None, *, needed: bool
) -> dict[str, Any]:
    """A metric with its options, or two prices; nothing, if that is allowed."""
    if not needed and metric is None and cost_fn is None and cost_fp is None:
        return options
    if (cost_fn is None) != (cost_fp is None):
        msg = "two prices are needed: --cost-fn PRICE --cost-fp PRICE."
        raise OptionError(msg)
    if (metric is None) == (cost_fn is None):
        msg = "say what to optimise: --metric NAME, or --cost-fn PRICE --cost-fp PRICE."
        raise OptionError(msg)
    return {"metric": metric, **options} if metric is not None else {"cost": [[0.0, cost_fp], [cost_fn, 0.0]]}


def _guaranteed(roles: Roles, **choices: Any) -> GuaranteedThreshold:
    from concordant.decisions import guaranteed_threshold

    (truth, score), named = _columns(roles)
    with errors_in_options(roles.arguments):
        return guaranteed_threshold(truth, score, choices.pop("constraint"), **named, **choices)


def _columns(roles: Roles) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """Truth and score, and what else of the rows there is."""
    frame = roles.read()
    labels, pos_label = roles.typed_labels(frame[roles.truth])
    return (frame[roles.truth], frame[roles.score[0]]), {
        "labels": labels,
        "pos_label": pos_label,
        "sample_weight": None if roles.weight is None else frame[roles.weight],
        "cluster": None if roles.cluster is None else frame[roles.cluster],
    }


def _found(roles: Roles, picture: Path | None, **choices: Any) -> BestThreshold:
    from concordant.decisions import best_threshold

    named = None if picture is not None else roles.in_batches()
    if named is not None:
        with scan_progress() as progress, errors_in_options(roles.arguments):
            return best_threshold(roles.truth, roles.score[0], progress=progress, **named, **choices)
    rows, named = _columns(roles)
    choices |= named
    with errors_in_options(roles.arguments):
        found = best_threshold(*rows, **choices)
        if picture is not None:
            from concordant.figures.paint_matplotlib import new_figure
            from concordant.plots import best_threshold as draw

            figure = new_figure((7.2, 4.2))
            draw(*rows, best=found, name=roles.score[0], ax=figure.subplots(), **choices)
            write_figure(picture, figure)
    return found
