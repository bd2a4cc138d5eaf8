"""Labels and probabilities of a lazy frame become the `Moments` of a loss: by a few queries of its own engine."""

from __future__ import annotations

from concordant.engines.frames.loss_sums import loss_sums
from concordant.engines.frames.score_classes import ScoreClasses
from concordant.engines.frames.whole_rows import WholeRows
from concordant.errors import ScoreError
from concordant.states.moments import Loss, Moments


def loss_moments(found: ScoreClasses, loss: Loss) -> Moments:
    """
    Sum a loss of probabilities.

    Raises
    ------
    ScoreError
        If the scores are no probabilities.
    """
    _refuse_other_scores(found.rows)
    return loss_sums(found.rows, {"loss": loss}, found.classes).moments(missing=found.rows.lost)["loss"]


def _refuse_other_scores(rows: WholeRows) -> None:
    why, names = rows.why, ", ".join(map(repr, rows.roles.scores))
    if why is None:
        return
    if rows.bounded:
        msg = (
            f"{why}; a row of {names} is off by {rows.off:.3g}. Divide each row by its sum if these are unnormalised "
            "weights."
        )
    else:
        msg = (
            f"{why}; those of {names} are from {rows.least!r} to {rows.most!r}. Scores of another scale must be turned "
            "into probabilities first."
        )
    raise ScoreError(msg)
