"""Options of a call: known, absent, nearest; the policy for undefined values; the signature of a result."""

from __future__ import annotations

import math
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache, wraps
from numbers import Rational
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, get_args
from zlib import crc32

import numpy as np

from concordant.errors import InputTypeError, OptionError, UndefinedMetricError, UndefinedMetricWarning
from concordant.metrics.arithmetic import as_float
from concordant.names import did_you_mean, unknown_choice
from concordant.result import Outcome
from concordant.typing import Floats, Label, SetDistance, Undefined

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


_NAMES = (
    "average beta closed corrected correction coverage debias depth ignore_ties interpolate k "
    "kind level_of_measurement log_base max_fpr maximise mean method missing model multi_class n_bins norm "
    "normalized pos_label precision recall reduction sample score sensitivity severity_ratio "
    "span specificity standardized standardizer strategy threshold ties type undefined unit within"
)
_ONE_VALUE = frozenset(_NAMES.split())  # options that are a word, a number or a label
_WORDS = frozenset({str, float, bool, type(None)})
_DATA_ELSEWHERE = ("y_", "pred", "prob", "score", "target", "truth")  # what data are called in other libraries


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
        raise InputTypeError(f"{what} got {_listed(twice)} twice: by position and by name.")
    if len(given) > len(names):
        raise InputTypeError(
            f"{what} takes {len(names)} columns of data, {_listed(names)}, not {len(given)}; options are given by name."
        )
    absent = [name for name in names[len(given) :] if name not in options]
    if absent:
        unknown = _not_data(names, options)
        msg = f"{what} takes {_listed(names)}; {_listed(absent)} {'is' if len(absent) == 1 else 'are'} absent{unknown}."
        raise InputTypeError(msg)
    return (*given, *(options.pop(name) for name in names[len(given) :]))


def _not_data(names: Sequence[str], options: Mapping[str, Any]) -> str:
    """Name what looks like data of another call: y_score= of a metric of labels."""
    others = [name for name in options if name.startswith(_DATA_ELSEWHERE) and name not in names]
    verb = "is" if len(others) == 1 else "are"
    return f", and {_listed([f'{name}=' for name in others])} {verb} not known here" if others else ""


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def names_of_columns(columns: Sequence[Any]) -> tuple[str, ...] | None:
    """What two columns or more are called, by ``data=`` or by themselves; None unless each has a name of its own."""
    names = [column if isinstance(column, str) else getattr(column, "name", None) for column in columns]
    texts = tuple(name for name in names if isinstance(name, str) and name)
    return texts if len(set(texts)) == len(names) > 1 else None


def refuse_unknown(what: str, options: Iterable[str], known: Sequence[str]) -> None:
    """Raise for an option that the call does not take; the message lists those that it takes, and the nearest."""
    for option in options:
        if option not in known:
            every = ", ".join(dict.fromkeys(known))
            hint = _hint(what, option, known)
            raise InputTypeError(f"{what} has no option {option!r}; its options are {every}.{hint}")


def _hint(what: str, option: str, known: Sequence[str]) -> str:
    """Lead from an option that a call does not take to the one that does the same, or to the call that takes it."""
    other = OTHER_OPTIONS.get(option, option)
    if other in known:
        return f" Did you mean {other!r}?"
    if other in OF_OTHER_CALLS and "." not in what:
        return f" {other}= is an option of {what}.{OF_OTHER_CALLS[other]}."
    return f" {ADVICE[option]}" if option in ADVICE else did_you_mean(option, known)


P = ParamSpec("P")
R = TypeVar("R")


