"""What `Metric.compare` and `Metric.compare_independent` do: from data to comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from concordant.errors import InputTypeError, LengthError, OptionError
from concordant.inference.bootstrap.options import Scheme, check_drawing
from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.claim import Claim, check_claim
from concordant.inference.comparisons.contrast import Contrast, UnpairedContrast
from concordant.inference.comparisons.make_comparison import answer
from concordant.inference.intervals.question import Question
from concordant.inference.intervals.record_intervals import refuse_record
from concordant.inference.method_names import check_method
from concordant.inference.quantiles import check_level
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.inference.samples.sample import Sample
from concordant.metrics._object.metric import Metric
from concordant.result.comparison import Adjust, Alternative, Comparison, Comparisons
from concordant.states import BucketCurve, Counts, Curve, Moments, SampleCounts
from concordant.states.merging import require_same_key

_STATES = (BucketCurve, Counts, Curve, Moments, SampleCounts)


class Model(NamedTuple):
    """A name, and the question about its metric."""

    name: str
    question: Question

    @property
    def single(self) -> bool:
        """Whether the metric has one value."""
        return self.question.value.ndim == 0

    def at(self, place: int | None) -> Question:
        """The question about one value."""
        return self.question if place is None else self.question.of_one(place)


def compare(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    method: str | None = None,
    cluster: Any = None,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    times: Any = None,
) -> Comparison | Comparisons:
    """What `Metric.compare` does; `times` says how many rows each row stands for, None: one."""
    refuse_record(metric)
    check_method(method, "compare", metric.facts.input)
    called = _names(names, len(predictions))
    reading, chosen = split_options(metric, options)
    reading |= {"cluster": cluster} if times is None else {"cluster": cluster, "times": times}
    samples = samples_of(metric, truth, predictions, _words(names, called), reading, chosen)
    how: Any = {"level": level, "method": method, "draws": draws, "seed": seed, "scheme": scheme}
    how |= {"margin": margin, "alternative": alternative, "adjust": adjust}
    return compare_samples(metric, samples, chosen, names=called, **how)


def compare_samples(
    metric: Metric,
    samples: Sequence[Sample],
    options: Mapping[str, Any],
    *,
    names: Sequence[str],
    level: float = 0.95,
    method: str | None = None,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """Compare samples of the same rows, one a model; `options` are those of the formula."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    draws, seed, scheme = check_drawing(draws, seed, scheme)
    models = [
        Model(name, Question(metric, options, sample, claim.coverage, draws, seed, scheme))
        for name, sample in zip(names, samples, strict=True)
    ]
    found = [one for pair in combinations(models, 2) for one in _pair(*pair, claim, method, paired=True)]
    return settled(metric.name, found, adjust, single=len(models) == 2 and models[0].single)


def compare_independent(
    metric: Metric,
    data_a: Any,
    data_b: Any,
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    level: float = 0.95,
    method: str | None = None,
    cluster: Sequence[Any] | None = None,
    draws: int = 2000,
    seed: int = 0,
    scheme: Scheme = "rows",
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
) -> Comparison | Comparisons:
    """What `Metric.compare_independent` does."""
    refuse_record(metric)
    check_method(method, "compare_independent", metric.facts.input)
    called = _names(names, 2)
    claim = check_claim(metric, alternative, margin, check_level(level))
    draws, seed, scheme = check_drawing(draws, seed, scheme)
    reading, chosen = split_options(metric, options)
    sides = _sides(metric, (data_a, data_b), reading, cluster, chosen)
    seeds = [int(x) for x in np.random.SeedSequence(seed).generate_state(2, np.uint64)]
    models = [
        Model(name, Question(metric, chosen, sample, claim.coverage, draws, own, scheme))
        for name, sample, own in zip(called, sides, seeds, strict=True)
    ]
    found = list(_pair(models[0], models[1], claim, method, paired=False))
    return settled(metric.name, found, adjust, single=models[0].single)


def _names(names: Sequence[str] | None, models: int) -> tuple[str, ...]:
    """What models are called: A, B, C, ... unless the caller says."""
    if models < 2:
        msg = f"a comparison needs the predictions of two models or more, not of {models}."
        raise OptionError(msg)
    if names is None:
        letters = [chr(ord("A") + place) for place in range(min(models, 26))]
        return tuple(letters) if models <= 26 else tuple(f"model {place + 1}" for place in range(models))
    if isinstance(names, str) or len(names) != models or len(set(names)) != models:
        msg = f"names must be {models} different names, one a model, not {names!r}."
        raise OptionError(msg)
    return tuple(map(str, names))


