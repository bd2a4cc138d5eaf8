"""Ratings of units by many raters, which are a state as they are or become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from concordant.errors import InputTypeError, OptionError, RaterIdentityError
from concordant.metrics._object.kind import Kind
from concordant.states import (
    Counts,
    Ratings,
    Tallies,
    TallySums,
)
from concordant.typing import Column, Label

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


def _read_panel(
    ratings: Any,
    *,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
) -> Any:
    """A state as it is; a matrix or a frame as `Ratings`."""
    if not hasattr(missing_labels, "__len__"):
        msg = f"missing_labels must be a list of labels, not {missing_labels!r:.80}."
        raise OptionError(msg)
    if isinstance(ratings, (Counts, Ratings, Tallies, TallySums)):
        given = {"raters": raters, "labels": labels, "sample_weight": sample_weight}
        twice = [f"{name}=" for name, value in given.items() if value is not None]
        if twice or len(missing_labels):
            msg = (
                f"a {type(ratings).__name__} is read already: {', '.join(twice) or 'missing_labels='} cannot change it."
            )
            raise OptionError(msg)
        return ratings
    return Ratings.from_wide(ratings, raters, labels, sample_weight, missing_labels=missing_labels)


def _panel(metric: Metric, state: Any, options: Mapping[str, Any]) -> Any:
    del options
    refuse_nameless(metric, state)
    return state


def refuse_nameless(metric: Metric, state: Any) -> None:
    """Raise for a state that has forgotten who rated, where the metric asks who did."""
    if metric.panel is not None and metric.panel.raters and isinstance(state, (Tallies, TallySums)):
        msg = (
            f"{metric.name} needs to know who rated, and {type(state).__name__} are anonymous: build Ratings with "
            "rater=, or take a coefficient of exchangeable raters such as fleiss_kappa."
        )
        raise RaterIdentityError(msg)


def refuse_more_panels(ratings: Any, others: Sequence[Any], **reading: Any) -> NoReturn:
    del ratings, others, reading
    msg = "many raters have no truth with predictions beside it: compare(ratings, a=[raters], b=[raters])."
    raise InputTypeError(msg)


PANEL = Kind("panel", (Counts, Ratings, Tallies, TallySums), _read_panel, refuse_more_panels, _panel)
