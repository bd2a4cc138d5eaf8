"""States of groups of rows: one for each value of some columns, or for each window of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from concordant.errors import InputError
from concordant.typing import Frame

S = TypeVar("S", bound="ByGroup")


@dataclass(frozen=True, eq=False, repr=False)
class StatesByGroup(Mapping[Any, S]):
    """
    A state for each group of rows, as `by_group` of a state makes it.

    A group is named by its value; of several columns by the values of all, as a tuple. A window of time is named by its
    beginning, in UTC.

    Attributes
    ----------
    by : tuple of str
        What the groups are by.
    states : dict
        In the order of the groups.
    missing : int
        How many rows were left out as their group is missing; those that lack another value are counted in the states.
    """

    by: tuple[str, ...]
    states: dict[Any, S]
    missing: int = 0

    def __getitem__(self, group: Any) -> S:
        """Return the state of one group."""
        return self.states[group]

    def __iter__(self) -> Iterator[Any]:
        """Yield the groups in order."""
        return iter(self.states)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self.states)

    def total(self) -> S:
        """Return the state of all groups together."""
        if not self.states:
            msg = "there are no groups: nothing can be added up."
            raise InputError(msg)
        first, *others = self.states.values()
        for other in others:
            first = first + other
        return first

    def __repr__(self) -> str:
        """The groups, not the numbers."""
        kind = type(next(iter(self.states.values()))).__name__.removeprefix("_CountsOf") if self.states else "states"
        return f"<{kind} of {len(self.states):,} groups by {', '.join(self.by)}>"


class ByGroup:
    """A state that can be made of each group of rows by one query."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        """Add the rows of two states."""
        raise NotImplementedError

    @classmethod
    def by_group(cls, frame: Frame, *, by: Any, **columns: Any) -> StatesByGroup[Self]:
        """
        Make the state of each group of rows of a frame; of a lazy frame where it lives, by one query or two.

        Parameters
        ----------
        frame : eager or lazy frame, files
            Of files the columns are read as a whole.
        by : str, tuple, or list of these
            A column whose values make the groups, or a column of times with the length of a window: ``("at", "1d")``.
            Windows begin at whole multiples of their length since 1970-01-01 UTC (``"s"``, ``"m"``, ``"h"``, ``"d"``,
            ``"w"``; those of 7 days on a Thursday); a time without a zone is taken as UTC. Of several, each
            combination that occurs is a group.
        **columns
            As for `from_frame`. Labels that are not declared are those of all rows in every group, so that states of
            groups can be added.

        Returns
        -------
        StatesByGroup
            A mapping of groups to states.

        Raises
        ------
        MissingValuesError
            If a group is missing; with ``missing="drop"`` such rows are left out and counted.

        Examples
        --------
        >>> import polars as pl
        >>> from concordant import accuracy
        >>> from concordant.states import Counts
        >>> rows = pl.LazyFrame({"truth": [0, 1, 1, 0], "label": [0, 1, 0, 0], "site": ["north", "south"] * 2})
        >>> found = Counts.by_group(rows, by="site", y_true="truth", y_pred="label")
        >>> {site: accuracy.of(counts) for site, counts in found.items()}
        {'north': 0.5, 'south': 1.0}
        >>> accuracy.of(found.total())
        0.75
        """
        from concordant.engines.frames.by_group import states_by_group

        return states_by_group(cls, frame, by, columns)
