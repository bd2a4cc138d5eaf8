"""`concordant curve ...`: a curve as a picture and as numbers, with a confidence band."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from concordant.cli.columns import Roles, TypedColumns, without_missing
from concordant.cli.explain import against_the_rest
from concordant.cli.options import Missing
from concordant.cli.output import csv_text, json_text, note, print_document, write_figure, write_output
from concordant.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from concordant.documents.blocks import Document
    from concordant.result import Interval
    from concordant.typing import FloatArray

Row = dict[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveColumns(TypedColumns):
    """
    The columns of a curve, or of the curves of several models.

    Parameters
    ----------
    score : COL
        Column of scores or probabilities of the positive class; once for each model.
    """

    needs: ClassVar[str] = "--score COL"
    otherwise: ClassVar[str] = "--score COL says which scores are drawn, once for each model"
    pred: None = field(default=None, init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """
    What is asked of any curve.

    Parameters
    ----------
    json : [OUT]
        Write the numbers as JSON to a file; alone or with -, to stdout in place of the table.
    """

    missing: Missing = "raise"
    cluster: str | None = None
    level: float = 0.95
    json: str | None = None
    csv: str | None = None
    plot: str | None = None


@dataclass(frozen=True, slots=True)
class Scored:
    """Rows of one model: which are positive, their scores, and what a metric is asked beside them."""

    name: str
    positive: npt.NDArray[np.bool_]
    score: FloatArray
    beside: dict[str, Any]  # weights, clusters

    @property
    def columns(self) -> tuple[npt.NDArray[np.bool_], FloatArray]:
        """The truth and the score."""
        return self.positive, self.score

    @property
    def weighted(self) -> dict[str, Any]:
        """The label of the positive rows, and the weights."""
        return {"pos_label": True, **{name: x for name, x in self.beside.items() if name == "sample_weight"}}


def roc(columns: CurveColumns, request: Request, *, points: int = 20) -> None:
    """
    Show the ROC curve: the true positive rate with its interval, beside the false positive rate.

    The limits of the table are those of the true positive rate of a threshold, for each threshold by itself; the band
    of the picture holds for each false positive rate by itself.

    Parameters
    ----------
    points : N
        How many thresholds are listed, evenly along the curve.

    Examples
    --------
    concordant curve roc --example --plot roc.png
    concordant curve roc results.csv --truth label --score probability --csv roc.csv
    concordant curve roc results.csv --truth label --score p_old --score p_new --plot roc.svg
    """
    rows = partial(_rates, x="false_positive_rate", y="recall", points=points, request=request)
    _show("roc", columns, request, "roc_auc", rows)


def pr(columns: CurveColumns, request: Request, *, points: int = 20) -> None:
    """
    Show the precision-recall curve: the precision with its interval, beside the recall.

    The limits of the table are those of the precision of a threshold, for each threshold by itself; the band of the
    picture holds for each recall by itself.

    Parameters
    ----------
    points : N
        How many thresholds are listed, evenly along the curve.

    Examples
    --------
    concordant curve pr --example --plot pr.png
    concordant curve pr results.csv --truth label --score probability --json
    """
    rows = partial(_rates, x="recall", y="precision", points=points, request=request)
    _show("pr", columns, request, "average_precision", rows)


def calibration(columns: CurveColumns, request: Request, *, bins: int = 10) -> None:
    """
    Show the calibration curve: the observed proportion with its interval, beside the predicted probability.

    Parameters
    ----------
    bins : N
        Number of bins of the probabilities, of equal width.

    Examples
    --------
    concordant curve calibration --example --plot calibration.png
    concordant curve calibration results.csv --truth label --score probability --bins 20
    """
    from concordant.metrics import get

    def rows(scored: Scored) -> Iterator[Row]:
        metric = get("calibration_curve")
        curve = metric(*scored.columns, **scored.weighted, n_bins=bins)
        how: Any = {"pos_label": True, **scored.beside, "level": request.level, "n_bins": bins}
        limits: Any = metric.interval(*scored.columns, **how)
        observed = limits["observed"]
        for k, n in enumerate(curve.weight):
            known = {"from": curve.edges[k], "to": curve.edges[k + 1], "rows": n, "predicted": curve.predicted[k]}
            yield _row(known, observed[k], "observed")

    _show("calibration", columns, request, "brier_score", rows, n_bins=bins)


def decision(columns: CurveColumns, request: Request, *, points: int = 20, prevalence: float | None = None) -> None:
    """
    Show the decision curve: the net benefit with its interval at each threshold, beside treating all rows.

    Parameters
    ----------
    points : N
        How many thresholds are listed, evenly between 0 and 1.
    prevalence : SHARE
        The share of positives where the model is used, for case-control data.

    Examples
    --------
    concordant curve decision --example --plot benefit.png
    concordant curve decision results.csv --truth label --score probability --csv
    """
    import numpy as np

    from concordant.metrics import get

    def rows(scored: Scored) -> Iterator[Row]:
        metric = get("decision_curve")
        how: Any = {"thresholds": np.arange(1, points) / points, "prevalence": prevalence}
        curve = metric(*scored.columns, **scored.weighted, **how)
        benefit: Any = metric.interval(*scored.columns, pos_label=True, **scored.beside, level=request.level, **how)
        for threshold, all_, limits in zip(curve.thresholds, curve.treat_all, benefit["net_benefit"], strict=True):
            yield _row({"threshold": threshold, "treat_all": all_}, limits, "net_benefit")

    _show("decision", columns, request, None, rows, prevalence=prevalence)


def _rates(scored: Scored, *, x: str, y: str, points: int, request: Request) -> Iterator[Row]:
    """The rates of some thresholds, evenly along the curve: one as it is, and the other with its interval."""
    import numpy as np

    from concordant.metrics import get

    if points < 2:
        raise OptionError(f"--points {points}: list 2 points or more.")
    distinct = np.unique(scored.score)[::-1]
    for threshold in distinct[np.unique(np.linspace(0, len(distinct) - 1, points).round().astype(int))]:
        called = scored.score >= threshold
        rate = get(x)(scored.positive, called, **scored.weighted)
        limits: Any = get(y).interval(scored.positive, called, pos_label=True, **scored.beside, level=request.level)
        yield _row({"threshold": threshold, x: rate}, limits)


def _row(known: dict[str, Any], limits: Interval, name: str = "") -> Row:
    """The numbers of a point, None where one is undefined."""
    values = {**known, name or limits.metric: limits.value, "low": limits.low, "high": limits.high}
    return {key: None if math.isnan(value) else float(value) for key, value in values.items()}


def _show(
    kind: str,
    columns: CurveColumns,
    request: Request,
    summary: str | None,
    rows_of: Callable[[Scored], Iterator[Row]],
    **options: Any,
) -> None:
    """Compute the points of each model, and write them as what was asked for."""
    from concordant.inputs.scores import refuse_outside
    from concordant.metrics import get
    from concordant.settings import without_warnings

    roles = columns.roles(command=f"curve {kind}", default_example="breast", cluster=request.cluster)
    models, positive = _models(roles, request.missing)
    curves = []
    with without_warnings():
        for scored in models:
            curve: dict[str, Any] = {"model": scored.name}
            if kind in ("calibration", "decision"):
                refuse_outside(scored.score, what=repr(scored.name))
            if summary is not None:
                how: Any = {"pos_label": True, **scored.beside, "level": request.level}
                found: Any = get(summary).interval(*scored.columns, **how)
                curve |= {"summary": found.to_dict()}
            curves.append(curve | {"points": list(rows_of(scored))})
        if request.plot is not None:
            _draw(kind, models, request, options)
    data = {
        "curve": kind,
        "source": roles.source,
        "n": len(models[0].score),
        "positive": positive,
        "level": request.level,
    }
    data |= {"models": curves}
    show = write_output(
        "--json", request.json, lambda: json_text(data), lambda: print_document(_document(curves, data))
    )
    write_output("--csv", request.csv, lambda: _as_csv(curves), show)()


def _models(roles: Roles, missing: Missing) -> tuple[list[Scored], Any]:
    """The rows of each model, and the positive label."""
    from concordant.result.record import plain
    from concordant.states import Curve

    frame = without_missing(roles.read(), missing)
    labels, positive = roles.typed_labels(frame[roles.truth], positive=True)
    truth = frame[roles.truth]
    if truth.n_unique() > 2:
        truth, labels, positive = against_the_rest(truth, positive)
    named: dict[str, Any] = {
        name: value for name, value in (("labels", labels), ("pos_label", positive)) if value is not None
    }
    label = Curve.from_scores(truth, frame[roles.score[0]], **named).classes[1]
    beside = {"sample_weight": roles.weight, "cluster": roles.cluster}
    given = {role: frame[name].to_numpy() for role, name in beside.items() if name is not None}
    is_positive = (truth == label).to_numpy()
    return [Scored(name, is_positive, frame[name].to_numpy(), given) for name in roles.score], plain(label)


def _document(curves: Sequence[dict[str, Any]], data: dict[str, Any]) -> Document:
    """The summary of each model and a table of its points."""
    from concordant.documents.blocks import Document, Paragraph, Section, Table, some
    from concordant.result import Interval
    from concordant.result.wording import number

    def shown(name: str, value: float | None) -> str:
        return "" if value is None else f"{value:,.0f}" if name == "rows" else number(value)

    sections = []
    for curve in curves:
        area = Paragraph(f"{Interval.from_dict(curve['summary'])}.") if "summary" in curve else None
        head = tuple(name.replace("_", " ") for name in curve["points"][0])
        rows = tuple(tuple(shown(*cell) for cell in row.items()) for row in curve["points"])
        sections.append(Section(curve["model"], some(area, Table(head, rows, numeric_side=True))))
    lead = f"{data['n']:,} rows of {data['source']}, positive: {data['positive']}, {100 * data['level']:g} % intervals."
    return Document(title=f"Concordant {data['curve']} curve", lead=(lead,), blocks=tuple(sections))


def _as_csv(curves: Sequence[dict[str, Any]]) -> str:
    rows = [[curve["model"], *row.values()] for curve in curves for row in curve["points"]]
    return csv_text([["model", *curves[0]["points"][0]], *rows])


def _draw(kind: str, models: Sequence[Scored], request: Request, options: dict[str, Any]) -> None:
    """Draw all models into one picture, a single one with its band; say where there is none."""
    from concordant import plots
    from concordant.figures.paint_matplotlib import new_figure

    names = {"roc": "roc_curve", "pr": "precision_recall_curve"}
    draw: Any = getattr(plots, names.get(kind, f"{kind}_curve"))
    bands = {"roc": (True, False), "pr": (True, False), "decision": ("pointwise", None)}
    if kind in bands and len(models) > 1:
        note("the picture has no bands, as it shows several models: with one --score it has one")
    figure = new_figure((6.4, 5.2))
    ax = figure.subplots()
    for scored in models:
        how: dict[str, Any] = {**scored.weighted, **options, "name": scored.name, "ax": ax}
        how |= {"cluster": scored.beside.get("cluster"), "level": request.level}
        if kind in bands:
            how |= {"band": bands[kind][len(models) > 1]}
        draw(*scored.columns, **how)
    write_figure(str(request.plot), figure)
