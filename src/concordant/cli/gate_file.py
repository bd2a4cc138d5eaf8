"""Gates as they are written: in a file of TOML, or as ``'recall lower >= 0.9'`` on the line."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

from concordant.cli.metric_options import named_metric
from concordant.cli.roles import check_choice
from concordant.errors import OptionError

if TYPE_CHECKING:
    from concordant.report.gates import Gate

USES = ("value", "lower", "upper")
_KEYS = ("metric", "min", "max", "use")
_CONSTRAINT = re.compile(r"\s*(\S.*?)(?:\s+(value|lower|upper))?\s*(>=|<=)\s*(\S+)\s*")


def read_constraint(text: str) -> Gate:
    """Read ``'recall >= 0.9'`` or ``'recall lower >= 0.9'``."""
    from concordant.report.gates import Gate

    found = _CONSTRAINT.fullmatch(text)
    limit = math.nan if found is None else _number(found[4])
    if found is None or not math.isfinite(limit):
        msg = f"--constraint {text!r}: write 'recall >= 0.9', or for a limit of the interval 'recall lower >= 0.9'."
        raise OptionError(msg)
    name, options = named_metric(found[1], {})
    bounds = {"least": limit} if found[3] == ">=" else {"most": limit}
    return Gate(metric=name, options=options, use=found[2] or "value", **bounds)  # type: ignore[arg-type]  # one of USES


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def read_gates(path: Path) -> list[Gate]:
    """Read gates from a TOML file."""
    import tomllib

    from concordant.report.gates import Gate

    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # also of integers beyond Python's limit of digits
        why = getattr(error, "strerror", None) or error
        msg = f"--gates {path}: {why}."
        raise OptionError(msg) from error
    found = data.get("gate")
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        msg = f"--gates {path}: no [[gate]] in it; each has a metric, min or max, and maybe use and options."
        raise OptionError(msg)
    if lost := [repr(key) for key in data if key != "gate"]:
        msg = (
            f"--gates {path}: {', '.join(lost)} would not be looked at: a file of gates has [[gate]] and nothing else."
        )
        raise OptionError(msg)
    gates = []
    for place, one in enumerate(found, 1):
        bounds = [one.get("min"), one.get("max")]
        numbers = all(x is None or (isinstance(x, (int, float)) and not isinstance(x, bool)) for x in bounds)
        if not isinstance(one.get("metric"), str) or not numbers or bounds == [None, None]:
            msg = f"--gates {path}: gate {place} needs a metric by name, and a number for min or max."
            raise OptionError(msg)
        check_choice(f"--gates {path}: use", one.get("use"), USES)
        name, options = named_metric(one["metric"], {key: value for key, value in one.items() if key not in _KEYS})
        gates.append(Gate(metric=name, options=options, least=bounds[0], most=bounds[1], use=one.get("use", "value")))
    return gates
