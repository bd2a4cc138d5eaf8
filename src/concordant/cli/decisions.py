"""`concordant threshold`, `cutpoints`, `predict`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from json import loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from concordant.cli.columns import Roles, TypedColumns, as_columns
from concordant.cli.options import Missing
from concordant.cli.output import print_result, write_figure, write_line, write_output
from concordant.cli.wording import chosen_options, named_metric
from concordant.errors import DataFileError, InputError, LabelError, OptionError, StateFormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold
    from concordant.sources.files import DataFile


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreColumns(TypedColumns):
    """
    The columns of one score that is cut.

    Parameters
    ----------
    score : COL
        Column of the score to be cut.
    """

    needs: ClassVar[str] = "--score COL"
    otherwise: ClassVar[str] = "--score COL says which column is to be cut"
    pred: None = field(default=None, init=False)
    score: str | None = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeColumns(ScoreColumns):
    """The columns of a score of ordered labels, none of which is the positive one."""

    pos_label: None = field(default=None, init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """
    How a rule is judged, and what is written of it.

    Parameters
    ----------
    predictions : OUT
        Write all rows as CSV with a label that did not see them: each fold is cut where the other folds say. Folds that
        are dealt stand beside it, in a column such as prediction_fold.
    name : COL
        With --predictions: name of the new column of labels.
    """

    missing: Missing = "raise"
    cluster: str | None = None
    cv: str = "5"
    json: str | None = None
    plot: str | None = None
    predictions: str | None = None
    name: str = "prediction"

    @property
    def folds(self) -> tuple[int | None, str | None]:
        """The number of folds, None for none; or else the column that holds them."""
        try:
            return int(self.cv) or None, None
        except ValueError:
            return None, self.cv

    @property
    def whole(self) -> bool:
        """Whether the columns are read as a whole, also of many rows."""
        return self.plot is not None or self.predictions is not None


def threshold(
    columns: ScoreColumns,
    request: Request,
    *,
    metric: str | None = None,
    weights: str | None = None,
    option: list[str] | None = None,
    constraint: list[str] | None = None,
    max_positives: float | None = None,
    periods: float = 1,
    confidence: float | None = None,
    cost_fn: float | None = None,
    cost_fp: float | None = None,
) -> None:
    """
    Find the threshold on a score that optimises a metric.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Print the threshold, the others that are as good, and
    its value on these rows and on rows that did not choose it. --json OUT writes it for concordant predict.

    Parameters
    ----------
    metric : NAME
        The metric to optimise: f1, informedness, ... Not together with prices.
    constraint : 'NAME >= X'
        A condition that the threshold must meet, such as 'recall >= 0.9'.
    max_positives : N
        Greatest number of rows that are called positive.
    periods : N
        Number of periods (such as days) that these rows cover, if --max-positives is for one.
    confidence : P
        Share of samples in which the constraint must hold on new rows: 0.95.
    cost_fn : PRICE
        What a false negative costs.
    cost_fp : PRICE
        What a false positive costs.

    Examples
    --------
    concordant threshold --example --metric f1
    concordant threshold scans.csv --truth ill --score model --metric precision --constraint 'recall >= 0.95'
    concordant threshold alerts.csv --truth fraud --score model --metric recall --max-positives 50 --periods 30
    concordant threshold scans.csv --truth ill --score model --constraint 'recall >= 0.95' --confidence 0.95
    concordant threshold scans.csv --truth ill --score model --cost-fn 10 --cost-fp 1 --json rule.json --plot costs.png
    concordant threshold scans.csv --truth ill --score model --metric f1 --cv fold --predictions labels.csv
    """
    options = chosen_options(weights, None, option)
    if metric is not None:
        metric, options = named_metric(metric, options)
    if confidence is not None:
        _check_guarantee(constraint, request, bounded=max_positives is not None or periods != 1)
    choices = _aim(metric, options, cost_fn, cost_fp, needed=confidence is None)
    roles = _roles(columns, request, command="threshold", default_example="breast")
    if confidence is not None:
        from concordant.decisions import guaranteed_threshold

        (truth, score), named = _columns(roles, whole=True, positive=True)
        how: Any = {"confidence": confidence, "missing": request.missing, **named, **choices}
        print_result(guaranteed_threshold(truth, score, constraint, **how), request.json)
        return
    from concordant.decisions import best_threshold

    choices |= {"constraint": constraint or None, "max_positives": max_positives, "periods": periods}

    def draw(best: BestThreshold, truth: Any, score: Any, **named: Any) -> Any:
        from concordant import plots
        from concordant.figures.paint_matplotlib import new_figure

        figure = new_figure((7.2, 4.2))
        plots.best_threshold(truth, score, best=best, name=roles.score[0], ax=figure.subplots(), **choices, **named)
        return figure

    _choose(roles, request, partial(best_threshold, **choices), draw, positive=True, beside=_wrong_way)


def _wrong_way(rule: BestThreshold, truth: Any, score: Any, **columns: Any) -> str | None:
    """What a report finds of a score that points the wrong way; None of others, and of large files."""
    if isinstance(truth, str):
        return None
    from concordant.findings.rules.scores import wrong_way

    rows = {name: columns.get(name) for name in ("sample_weight", "cluster", "missing")}
    return wrong_way(truth, score, rule.classes, **rows)


def _check_guarantee(constraint: list[str] | None, request: Request, *, bounded: bool) -> None:
    if not constraint:
        raise OptionError("--confidence is that of a constraint: --constraint 'recall >= 0.9'.")
    if bounded:
        msg = "--max-positives is of these rows; bound that of new ones: --constraint 'predicted_prevalence <= 0.1'."
        raise OptionError(msg)
    written = {"--plot": request.plot, "--predictions": request.predictions, f"--cv {request.cv}": request.folds[1]}
    for option, given in written.items():
        if given is not None:
            msg = f"{option} is of the best threshold of these rows, not of one with --confidence"
            raise OptionError(f"{msg}: leave one of the two out.")


def _aim(
    metric: str | None, options: dict[str, Any], cost_fn: float | None, cost_fp: float | None, *, needed: bool
) -> dict[str, Any]:
    """A metric with its options, or two prices; nothing, if that is allowed."""
    if not needed and metric is None and cost_fn is None and cost_fp is None:
        return options
    if (cost_fn is None) != (cost_fp is None):
        raise OptionError("two prices are needed: --cost-fn PRICE --cost-fp PRICE.")
    if (metric is None) == (cost_fn is None):
        raise OptionError("say what to optimise: --metric NAME, or --cost-fn PRICE --cost-fp PRICE.")
    return {"metric": metric, **options} if metric is not None else {"cost": [[0.0, cost_fp], [cost_fn, 0.0]]}


def cutpoints(
    columns: GradeColumns,
    request: Request,
    *,
    metric: str | None = None,
    weights: Literal["quadratic", "linear", "none"] | None = None,
    method: Literal["smooth", "exact"] = "smooth",
) -> None:
    """
    Find the cut points on a score that optimise a metric of the labels.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. Print the cut points, their value on these rows and
    on rows that did not choose them, and the best value that any cut points can have. --json OUT writes them for
    concordant predict.

    Parameters
    ----------
    metric : NAME
        The metric to optimise: cohen_kappa (the default), accuracy, f1 (macro), matthews_correlation,
        mean_absolute_error, ...
    weights
        Weights of the kappa. Default: quadratic.
    method
        Steady on new rows (smooth, the default), or the optimum on these (exact).

    Examples
    --------
    concordant cutpoints --example
    concordant cutpoints essays.csv --truth grade --score model --json cuts.json
    concordant cutpoints essays.csv --truth grade --score model --weights linear --plot cuts.png
    concordant cutpoints essays.csv --truth grade --score model --metric f1 --labels low,mid,high
    concordant cutpoints essays.csv --truth grade --score model --cv fold --predictions labels.csv
    """
    scheme: dict[str, Any] = {} if weights is None else {"weights": None if weights == "none" else weights}
    if metric is not None:
        metric, scheme = named_metric(metric, scheme)
    if weights is not None and metric not in (None, "cohen_kappa"):
        raise OptionError(f"--weights belong to a kappa, not to --metric {metric}.")
    roles = _roles(columns, request, command="cutpoints", default_example="party")
    from concordant.decisions import ordinal_cut_points

    def draw(cuts: CutPoints, truth: Any, score: Any, *, missing: Any, sample_weight: Any = None, **_: Any) -> Any:
        from concordant import plots
        from concordant.figures.paint_matplotlib import new_figure

        figure = new_figure((7.6, 1.6 + 0.62 * max(len(cuts.labels), 2)))
        how: Any = {"sample_weight": sample_weight, "missing": missing, "names": (roles.truth, roles.score[0])}
        plots.ordinal_cut_points(truth, score, cuts, **how, ax=figure.subplots())
        return figure

    find = partial(ordinal_cut_points, metric=metric, method=method, **scheme)
    _choose(roles, request, find, draw, beside=partial(_beside_rounding, **scheme))


def _beside_rounding(cuts: CutPoints, truth: Any, score: Any, **columns: Any) -> str | None:
    """The kappa of rounded scores, and what cut points gain out of fold; None where nothing can be rounded."""
    held = cuts.out_of_fold
    if held is None or isinstance(truth, str) or cuts.metric != "cohen_kappa":
        return None
    import numpy as np

    from concordant.inputs.scores import one_column
    from concordant.metrics import cohen_kappa
    from concordant.report.scoring import nearest_labels
    from concordant.settings import without_warnings

    kept = np.array([label is not None for label in held.labels.tolist()])
    try:
        rounded = nearest_labels(np.asarray(one_column(score, "y_score"))[kept], cuts.labels)
    except LabelError:  # the labels are no numbers
        return None
    weights = columns.get("weights", "quadratic")
    rows = {name: columns[name] for name in ("sample_weight", "cluster") if columns.get(name) is not None}
    shared = {name: np.asarray(column)[kept] for name, column in rows.items()}
    labels = (held.labels[kept].tolist(), [cuts.labels[code] for code in rounded])
    with without_warnings():
        pair: Any = cohen_kappa.compare(
            np.asarray(truth)[kept].tolist(), *labels, labels=list(cuts.labels), weights=weights, **shared
        )
    change = "gain" if pair.difference > 0 else "lose"
    limits = "" if np.isnan(pair.low) else f" (95 % interval of the difference {pair.low:.4f} to {pair.high:.4f})"
    doubt = f"; {pair.reason}" if pair.reason else ""
    return (
        f"scores rounded to the nearest label {pair.values[1]:.4f}: out of fold the cut points {change} "
        f"{abs(pair.difference):.4f}{limits}{doubt}"
    )


def _roles(columns: ScoreColumns, request: Request, **command: Any) -> Roles:
    roles = columns.roles(cluster=request.cluster, fold=request.folds[1], **command)
    if len(roles.score) != 1:
        named = "the example has" if not columns.score else f"--score {columns.score} names"
        raise OptionError(f"one score is cut at a time, and {named} {len(roles.score)}.")
    if roles.fold in (roles.truth, *roles.score):
        msg = f"--cv {roles.fold} names the truth or the score: name the column that holds the fold of each row."
        raise OptionError(msg)
    return roles


def _choose(
    roles: Roles,
    request: Request,
    find: Callable[..., Any],
    draw: Callable[..., Any],
    *,
    positive: bool = False,
    beside: Callable[..., str | None] | None = None,
) -> None:
    """Find a rule on the rows and print it; draw it and write labels out of fold where that is asked for."""
    if request.predictions is not None and request.cv == "0":
        raise OptionError("--predictions is of labels out of fold: --cv N or --cv COL says which folds.")
    rows, named = _columns(roles, whole=request.whole, positive=positive)
    named = {"cv": request.folds[0], "missing": request.missing} | named
    if not positive:
        named.pop("pos_label", None)
    rule = find(*rows, **named)
    if request.plot is not None:
        write_figure(request.plot, draw(rule, *rows, **named))
    if request.predictions is not None:
        held = rule.out_of_fold
        if held is None:
            raise OptionError(f"--predictions: there are no labels out of fold, as {rule.reason}.")
        new = {} if roles.fold is not None else {f"{request.name}_fold": held.folds.tolist()}
        _write_rows("--predictions", request.predictions, roles.files, {**new, request.name: held.labels.tolist()})
    more = None if beside is None or request.json == "-" else beside(rule, *rows, **named)
    print_result(rule, request.json)
    if more is not None:
        write_line(f"{more}\n")


def _columns(roles: Roles, *, whole: bool, positive: bool = False) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """Truth and score, and what else of the rows there is: names of columns in large files, unless read as a whole."""
    named = roles.call(whole=whole, positive=positive)
    if isinstance(named["data"], list):
        return (roles.truth, roles.score[0]), named
    frame, named = as_columns(named)
    return (frame[roles.truth], frame[roles.score[0]]), named


def predict(
    files: list[str] | None = None,
    *,
    score: str | None = None,
    rule: str | None = None,
    out: str | None = None,
    name: str = "prediction",
    missing: Literal["raise", "empty"] = "raise",
) -> None:
    """
    Give each score its label, by the rule that concordant cutpoints or concordant threshold wrote.

    FILE is CSV (also .tsv, .csv.gz), Parquet, NDJSON or Arrow. All its columns are written as CSV, with the label
    as the last one; with semicolons and decimal commas where FILE has them.

    Parameters
    ----------
    score : COL
        Column of the score.
    rule : JSON
        The file that concordant cutpoints or concordant threshold wrote with --json.
    out : OUT
        File for the CSV; - for stdout.
    name : COL
        Name of the new column of labels.
    missing
        What to do where the score is missing: an error, or an empty label.

    Examples
    --------
    concordant predict new.csv --score model --rule cuts.json
    concordant predict new.parquet --score model --rule threshold.json --out called.csv
    """
    import polars as pl

    from concordant.names import require_columns
    from concordant.sources.batches import column_names, read_columns, rows_in_files
    from concordant.sources.source import with_roles

    if not files or score is None or rule is None:
        raise OptionError("name a file, its score and the rule: concordant predict FILE --score COL --rule JSON.")
    found = read_rule(rule)
    require_columns(column_names(files), [score], where=files[0])
    scored = with_roles(files, scores=[score])
    column = read_columns(scored, [score])[score].cast(pl.Float64)
    absent = (column.is_null() | column.is_nan()).fill_null(value=True)
    if absent.any() and missing == "raise":
        row = absent.arg_true()[0]
        msg = f"{score} has a missing score, the first in row {row}, which has no label. "
        msg += "Remove such rows, or leave their labels empty with --missing empty."
        raise InputError(rows_in_files(msg, scored, score))
    predicted = iter(found.predict(column.filter(~absent).to_numpy()).tolist())
    _write_rows("--out", out, files, {name: [None if lost else next(predicted) for lost in absent]})


def _write_rows(option: str, given: str | None, files: Sequence[str], new: Mapping[str, list[Any]]) -> None:
    """Write all columns of the files as CSV, and new ones behind them; on stdout where no file is named."""
    import polars as pl

    from concordant.sources.batches import column_names, read_columns
    from concordant.sources.source import with_roles

    names = column_names(files)
    if taken := next((name for name in new if name in names), None):
        raise OptionError(f"the file has a column {taken!r} already: choose another name, --name COL.")
    read = with_roles(files, text=names)
    frame = read_columns(read, names)
    if others := [name for name, kind in frame.schema.items() if kind.is_nested() or kind in (pl.Binary, pl.Duration)]:
        shown = ", ".join(map(repr, others))
        msg = f"{files[0]}: {shown} holds what CSV cannot: lists, records, durations or bytes; take it out of the file."
        raise OptionError(msg)
    rows = frame.with_columns(pl.Series(name, _of_one_kind(values)) for name, values in new.items())
    text = rows.write_csv(**_form_of(read))
    write_output(option, given or "-", lambda: text, lambda: None)()


def _form_of(files: Sequence[DataFile]) -> dict[str, Any]:
    """How the CSV is written: with the semicolons and decimal commas that the files have."""
    from concordant.sources.csv_files import has_decimal_comma

    commas = {has_decimal_comma(file): file.path for file in files}
    if "used" in commas and "" in commas:
        msg = f"{commas['used']} has decimal commas and {commas['']} has none, and one file cannot have both: "
        raise OptionError(f"{msg}write the rows of each by itself.")
    return {"separator": ";", "decimal_comma": "used" in commas} if any(commas) else {}


def _of_one_kind(labels: list[Any]) -> list[Any]:
    """Labels that one column can hold: half grades are floats among whole ones; labels of other kinds become text."""
    kinds = {type(label) for label in labels} - {type(None)}
    if len(kinds) <= 1:
        return labels
    convert: Any = float if kinds == {int, float} else str
    return [None if label is None else convert(label) for label in labels]


def read_rule(rule: str) -> CutPoints | BestThreshold | GuaranteedThreshold:
    """Read cut points or a threshold from a JSON file."""
    try:
        text = Path(rule).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise DataFileError(f"--rule {rule}: {getattr(error, 'strerror', None) or error}.") from error
    from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

    try:
        data = loads(text)
        kind = data.get("result") if isinstance(data, dict) else None
        if kind == "guaranteed_threshold":
            return GuaranteedThreshold.from_dict(data)
        return BestThreshold.from_dict(data) if kind == "threshold" else CutPoints.from_dict(data)
    except (ValueError, RecursionError, StateFormatError) as error:  # also of integers beyond Python's limit of digits
        raise StateFormatError(
            f"--rule {rule}: this file holds neither cut points nor a threshold; write one by "
            "concordant cutpoints ... --json rule.json or concordant threshold ... --json rule.json."
        ) from error
