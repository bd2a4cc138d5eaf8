"""States that are added on the host, batch by batch, and at the end over processes: curves and moments."""

from __future__ import annotations

from typing import Any

from concordant.engines.added_in_turn import Parts, sum_of
from concordant.engines.torch.processes import gathered_objects


class HostParts(Parts):
    """States of the batches of this process."""

    def gathered(self, group: Any) -> Any:
        """Return the state of the rows of all processes, added by rank, None if there is none."""
        return sum_of(state for state in gathered_objects(self.total(), group) if state is not None)