def knowing_its_options(place: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function of a package refuse an option that it does not have, as `refuse_unknown` does."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        names = (*data_names_of(function), *options_of(function))

        @wraps(function)
        def checked(*values: P.args, **options: P.kwargs) -> R:
            refuse_unknown(f"{place}.{function.__name__}", options, names)
            return function(*values, **options)

        return checked

    return decorated


def refuse_absent(what: str, options: Mapping[str, Any], required: Sequence[str], data: Sequence[str]) -> None:
    """Raise where an option without a default is not given."""
    absent = [name for name in required if name not in options]
    if absent:
        named = ", ".join(f"{name}=..." for name in absent)
        msg = f"{what} needs {_listed([f'{name}=' for name in absent])}: {what}({', '.join(data)}, {named})."
        raise InputTypeError(msg)


def refuse_many(options: Mapping[str, Any]) -> None:
    """
    Raise where an option that is one value is a list, an array, a frame, or a number that no float can hold.

    Also for classes of which only one reader can see each.
    """
    if isinstance(options.get("classes"), Iterator):
        raise OptionError(
            f"classes must be a list of labels, not a {type(options['classes']).__name__}, read only once."
        )
    for option in _ONE_VALUE & options.keys():
        value = options[option]
        if type(value) in _WORDS:
            continue
        if not _is_one(value):
            raise OptionError(f"{option} must be one value, a word, a number or a label, not {type(value).__name__}.")
        if option != "pos_label" and isinstance(value, Rational) and math.isnan(as_float(value)):
            raise OptionError(f"{option} is a number that no float64 can hold.")


def _is_one(value: Any) -> bool:
    try:
        hash(value)
        return bool(value == value) or isinstance(value, (float, np.floating))  # noqa: PLR0124  (pandas.NA: no answer)
    except Exception:  # noqa: BLE001  (of whatever libraries raise for a truth that is no single one)
        return False


def refuse_undefined(options: Mapping[str, Any]) -> None:
    """Raise for an interval or a comparison that is asked what to give in place of an undefined value."""
    if "undefined" in options:
        raise OptionError("an interval of an undefined value is NaN and says why: leave out undefined=.")


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
    if not options and not metric.required_options:
        return
    refuse_many(options)
    taken = _options_taken(metric, call, reading).keys()
    required = metric.required_options if reading or metric.options != metric.state_options else ()
    if not required and options.keys() <= taken:
        return
    what = f"{metric.name}.{call}"
    refuse_unknown(what, (name for name in options if name != "undefined"), tuple(taken))
    refuse_absent(what, options, required, metric.data if reading else ("state",))


@lru_cache(maxsize=1024)
def _options_taken(metric: Metric, call: str, reading: bool) -> dict[str, None]:  # noqa: FBT001
    """The options that a call takes, as the keys of a dictionary: those of the metric, of the kind, and of the call."""
    shared = metric.kind.reading if reading else ()
    return dict.fromkeys((*metric.options, *shared, *options_of(getattr(type(metric), call))))


def of_no_order(weights: Any) -> bool:
    """Whether a distance of labels asks for no order of them: of sets, or by a function of two labels."""
    return callable(weights) or (isinstance(weights, str) and weights in get_args(SetDistance))


def options_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the keyword-only arguments of a function, also of those that a decorator has added."""
    if (options := getattr(function, "options", None)) is not None:
        return tuple(options)
    code = function.__code__
    return code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]


def data_names_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the other arguments."""
    return function.__code__.co_varnames[: function.__code__.co_argcount]


# The folder of concordant as its code names it: bytecode and frozen programs keep the path that they were compiled at.
_PACKAGE = sys._getframe().f_code.co_filename.rsplit(os.sep, 3)[0] + os.sep  # noqa: SLF001


def check_policy(undefined: Undefined) -> float:
    """The number that stands for an undefined part: NaN unless the caller gave one."""
    if isinstance(undefined, str) and undefined in ("nan", "raise"):
        return np.nan
    if isinstance(undefined, bool) or not isinstance(undefined, (int, float, np.integer, np.floating)):
        raise unknown_choice("undefined", undefined, ("nan", "raise"), "a number")
    try:
        return float(undefined)
    except OverflowError as error:
        raise OptionError("undefined is a number that no float64 can hold.") from error


def apply_policy(name: str, outcome: Outcome, undefined: Undefined) -> Any:
    """Apply the policy to an outcome."""
    if outcome.reason is None:
        return outcome.value
    if undefined == "raise":
        raise UndefinedMetricError(f"{name}: {outcome.reason}")
    if undefined == "nan":
        warn_user(f"{name}: {outcome.reason}")
        return outcome.value
    return _filled(outcome.value, float(undefined))


def _filled(value: Floats, number: float) -> Any:
    if isinstance(value, float):
        return number if np.isnan(value) else value
    if isinstance(value, np.ndarray):
        return np.where(np.isnan(value), number, value) if value.dtype.kind in "fc" else value
    if isinstance(value, tuple):
        return tuple(_filled(part, number) for part in value)
    if is_dataclass(value) and not isinstance(value, type) and type(value).__module__.startswith("concordant.result"):
        return replace(value, **{field.name: _filled(getattr(value, field.name), number) for field in fields(value)})
    return value


def warn_user(message: str, category: type[Warning] = UndefinedMetricWarning) -> None:
    """Warn at the line of the caller outside this package."""
    level, frame = 1, sys._getframe()  # noqa: SLF001  (the only way to find the caller's line)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def signature_of(name: str, state: Any, options: Mapping[str, Any]) -> str:
    """Join name, options that are set, labels, rows and version."""
    parts, several = [name], options.keys().isdisjoint(_OF_SEVERAL) or _several(state)
    for key, value in sorted(options.items()):
        if key == "fill" or (value is None and key != "average"):
            continue
        if key in _OF_SEVERAL and not several:
            continue
        if key == "classes":  # which are no numbers
            text = labels_text(tuple(value))
        else:  # two functions can have one name
            text = _distances_text(value, state) if callable(value) else _option(value)
        parts.append(f"{key}:{text}")
    labels = next((getattr(state, x) for x in ("outputs", "labels", "classes") if getattr(state, x, None)), None)
    if labels is not None:
        parts.append(f"labels:{labels_text(labels)}")
    if getattr(state, "raters", None):
        parts.append(f"raters:{labels_text(state.raters)}")
    rows = state.n
    parts.append(f"n:{rows if isinstance(rows, int) else _rows(rows)}")
    if _weighted(state):
        parts.append("sample_weight:yes")
    if state.missing:
        parts.append(f"missing:{state.missing}")
    from concordant import __version__

    parts.append(f"v:{__version__}")
    return "|".join(parts)


def with_clusters(signature: str, clusters: Any) -> str:
    """Name the number of clusters, which is their size, before the version."""
    head, mark, version = signature.rpartition("|v:")
    return f"{head}|clusters:{clusters.size}{mark}{version}"


def with_other_rows(signature: str, state: Any, other: Any) -> str:
    """Name the rows of two samples, and those that were dropped, in the signature of the first."""
    head, mark, version = signature.rpartition("|v:")
    head, _, rest = head.rpartition(f"|n:{_rows(state.n)}")
    missing = state.missing + other.missing
    rest = rest.removesuffix(f"|missing:{state.missing}") + (f"|missing:{missing}" if missing else "")
    return f"{head}|n:{_rows(state.n + other.n)}{rest}{mark}{version}"


def _rows(n: Any) -> str:
    """The rows or their weight; of a stack only where all its states have the same."""
    every = np.ravel(n)
    if not every.size or (every != every[0]).any():
        return "stack"
    first = every[0].item()
    return str(int(first)) if first == int(first) else f"{first:g}"


def _weighted(state: Any) -> bool:
    if hasattr(state, "comoment"):
        return not np.array_equal(state.weight, state.squares)
    if hasattr(state, "tables"):
        return bool(state.weights.dtype.kind == "f")
    weighted = getattr(state, "weighted", None)
    if weighted is not None:  # of counts or of a panel
        weights = ("numbers", "number_squares") if hasattr(state, "cells") else ("weight", "squares")
        return bool(weighted) and not np.array_equal(*(getattr(state, part) for part in weights))
    if getattr(getattr(state, "curves", None), "counted", None) is not None:
        return False  # curves that are made on demand, of rows that are counted
    curves = state.curves if hasattr(state, "curves") else (state,)
    return any(curve.weights.dtype.kind == "f" for curve in curves)


_OF_SEVERAL = ("average", "multi_class", "reduction")  # of one curve, or one mean, nothing is averaged


def _several(state: Any) -> bool:
    of_classes = any(hasattr(state, name) for name in ("cells", "tables", "curves"))
    return of_classes or np.ndim(getattr(state, "weight", 0)) > 0


def _option(value: Any) -> str:
    if isinstance(value, str):
        return _label(value)
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, Mapping) and all(isinstance(share, (int, float)) for share in value.values()):
        return ",".join(f"{_label(label) if isinstance(label, str) else label}={x:g}" for label, x in value.items())
    if value is None:
        return "none"
    if isinstance(value, tuple) and np.shape(value) == (2,):  # limits, or the two parameters of a distribution
        return ",".join(map(_option, value))
    array = np.asarray(value)
    return f"custom-{crc32(array.astype(np.float64).tobytes()):08x}" if array.ndim else str(value)


