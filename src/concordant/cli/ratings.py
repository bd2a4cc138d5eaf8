"""Ratings of many raters as typed: a column a rater, or a row a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from concordant.cli.columns import read_ratings, remarks_on_repeats
from concordant.cli.options import Duplicates, Missing
from concordant.errors import OptionError

if TYPE_CHECKING:
    import polars as pl

    from concordant.panels.units import RatedUnits
    from concordant.states import NumericRatings
    from concordant.typing import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingColumns:
    """
    The columns of ratings.

    Parameters
    ----------
    unit : COL
        Column of what was rated; a row a rating (long form) needs it.
    rater : COL
        Long form: column of who rated.
    label : COL
        Long form: column of the rating.
    raters : A,B,C
        Many raters, a column each (wide form).
    duplicates
        Where a rater has rated a unit twice: stop, take it for another rater, or keep one.
    """

    unit: str | None = None
    rater: str | None = None
    label: str | None = None
    raters: str | None = None
    duplicates: Duplicates = "raise"

    @property
    def wide(self) -> list[str]:
        """The columns of the raters; none in long form."""
        return [] if self.raters is None else several_columns("--raters", self.raters)

    def read(
        self, files: Sequence[str], labels: list[str] | None, cluster: str | None = None, missing: Missing = "raise"
    ) -> RatingRows:
        """Read the ratings; `labels` are as typed."""
        if self.raters is not None:
            if self.duplicates != "raise":
                raise OptionError("--duplicates is for a row a rating; with --raters A,B,C every row is a unit.")
            if self.rater or self.label:
                msg = "--raters is for a column a rater; --rater and --label for a row a rating: give one of both."
                raise OptionError(msg)
            rated, beside = self.wide, (self.unit, cluster)
        else:
            if self.unit is None or self.label is None:
                raise OptionError(
                    "a row a rating needs --unit COL and --label COL (and --rater COL); a column a rater needs "
                    "--raters A,B,C."
                )
            if cluster is not None:
                raise OptionError("--cluster is for a column a rater (--raters A,B,C), where every row is a unit.")
            rated, beside = [self.label], (self.unit, self.rater)
        frame, known, remarks = read_ratings(
            list(files),
            rated,
            names=beside,
            blanks=beside,
            labels=labels,
            rater=self.rater,
            cluster=cluster,
            missing=missing,
        )
        if self.raters is not None and self.unit is not None and cluster is None:
            remarks += remarks_on_repeats(frame[self.unit], "a unit")
        return RatingRows(self, frame, known, cluster, remarks + self._left_out(frame))

    def _left_out(self, frame: pl.DataFrame) -> list[str]:
        """A remark on ratings that --duplicates first or last leaves out."""
        if self.duplicates not in ("first", "last") or self.rater is None:
            return []
        from concordant.result.record import counted

        rated = frame.select(self.unit, self.rater, self.label).drop_nulls()
        dropped = rated.height - rated.n_unique(subset=[str(self.unit), self.rater])
        again = "of a unit that the same rater has rated twice"
        ratings = counted(dropped, f"rating {again} is", f"ratings {again} are")
        return [f"remark: {ratings} left out (--duplicates {self.duplicates})"] if dropped else []


def several_columns(option: str, typed: str, *, least: int = 2) -> list[str]:
    """Split the names of columns, two or more, at their commas."""
    names = [name.strip() for name in typed.split(",")]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError(f"{option} names {twice} twice: name each column once.")
    if len(names) < least:
        msg = f"{option} {names[0]}: one rater has nobody to agree with; name the columns of two or more, A,B,C."
        raise OptionError(msg)
    return names


@dataclass(frozen=True, slots=True)
class RatingRows:
    """Ratings as they were read, with the labels in the type of their column and remarks."""

    columns: RatingColumns
    frame: pl.DataFrame
    labels: list[Label] | None
    cluster: str | None
    remarks: list[str]

    @property
    def units(self) -> RatedUnits:
        """The ratings as labels, unit by unit."""
        from concordant.panels.units import read_units
        from concordant.states import Ratings

        given = self.columns
        if given.wide:
            who, groups = (None if name is None else self.frame[name] for name in (given.unit, self.cluster))
            return read_units(self.frame.select(given.wide), unit=who, labels=self.labels, cluster=groups)
        roles: Any = {"unit": given.unit, "rater": given.rater, "label": given.label, "duplicates": given.duplicates}
        read = read_units(self.frame, **roles, labels=self.labels)
        if isinstance(read.state, Ratings) and len(read.state.raters) == 1:
            name = read.state.raters[0]
            raise OptionError(f"--rater {given.rater}: all ratings are of {name!r}, who has nobody to agree with.")
        return read

    @property
    def numbers(self) -> NumericRatings:
        """The ratings as numbers."""
        from concordant.states import NumericRatings

        given = self.columns
        if given.wide:
            groups = None if self.cluster is None else self.frame[self.cluster]
            return NumericRatings.from_wide(self.frame.select(given.wide), cluster=groups)
        if given.rater is None:
            raise OptionError("a coefficient of numbers needs to know who rated: add --rater COL.")
        roles: Any = {"unit": given.unit, "rater": given.rater, "rating": given.label}
        return NumericRatings.from_long(self.frame, **roles, duplicates=given.duplicates)
