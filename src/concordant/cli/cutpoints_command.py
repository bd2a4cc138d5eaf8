"""``concordant cutpoints``: where to cut a score into ordered labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from concordant.cli.completion import metric_names
from concordant.cli.metric_options import named_metric
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
    Truth,
    Weight,
)
from concordant.cli.writing import check_writable, print_result, write_figure
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.result import CutPoints

_WEIGHTS = ("quadratic", "linear", "none")

MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric",
        autocompletion=metric_names,
        metavar="NAME",
        help="The metric to optimise: cohen_kappa (the default), accuracy, f1 (macro), "
        "matthews_correlation, mean_absolute_error, ...",
    ),
]
Weights = Annotated[
    str | None,
    typer.Option("--weights", metavar="|".join(_WEIGHTS), help="Weights of the kappa. Default: quadratic."),
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="smooth|exact",
        help="Steady on new rows (smooth, the default), or the optimum on these (exact).",
    ),
]


def cutpoints(
    files: Files = None,
    *,
    truth: Truth = None,
    score: OneScore = None,
    metric: MetricOption = None,
    weights: Weights = None,
    method: Method = "smooth",
    labels: LabelsOption = None,
    weight: Weight = None,
    missing: MissingOption = "raise",
    cluster: Cluster = None,
    cv: Folds = 5,
    json: JsonOption = None,
    plot: Plot = None,
    example: ExampleOption = None,
) -> None:
    """
    Find the cut points on a score that optimise a metric of the labels.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Print the cut points, their value on these rows and
    on rows that did not choose them, and the best value that any cut points can have. --json OUT writes them for
    concordant predict.

    \b
    concordant cutpoints --example
    concordant cutpoints essays.csv --truth grade --score model --json cuts.json
    concordant cutpoints essays.csv --truth grade --score model --weights linear --plot cuts.png
    concordant cutpoints essays.csv --truth grade --score model --metric f1 --labels low,mid,high
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--weights", weights, _WEIGHTS)
    scheme: dict[str, Any] = {} if weights is None else {"weights": None if weights == "none" else weights}
    if metric is not None:
        metric, scheme = named_metric(metric, scheme)
    if weights is not None and metric not in (None, "cohen_kappa"):
        msg = f"--weights belong to a kappa, not to --metric {metric}."
        raise OptionError(msg)
    check_choice("--method", method, ("smooth", "exact"))
    check_choice("--missing", missing, ("raise", "drop"))
    json_path, picture = check_writable("--json", json), check_writable("--plot", plot)
    roles = find_one_score(
        files or (),
        command="cutpoints",
        example=example,
        default_example="party",
        truth=truth,
        score=score,
        weight=weight,
        labels=labels,
        cluster=cluster,
    )
    found = _found(roles, picture, metric=metric, method=method, cv=cv or None, missing=missing, **scheme)
    print_result(found, json, json_path)


def _found(roles: Roles, picture: Path | None, *, missing: Any, **choices: Any) -> CutPoints:
    from concordant.decisions import ordinal_cut_points

    files = None if picture is not None else roles.in_batches()
    if files is not None:
        with scan_progress() as progress, errors_in_options(roles.arguments):
            how = {"missing": missing, "progress": progress, **files, **choices}
            return ordinal_cut_points(roles.truth, roles.score[0], **how)
    frame = roles.read()
    labels, _ = roles.typed_labels(frame[roles.truth])
    truth, score = frame[roles.truth], frame[roles.score[0]]
    named: dict[str, Any] = {
        "labels": labels,
        "sample_weight": None if roles.weight is None else frame[roles.weight],
        "missing": missing,
    }
    cluster = None if roles.cluster is None else frame[roles.cluster]
    with errors_in_options(roles.arguments):
        found = ordinal_cut_points(truth, score, cluster=cluster, **named, **choices)
        if picture is not None:
            from concordant.figures.paint_matplotlib import new_figure
            from concordant.plots import ordinal_cut_points as draw

            figure = new_figure((7.6, 1.6 + 0.62 * max(len(found.labels), 2)))
            draw(
                truth,
                score,
                found,
                **{**named, "labels": None},
                names=(roles.truth, roles.score[0]),
                ax=figure.subplots(),
            )
            write_figure(picture, figure)
    return found
