"""What a metric of many raters says of itself beside its formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PanelFacts:
    """
    How the uncertainty of a metric of many raters is found.

    Attributes
    ----------
    raters : bool
        Whether it asks who gave which label; else raters are exchangeable, and counts of labels are enough.
    limits : {"fisher", "logit"}
        The scale on which its limits are symmetric.
    paired : bool
        Whether only units with two ratings enter; else one is enough.
    of_two : str or None
        The metric of two columns that it is of two raters, by name, if that is another one.
    closed_form : bool
        Whether Gwet's closed-form variance is one of it (``se="gwet"``).
    null_error : callable or None
        Takes a state and the options of the formula; gives the standard error that the value has if all agreement is
        by chance, or raises where there is none.
    """

    raters: bool = False
    limits: Literal["fisher", "logit"] = "fisher"
    paired: bool = False
    of_two: str | None = None
    closed_form: bool = False
    null_error: Callable[..., float] | None = None
