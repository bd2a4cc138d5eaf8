"""The rows of a lazy frame that have all values, in columns of known names; one query says what the scores are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from concordant.engines import arrays
from concordant.engines.frames.opened import chosen, refuse_weights, weight_of
from concordant.errors import InputError, MissingValuesError, ScoreError, WeightError
from concordant.inputs.rows import adds_up_too_far, refuse_counted, unit_beyond
from concordant.inputs.scores import SUM_TOLERANCE
from concordant.states.buckets import ScoreKey
from concordant.states.state import SQUARED
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

TRUTH, PRED, GROUP, CLUSTER, WEIGHT = "truth", "pred", "group 0", "cluster", "weight"
PAGE_BITS = 14  # of the key of all rows of two classes: a page may have 400,000 buckets, 16 MB
CLASS, DECIDED = "class", "decided"  # the places of the true and the predicted label among all


class ExtremeWeightsError(WeightError):
    """Weights whose squares leave float64."""


def score(place: int) -> str:
    """What a column of scores is called."""
    return f"score {place}"


@dataclass(frozen=True, slots=True)
class Roles:
    """
    The columns of a frame by their role.

    Attributes
    ----------
    truth : str
    scores : tuple of str
        One of two classes, or one a class.
    pred, weight, by, cluster : str or None
    """

    truth: str
    scores: tuple[str, ...]
    pred: str | None = None
    weight: str | None = None
    by: str | None = None
    cluster: str | None = None

    @property
    def labelled(self) -> dict[str, str]:
        """The columns of labels, groups and clusters, by the names that they get."""
        named = {TRUTH: self.truth, PRED: self.pred, GROUP: self.by, CLUSTER: self.cluster}
        return {name: column for name, column in named.items() if column is not None}


@dataclass(frozen=True, slots=True)
class WholeRows:
    """
    Rows that have all values and a weight.

    Attributes
    ----------
    frame : LazyFrame
        The columns of labels, groups and clusters as they are; the scores and the weights as floats.
    roles : Roles
    total : int
        How many rows there were.
    n : int
        How many of them have a weight above zero.
    lost : int
        How many of them lack a value.
    least, most : float
        Of all scores; NaN without a row.
    off : float
        By how much the scores of a row miss a sum of one at most.
    narrow : bool
        Whether all scores came as float32.
    """

    frame: nw.LazyFrame[Any]
    roles: Roles
    total: int
    n: int
    lost: int
    least: float
    most: float
    off: float
    narrow: bool

    @property
    def weighted(self) -> bool:
        """Whether rows have weights."""
        return self.roles.weight is not None

    @property
    def bounded(self) -> bool:
        """Whether all scores lie within 0 and 1."""
        return 0 <= self.least <= self.most <= 1

    @property
    def why(self) -> str | None:
        """Why the scores are no probabilities of all classes; None if they are."""
        if not self.bounded:
            return "y_prob must hold probabilities between 0 and 1"
        many = len(self.roles.scores) > 1 and self.off > SUM_TOLERANCE[4 if self.narrow else 8]
        return "each row of y_prob must sum to 1" if many else None

    def key(self, bits: int | None = None) -> ScoreKey:
        """Return the key of buckets that keep so many bits of a score, of one sign; by default those of a page."""
        bits = PAGE_BITS if bits is None else bits
        return ScoreKey("probability", bits=bits) if self.bounded else ScoreKey("real", bits=bits - 1)

    def require_rows(self) -> None:
        """
        Raise if no row is left.

        Raises
        ------
        InputError
            A subclass and its message say why.
        """
        if not self.total:
            msg = "there are no rows: nothing can be evaluated."
            raise InputError(msg)
        if not self.n:
            msg = "none of the rows has a weight above zero: nothing can be evaluated."
            raise WeightError(msg)
        if self.lost == self.n:
            names = ", ".join(dict.fromkeys((*self.roles.labelled.values(), *self.roles.scores)))
            msg = f"no row is complete: {self.lost:,} rows have a missing value in one of {names}."
            raise MissingValuesError(msg)

    def reordered(self, order: Sequence[int]) -> WholeRows:
        """Take the columns of scores in another order."""
        import narwhals as nw

        names = [name for name in self.frame.collect_schema().names() if not name.startswith("score ")]
        moved = [nw.col(score(old)).alias(score(new)) for new, old in enumerate(order)]
        roles = replace(self.roles, scores=tuple(self.roles.scores[old] for old in order))
        return replace(self, frame=self.frame.select(*names, *moved), roles=roles)

    def coded(self, labels: Sequence[Label]) -> WholeRows:
        """
        Add the place of the true label among all, and that of the predicted one.

        Without predicted labels that is the class of the highest score, the first of equal ones; of two classes the
        second from a score of 0.5 on.
        """
        import narwhals as nw

        scores = [nw.col(score(place)) for place in range(len(self.roles.scores))]
        if self.roles.pred is not None:
            decided = _place(PRED, labels)
        elif len(scores) == 1:
            decided = (scores[0] >= 0.5).cast(nw.Int64)
        else:
            highest = nw.max_horizontal(*scores)
            before = [(one < highest).cast(nw.Int64) for one in scores[:-1]]
            decided = all_before = before[0]
            for one in before[1:]:  # how many columns stand below the highest before the first that does not
                all_before = all_before * one
                decided = decided + all_before
        codes = {CLASS: _place(TRUTH, labels), DECIDED: decided.cast(nw.Int64)}
        return replace(self, frame=self.frame.with_columns(*(code.alias(name) for name, code in codes.items())))


def _place(column: str, labels: Sequence[Label]) -> nw.Expr:
    """The place of each label among all."""
    import narwhals as nw

    places = [(nw.col(column) == label).cast(nw.Int64) * place for place, label in enumerate(labels) if place]
    return nw.sum_horizontal(*places)


def whole_rows(frame: nw.LazyFrame[Any], roles: Roles, missing: Missing) -> WholeRows:
    """
    Leave out rows that lack a value or have no weight.

    Raises
    ------
    MissingValuesError
        If a value is missing and ``missing="raise"``.
    ScoreError
        If scores are no numbers, or whole ones that float64 does not tell apart.
    WeightError
        If weights are no weights, or so small or large that sums of their squares leave float64.
    """
    import narwhals as nw

    schema = frame.collect_schema()
    for name in roles.scores:
        if not (schema[name].is_numeric() or schema[name] == nw.Boolean):
            msg = f"column {name!r} must hold numbers, not {schema[name]}."
            raise ScoreError(msg)
    named = {score(place): name for place, name in enumerate(roles.scores)}
    columns = [chosen(frame, name).alias(alias) for alias, name in roles.labelled.items()]
    columns += [(chosen(frame, name).cast(nw.Float64) + 0.0).alias(alias) for alias, name in named.items()]
    weight, bad = (nw.lit(1.0), nw.lit(value=False)) if roles.weight is None else weight_of(frame, roles.weight)
    rows = frame.select(*columns, weight.alias(WEIGHT), bad.cast(nw.Int64).alias("bad"))
    here = ~(nw.col(WEIGHT) == 0).fill_null(value=False)
    origin = {**roles.labelled, **named}
    gaps = {alias: _absent(rows, alias) for alias in origin}
    lacking = nw.lit(value=False)
    for gap in gaps.values():
        lacking = lacking | gap
    found = _survey(rows, list(gaps.values()), list(named), here, lacking)
    each = {name: int(found[f"gap {place}"] or 0) for place, name in enumerate(gaps)}
    refuse_weights(int(found["bad"] or 0), roles.weight)
    many, lost = int(found["here"] or 0), int(found["lost"] or 0)
    if missing == "raise":
        refuse_counted([f"column {origin[name]!r} has {gone} missing" for name, gone in each.items() if gone])
    if roles.weight is not None and many:
        _refuse_extreme(float(found["greatest"]), many, roles.weight)
    for alias, name in named.items():
        if schema[name].is_integer() and lost < many:
            ends_of = (found[f"least {alias}"], found[f"most {alias}"])  # rounded: 2**53 can be 2**53 + 1
            arrays.refuse_wide(int(ends_of[0]) - 1, int(ends_of[1]) + 1, f"column {name!r}")
    ends = [[found[f"{end} {alias}"] for alias in named] for end in ("least", "most")]
    least, most = (float(min(ends[0])), float(max(ends[1]))) if lost < many else (float("nan"), float("nan"))
    narrow = all(schema[name] == nw.Float32 for name in roles.scores)
    kept = rows.filter(here & ~lacking).select(*origin, *([] if roles.weight is None else [WEIGHT]))
    return WholeRows(kept, roles, int(found["n"]), many, lost, least, most, float(found["off"] or 0), narrow)


def _survey(
    rows: nw.LazyFrame[Any], gaps: list[nw.Expr], scores: list[str], here: nw.Expr, lacking: nw.Expr
) -> dict[str, Any]:
    """What one query says of all rows: how many there are, what they lack, and between what their scores lie."""
    import narwhals as nw

    off = (nw.sum_horizontal(*(nw.col(name) for name in scores)) - 1.0).abs()
    known = here & ~lacking
    marked = rows.with_columns(off.alias("off")).with_columns(  # apart: Dask aligns no sum of columns with a mask
        *((gap & here).cast(nw.Int64).alias(f"gap {place}") for place, gap in enumerate(gaps)),
        here.cast(nw.Int64).alias("here"),
        (here & lacking).cast(nw.Int64).alias("lost"),
        nw.when(here).then(nw.col(WEIGHT)).alias("greatest"),
        nw.when(known).then(nw.col("off")).alias("off"),
        *(nw.when(known).then(nw.col(name)).alias(f"known {name}") for name in scores),
    )
    totals = marked.select(
        nw.len().alias("n"),
        *(nw.col(name).sum() for name in ("here", "lost", "bad")),
        *(nw.col(f"gap {place}").sum() for place in range(len(gaps))),
        *(nw.col(name).max() for name in ("greatest", "off")),
        *(nw.col(f"known {name}").min().alias(f"least {name}") for name in scores),
        *(nw.col(f"known {name}").max().alias(f"most {name}") for name in scores),
    ).collect()
    found: dict[str, Any] = totals.rows(named=True)[0]
    return found


def _absent(rows: nw.LazyFrame[Any], name: str) -> nw.Expr:
    """Where a value is missing: null, and in floats NaN."""
    import narwhals as nw

    column = nw.col(name)
    if rows.collect_schema()[name].is_float():
        return (column.is_null() | column.is_nan()).fill_null(value=True)
    return column.is_null()


def _refuse_extreme(greatest: float, rows: int, name: str) -> None:
    """Raise for weights whose squares leave float64; arrays have other units for them."""
    if unit_beyond(greatest, SQUARED) or unit_beyond(greatest * rows, SQUARED) or adds_up_too_far(greatest, rows):
        msg = (
            f"sample_weight column {name!r} goes up to {greatest:g} in {rows:,} rows, whose squares are no floats: "
            "divide all weights by one number."
        )
        raise ExtremeWeightsError(msg)
