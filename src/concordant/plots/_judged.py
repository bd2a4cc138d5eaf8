"""The title of a picture of what was chosen on some rows: its value there never stands alone."""

from __future__ import annotations

import numpy as np

from concordant.result import BestThreshold, CutPoints
from concordant.result.wording import rate_text


def judged_title(found: CutPoints | BestThreshold, where: str) -> str:
    """The value, and in a second line what it is on other rows, where that is known."""
    lines = [f"{found.metric.replace('_', ' ')} {rate_text(found.value)} at {where}"]
    honest = found.cross_validated_value
    if not np.isnan(honest):
        error, optimism = rate_text(found.standard_error), rate_text(found.optimism + 0.0)
        lines.append(f"cross-validated {rate_text(honest)}, standard error {error}, optimism {optimism}")
    return "\n".join(lines)
