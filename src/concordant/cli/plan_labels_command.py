"""``concordant plan labels``: how many human labels the pass rate of judged items takes."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from concordant.cli.shared_options import JsonOption, Level
from concordant.cli.writing import check_writable, print_result
from concordant.errors import OptionError

_NAMES = "judged|pass_rate|sensitivity|specificity|half_width|level"


def labels(
    *,
    judged: Annotated[int, typer.Option("--judged", metavar="N", help="How many items the judge judges.")],
    pass_rate: Annotated[float, typer.Option("--pass-rate", metavar="SHARE", help="The true pass rate, as expected.")],
    sensitivity: Annotated[
        float, typer.Option("--sensitivity", metavar="SHARE", help="What the judge passes of what people pass.")
    ],
    specificity: Annotated[
        float, typer.Option("--specificity", metavar="SHARE", help="What the judge fails of what people fail.")
    ],
    half_width: Annotated[
        float, typer.Option("--half-width", metavar="SHARE", help="Half the width of the interval, such as 0.02.")
    ],
    level: Level = 0.95,
    json: JsonOption = None,
) -> None:
    """
    Plan how many judged items people should label, at random, for the true pass rate.

    \b
    concordant plan labels --judged 4000 --pass-rate 0.8 --sensitivity 0.9 --specificity 0.85 --half-width 0.02
    """  # noqa: D301  (a real backspace: what follows is not wrapped)
    from concordant.judging import labels_needed

    path = check_writable("--json", json)
    try:
        found = labels_needed(
            judged=judged,
            pass_rate=pass_rate,
            sensitivity=sensitivity,
            specificity=specificity,
            half_width=half_width,
            level=level,
        )
    except OptionError as error:
        text = re.sub(rf"^({_NAMES})\b", lambda name: f"--{name[1].replace('_', '-')}", str(error))
        raise OptionError(text) from error
    print_result(found, json, path)
