"""`concordant compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.columns import Roles, TypedColumns, note_left_out
from concordant.cli.evaluated_columns import note_not_declared, uncut
from concordant.cli.label_rules import remarks_on_names
from concordant.cli.options import Adjustment, Missing
from concordant.cli.output import note, note_labels, print_document, print_or_write, write_output
from concordant.cli.wording import chosen_options, in_options, named_metric
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.report import ModelComparison

_LINES = 60  # of the table


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelColumns(TypedColumns):
    """
    The columns of several models.

    Parameters
    ----------
    pred : COL
        Column of predicted labels: once for each model.
    score : COL
        Column of scores of one model: once for each, in the order of --pred if both are given.
    """

    pred: list[str] | None = None  # type: ignore[assignment]
    example: None = field(default=None, init=False)


def compare(
    columns: ModelColumns,
    *,
    names: str | None = None,
    metric: list[str] | None = None,
    weights: str | None = None,
    average: str | None = None,
    option: list[str] | None = None,
    threshold: list[float] | None = None,
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    margin: float | None = None,
    alternative: Literal["two-sided", "superiority", "non-inferiority", "equivalence"] = "two-sided",
    adjust: Adjustment = "holm",
    missing: Missing = "raise",
    html: str | None = None,
    json: str | None = None,
) -> None:
    r"""
    Compare models on the same rows: each metric, the difference with its interval, p, and a sentence in words.

    With three models or more all pairs are compared, and p is adjusted (--adjust). The test fits the metric: McNemar
    for accuracy and rates, DeLong for ROC AUC, else by how much each row moves both metrics.

    Parameters
    ----------
    names : A,B
        Names of the models.
    metric : NAME
        Default: those of the report. Repeatable.
    by : COL
        Column of groups: the comparison in each, below that of all rows; p-values are adjusted within a group, not for
        the number of groups. Several, A,B: in each combination.
    threshold : NUMBER
        Where to cut scores of two classes, for metrics of labels: once for all models, or once for each.
    margin : NUMBER
        The greatest difference that does not matter, with --alternative.
    alternative
        What the test is to show: that the models differ; that the first is better by more than the margin (or 0); that
        it is at most the margin worse; or that they differ by less than the margin.

    Examples
    --------
    concordant compare results.csv --truth label --pred old --pred new
    concordant compare results.csv --truth label --score p_old --score p_new --metric roc_auc --cluster patient
    concordant compare ratings.csv --truth gold --pred a --pred b --pred c --metric cohen_kappa --weights quadratic
    concordant compare results.csv --truth label --pred new --pred old --metric recall --margin 0.02 \
        --alternative non-inferiority
    concordant compare results.csv --truth label --score p_old --score p_new --html compare.html
    concordant compare results.csv --truth label --score old --score new --threshold 0.5 --threshold 0.3 --metric recall
    concordant compare results.csv --truth label --pred old --pred new --metric f1 --by hospital
    """
    _check_margin(margin, alternative, metric)
    roles = _checked(columns.roles(command="compare", cluster=cluster, apart=() if by is None else (by,)))
    called = _names(names, roles)
    chosen = [named_metric(name, chosen_options(weights, average, option)) for name in metric or ()]
    if not chosen and (weights or average or option):
        raise OptionError("--weights, --average and --option belong to a metric: name it, --metric NAME.")
    claim: Any = {"level": level, "margin": margin, "alternative": alternative, "adjust": adjust}
    found = compared(roles, called, chosen, missing=missing, threshold=threshold, **claim)
    found = replace(found, source=roles.source)
    show = write_output("--html", html, found.to_html, lambda: print_document(found.document(most=_LINES)))
    print_or_write(found.to_dict, json, show)


def _check_margin(margin: float | None, alternative: str, metric: Sequence[str] | None) -> None:
    if (margin is None) != (alternative == "two-sided") and (margin, alternative) != (None, "superiority"):
        raise OptionError("--margin NUMBER and --alternative non-inferiority (or equivalence) belong together.")
    if margin is not None and len(metric or ()) != 1:
        raise OptionError("a margin is in units of one metric: name that one alone, --metric NAME.")


def _checked(roles: Roles) -> Roles:
    """Raise unless there are two models or more."""
    counts = {len(roles.preds), len(roles.score)} - {0}
    if len(counts) > 1:
        msg = f"there are {len(roles.preds)} --pred and {len(roles.score)} --score: give one of each for every model."
        raise OptionError(msg)
    if counts == {1}:
        raise OptionError("a comparison needs two models or more: give --pred (or --score) once for each.")
    return roles


def _names(given: str | None, roles: Roles) -> tuple[str, ...]:
    columns = roles.preds or list(roles.score)
    called = tuple(columns if given is None else (name.strip() for name in given.split(",")))
    if len(called) != len(columns) or len(set(called)) != len(called):
        msg = f"--names {given or ','.join(called)}: {len(columns)} different names are needed, one for each model."
        raise OptionError(msg)
    return called


def compared(
    roles: Roles, called: Sequence[str], chosen: Sequence[tuple[str, Mapping[str, Any]]], **how: Any
) -> ModelComparison:
    """Compare the models of the columns that the options name; notes and errors speak of options."""
    from concordant.report import compare_models
    from concordant.report.comparing import NEEDS_LABELS

    named = roles.call(whole=True)
    sides = [dict(zip(called, columns, strict=True)) if columns else None for columns in (roles.preds, roles.score)]
    try:
        found = compare_models(roles.truth, sides[0], sides[1], metrics=chosen, **named, by=roles.by, **how)
    except OptionError as error:
        if NEEDS_LABELS not in str(error) or not roles.score:
            raise
        raise uncut(str(error).split(" ")[0], roles, how["missing"]) from error
    note_labels(found.page.labels)
    note_not_declared(found.page, roles, [name for name, _ in chosen])
    note(*remarks_on_names(found.groups, "group"))
    note_left_out(found.n, found.n_missing)

    def told(part: ModelComparison) -> ModelComparison:
        """The metrics with reasons in the words of options."""
        metrics = (replace(one, reason=one.reason and in_options(one.reason, roles.arguments)) for one in part.metrics)
        return replace(part, metrics=tuple(metrics), groups={group: told(one) for group, one in part.groups.items()})

    return told(found)