def _distances_text(distance: Callable[[Label, Label], float], state: Any) -> str:
    """The name of a function of two labels, and what tells its values of the labels of a state."""
    from concordant.metrics.agreement.weights import disagreement

    name = getattr(distance, "__qualname__", type(distance).__qualname__)
    return f"{name}-{crc32(disagreement(state, distance).tobytes()):08x}"


def labels_text(labels: tuple[Label, ...]) -> str:
    """Labels in short: 0..5 for consecutive whole numbers."""
    whole = all(issubclass(kind, int) and kind is not bool for kind in set(map(type, labels)))
    if whole and len(labels) > 2 and labels == tuple(range(labels[0], labels[0] + len(labels))):  # type: ignore[call-overload, operator]
        return f"{labels[0]}..{labels[-1]}"
    rest = f",...{len(labels)}-{crc32(repr(labels[20:]).encode()):08x}" if len(labels) > 20 else ""
    return ",".join(map(str if whole else _label, labels[:20])) + rest


def _label(label: Label) -> str:
    """Text that could be read as a number, or as two labels, is quoted."""
    plain = not isinstance(label, str) or label.replace(" ", "_").replace("-", "_").isidentifier()
    return str(label) if plain else repr(label)


# Option elsewhere -> option here.
OTHER_OPTIONS = {
    "adjusted": "corrected",
    "alpha": "level",
    "bootstrap": "method",
    "case_weights": "sample_weight",
    "ci": "level",
    "class_weight": "sample_weight",
    "confidence": "level",
    "confidence_level": "level",
    "conf_level": "level",
    "dist": "weights",
    "distance": "weights",
    "estimator": "average",
    "event_level": "pos_label",
    "groups": "cluster",
    "hypothesis": "alternative",
    "ignore_index": "missing_labels",
    "metric": "weights",
    "mdmc_average": "average",
    "multidim_average": "average",
    "multioutput": "average",
    "n_bootstrap": "draws",
    "n_classes": "labels",
    "n_resamples": "draws",
    "na_rm": "missing",
    "nan_policy": "missing",
    "nboot": "draws",
    "normalize": "normalized",
    "num_classes": "labels",
    "num_labels": "labels",
    "pos_class": "pos_label",
    "positive": "pos_label",
    "positive_class": "pos_label",
    "random_state": "seed",
    "rng": "seed",
    "skipna": "missing",
    "value_domain": "labels",
    "weight": "sample_weight",
    "weighted": "weights",
    "zero_division": "undefined",
}

OF_OTHER_CALLS = {  # options of the calls that say how sure a value is -> the call
    **dict.fromkeys(("level", "method", "cluster", "draws", "seed", "scheme", "simultaneous"), "interval"),
    **dict.fromkeys(("margin", "alternative", "adjust", "names"), "compare"),
    "against": "test",
}

_NOT_NEEDED = "Leave it out: nothing depends on it here."
_AS_LABELS = "Labels at a threshold are compared as such: y_pred = y_score >= threshold."
ADVICE = {  # options that nothing here is named like
    **dict.fromkeys(("task", "multilabel", "validate_args", "drop_intermediate", "force_finite"), _NOT_NEEDED),
    **dict.fromkeys(("threshold", "y_score", "y_prob", "probas_pred"), _AS_LABELS),
    **dict.fromkeys(("k", "top_k"), "See top_k_accuracy and recall_at_k."),
    "beta": "See f_beta.",
    "by": "Groups, by=, are an option of concordant.evaluate, and for models of concordant.report.compare_models.",
    "ignore_index": "Leave out rows of this label before the call.",
    "multi_class": 'Of several classes choose an average, such as average="macro".',
}
