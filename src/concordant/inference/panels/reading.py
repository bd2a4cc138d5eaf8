"""From the data of a call to a panel: states as they are, matrices and frames as ratings, with clusters of units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.errors import OptionError
from concordant.inference.panels.panel import Panel, panel_of
from concordant.inference.samples.units import Clusters
from concordant.inputs.clusters import check_clusters
from concordant.inputs.panels import check_wide
from concordant.metrics._object.kinds import PANEL
from concordant.metrics._object.metric import Metric
from concordant.states import Counts, Ratings, Tallies, TallySums
from concordant.states.rating_profiles import profiles_of_codes

_STATES = (Counts, Ratings, Tallies, TallySums)


def read_panel(metric: Metric, ratings: Any, options: dict[str, Any], cluster: Any = None) -> Panel:
    """Return the panel of the ratings of a call; `options` lose those that say how the ratings are read."""
    if cluster is None:
        state = metric.panel_state(ratings, options)
        return panel_of(metric, state, options)
    reading = {name: options.pop(name) for name in PANEL.reading if name in options}
    state, clusters = read_clustered(ratings, reading, cluster)
    if not (metric.panel is not None and metric.panel.raters):
        clusters = replace(clusters, unit=state.compositions()[clusters.unit])
    return panel_of(metric, state, options, clusters)


def read_clustered(ratings: Any, reading: Mapping[str, Any], cluster: Any) -> tuple[Ratings, Clusters]:
    """Return the ratings of a matrix or a frame, and which units, by their profiles, belong together."""
    if isinstance(ratings, _STATES):
        msg = f"a {type(ratings).__name__} has no rows to be in clusters: give the matrix of ratings with cluster=."
        raise OptionError(msg)
    rows = check_wide(ratings, **reading, each=True)
    profiles, weight, squares, place, missing = profiles_of_codes(rows.codes, len(rows.labels), rows.weights)
    named = (rows.labels, rows.raters)
    state = Ratings.of_profiles(profiles, weight, squares, *named, ordered=rows.ordered, missing=missing)
    here = np.flatnonzero(place >= 0)
    code, _ = check_clusters(cluster, len(place), None)
    used, code = np.unique(code[here], return_inverse=True)
    of_units = np.ones(len(here)) if rows.weights is None else rows.weights[here].astype(np.float64)
    return state, Clusters(code.ravel(), place[here], of_units, len(used))
