"""`concordant explain`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from concordant.cli.columns import Roles, TypedColumns
from concordant.cli.options import Missing
from concordant.cli.output import print_document, print_or_write, write_figure, write_output
from concordant.errors import LabelOrderError, OptionError
from concordant.names import did_you_mean

if TYPE_CHECKING:
    import polars as pl

    from concordant.explain import KappaExplanation, RocExplanation
    from concordant.typing import Label

    Explanation: TypeAlias = KappaExplanation | RocExplanation


def explain(
    columns: TypedColumns,
    *,
    weights: Literal["quadratic", "linear", "none"] | None = None,
    missing: Missing = "raise",
    html: str | None = None,
    json: str | None = None,
    plot: str | None = None,
) -> None:
    """
    Show step by step how a number is computed: the weighted kappa of --pred, or the ROC AUC of --score.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. For a score of several classes, --pos-label
    names the class that is set against the rest. The example breast shows an AUC, the others a kappa.

    Parameters
    ----------
    weights
        What a disagreement costs: the squared distance (the default), the distance, or always the same.

    Examples
    --------
    concordant explain --example
    concordant explain ratings.csv --truth anna --pred ben --labels low,mid,high
    concordant explain ratings.csv --truth anna --pred ben --weights none
    concordant explain results.csv --truth label --score probability --plot roc.png
    """
    roles = columns.roles(command="explain", default_example="ms")
    steps = _explained(_one_number(roles, weights), weights, missing)
    if plot is not None:
        write_figure(plot, steps.figure())
    show = write_output("--html", html, lambda: _page(steps, roles), lambda: _print(steps))
    print_or_write(steps.to_dict, json, show)


def _explained(roles: Roles, weights: str | None, missing: Any) -> Explanation:
    frame, given = roles.in_memory(positive=bool(roles.score))
    truth, pos_label = frame[roles.truth], given.pop("pos_label", None)
    from concordant.explain import roc_auc, weighted_kappa

    if roles.score:
        if truth.drop_nulls().n_unique() > 2:
            truth, given["labels"], pos_label = against_the_rest(truth, pos_label)
        return roc_auc(truth, frame[roles.score[0]], pos_label=pos_label, missing=missing, **given)
    scheme: Any = None if weights == "none" else weights or "quadratic"
    names = (roles.truth, roles.pred or "")
    try:
        return weighted_kappa(truth, frame[names[1]], weights=scheme, missing=missing, names=names, **given)
    except LabelOrderError as error:
        raise LabelOrderError(f"{error} Or take no weights: --weights none.") from error


def against_the_rest(truth: pl.Series, label: Label | None) -> tuple[pl.Series, list[Label], Label]:
    """Two classes of several: a label, and all others."""
    import polars as pl

    found = truth.drop_nulls().unique().sort()
    if label is None or label not in found.to_list():
        shown = ", ".join(map(str, found.head(8))) + (", ..." if len(found) > 8 else "")
        said = "" if label is None else f"--pos-label {label} is none of them; "
        raise OptionError(
            f"column {truth.name!r} has {len(found)} labels ({shown}); {said}"
            f"say which one stands against the rest: --pos-label {found[0]}.{did_you_mean(label, found.to_list())}"
        )
    rest, named = f"not {label}", str(label)
    two = pl.select(pl.when(truth == label).then(pl.lit(named)).when(truth.is_not_null()).then(pl.lit(rest)))
    return two.to_series().alias(truth.name), [rest, named], named


def _one_number(roles: Roles, weights: str | None) -> Roles:
    """Keep what the explained number needs: labels for a kappa, one score for an AUC."""
    if roles.example is not None and roles.pred is not None and roles.score:
        ranked = roles.example.pos_label is not None and weights is None
        return replace(roles, pred=None) if ranked else replace(roles, score=())
    if roles.pred is not None and roles.score:
        raise OptionError("one number is explained at a time: --pred COL for a kappa, or --score COL for the ROC AUC.")
    if weights is not None and roles.score:
        raise OptionError("--weights belongs to a kappa: name the predicted labels, --pred COL, instead of --score.")
    if len(roles.score) > 1:
        msg = f"one score is explained at a time, and there are {len(roles.score)}: --score {roles.score[0]}."
        raise OptionError(msg)
    return roles


def _page(steps: Explanation, roles: Roles) -> str:
    from concordant.documents.html import as_html

    document = steps.document()
    named = replace(document, title=f"{document.title} ({roles.source})", record=steps.to_dict())
    return as_html(named)


def _print(steps: Explanation) -> None:
    from concordant.documents.blocks import Paragraph

    document = steps.document(most=steps.in_text)
    more = Paragraph("All digits: --json OUT. As a page: --html OUT. As a picture: --plot OUT.", "soft")
    print_document(replace(document, blocks=(*document.blocks, more)) if sys.stdout.isatty() else document)
