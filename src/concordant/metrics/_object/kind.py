"""What a metric takes beside the truth, and how that becomes a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from concordant.metrics._object.asked import data_names_of, options_of
from concordant.metrics._object.facts import Input

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _as_gathered(state: Any, rows: Any) -> Any:
    """Return the state: it holds all that inference asks for."""
    del rows
    return state


def _not_shortened(metric: Metric, rows: Any) -> None:
    """No shortcut takes these rows."""
    del metric, rows


@dataclass(frozen=True, eq=False)
class Kind:
    """
    One kind of metric.

    Attributes
    ----------
    input : str
        What stands beside the truth, see `Facts`.
    takes : tuple of type
        The states that its formulas take.
    read : callable
        Takes the data by position, and by keyword how they are read; gives checked rows.
    read_several : callable
        Takes the truth, several predictions of the same rows and `names` for them, and how they are read as `read`
        does; gives checked rows of each prediction.
    gather : callable
        Takes the metric, checked rows and the options of a call; gives the state.
    kept : callable
        Takes a state that the caller keeps, and its rows; gives the state with what a value does without.
    summed : callable
        As `gather`, of a state that is read once and forgotten: it may do without what only intervals need.
    check : callable
        Takes the metric, a state and options; raises for a state that no metric of this name is a formula of.
        None: every state of the right type will do.
    shortened : callable
        Takes the metric and checked rows; gives the rows that a shortcut takes, None where it takes none.
    unread : callable
        Takes the data and the weights as they were given; gives rows that a shortcut takes although nobody has read
        them, None of most. None: there are no such rows.
    plain : callable
        Takes the data as they were given; gives the rows that `read` gives of them without options, at once, which a
        shortcut takes just as they are; None of most. None: there are no such rows.
    state_options : tuple of str
        Options of a call that decide the state, not the formula.
    """

    input: Input
    takes: tuple[type, ...]
    read: Callable[..., Any]
    read_several: Callable[..., list[Any]]
    gather: Callable[[Metric, Any, Mapping[str, Any]], Any]
    check: Callable[[Metric, Any, Mapping[str, Any]], None] | None = None
    shortened: Callable[[Metric, Any], Any] = _not_shortened
    state_options: tuple[str, ...] = ()
    kept: Callable[[Any, Any], Any] = _as_gathered
    summed: Callable[[Metric, Any, Mapping[str, Any]], Any] | None = None  # None: `gather`
    unread: Callable[..., Any] | None = None
    plain: Callable[..., Any] | None = None

    @cached_property
    def data(self) -> tuple[str, ...]:
        """The names of the arguments of a call that are data."""
        return data_names_of(self.read)

    @cached_property
    def reading(self) -> tuple[str, ...]:
        """The options of a call that say how the data are read."""
        return options_of(self.read)
