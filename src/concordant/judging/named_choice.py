"""Options that are one of a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concordant.errors import OptionError
from concordant.names import did_you_mean


def check_choice(name: str, given: Any, known: Sequence[str]) -> str:
    """Return an option that must be one of some words; raise if it is none of them."""
    if isinstance(given, str) and given in known:
        return given
    msg = f"{name} must be one of {', '.join(map(repr, known))}, not {given!r:.80}.{did_you_mean(given, known)}"
    raise OptionError(msg)
