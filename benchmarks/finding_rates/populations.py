"""
Populations for the rules of `concordant.findings`: for each rule where it should speak, and where not.

A population takes a random generator and gives the arguments of `concordant.evaluate`. Those where a rule should be
silent are chosen to tempt it: they lie near what it looks for, or have what is often taken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.special import ndtri

Columns = dict[str, Any]
Random = np.random.Generator
Population = Callable[[Random], Columns]
Array = np.ndarray


def scores(
    random: Random, n: int, prevalence: float, shift: float, *, slope: float = 1.0, level: float = 0.0
) -> tuple[Array, Array]:
    """Two normal classes: the truth, and its probability with the logit stretched by `slope` and moved by `level`."""
    truth = (random.random(n) < prevalence).astype(np.int64)
    score = random.normal(size=n) + shift * truth
    logit = np.log(prevalence / (1 - prevalence)) + shift * score - shift**2 / 2
    return truth, 1 / (1 + np.exp(-(slope * logit + level)))


def probabilities(n: int, prevalence: float, shift: float, **how: float) -> Population:
    """Probabilities of two classes."""

    def drawn(random: Random) -> Columns:
        truth, score = scores(random, n, prevalence, shift, **how)
        return {"y_true": truth, "y_score": score, "pos_label": 1}

    return drawn


def normal_scores(n: int, prevalence: float, shift: float) -> Population:
    """Scores that are no probabilities."""

    def drawn(random: Random) -> Columns:
        truth = (random.random(n) < prevalence).astype(np.int64)
        return {"y_true": truth, "y_score": 3 * (random.normal(size=n) + shift * truth), "pos_label": 1}

    return drawn


def changed(population: Population, change: Callable[[Columns, Random], Columns]) -> Population:
    """A population with something done to its columns."""

    def drawn(random: Random) -> Columns:
        columns = population(random)
        return columns | change(columns, random)

    return drawn


def table_of(n: int, shares: Any, recalls: Any, names: tuple[Any, ...] | None = None) -> Population:
    """Labels: the share of each class, and its row of the confusion matrix (a number: its recall, errors even)."""
    size = len(shares)
    rows = np.array(
        [
            [one if i == j else (1 - one) / (size - 1) for j in range(size)] if np.isscalar(one) else one
            for i, one in enumerate(recalls)
        ]
    )

    def drawn(random: Random) -> Columns:
        truth = random.choice(size, n, p=shares)
        pred = (random.random(n)[:, None] > rows[truth].cumsum(1)[:, :-1]).sum(1)
        if names is None:
            return {"y_true": truth, "y_pred": pred} | ({"pos_label": 1} if size == 2 else {"task": "multiclass"})
        word = np.array(names, dtype=object)
        return {"y_true": word[truth].tolist(), "y_pred": word[pred].tolist()}

    return drawn


def latent(n: int, categories: int, correlation: float, *, shift: float = 0.0, even: bool = True) -> Population:
    """Two ratings of one normal quantity on an ordered scale, one of them moved by `shift` standard deviations."""
    inner = np.linspace(0, 1, categories + 1)[1:-1]
    edges = -1.5 + 3 * inner
    if even:
        edges = ndtri(inner)

    def drawn(random: Random) -> Columns:
        common = random.normal(size=n)
        each = [np.sqrt(correlation) * common + np.sqrt(1 - correlation) * random.normal(size=n) for _ in range(2)]
        first, second = np.searchsorted(edges, each[0]), np.searchsorted(edges, each[1] + shift)
        return {"y_true": first, "y_pred": second, "labels": list(range(categories)), "task": "ordinal"}

    return drawn


def two_thresholds(n: int, correlation: float, first: float, second: float) -> Population:
    """Two raters who see nearly the same and say yes from other thresholds on."""

    def drawn(random: Random) -> Columns:
        common = random.normal(size=n)
        each = [np.sqrt(correlation) * common + np.sqrt(1 - correlation) * random.normal(size=n) for _ in range(2)]
        return {"y_true": (each[0] > first).astype(int), "y_pred": (each[1] > second).astype(int), "pos_label": 1}

    return drawn


def measured(n: int, noise: float, *, shift: float = 0.0, digits: int | None = None, spread: float = 1.0) -> Population:
    """Two measurements of the same rows."""

    def drawn(random: Random) -> Columns:
        first = spread * random.normal(size=n)
        second = first + shift + noise * random.normal(size=n)
        if digits is not None:
            first, second = first.round(digits), second.round(digits)
        return {"y_true": first, "y_pred": second, "task": "continuous"}

    return drawn


def grouped(sizes: tuple[int, ...], draw: Callable[[Random, int, int], Columns]) -> Population:
    """Groups, each drawn by its place and its number of rows."""

    def drawn(random: Random) -> Columns:
        parts = [draw(random, place, n) for place, n in enumerate(sizes)]
        rows = {key: np.concatenate([part[key] for part in parts]) for key in parts[0] if key != "pos_label"}
        by = np.repeat([f"group {place}" for place in range(len(sizes))], sizes)
        return {**rows, "by": by, "pos_label": 1}

    return drawn


def _group_of_labels(accuracies: tuple[float, ...]) -> Callable[[Random, int, int], Columns]:
    def draw(random: Random, place: int, n: int) -> Columns:
        truth = (random.random(n) < 0.4).astype(np.int64)
        return {"y_true": truth, "y_pred": np.where(random.random(n) < accuracies[place], truth, 1 - truth)}

    return draw


def _group_of_scores(prevalences: tuple[float, ...], shift: float, offset: float = 0.0) -> Any:
    def draw(random: Random, place: int, n: int) -> Columns:
        truth = (random.random(n) < prevalences[place]).astype(np.int64)
        return {"y_true": truth, "y_score": random.normal(size=n) + shift * truth + offset * place}

    return draw


def _flipped(columns: Columns, _: Random) -> Columns:
    return {"y_pred": 1 - columns["y_pred"]}


def _copied(share: float) -> Callable[[Columns, Random], Columns]:
    def copied(columns: Columns, random: Random) -> Columns:
        n = len(columns["y_true"])
        again = np.flatnonzero(random.random(n) < share)
        rows = np.concatenate([np.arange(n), again])
        return {key: np.asarray(columns[key])[rows] for key in ("y_true", "y_score", "y_pred") if key in columns}

    return copied


def _discrete(random: Random) -> Columns:
    """Scores of a model of ten yes-no features: many rows have equal scores, and not always equal labels."""
    features = random.random((600, 10)) < 0.5
    logit = features @ np.linspace(0.2, 1.1, 10) - 3.2
    truth = (random.random(600) < 1 / (1 + np.exp(-logit))).astype(np.int64)
    return {"y_true": truth, "y_score": 1 / (1 + np.exp(-logit)), "pos_label": 1}


def _words(columns: Columns, random: Random) -> Columns:
    """Labels of a rare kind are written in another way now and then."""
    word = np.array(["cat", "dog", "horse"], dtype=object)
    pred = word[columns["y_pred"]]
    pred[(pred == "cat") & (random.random(len(pred)) < 0.3)] = "Cat "
    return {"y_true": word[columns["y_true"]].tolist(), "y_pred": pred.tolist(), "task": None}


_WORDS = """
apple bread chair dance eagle flour grape house island jacket kettle lemon mouse night onion paper queen river stone
table uncle violin water yacht zebra anemia leukemia benign malignant normal abnormal typical atypical male female hyper
hypo north south east west spam eggs positive negative neutral horse house2 type-a type-b class1 class2 stage-3a
stage-3b fraud legit other unknown mixed
"""
NOUNS = tuple(_WORDS.split())


def _nouns(random: Random) -> Columns:
    """Ordinary names of classes, frequent and rare."""
    chosen = random.choice(NOUNS, 12, replace=False)
    shares = 1 / np.arange(1, 13)
    truth = random.choice(12, 800, p=shares / shares.sum())
    pred = np.where(random.random(800) < 0.8, truth, random.integers(0, 12, 800))
    return {"y_true": chosen[truth].tolist(), "y_pred": chosen[pred].tolist()}


def _named(names: tuple[str, ...]) -> Callable[[Columns, Random], Columns]:
    def named(columns: Columns, _: Random) -> Columns:
        word = np.array(names, dtype=object)
        both = {key: word[columns[key]].tolist() for key in ("y_true", "y_pred")}
        return {**both, "labels": None, "task": None}

    return named


def _code(columns: Columns, random: Random) -> Columns:
    """A code for unknown among ordered labels."""
    unknown = random.random(len(columns["y_true"])) < 0.02
    return {key: np.where(unknown, 99, columns[key]) for key in ("y_true", "y_pred")} | {"labels": None}


def _marked(mark: float, share: float, *columns: str) -> Callable[[Columns, Random], Columns]:
    """A number for what is missing, in some rows of each of these columns."""

    def with_mark(given: Columns, random: Random) -> Columns:
        return {name: np.where(random.random(len(given[name])) < share, mark, given[name]) for name in columns}

    return with_mark


def _moved(step: int) -> Callable[[Columns, Random], Columns]:
    """Ordered labels that are found out, from another number on."""
    return lambda columns, _: {key: columns[key] + step for key in ("y_true", "y_pred")} | {"labels": None}


def _skewed(random: Random) -> Columns:
    """Whole log-normal scores, such as prices, whose greatest lie far apart."""
    truth = (random.random(2000) < 0.4).astype(int)
    return {"y_true": truth, "y_score": np.exp(4 + 1.5 * random.normal(size=2000) + truth).round(), "pos_label": 1}


def _heavy(random: Random) -> Columns:
    """Scores with heavy tails, to one digit."""
    truth = (random.random(1000) < 0.4).astype(int)
    return {"y_true": truth, "y_score": (random.standard_t(1.5, 1000) + truth).round(1), "pos_label": 1}


def _capped(random: Random) -> Columns:
    """Counts that an instrument caps at 999."""
    truth = (random.random(1000) < 0.4).astype(int)
    counted = np.exp(5 + random.normal(size=1000) + truth).round()
    return {"y_true": truth, "y_score": np.minimum(counted, 999), "pos_label": 1}


def _foreign(columns: Columns, random: Random) -> Columns:
    pred = np.array(columns["y_pred"], dtype=object)
    pred[random.random(len(pred)) < 0.1] = "not sure"
    return {"y_pred": pred.tolist()}


def _missing(share: float) -> Callable[[Columns, Random], Columns]:
    def without(columns: Columns, random: Random) -> Columns:
        score = np.where(random.random(len(columns["y_score"])) < share, np.nan, columns["y_score"])
        return {"y_score": score, "missing": "drop"}

    return without


def _weights(sigma: float) -> Callable[[Columns, Random], Columns]:
    def weighed(columns: Columns, random: Random) -> Columns:
        return {"sample_weight": np.exp(sigma * random.normal(size=len(columns["y_true"])))}

    return weighed


def _clusters(many: int) -> Callable[[Columns, Random], Columns]:
    def put(columns: Columns, random: Random) -> Columns:
        return {"cluster": random.integers(0, many, len(columns["y_true"]))}

    return put


def _also_labels(*, turned: bool) -> Callable[[Columns, Random], Columns]:
    return lambda columns, _: {"y_pred": ((columns["y_score"] >= 0.5) != turned).astype(np.int64)}


def _coins(columns: Columns, random: Random) -> Columns:
    return {"y_pred": (random.random(len(columns["y_true"])) < 0.4).astype(np.int64)}


def _percentiles(columns: Columns, _: Random) -> Columns:
    order = np.argsort(np.argsort(columns["y_score"]))
    return {"y_score": 100 * (order + 0.5) / len(order)}


def _times_100(columns: Columns, _: Random) -> Columns:
    return {"y_score": 100 * columns["y_score"]}


def _rounded(digits: int) -> Callable[[Columns, Random], Columns]:
    return lambda columns, _: {"y_score": np.round(columns["y_score"], digits)}


def _overlap(random: Random) -> Columns:
    """Digits as names: errors fall on any other class."""
    columns = table_of(1500, [0.125] * 8, [0.8] * 8)(random)
    return columns | {"task": None}


def _pair(weight: float, size: int, n: int) -> Population:
    """Errors between the first two classes are so many times as frequent as others."""
    rows = np.ones((size, size))
    rows[0, 1] = rows[1, 0] = weight
    np.fill_diagonal(rows, 0)
    rows *= 0.2 * size / rows.sum()
    np.fill_diagonal(rows, 1 - rows.sum(1))
    return table_of(n, [1 / size] * size, rows.tolist())


GOOD = probabilities(1000, 0.4, 1.8)
RARE = (0.05, 0.95)

SPEAK: Mapping[str, Mapping[str, Population]] = {
    "inverted_score": {"AUC 0.36, 300 rows": normal_scores(300, 0.4, -0.5)},
    "score_without_skill": {"AUC 0.5, 300 rows": normal_scores(300, 0.4, 0.0)},
    "labels_against_score": {"labels turned": changed(probabilities(300, 0.4, 1.5), _also_labels(turned=True))},
    "agreement_below_chance": {"kappa -0.4, 200 rows": changed(table_of(200, [0.5, 0.5], [0.7, 0.7]), _flipped)},
    "few_score_values": {"decisions": changed(probabilities(300, 0.4, 1.5), _rounded(0))},
    "number_for_missing": {
        "999 among text labels' scores": changed(
            changed(normal_scores(300, 0.4, 1.0), _marked(999, 0.06, "y_score")),
            lambda columns, _: {"y_true": np.where(columns["y_true"] == 1, "yes", "no").tolist(), "pos_label": "yes"},
        ),
        "999 among probabilities": changed(probabilities(300, 0.4, 1.5), _marked(999, 0.06, "y_score")),
        "-1 among probabilities": changed(probabilities(300, 0.4, 1.5), _marked(-1, 0.06, "y_score")),
        "-99 in both measurements": changed(measured(200, 0.3), _marked(-99, 0.04, "y_true", "y_pred")),
        "9 among 1 to 5": changed(changed(latent(300, 5, 0.6), _moved(1)), _marked(9, 0.03, "y_true", "y_pred")),
    },
    "percentages_as_scores": {"times 100": changed(probabilities(500, 0.3, 1.5), _times_100)},
    "no_better_than_constant": {"5 % positive, labels by chance": table_of(500, [0.95, 0.05], [0.97, 0.03])},
    "accuracy_hides_a_class": {"6 % positive, recall 0.25": table_of(3000, [0.94, 0.06], [0.999, 0.25])},
    "top_of_the_ranking": {"2 % positive, AUC 0.9": normal_scores(10_000, 0.02, 1.8)},
    "order_without_neighbours": {"8 codes, even errors": _overlap},
    "order_of_names": {
        "low, medium, high": changed(latent(500, 3, 0.7), _named(("low", "medium", "high"))),
        "grade 1 to 5": changed(latent(500, 5, 0.7), _named(tuple(f"grade {k}" for k in range(1, 6)))),
    },
    "few_far_labels": {"0 to 3 and 2 % code 99": changed(latent(800, 4, 0.5), _code)},
    "quadratic_kappa_hides_misses": {"7 labels, exact 0.35": latent(800, 7, 0.8)},
    "kappa_lowered_by_prevalence": {"4 % positive, agreement 0.96": table_of(2000, [0.96, 0.04], [0.98, 0.4])},
    "kappa_near_its_maximum": {"yes from -0.3 or 0.6 on": two_thresholds(800, 0.98, -0.3, 0.6)},
    "repeated_scores": {"half of 300 rows twice": changed(normal_scores(300, 0.4, 1.0), _copied(0.5))},
    "repeated_measurements": {"half of 100 rows twice": changed(measured(100, 0.3), _copied(0.5))},
    "whole_unlike_its_groups": {
        "two groups without skill": grouped((600, 600), _group_of_scores((0.1, 0.7), 0.0, 2.0))
    },
    "average_precision_of_groups": {"5 % and 40 %": grouped((800, 800), _group_of_scores((0.05, 0.4), 1.5))},
    "group_differs": {"one of four at 0.6, not 0.85": grouped((150,) * 4, _group_of_labels((0.6, 0.85, 0.85, 0.85)))},
    "score_is_the_label": {"no overlap": normal_scores(400, 0.4, 12.0)},
    "labels_without_error": {"a copy": table_of(200, [0.5, 0.3, 0.2], [1.0, 1.0, 1.0])},
    "default_threshold": {"10 % positive": probabilities(4000, 0.1, 1.5)},
    "confidence_of_probabilities": {
        "logits doubled": probabilities(1000, 0.4, 1.5, slope=2.0),
        "logits halved": probabilities(1000, 0.4, 1.5, slope=0.5),
    },
    "level_of_probabilities": {"logits + 1": probabilities(1000, 0.3, 1.5, level=1.0)},
    "certain_and_wrong": {"rounded to tenths": changed(probabilities(1000, 0.4, 2.0), _rounded(1))},
    "severity_shift": {
        "4 labels, moved by 0.6": latent(300, 4, 0.8, shift=0.6),
        "yes from 0 or 0.6 on": two_thresholds(500, 0.8, 0.0, 0.6),
    },
    "shift_of_measurements": {"moved by 1": measured(150, 0.4, shift=1.0)},
    "never_predicted": {"10 % never": table_of(300, [0.5, 0.4, 0.1], [[0.8, 0.2, 0], [0.2, 0.8, 0], [0.5, 0.5, 0]])},
    "label_out_of_use": {
        "10 % not sure": changed(table_of(300, [0.5, 0.3, 0.2], [0.8] * 3, ("a", "b", "c")), _foreign)
    },
    "most_confused_pair": {"6 classes, a pair has 0.6 of the errors": _pair(21.0, 6, 1000)},
    "label_spellings": {"'Cat ' beside 'cat'": changed(table_of(300, [0.4, 0.3, 0.3], [0.8] * 3), _words)},
    "few_rows_of_a_class": {"10 rows expected": probabilities(200, 0.05, 2.0)},
    "dropped_rows": {"10 % missing": changed(probabilities(500, 0.4, 1.5), _missing(0.1))},
    "uneven_weights": {"log-normal, sigma 1.5": changed(probabilities(500, 0.4, 1.5), _weights(1.5))},
    "few_clusters": {"8 clusters": changed(probabilities(500, 0.4, 1.5), _clusters(8))},
    "wide_interval": {"60 rows, AUC 0.76": normal_scores(60, 0.4, 1.0)},
}

SILENT: Mapping[str, Mapping[str, Population]] = {
    "inverted_score": {"AUC 0.5, 100 rows": normal_scores(100, 0.3, 0.0), "AUC 0.55": normal_scores(300, 0.4, 0.18)},
    "score_without_skill": {"AUC 0.76, 150 rows": normal_scores(150, 0.3, 1.0)},
    "labels_against_score": {
        "labels by chance": changed(probabilities(300, 0.4, 1.5), _coins),
        "both good": changed(probabilities(300, 0.4, 1.5), _also_labels(turned=False)),
    },
    "agreement_below_chance": {
        "kappa 0, 200 rows": table_of(200, [0.5, 0.5], [0.5, 0.5]),
        "r = 0, 50 rows": measured(50, 1.0, spread=0.0001),
    },
    "few_score_values": {"11 values": changed(probabilities(300, 0.4, 1.5), _rounded(1))},
    "number_for_missing": {
        "log-normal whole numbers": _skewed,
        "heavy tails": _heavy,
        "capped at 999": _capped,
        "0 to 9": changed(latent(300, 10, 0.6), _moved(0)),
        "-1, 0, 1": changed(latent(300, 3, 0.6), _moved(-1)),
        "whole measurements, spread 30": measured(300, 10.0, spread=30.0, digits=0),
    },
    "percentages_as_scores": {
        "percentiles, 30 % positive": changed(normal_scores(500, 0.3, 1.5), _percentiles),
        "percentiles, 50 % positive": changed(normal_scores(500, 0.5, 1.0), _percentiles),
    },
    "no_better_than_constant": {"accuracy 0.75 beside 0.6": table_of(300, [0.6, 0.4], [0.75, 0.75])},
    "accuracy_hides_a_class": {
        "recall 0.6": table_of(2000, [0.9, 0.1], [0.97, 0.6]),
        "recall 0.5": table_of(500, [0.9, 0.1], [0.98, 0.5]),
    },
    "top_of_the_ranking": {
        "5 % positive, top 0.75": normal_scores(5000, 0.05, 3.5),
        "10 % positive, top 0.5": normal_scores(2000, 0.095, 1.9),
    },
    "order_without_neighbours": {
        "5 labels, correlation 0.6": latent(300, 5, 0.6),
        "4 labels, correlation 0.9": latent(300, 4, 0.9),
    },
    "order_of_names": {
        "grade 1 to 5, even errors": table_of(500, [0.2] * 5, [0.7] * 5, tuple(f"grade {k}" for k in range(1, 6))),
        "low, medium, high, even errors": table_of(500, [0.4, 0.3, 0.3], [0.7] * 3, ("low", "medium", "high")),
    },
    "few_far_labels": {
        "7 labels, ends rare": latent(300, 7, 0.6, even=False),
        "5 even labels, correlation 0.4": latent(100, 5, 0.4),
    },
    "quadratic_kappa_hides_misses": {"4 labels, exact 0.7": latent(300, 4, 0.9), "5 labels": latent(200, 5, 0.85)},
    "kappa_lowered_by_prevalence": {
        "40 % positive, kappa 0.4": table_of(1500, [0.6, 0.4], [0.7, 0.7]),
        "10 % positive, kappa 0.65": table_of(1000, [0.9, 0.1], [0.97, 0.7]),
    },
    "kappa_near_its_maximum": {
        "equal margins": two_thresholds(300, 0.8, 0.3, 0.3),
        "other margins, noise": two_thresholds(300, 0.5, 0.0, 0.7),
    },
    "repeated_scores": {
        "ten yes-no features": _discrete,
        "three digits": changed(probabilities(1000, 0.4, 1.5), _rounded(3)),
        "two digits": changed(probabilities(300, 0.4, 1.5), _rounded(2)),
    },
    "repeated_measurements": {
        "whole numbers": measured(300, 10.0, spread=30.0, digits=0),
        "whole numbers, far spread": measured(300, 30.0, spread=300.0, digits=0),
        "one digit, nearly equal": measured(200, 0.02, digits=1),
    },
    "whole_unlike_its_groups": {
        "alike": grouped((200,) * 4, _group_of_scores((0.3,) * 4, 1.0)),
        "two alike": grouped((300, 300), _group_of_scores((0.3, 0.5), 1.5)),
    },
    "average_precision_of_groups": {
        "alike": grouped((150,) * 4, _group_of_scores((0.2,) * 4, 1.5)),
        "20 % and 35 %": grouped((300, 300), _group_of_scores((0.2, 0.35), 1.5)),
    },
    "group_differs": {
        "four alike": grouped((150,) * 4, _group_of_labels((0.85,) * 4)),
        "eight alike": grouped((100,) * 8, _group_of_labels((0.8,) * 8)),
        "two alike": grouped((200,) * 2, _group_of_labels((0.85,) * 2)),
    },
    "score_is_the_label": {
        "AUC 0.9977, 100 rows": normal_scores(100, 0.5, 4.0),
        "AUC 0.9977, 220 rows": normal_scores(220, 0.5, 4.0),
    },
    "labels_without_error": {"accuracy 0.97, 150 rows": table_of(150, [0.5, 0.5], [0.97, 0.97])},
    "default_threshold": {
        "40 % positive": probabilities(300, 0.4, 1.5),
        "50 % positive": probabilities(1000, 0.5, 1.5),
        "no skill": probabilities(500, 0.3, 0.05),
    },
    "confidence_of_probabilities": {
        "right, 300 rows": probabilities(300, 0.4, 1.5),
        "right, 5,000 rows": probabilities(5000, 0.1, 1.5),
    },
    "level_of_probabilities": {
        "right, 300 rows": probabilities(300, 0.1, 1.5),
        "right, 5,000 rows": probabilities(5000, 0.1, 1.5),
    },
    "certain_and_wrong": {"right": probabilities(1000, 0.4, 2.0)},
    "severity_shift": {
        "no shift, 300 rows": latent(300, 4, 0.6),
        "no shift, two labels": two_thresholds(200, 0.5, 0.3, 0.3),
    },
    "shift_of_measurements": {"no shift": measured(100, 0.3), "noise": measured(300, 0.6)},
    "never_predicted": {"1 % of 200 rows": table_of(200, [0.5, 0.49, 0.01], [0.9, 0.9, 0.9])},
    "label_out_of_use": {"20 classes": table_of(200, [0.05] * 20, [0.6] * 20)},
    "most_confused_pair": {
        "6 classes, even errors": _pair(1.0, 6, 1000),
        "3 classes, even errors": _pair(1.0, 3, 200),
        "10 classes, a pair twice as often": _pair(2.0, 10, 1000),
    },
    "label_spellings": {"12 of 58 nouns": _nouns},
    "few_rows_of_a_class": {"40 rows expected": probabilities(400, 0.1, 2.0)},
    "dropped_rows": {"2 % missing": changed(probabilities(500, 0.4, 1.5), _missing(0.02))},
    "uneven_weights": {"log-normal, sigma 0.5": changed(probabilities(500, 0.4, 1.5), _weights(0.5))},
    "few_clusters": {"20 clusters": changed(probabilities(500, 0.4, 1.5), _clusters(20))},
    "wide_interval": {"400 rows, AUC 0.76": normal_scores(400, 0.4, 1.0)},
}

CLEAN: Mapping[str, Population] = {
    "probabilities, 1,000 rows": GOOD,
    "five classes, 1,000 rows": table_of(1000, [0.2] * 5, [0.85] * 5, ("oak", "pine", "birch", "maple", "willow")),
    "ordered labels, 1,000 rows": latent(1000, 4, 0.95),
    "measurements, 300 rows": measured(300, 0.2),
    "four groups of 250 rows": grouped((250,) * 4, _group_of_labels((0.85,) * 4)),
}
