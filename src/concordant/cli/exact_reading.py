"""What ``--exact`` asks for: to read scores twice always, never, or where their bounds are too wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.cli.checked_command import ALWAYS
from concordant.cli.roles import check_choice

if TYPE_CHECKING:
    from concordant.report.results import Exact


def check_exact(given: str | None) -> Exact:
    """Return what was typed as `evaluate` takes it; raise for a value that is not one of the choices."""
    check_choice("--exact", given, ("auto", ALWAYS))
    return "auto" if given == "auto" else given == ALWAYS
