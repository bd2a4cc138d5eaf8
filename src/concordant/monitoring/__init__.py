"""
States kept by window of time and group: count rows once, ask about any window later, see what has changed.

`StateTable` is such a table, `Monitor` counts batches into a store of them, and `compare_windows` compares windows.
"""

from typing import Any

_HOMES = {
    "ChangeReport": "change_report",
    "ConfidenceSequence": "confidence_sequence",
    "Definition": "definition",
    "Monitor": "monitor",
    "Positions": "positions",
    "StateTable": "state_table",
    "aggregator": "aggregator",
    "compare_windows": "compare_windows",
    "running_mean": "confidence_sequence",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  (each is imported when it is asked for)


def __getattr__(name: str) -> Any:
    """Import a tool when it is asked for."""
    from importlib import import_module

    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
