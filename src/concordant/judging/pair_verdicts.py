"""The three verdicts on a pair of answers: the one wins, the other wins, or neither."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from concordant.errors import OptionError
from concordant.typing import Label


def check_answers(answers: Any, tie: Any) -> tuple[Label, Label]:
    """Return both answers; raise unless they and the tie are three labels."""
    pair = tuple(answers) if isinstance(answers, (list, tuple)) else ()
    three = (*pair, tie)
    if len(pair) != 2 or not all(isinstance(one, Hashable) for one in three) or len(set(three)) < 3:
        msg = f"answers must be two labels, different from each other and from tie={tie!r:.80}, not {answers!r:.80}."
        raise OptionError(msg)
    return pair[0], pair[1]
