"""A finding: one thing that stands out in an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from concordant.result.record import Record

Severity: TypeAlias = Literal["wrong conclusion likely", "costs", "worth knowing"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # the worst first


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Finding(Record):
    """
    One thing that stands out.

    Attributes
    ----------
    rule : str
        The name of the rule that saw it.
    severity : {"wrong conclusion likely", "costs", "worth knowing"}
        The first: who reads the numbers as they stand will probably conclude something wrong. The second: the
        predictions, or the study, are worse than they could be.
    sentence : str
        What was seen, with its numbers.
    meaning : str
        What that means for the reader.
    next_step : str
        What to do next, in words.
    python : str
        The same as a line of Python, where `page` is the evaluation and `y_true`, `y_pred`, `y_score`, `by` and
        `sample_weight` are its columns.
    command : str or None
        The same as a command, where the columns came from a file.
    numbers : dict of str to float
        The numbers that decided; NaN where one is undefined.
    """

    rule: str
    severity: Severity
    sentence: str
    meaning: str
    next_step: str
    python: str
    command: str | None
    numbers: Mapping[str, float]

    @property
    def line(self) -> str:
        """The line to run: the command, or where there is no file the line of Python."""
        return self.python if self.command is None else self.command
