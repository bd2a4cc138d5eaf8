"""The methods by name. Each answers a `Question` with `Limits`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from concordant.errors import OptionError
from concordant.inference.intervals.by_bootstrap import bootstrap_limits, perks_limits
from concordant.inference.intervals.by_boyd import boyd_limits
from concordant.inference.intervals.by_delong import delong_limits, pairs_limits
from concordant.inference.intervals.by_delta import delta_limits
from concordant.inference.intervals.by_gaps import gap_limits
from concordant.inference.intervals.by_information import information_limits
from concordant.inference.intervals.by_mean import t_limits
from concordant.inference.intervals.by_mover import mover_limits
from concordant.inference.intervals.by_normal_theory import lin_limits, normal_fisher_limits
from concordant.inference.intervals.by_odds import haldane_limits
from concordant.inference.intervals.by_optimism import optimism_limits
from concordant.inference.intervals.proportions.by_share import share_limits
from concordant.inference.intervals.question import Limits, Question

METHODS: dict[str, Callable[[Question], Limits]] = {
    "delta": partial(delta_limits, scale="delta"),
    "t": t_limits,
    "fisher": partial(delta_limits, scale="fisher"),
    "logit": partial(delta_limits, scale="logit"),
    "log": partial(delta_limits, scale="log"),
    "complement-log": partial(delta_limits, scale="complement-log"),
    "fisher-normal": normal_fisher_limits,
    "lin": lin_limits,
    "information": information_limits,
    "gaps": gap_limits,
    "delong": partial(delong_limits, scale="logit", name="delong"),
    "delong-wald": partial(delong_limits, scale="delta", name="delong-wald"),
    "boyd": partial(boyd_limits, scale="logit", name="boyd"),
    "boyd-wald": partial(boyd_limits, scale="delta", name="boyd-wald"),
    "pairs": pairs_limits,
    "optimism": optimism_limits,
    "wilson": partial(share_limits, kind="wilson"),
    "exact": partial(share_limits, kind="exact"),
    "agresti-coull": partial(share_limits, kind="agresti-coull"),
    "jeffreys": partial(share_limits, kind="jeffreys"),
    "haldane": haldane_limits,
    "mover": mover_limits,
    "percentile": partial(bootstrap_limits, kind="percentile"),
    "basic": partial(bootstrap_limits, kind="basic"),
    "bca": partial(bootstrap_limits, kind="bca"),
    "normal": partial(bootstrap_limits, kind="normal"),
    "perks": perks_limits,
}


def method_named(name: str) -> Callable[[Question], Limits]:
    """Return a method; raise if there is none of this name."""
    if name not in METHODS:
        msg = f"method must be None or one of {', '.join(map(repr, METHODS))}, not {name!r}."
        raise OptionError(msg)
    return METHODS[name]
