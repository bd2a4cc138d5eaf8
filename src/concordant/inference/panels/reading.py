"""From the data of a call to a panel: states as they are, matrices and frames as ratings, with clusters of units."""

from __future__ import annotations

from typing import Any

from concordant.errors import OptionError
from concordant.inference.panels.panel import Panel, panel_of
from concordant.metrics.definition.kinds import PANEL
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, Ratings, Tallies, TallySums

_STATES = (Counts, Ratings, Tallies, TallySums)


def read_panel(metric: Metric, ratings: Any, options: dict[str, Any], cluster: Any = None) -> Panel:
    """Return the panel of the ratings of a call; `options` lose those that say how the ratings are read."""
    return panel_of(metric, read_state(metric, ratings, options, cluster), options)


def read_state(metric: Metric, ratings: Any, options: dict[str, Any], cluster: Any) -> Any:
    """Return the state of the ratings of a call, which knows their clusters."""
    if cluster is None:
        return metric.panel_state(ratings, options)
    if isinstance(ratings, _STATES):
        msg = (
            f"a {type(ratings).__name__} has no rows to be in clusters: give the matrix of ratings with cluster=, or "
            "make the state with it, Ratings.from_wide(..., cluster=...)."
        )
        raise OptionError(msg)
    reading = {name: options.pop(name) for name in PANEL.reading if name in options}
    return Ratings.from_wide(ratings, cluster=cluster, **reading)
