"""The evaluation of the columns that the options name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.cli.roles import Roles
from concordant.cli.wording import errors_in_options

if TYPE_CHECKING:
    from concordant.report import Evaluation


def evaluated(roles: Roles, *, missing: Any, level: float | None, **choices: Any) -> Evaluation:
    """Read the columns and evaluate them; errors speak of options."""
    frame = roles.read()
    labels, pos_label = roles.typed_labels(frame[roles.truth])
    from concordant.report import evaluate

    with errors_in_options(roles.arguments):
        return evaluate(
            roles.truth,
            roles.pred,
            list(roles.score) or None,
            data=frame,
            labels=labels,
            pos_label=pos_label,
            sample_weight=roles.weight,
            missing=missing,
            level=level,
            cluster=roles.cluster,
            by=roles.by,
            **choices,
        )
