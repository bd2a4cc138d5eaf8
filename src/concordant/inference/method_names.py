"""The methods that each kind of data has, by name: what an error message lists and type checkers know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from concordant.metrics.definition.facts import Input
from concordant.names import nearest, unknown_choice

M = TypeVar("M")
Call = Literal["interval", "compare", "compare_independent"]

_SCALES = ("t", "delta", "fisher", "logit", "log", "complement-log")
_SHARES = ("wilson", "exact", "agresti-coull", "jeffreys")
_DRAWN = ("percentile", "basic", "bca")
_RESAMPLED = ("bootstrap", *_DRAWN)
_PAIRED = ("delta", "log", "mover", "permutation", *_RESAMPLED)
_INDEPENDENT = ("mover", "delta", "log", *_RESAMPLED)

_INFORMATION = ("miller-madow", "zahl")
_MCNEMAR = ("mcnemar", "mcnemar-mid-p", "mcnemar-exact", "mcnemar-corrected")
_AREAS = ("delong", "delong-logit", "pairs")
_INPUTS: tuple[Input, ...] = ("labels", "scores", "probabilities", "decisions", "rows", "measurements")

# A name stands under an input if some metric of it has limits by that method; others of the input may refuse it.
METHOD_NAMES: dict[Call, dict[Input, tuple[str, ...]]] = {
    "interval": {
        "labels": ("score", *_SCALES, *_SHARES, *_DRAWN, "normal", *_INFORMATION),
        "scores": ("score", *_SCALES, *_AREAS, "optimism", *_SHARES, *_DRAWN, "normal"),
        "probabilities": ("score", *_SCALES, "information", "gaps", "pairs", *_SHARES, *_DRAWN, "normal"),
        "decisions": ("score", *_SCALES, *_DRAWN, "normal"),
        "rows": ("score", *_SCALES, *_SHARES, *_DRAWN, "normal"),
        "measurements": ("score", *_SCALES, "fisher-normal", "lin", *_DRAWN, "normal"),
    },
    "compare": {
        **dict.fromkeys(_INPUTS, _PAIRED),
        "labels": (*_MCNEMAR, "score", *_PAIRED),
        "scores": ("delong", *_PAIRED),
    },
    "compare_independent": {
        **dict.fromkeys(_INPUTS, _INDEPENDENT),
        "labels": ("miettinen-nurminen", *_INDEPENDENT),
        "scores": ("delong", *_INDEPENDENT),
    },
}

# Of the ratings of many raters, which have methods of their own.
OF_PANELS: dict[Call, tuple[str, ...]] = {
    "interval": ("score", "fisher", "logit", "t", "jackknife", "delta", *_DRAWN),
    "compare": ("jackknife",),
    "compare_independent": ("jackknife",),
}

# Of the numbers of many raters.
OF_NUMBERS: dict[Call, tuple[str, ...]] = {
    "interval": ("exact", "adjusted", "fisher", "logit", "log", "t", "jackknife", "delta"),
    "compare": ("jackknife",),
    "compare_independent": ("jackknife",),
}

# Methods of the other design: they exist, and their own errors say why they are not for this one.
_OTHERS: dict[Call, set[str]] = {
    "interval": set(),
    "compare": {"miettinen-nurminen"},
    "compare_independent": {*_MCNEMAR, "permutation"},
}

_KNOWN = {
    call: {name for names in each.values() for name in names} | _OTHERS[call] for call, each in METHOD_NAMES.items()
}

# What a method is called in other libraries and papers -> its name; and methods that are gone -> the one to take.
_ELSEWHERE = {
    "bootstrap": "percentile",
    "clopper-pearson": "exact",
    "binomial": "exact",
    "asymptotic": "delta",
    "wald": "delta",
    "normal-approximation": "delta",
    "agresti": "agresti-coull",
    "beta": "jeffreys",
    "tango": "mcnemar",
    "miettinen": "miettinen-nurminen",
    "newcombe": "mover",
    "zou": "mover",
    "exchange": "permutation",
    "randomization": "permutation",
    "delong-wald": "delong",
    **dict.fromkeys(("jackknife", "haldane", "perks", "boyd", "boyd-wald", "mover"), "score"),
}


def check_method(method: object, call: Call, kind: Input) -> None:
    """
    Raise for a method that no metric has; the message lists those of this kind of data, and names the nearest.

    Methods that exist, and that this metric lacks, say themselves what they are for.
    """
    if method is None or (isinstance(method, str) and method in _KNOWN[call]):
        return
    allowed = METHOD_NAMES[call][kind]
    meant = {other: name for other, name in _ELSEWHERE.items() if name in allowed}
    meant |= {name: name for name in allowed}
    near = nearest(method, meant) if isinstance(method, str) else []
    hint = f" Did you mean {meant[near[0]]!r}?" if near else ""
    raise unknown_choice("method", method, (*allowed, None), hint=hint)


def method_named(methods: Mapping[str, M], name: str) -> M:
    """Return a method; raise if there is none of this name."""
    if name not in methods:
        raise unknown_choice("method", name, (*methods, None), hint="")
    return methods[name]
