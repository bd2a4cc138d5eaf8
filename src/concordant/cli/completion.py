"""What the shell completes: names of metrics, and names of the columns of the file that the line names."""

from __future__ import annotations

import os
import shlex
from pathlib import Path


def metric_names(incomplete: str) -> list[str]:
    """Return the metrics whose name or alias begins so; nothing is imported but their table."""
    from concordant.metrics.definition.table import ALIASES, CHAPTERS

    return sorted(name for name in (*CHAPTERS, *ALIASES) if name.startswith(incomplete))


def column_names_of(incomplete: str) -> list[str]:
    """Return the columns of the files of the line that begin so; none where they cannot be read."""
    from concordant.errors import ConcordantError
    from concordant.sources.batches import column_names

    files = [word for word in _typed() if Path(word).is_file()]
    try:
        return [name for name in column_names(files) if name.startswith(incomplete)] if files else []
    except (ConcordantError, OSError):
        return []


def _typed() -> list[str]:
    """The line so far, as the scripts of the shells give it: the command is not parsed while an option is open."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS") or ""
    try:
        return shlex.split(line)
    except ValueError:  # a quote that is still open
        return line.split()
