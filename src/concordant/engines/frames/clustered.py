"""What clusters of rows of a lazy frame add up to: sums of each cluster come home, as many as memory has room for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.cluster_sums import ClusteredLosses, ClusteredScores, Codes
from concordant.engines.frames.buckets import with_places
from concordant.engines.frames.groups import many_groups, times_of
from concordant.engines.frames.loss_sums import LossSums
from concordant.engines.frames.whole_rows import CLASS, CLUSTER, GROUP, WholeRows, score
from concordant.errors import OptionError
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import numbered
from concordant.states.buckets import ScoreKey

if TYPE_CHECKING:
    import narwhals as nw

MOST_IN_CLUSTERS = 2_000_000  # cells that come home
_MOST_BITS, _FEWEST_BITS = 12, 4
_BUCKETS_A_BIT = 18  # how many buckets of two classes scores have that spread over all octaves, for each step of one


def refuse_many_cells(rows: WholeRows, keys: tuple[str, ...]) -> None:
    """
    Raise if clusters have so many different rows that these would be most of the rows.

    Raises
    ------
    OptionError
        The message says what to do.
    """
    name, many = rows.roles.cluster, many_groups(rows.frame, keys)
    if many > MOST_IN_CLUSTERS:
        msg = (
            f"cluster={name!r} has {many:,} different sums of clusters, more than the {MOST_IN_CLUSTERS:,} that are "
            "brought home. Bring the columns here, data=frame.collect(), or leave out cluster=."
        )
        raise OptionError(msg)


def cluster_numbers(cells: nw.DataFrame[Any], name: str) -> Codes:
    """Return a number for the cluster of each cell."""
    column = encode(cells.get_column(CLUSTER).to_native(), name)
    return numbered(column.values)[0]


class ScoresInClusters:
    """
    How many rows of two classes each cluster has in each bucket of scores, in each group.

    Buckets are as fine as the number of clusters allows. The sums of clusters are of influences, which are the means of
    those in a bucket: with 16 buckets an octave their squares are known to a few parts in ten thousand.
    """

    def __init__(self, rows: WholeRows) -> None:
        """Ask for them."""
        import narwhals as nw

        clusters = many_groups(rows.frame, (CLUSTER,))
        bits = (MOST_IN_CLUSTERS // (_BUCKETS_A_BIT * max(clusters, 1))).bit_length() - 1
        bits = min(max(bits, _FEWEST_BITS), _MOST_BITS)
        self.key = ScoreKey("probability", bits=bits) if rows.bounded else ScoreKey("real", bits=bits)
        keys = (CLASS, "place", CLUSTER, *(() if rows.roles.by is None else (GROUP,)))
        frame = with_places(rows.frame, self.key, score(0)).select(*keys)
        if bits == _FEWEST_BITS:
            refuse_many_cells(replace(rows, frame=frame), keys)
        self.cells = frame.group_by(*keys).agg(nw.len().alias("rows")).collect()
        self._cluster = cluster_numbers(self.cells, rows.roles.cluster or CLUSTER)

    def scores(self, here: Any = slice(None)) -> ClusteredScores:
        """Return those of all rows, or of some of the cells."""
        code, place = (self.cells.get_column(name).to_numpy().astype(np.int64)[here] for name in (CLASS, "place"))
        return ClusteredScores(self._cluster[here], code, place, times_of(self.cells)[here], self.key)


def losses_in_clusters(sums: LossSums, cluster: Codes, here: Any = slice(None)) -> ClusteredLosses:
    """Return the losses in each cluster, of all rows or of those in some of the cells, which are not weighted."""
    code, times = sums.cells.get_column(CLASS).to_numpy().astype(np.int64), times_of(sums.cells)
    each = {kind: sums.mean_and_spread(kind) for kind in sums.means}
    mean, spread = ({kind: both[k][here] for kind, both in each.items()} for k in (0, 1))
    return ClusteredLosses(cluster[here], code[here], times[here], mean, spread, len(sums.classes))
