"""Checks of what a metric is asked for: its data, by position or by name, and options that it has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from numbers import Rational
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import InputTypeError, OptionError
from concordant.metrics._arithmetic.option_checks import as_float

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


_NAMES = (
    "average beta closed corrected correction coverage debias depth ignore_ties interpolate k "
    "kind level_of_measurement log_base max_fpr maximise mean method missing model multi_class n_bins norm "
    "normalized pos_label precision recall reduction sample score sensitivity severity_ratio "
    "span specificity standardized standardizer strategy threshold ties type undefined unit within"
)
_ONE_VALUE = frozenset(_NAMES.split())  # options that are a word, a number or a label
_WORDS = frozenset({str, float, bool, type(None)})


def names_columns(options: dict[str, Any]) -> bool:
    """Whether a call names columns; ``data=None`` says that it gives them itself."""
    if options.get("data") is not None:
        return True
    options.pop("data", None)
    return False


def data_of(what: str, names: Sequence[str], given: Sequence[Any], options: dict[str, Any]) -> tuple[Any, ...]:
    """
    Return the data of a call in the order of `names`; those given by name are taken out of `options`.

    Parameters
    ----------
    what : str
        What is called, such as ``"cohen_kappa.interval"``, for error messages.
    names : sequence of str
        The data that the call takes.
    given : sequence
        Those given by position.
    options : dict
        What the caller gave by name.

    Raises
    ------
    InputTypeError
        If data are absent, given twice, or more than the call takes.
    """
    twice = [name for name in names[: len(given)] if name in options]
    if twice:
        msg = f"{what} got {_listed(twice)} twice: by position and by name."
        raise InputTypeError(msg)
    if len(given) > len(names):
        msg = (
            f"{what} takes {len(names)} columns of data, {_listed(names)}, not {len(given)}; options are given by name."
        )
        raise InputTypeError(msg)
    absent = [name for name in names[len(given) :] if name not in options]
    if absent:
        unknown = _not_data(names, options)
        msg = f"{what} takes {_listed(names)}; {_listed(absent)} {'is' if len(absent) == 1 else 'are'} absent{unknown}."
        raise InputTypeError(msg)
    return (*given, *(options.pop(name) for name in names[len(given) :]))


def _not_data(names: Sequence[str], options: Mapping[str, Any]) -> str:
    """Name what looks like data of another call: y_score= of a metric of labels."""
    others = [name for name in options if name.startswith(("y_", "pred_")) and name not in names]
    verb = "is" if len(others) == 1 else "are"
    return f", and {_listed([f'{name}=' for name in others])} {verb} not known here" if others else ""


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def names_of_columns(columns: Sequence[Any]) -> tuple[str, ...] | None:
    """What two columns or more are called, by ``data=`` or by themselves; None unless each has a name of its own."""
    names = [column if isinstance(column, str) else getattr(column, "name", None) for column in columns]
    known = tuple(name for name in names if isinstance(name, str) and name)
    return known if len(set(known)) == len(names) > 1 else None


def refuse_unknown(what: str, options: Iterable[str], known: Sequence[str]) -> None:
    """Raise for an option that the call does not take; the message lists those that it takes, and the nearest."""
    for option in options:
        if option not in known:
            every = ", ".join(dict.fromkeys(known))
            msg = f"{what} has no option {option!r}; its options are {every}.{_meant(option, known)}"
            raise InputTypeError(msg)


def _meant(option: str, known: Sequence[str]) -> str:
    """Ask for the nearest option, by its name elsewhere or by its letters."""
    from concordant.metrics._object.other_options import OTHER_OPTIONS
    from concordant.names import did_you_mean

    other = OTHER_OPTIONS.get(option)
    return f" Did you mean {other!r}?" if other in known else did_you_mean(option, known)


def refuse_absent(what: str, options: Mapping[str, Any], required: Sequence[str], data: Sequence[str]) -> None:
    """Raise where an option without a default is not given."""
    absent = [name for name in required if name not in options]
    if absent:
        named = ", ".join(f"{name}=..." for name in absent)
        msg = f"{what} needs {_listed([f'{name}=' for name in absent])}: {what}({', '.join(data)}, {named})."
        raise InputTypeError(msg)


def refuse_many(options: Mapping[str, Any]) -> None:
    """Raise where an option that is one value is a list, an array, a frame, or a number that no float can hold."""
    for option in _ONE_VALUE & options.keys():
        value = options[option]
        if type(value) in _WORDS:
            continue
        if not _is_one(value):
            msg = f"{option} must be one value, a word, a number or a label, not {type(value).__name__}."
            raise OptionError(msg)
        if option != "pos_label" and isinstance(value, Rational) and math.isnan(as_float(value)):
            msg = f"{option} is a number that no float64 can hold."
            raise OptionError(msg)


def _is_one(value: Any) -> bool:
    try:
        hash(value)
        return bool(value == value) or isinstance(value, (float, np.floating))  # noqa: PLR0124  (pandas.NA: no answer)
    except Exception:  # noqa: BLE001  (of whatever libraries raise for a truth that is no single one)
        return False


def refuse_undefined(options: Mapping[str, Any]) -> None:
    """Raise for an interval or a comparison that is asked what to give in place of an undefined value."""
    if "undefined" in options:
        msg = "an interval of an undefined value is NaN and says why: leave out undefined=."
        raise OptionError(msg)


def check_asked(metric: Metric, call: str, options: Mapping[str, Any], *, reading: bool = True) -> None:
    """
    Check the options of `interval`, `compare` and the like, before any data are read.

    Parameters
    ----------
    metric : Metric
        The metric.
    call : str
        The name of the method.
    options : mapping
        What was given beside the data and the method's own options.
    reading : bool
        Whether there are options that say how to read data (labels, sample_weight, missing): not where a state is
        given.
    """
    refuse_many(options)
    known = _known(metric, call, reading).keys()
    required = metric.required_options if reading or metric.options != metric.state_options else ()
    if not required and options.keys() <= known:
        return
    what = f"{metric.name}.{call}"
    refuse_unknown(what, (name for name in options if name != "undefined"), tuple(known))
    refuse_absent(what, options, required, metric.data if reading else ("state",))


@lru_cache(maxsize=1024)
def _known(metric: Metric, call: str, reading: bool) -> dict[str, None]:  # noqa: FBT001
    """The options that a call takes, as the keys of a dictionary: those of the metric, of the kind, and of the call."""
    shared = metric.kind.reading if reading else ()
    return dict.fromkeys((*metric.options, *shared, *options_of(getattr(type(metric), call))))


def options_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the keyword-only arguments of a function."""
    code = function.__code__
    return code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]


def data_names_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the other arguments."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]
