"""``concordant compare``: two models or more on the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from concordant.cli.compared_models import Compared, compared, compared_in_batches, without_missing
from concordant.cli.completion import metric_names
from concordant.cli.metric_options import Average, Option, Weights, chosen_options, named_metric
from concordant.cli.option_wording import in_options
from concordant.cli.roles import Roles, check_adjust, check_choice, check_share, find_roles
from concordant.cli.shared_options import (
    AdjustOption,
    Cluster,
    Files,
    HtmlOption,
    JsonOption,
    LabelsOption,
    Level,
    MissingOption,
    PosLabel,
    Truth,
    Weight,
)
from concordant.cli.writing import check_writable, print_or_write, write_page
from concordant.errors import OptionError

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
    typer.Option(
        "--metric",
        autocompletion=metric_names,
        metavar="NAME",
        show_default=False,
        help="Default: those of the report. Repeatable.",
    ),
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
    html: HtmlOption = None,
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
    concordant compare results.csv --truth label --score p_old --score p_new --html compare.html
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    check_choice("--missing", missing, ("raise", "drop"))
    check_choice("--alternative", alternative, ("two-sided", "non-inferiority", "equivalence"))
    check_share(level)
    _check_margin(margin, alternative, metric)
    html_path, path = check_writable("--html", html), check_writable("--json", json)
    roles = _roles(files or (), truth=truth, pred=pred, score=score, weight=weight, labels=labels, pos_label=pos_label)
    roles = replace(roles, cluster=cluster)
    called = _names(names, roles, len(pred or ()))
    chosen = [named_metric(name, chosen_options(weights, average, option)) for name in metric or ()]
    if not chosen and (weights or average or option):
        msg = "--weights, --average and --option belong to a metric: name it, --metric NAME."
        raise OptionError(msg)
    claim = {"level": level, "margin": margin, "alternative": alternative, "adjust": check_adjust(adjust)}
    found = compared_in_batches(roles, called, chosen, missing=missing, claim=claim)
    if found is None:
        every = roles.read()
        whole = without_missing(every, missing)
        found = compared(whole, roles, len(pred or ()), called, chosen, claim=claim)
        found = found._replace(dropped=len(every) - len(whole))
    _show(found, called, roles, level=level, html=html, html_path=html_path, json=json, path=path)


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


def _show(
    found: Compared,
    called: tuple[str, ...],
    roles: Roles,
    *,
    level: float,
    html: str | None,
    html_path: Path | None,
    json: str | None,
    path: Path | None,
) -> None:
    from concordant.report.comparing import to_dict

    n = found.n
    read = {role: name for role, name in (("weight", roles.weight), ("cluster", roles.cluster)) if name is not None}
    data = {
        "source": roles.source,
        "n": n,
        "n_missing": found.dropped,
        "level": level,
        **read,
        **to_dict(found.found, called),
    }
    dropped = f" ({found.dropped:,} more dropped, as a value is missing)" if found.dropped else ""
    head = f"{n:,} rows of {Path(roles.source).name}{dropped}: truth '{roles.truth}', models {', '.join(called)}"
    head += "".join(f", {role} '{name}'" for role, name in read.items())
    told = tuple(replace(one, reason=one.reason and in_options(one.reason, roles.arguments)) for one in found.found)

    def page() -> str:
        from concordant.report.pages.comparison import comparison_html

        return comparison_html(told, called, head=head, page=found.page, models=found.models, record=data)

    def show() -> None:
        from concordant.cli.compare_view import print_comparison

        print_comparison(told, called, head=head)

    print_or_write(lambda: data, json, path, write_page(page, html, html_path, show))