def _words(names: Sequence[str] | None, called: Sequence[str]) -> list[str]:
    """What error messages call the predictions."""
    return [f"pred_{name.lower().replace('model ', '')}" for name in called] if names is None else list(called)


def _sides(
    metric: Metric,
    data: tuple[Any, Any],
    reading: Mapping[str, Any],
    cluster: Any,
    chosen: Mapping[str, Any],
) -> list[Sample]:
    """A sample of each; labels that only one of them uses are labels of both."""
    if all(isinstance(given, _STATES) for given in data):
        return _sides_of_states(metric, data, reading, cluster, chosen)
    weights = _one_each(reading.get("sample_weight"), "sample_weight")
    clusters = _one_each(cluster, "cluster")
    for given in data:
        if not isinstance(given, Sized) or isinstance(given, _STATES):
            pair, kind = ", ".join(metric.data), type(given).__name__
            msg = f"the data of each are a pair ({pair}), or both are states; one of them is of {kind}."
            raise InputTypeError(msg)
        if len(given) != len(metric.data) or hasattr(given, "shape"):
            msg = f"the data of each model are a pair ({', '.join(metric.data)})."
            raise LengthError(msg)
    rest = {name: value for name, value in reading.items() if name != "sample_weight"}

    def gathered(more: Mapping[str, Any]) -> list[Sample]:
        found = []
        for (truth, *predictions), weight, groups in zip(data, weights, clusters, strict=True):
            own: dict[str, Any] = {**rest, **more, "cluster": groups}
            if weight is not None:
                own["sample_weight"] = weight
            found += samples_of(metric, truth, predictions, metric.data[1:], own, chosen)
        return found

    found = gathered({})
    labels = [getattr(sample.state, "labels", None) for sample in found]
    if labels[0] == labels[1] or rest.get("labels") is not None:
        return found
    every = {label for some in labels for label in some or ()}
    if not all(isinstance(label, (int, float)) for label in every):
        msg = (
            f"the labels of both samples must be the same; declare them: labels=[...], not {labels[0]} and {labels[1]}."
        )
        raise OptionError(msg)
    return gathered({"labels": sorted(every)})


def _sides_of_states(
    metric: Metric, states: Sequence[Any], reading: Mapping[str, Any], cluster: Any, chosen: Mapping[str, Any]
) -> list[Sample]:
    """A sample of each of two states, which hold their labels and weights."""
    beside = [*reading, *(["cluster"] if cluster is not None else [])]
    if beside:
        msg = f"{beside[0]}= is for columns of rows, and these are states: give it where they are made."
        raise OptionError(msg)
    if any(isinstance(state, BucketCurve) for state in states):
        msg = (
            "scores in buckets leave open how rows lie within them: of exact scores (Curve) two states are compared "
            f"here; {metric.name}.interval_of(state) has the limits of each."
        )
        raise OptionError(msg)
    first, second = states
    if type(first) is not type(second):
        msg = f"the states of both must be of one kind, not {type(first).__name__} and {type(second).__name__}."
        raise InputTypeError(msg)
    require_same_key(type(first).__name__, first.key, second.key, "compare")
    metric.check(first, dict(chosen))
    return [sample_of_state(metric, state) for state in states]


def _one_each(given: Any, name: str) -> tuple[Any, Any]:
    if given is None:
        return None, None
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        msg = f"{name} must be a pair, one for each model, as their rows are not the same."
        raise OptionError(msg)
    return given[0], given[1]


def _pair(a: Model, b: Model, claim: Claim, method: str | None, *, paired: bool) -> Iterator[Comparison]:
    """Compare two models on each value of the metric."""
    metric, sample = a.question.metric, a.question.sample
    signature = metric.signature(sample.as_given(sample.state), **a.question.options)
    places = [None] if a.single else range(len(a.question.value))
    outputs = None if a.single else _outputs(sample.state, len(a.question.value))
    why = [f"{model.name}: {model.question.undefined}" for model in (a, b) if model.question.undefined is not None]
    for place in places:
        what = metric.name if place is None or outputs is None else f"{metric.name} of {outputs[place]!r}"
        contrast = (Contrast if paired else UnpairedContrast)(a.at(place), b.at(place), claim.coverage)
        yield answer(
            contrast,
            claim,
            method,
            names=(a.name, b.name),
            metric=what,
            signature=signature,
            undefined="; ".join(why) or None,
        )


def _outputs(state: Any, size: int) -> Sequence[Any]:
    """What the values of a metric with several are of."""
    outputs = getattr(state, "outputs", None) or getattr(state, "labels", None)
    return outputs if outputs is not None and len(outputs) == size else range(size)
