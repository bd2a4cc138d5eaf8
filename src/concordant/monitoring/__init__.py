"""
States kept by window of time and group: count rows once, ask about any window later, see what has changed.

`StateTable` is such a table, `Monitor` counts batches into a store of them, and `compare_windows` compares windows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from concordant.names import names_of

if TYPE_CHECKING:
    from concordant.monitoring.changes import ChangeReport as ChangeReport
    from concordant.monitoring.changes import compare_windows as compare_windows
    from concordant.monitoring.confidence_sequence import ConfidenceSequence as ConfidenceSequence
    from concordant.monitoring.confidence_sequence import running_mean as running_mean
    from concordant.monitoring.definition import Definition as Definition
    from concordant.monitoring.drift import Change as Change
    from concordant.monitoring.monitor import Monitor as Monitor
    from concordant.monitoring.monitor import StateTable as StateTable
    from concordant.monitoring.values import values_in_windows as values_in_windows
    from concordant.monitoring.workers import aggregator as aggregator

_HOMES = {
    "Change": "drift",
    "ChangeReport": "changes",
    "ConfidenceSequence": "confidence_sequence",
    "Definition": "definition",
    "Monitor": "monitor",
    "StateTable": "monitor",
    "aggregator": "workers",
    "compare_windows": "changes",
    "running_mean": "confidence_sequence",
    "values_in_windows": "values",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  (each is imported when it is asked for)


__getattr__ = names_of(__name__, _HOMES)
