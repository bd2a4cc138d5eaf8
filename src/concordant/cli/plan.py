"""`concordant plan ...`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Literal

from concordant.cli.columns import Roles, TypedColumns, without_missing
from concordant.cli.options import Missing, PanelWeights, made_of
from concordant.cli.output import note, print_document, print_or_write, print_result
from concordant.cli.ratings import RatingColumns
from concordant.cli.wording import chosen_options, named_metric, option_value, typed_words
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric
    from concordant.result.plans import Plan

_METAVARS = {
    **dict.fromkeys(("power", "icc", "prevalence", "a", "b", "discordant", "only_a", "only_b"), "SHARE"),
    "n": "ROWS",
    "cluster_size": "ROWS",
    "table": "ROWS",
    "categories": "K",
    "margins": "SHARES",
}
_OVER = {"units": "units", "both": "units and raters"}


def _plan(function: str, *examples: str, hidden: tuple[str, ...] = (), **metavars: str) -> Callable[..., None]:
    """Make a command of a function of `concordant.planning`, with two options beside its arguments."""

    @made_of(f"concordant.planning:{function}", hidden=hidden, metavars=_METAVARS | metavars)
    def plan(curve: str | None = None, json: str | None = None, **given: Any) -> None:
        """
        Parameters
        ----------
        curve : N,N,...
            Also print what studies of these sizes reach.
        correlation : R
            Correlation of the two models' scores within a class; give it twice for positive and negative rows.
        margins : SHARES
            Share of each category: "0.3,0.7"; or of each rater: "0.3,0.7; 0.4,0.6".
        table : ROWS
            The expected table, as counts or shares: "40,6; 5,49".
        method : NAME
            Which interval, test or variance.
        margin : NUMBER
            The greatest difference that does not matter, with --alternative; of superiority, the one to exceed.
        alternative
            What the test is to show: a difference; one towards the expected side; that the value is better by more
            than the margin, or at most the margin worse; or that it differs by less than the margin.
        """  # noqa: D205  (the text is that of the public function)
        from concordant import planning

        given |= {name: read(given[name]) for name, read in _READ.items() if given.get(name) is not None}
        print_plan(getattr(planning, function)(**given), curve, json)

    lines = "\n".join(f"concordant plan {example}" for example in examples)
    plan.__doc__ = f"\n{cleandoc(plan.__doc__ or '')}\n\nExamples\n--------\n{lines}"
    command: Callable[..., None] = plan
    return command


_READ: dict[str, Callable[[Any], Any]] = {
    "table": lambda text: _numbers("--table", text, square=True),
    "margins": lambda text: _numbers("--margins", text, square=False),
    "weights": option_value,
    "correlation": lambda given: given[0] if len(given) == 1 else given,
}


def _numbers(option: str, text: str, *, square: bool) -> list[list[float]] | list[float]:
    """Rows of numbers: commas or spaces between numbers, semicolons between rows."""
    try:
        rows = [[float(word) for word in row.replace(",", " ").split()] for row in text.split(";") if row.strip()]
    except ValueError as error:
        msg = f"{option} {text!r}: numbers are needed, with commas between them and semicolons between rows."
        raise OptionError(msg) from error
    if len({len(row) for row in rows}) != 1 or (square and len(rows) != len(rows[0])):
        shape = "as many rows as columns" if square else "rows of the same length"
        raise OptionError(f"{option} {text!r}: {shape} are needed, with semicolons between rows.")
    return rows if square or len(rows) > 1 else rows[0]


proportion = _plan(
    "proportion",
    "proportion --expected 0.9 --width 0.05",
    "proportion --expected 0.9 --against 0.8 --power 0.9",
    "proportion --expected 0.9 --against 0.8 --n 100",
    "proportion --expected 0.9 --against 0.9 --margin 0.05 --alternative non-inferiority",
    "proportion --expected 0.9 --width 0.05 --cluster-size 20 --icc 0.1",
)
kappa = _plan(
    "kappa",
    "kappa --expected 0.7 --categories 5 --width 0.2",
    "kappa --expected 0.6 --margins 0.3,0.7 --against 0.4",
    'kappa --table "40,6,1; 5,30,4; 0,3,11" --weights quadratic --width 0.15',
    hidden=("labels",),
)
icc = _plan(
    "icc",
    "icc --expected 0.8 --raters 3 --width 0.2",
    "icc --expected 0.8 --raters 3 --against 0.6 --power 0.9",
    n="UNITS",
)
auc = _plan(
    "auc",
    "auc --expected 0.8 --width 0.1 --prevalence 0.1",
    "auc --expected 0.8 --against 0.7 --power 0.8 --prevalence 0.1",
)
paired = _plan(
    "paired_proportions",
    "paired --a 0.85 --b 0.80 --discordant 0.12",
    "paired --only-a 0.10 --only-b 0.05 --power 0.9",
    "paired --a 0.85 --b 0.80 --width 0.06",
    "paired --a 0.85 --b 0.85 --discordant 0.12 --margin 0.05 --alternative equivalence",
    "paired --a 0.85 --b 0.75 --discordant 0.12 --margin 0.02 --alternative superiority",
)
independent = _plan(
    "independent_proportions",
    "independent --a 0.85 --b 0.75",
    "independent --a 0.85 --b 0.85 --margin 0.1 --alternative non-inferiority",
    "independent --a 0.85 --b 0.80 --ratio 2 --width 0.1",
)
paired_auc = _plan(
    "paired_aucs",
    "paired-auc --a 0.85 --b 0.80 --correlation 0.6 --prevalence 0.3",
    "paired-auc --a 0.85 --b 0.85 --correlation 0.6 --margin 0.05 --alternative equivalence",
    a="AUC",
    b="AUC",
)


@made_of(
    "concordant.judging:labels_needed",
    metavars=dict.fromkeys(("pass_rate", "sensitivity", "specificity", "half_width"), "SHARE"),
)
def labels(json: str | None = None, **given: Any) -> None:
    """
    Plan how many judged items people should label, at random, for the true pass rate.

    Parameters
    ----------
    sensitivity : SHARE
        What the judge passes of what people pass.
    specificity : SHARE
        What the judge fails of what people fail.

    Examples
    --------
    concordant plan labels --judged 4000 --pass-rate 0.8 --sensitivity 0.9 --specificity 0.85 --half-width 0.02
    """
    from concordant.judging import labels_needed

    print_result(labels_needed(**given), json)


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotColumns(TypedColumns):
    """
    The columns of one model, or of two that are compared.

    Parameters
    ----------
    pred : COL
        Column of labels; twice to compare two models.
    score : COL
        Column of scores; twice to compare two models.
    """

    pred: list[str] | None = None  # type: ignore[assignment]
    weight: None = field(default=None, init=False)


@made_of("concordant.planning:simulate", hidden=("pilot", "shares"), metavars=_METAVARS)
def pilot(
    columns: PilotColumns,
    *,
    metric: str,
    weights: str | None = None,
    average: str | None = None,
    option: list[str] | None = None,
    missing: Missing = "raise",
    cluster: str | None = None,
    curve: str | None = None,
    json: str | None = None,
    **given: Any,
) -> None:
    """
    Plan for any metric from a pilot: simulate studies from the rows of FILE, and count those that reach the aim.

    For one model give --width of its interval, or --against a value. For two models (--pred or --score twice) the plan
    is to show that the better one is better; or give --width of the interval of the difference.

    Parameters
    ----------
    metric : NAME
        The metric of the study.
    cluster : COL
        Column that says which rows belong together; whole clusters are drawn, and --n counts them.
    curve : N,N,...
        Also print what studies of these sizes reach.
    runs : N
        Number of simulated studies of each size.

    Examples
    --------
    concordant plan pilot --example ms --metric cohen_kappa --weights quadratic --width 0.15
    concordant plan pilot pilot.csv --truth label --pred predicted --metric f1 --against 0.7
    concordant plan pilot pilot.csv --truth label --score p_old --score p_new --metric roc_auc --power 0.9
    """
    from concordant import planning
    from concordant.metrics import get

    metric, own_options = named_metric(metric, chosen_options(weights, average, option))
    chosen = get(metric)
    preds, scores = columns.pred or (), columns.score or ()
    if preds and scores:
        raise OptionError("a study is about one metric: --pred for labels or --score for scores, not both.")
    if max(len(preds), len(scores)) > 2:
        raise OptionError("at most two models are compared: --pred (or --score) once or twice.")
    roles = columns.roles(command="plan pilot", default_example="ms", cluster=cluster)
    read, options = _columns(roles, chosen, missing)
    options |= own_options
    print_plan(planning.simulate(chosen, *read, **given, **options), curve, json)


def _columns(roles: Roles, metric: Metric, missing: Missing) -> tuple[list[Any], dict[str, Any]]:
    """The truth and the predictions of the rows that are planned with, and the labels in their order."""
    frame, options = roles.in_memory(positive="pos_label" in metric.options or "y_pred" not in metric.data)
    options.pop("sample_weight", None)
    frame = without_missing(frame, missing)
    if roles.cluster is not None:
        options["cluster"] = frame[roles.cluster]
    if "y_pred" in metric.data:
        predictions: list[Any] = [frame[name] for name in roles.preds]
    else:
        names = list(roles.score)
        several = roles.example is not None and len(names) > 1  # one model, a column a class
        predictions = [frame.select(names).to_numpy()] if several else [frame[name] for name in names]
    if not predictions:
        needed = "labels: --pred COL" if "y_pred" in metric.data else "scores: --score COL"
        raise OptionError(f"{metric.name} is of {needed}.")
    if "y_pred" in metric.data and "pos_label" not in metric.options:
        options.pop("pos_label", None)
    return [frame[roles.truth], *predictions], options


@made_of(
    "concordant.planning:panel",
    hidden=("pilot", "over"),
    renamed={"raters": "per_unit"},
    metavars={"n": "UNITS", "kappa": "KAPPA", "prevalence": "SHARE"},
)
def raters(
    columns: RatingColumns,
    files: list[str] | None = None,
    *,
    labels: list[str] | None = None,
    per_unit: str = "2..6",
    metric: str = "krippendorff_alpha",
    weights: PanelWeights = "none",
    over: Literal["units", "both"] = "units",
    json: str | None = None,
    **given: Any,
) -> None:
    """
    Plan how many raters should rate how many units, for the interval of a coefficient of agreement.

    FILE holds the ratings of a pilot; without one give --kappa.

    Parameters
    ----------
    files : [FILE]...
        A pilot; without it give --kappa.
    half_width : NUMBER
        Half the width of the interval.
    n : UNITS
        What so many units give.
    per_unit : 2..6
        How many raters rate each unit: a range or 2,3,5.
    metric : NAME
        A coefficient of exchangeable raters.
    weights
        What a disagreement of two labels costs.
    over
        What the interval is over: units, or raters too.
    kappa : KAPPA
        Without a pilot, two labels: the kappa expected.
    prevalence : SHARE
        With --kappa: the share of the positive label. Default: 0.5.

    Examples
    --------
    concordant plan raters pilot.csv --unit essay --rater who --label grade --weights quadratic --half-width 0.05
    concordant plan raters wide.csv --raters ann,bob,eve --half-width 0.05 --over both
    concordant plan raters --kappa 0.6 --prevalence 0.3 --half-width 0.1 --per-unit 2
    """
    from concordant import planning

    state = None
    if files:
        rows = columns.read(files, labels)
        note(*rows.remarks)
        state = rows.units.state
    how: Any = {"raters": _counts("--per-unit", per_unit), "metric": metric, "weights": weights, "over": _OVER[over]}
    print_result(planning.panel(state, **how, **given), json)


def print_plan(plan: Plan, curve: str | None, json: str | None) -> None:
    """Print a plan, with points of its curve, and write it as JSON where that is asked for."""
    ns = [] if curve is None else _counts("--curve", curve)
    reached = plan.curve(ns).tolist()
    what = "width" if plan.power is None else "power"
    data: dict[str, Any] = plan.to_dict()
    if curve is not None:
        data["curve"] = [{"n": n, what: value} for n, value in zip(ns, reached, strict=True)]
    print_or_write(lambda: data, json, lambda: _show(plan, what, ns, reached))


def _counts(option: str, text: str) -> list[int]:
    """Whole numbers of 2 or more: a range such as 2..6, or with commas between them."""
    counts = [int(word) if word.isdecimal() else 0 for word in typed_words([text])]
    if min(counts) < 2:
        raise OptionError(f"{option} {text}: give whole numbers of 2 or more, such as 2..6 or 100,200,400.")
    return counts


def _show(plan: Plan, what: str, ns: list[int], reached: list[float]) -> None:
    from concordant.documents.blocks import Document, Table

    doubt = () if plan.reason is None else (f"Unreliable: {plan.reason}.",)
    rows = tuple((f"{n:,}", f"{value:.3f}") for n, value in zip(ns, reached, strict=True))
    title, lead = str(plan).partition(" Assumed: ")[0], (f"Assumed: {'; '.join(plan.assumptions)}.", *doubt)
    blocks = (Table(("rows", what), rows, numeric_side=True),) if rows else ()
    print_document(Document(title=title, lead=lead, blocks=blocks))
