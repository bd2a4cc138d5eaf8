"""What a table of states counts: which columns, which labels, which buckets of scores, which windows of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from concordant.errors import LabelError, MergeError, OptionError, StateFormatError
from concordant.inputs.labels import check_declared
from concordant.sources.frames import width_of, width_text
from concordant.states.buckets import Scale, ScoreKey
from concordant.states.state import plain_labels
from concordant.typing import Label

GROUP_BITS = 16  # 65,536 groups
LOSS_CELLS = 11  # of each class, see `cells.FixedSums`
_MOST_LABELS = 1000
_FIELDS = ("y_true", "y_pred", "y_score", "labels", "by", "time", "window", "scale", "bits")


@dataclass(frozen=True)
class Definition:
    """
    What is counted of each row.

    Attributes
    ----------
    y_true, y_pred, y_score : str or None
        Columns of the truth, of predicted labels, and of one score of two classes.
    labels : tuple or None
        All labels in their order; of two the second is the positive one. None where only scores are counted.
    by : tuple of str
        Columns whose values make the groups.
    time : str or None
        The column of the time of a row: dates and times, their text as in ISO 8601, or seconds since 1970.
    window : int or None
        The length of a window in microseconds. Windows begin at whole multiples of it since 1970-01-01 UTC.
    scale : {"probability", "real"}
        That of the scores.
    bits : int
        How finely scores are told apart, see `ScoreKey`.
    time_format : str or None
        How the text of a time is written, as `datetime.strptime` takes it; None for ISO 8601. Tables that were counted
        from different forms can be added.
    """

    y_true: str | None = None
    y_pred: str | None = None
    y_score: str | None = None
    labels: tuple[Label, ...] | None = None
    by: tuple[str, ...] = ()
    time: str | None = None
    window: int | None = None
    scale: Scale = "probability"
    bits: int = 8
    time_format: str | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls,
        *,
        y_true: str | None = None,
        y_pred: str | None = None,
        y_score: str | None = None,
        labels: Sequence[Label] | None = None,
        by: str | Sequence[str] | None = None,
        time: str | None = None,
        window: str | None = None,
        scale: Scale = "probability",
        bits: int = 8,
        time_format: str | None = None,
    ) -> Self:
        """Check what a caller asks for."""
        groups = () if by is None else (by,) if isinstance(by, str) else tuple(by)
        _check_roles(y_true, y_pred, y_score, groups, time)
        if (time is None) != (window is None):
            raise OptionError("time= (the column) and window= (such as '1d') go together: give both, or neither.")
        if time_format is not None and time is None:
            raise OptionError("time_format= says how the times of a column are written: name the column, time=.")
        names = _labels(labels, y_true, y_pred, y_score)
        ScoreKey(scale, bits=bits)  # raises for others
        width = None if window is None else width_of(window)
        return cls(y_true, y_pred, y_score, names, groups, time, width, scale, bits, time_format)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are read."""
        every = (self.y_true, self.y_pred, self.y_score, *self.by, self.time)
        return tuple(dict.fromkeys(name for name in every if name is not None))

    @cached_property
    def score_key(self) -> ScoreKey:
        """The buckets."""
        return ScoreKey(self.scale, bits=self.bits)

    @property
    def classes(self) -> int:
        """How many classes of the truth are told apart: one where there is no truth."""
        return 1 if self.y_true is None else len(self.labels or ())

    # -- cells: one number for each thing that is counted, laid end to end --------------------------------------------

    @cached_property
    def starts(self) -> dict[str, int]:
        """Where the cells of each kind begin; cell 0 counts the rows that lack a value."""
        found, at = {"missing": 0}, 1
        if self.y_pred is not None:
            found["labels"], at = at, at + self.classes * len(self.labels or ())
        if self.y_score is not None:
            key = self.score_key
            found["scores"], at = at, at + (key.highest - key.lowest + 1) * self.classes
        if self.y_score is not None and self.y_true is not None and self.scale == "probability":
            found["losses"], at = at, at + 2 * LOSS_CELLS
        found["end"] = at
        return found

    @cached_property
    def cell_bits(self) -> int:
        """How many bits number a cell."""
        return self.starts["end"].bit_length()

    # -- stored -------------------------------------------------------------------------------------------------------

    @property
    def counted(self) -> dict[str, Any]:
        """What is counted, as plain data that JSON can hold: what tables must share that are added."""
        fields = {name: getattr(self, name) for name in _FIELDS}
        return {**fields, "labels": plain_labels(self.labels), "by": list(self.by)}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        return self.counted | ({} if self.time_format is None else {"time_format": self.time_format})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote."""
        try:
            fields = {name: data[name] for name in _FIELDS}
            labels = None if fields["labels"] is None else tuple(fields["labels"])
            ScoreKey(fields["scale"], bits=fields["bits"])
            fields |= {"labels": labels, "by": tuple(fields["by"]), "time_format": data.get("time_format")}
            return cls(**fields)
        except (KeyError, TypeError, OptionError) as error:
            raise StateFormatError(f"the stored definition of a table of states cannot be read: {error}.") from error

    def require_same(self, other: Definition, *, store: object = None) -> None:
        """Raise unless tables of both may be added; the first may be that of a `store` that the other is to enter."""
        mine, others = self.counted, other.counted
        for name, value in mine.items():
            if value == others[name] and _kinds(value) == _kinds(others[name]):
                continue
            held, asked = _with_value(name, value), _with_value(name, others[name])
            if store is None:
                raise MergeError(f"cannot add tables of states with different {name}: one {held}, one {asked}.")
            raise MergeError(
                f"{store} counts rows {held}, and these are to be counted {asked}. To go on with what it counts leave "
                "out all columns and labels: the store knows them. To count something else name a new folder."
            )


def _with_value(name: str, value: Any) -> str:
    if value in (None, []):
        return f"without {name}="
    return f"with {name}={width_text(value) if name == 'window' else value!r}"


def _kinds(value: Any) -> Any:
    return [isinstance(x, bool) for x in value] if isinstance(value, list) else None


def _check_roles(
    y_true: str | None, y_pred: str | None, y_score: str | None, by: tuple[str, ...], time: str | None
) -> None:
    roles = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "time": time}
    for role, name in (*roles.items(), *(("by", name) for name in by)):
        if name is not None and not isinstance(name, str):
            raise OptionError(f"{role} must be the name of a column, not {name!r}.")
    if y_pred is None and y_score is None:
        raise OptionError("there is nothing to count: give y_pred (labels), y_score (scores), or both.")
    if len(set(by)) < len(by):
        raise OptionError(f"by= names a column twice: {', '.join(by)}.")
    reserved = [name for name in by if name in _COLUMNS]
    if reserved:
        msg = f"a column of groups cannot be called {reserved[0]!r}, as a column of the table is; rename it."
        raise OptionError(msg)


_COLUMNS = ("window_start", "window_end", "state", "cell", "class", "rows", "low", "high", "writer", "epoch")


def _labels(
    labels: Sequence[Label] | None, y_true: str | None, y_pred: str | None, y_score: str | None
) -> tuple[Label, ...] | None:
    if y_true is None and y_pred is None:
        if labels is not None:
            msg = "labels= is for a column of labels, and there is none: leave it out, or give y_true or y_pred."
            raise OptionError(msg)
        return None
    if labels is None:
        msg = "labels= must name all labels in their order, as later rows may have some that the first rows lack."
        raise OptionError(msg)
    names = check_declared(labels)
    plain_labels(names)  # raises for labels that cannot be stored
    if len(names) < 2 or len(names) > _MOST_LABELS:
        raise LabelError(f"labels= must name 2 to {_MOST_LABELS} labels, not {len(names)}.")
    if y_true is not None and y_score is not None and len(names) != 2:
        raise LabelError(f"y_score is one score of two classes; labels= names {len(names)}.")
    return names
