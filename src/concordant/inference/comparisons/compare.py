"""Compare models: from the data of a call to the difference of each pair, its test, and the reasons to doubt it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from concordant.errors import OptionError
from concordant.inference.comparisons.adjusting import settled
from concordant.inference.comparisons.answer import Asked, answer
from concordant.inference.comparisons.answers_of_each import answers_of_each
from concordant.inference.comparisons.contrast import Claim, Contrast, UnpairedContrast, check_claim
from concordant.inference.intervals.question import Question, check_drawing
from concordant.inference.intervals.record_intervals import no_comparison
from concordant.inference.method_names import check_method
from concordant.inference.quantiles import check_level
from concordant.inference.samples.gather import samples_of, split_options
from concordant.inference.samples.sample import Sample
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import with_clusters
from concordant.result.comparisons import Adjust, Alternative, Comparison, Comparisons


class Model(NamedTuple):
    """A name, and the question about its metric."""

    name: str
    question: Question

    @property
    def single(self) -> bool:
        """Whether the metric has one value."""
        return self.question.value.ndim == 0


def compare(
    metric: Metric,
    truth: Any,
    predictions: Sequence[Any],
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    method: str | None = None,
    cluster: Any = None,
    times: Any = None,
    **how: Any,
) -> Comparison | Comparisons:
    """What `Metric.compare` does; `times`: how many rows each row stands for, None: one; `how`: see below."""
    if metric.facts.instead is not None:
        raise no_comparison(metric)
    if method is not None:
        check_method(method, "compare", metric.facts.input)
    called = model_names(names, len(predictions))
    reading, chosen = split_options(metric, options)
    reading |= {"cluster": cluster} if times is None else {"cluster": cluster, "times": times}
    samples = samples_of(metric, truth, predictions, _words(names, called), reading, chosen)
    return compare_samples(metric, samples, chosen, names=called, method=method, **how)


def compare_samples(
    metric: Metric,
    samples: Sequence[Sample],
    options: Mapping[str, Any],
    *,
    names: Sequence[str],
    level: float = 0.95,
    method: str | None = None,
    margin: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    **drawing: Any,
) -> Comparison | Comparisons:
    """Compare samples of the same rows, one a model; `options` are those of the formula."""
    claim = check_claim(metric, alternative, margin, check_level(level))
    drawn = check_drawing(**drawing)
    models = [
        Model(name, Question(metric, options, sample, claim.coverage, *drawn))
        for name, sample in zip(names, samples, strict=True)
    ]
    each = [compared_pair(*pair, claim, method, paired=True) for pair in combinations(models, 2)]
    found = each[0] if len(each) == 1 else [one for pair in each for one in pair]
    return settled(metric.name, found, adjust, single=len(models) == 2 and models[0].single)


def model_names(names: Sequence[str] | None, models: int) -> tuple[str, ...]:
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


def compared_pair(a: Model, b: Model, claim: Claim, method: str | None, *, paired: bool) -> Sequence[Comparison]:
    """Compare two models on each value of the metric."""
    metric, sample = a.question.metric, a.question.sample
    why = [f"{model.name}: {model.question.undefined}" for model in (a, b) if model.question.undefined is not None]
    signature = metric.signature(sample.as_given(sample.state), **a.question.options)
    signature = with_clusters(signature, sample.units.clusters)
    asked = Asked(claim, method, (a.name, b.name), signature, "; ".join(why) or None)
    contrast = (Contrast if paired else UnpairedContrast)(a.question, b.question, claim.coverage)
    if a.single:
        return [answer(contrast, asked, metric.name)]
    outputs = _outputs(sample.state, len(a.question.value))
    return answers_of_each(contrast, asked, lambda place: f"{metric.name} of {outputs[place]!r}")


def _outputs(state: Any, size: int) -> Sequence[Any]:
    """What the values of a metric with several are of."""
    outputs = getattr(state, "outputs", None) or getattr(state, "labels", None)
    return outputs if outputs is not None and len(outputs) == size else range(size)
