"""
Populations with known values, to draw samples from.

Each gives the data of a call of the metrics of one input: labels, scores, probabilities, decisions, ratings, rankings
of labels, indicators. The true value of a metric is that of the population itself: exact for tables of labels, else
that of two million rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from concordant import Counts

Random = np.random.Generator
MANY = 2_000_000


class Drawn(NamedTuple):
    """A sample: the data of a call, and the weight and the cluster of each row, where rows have them."""

    data: tuple[Any, ...]
    weight: Any = None
    cluster: Any = None


def with_clusters(found: tuple[Any, ...] | Drawn, n: int, rows: int) -> Drawn:
    """A sample of n rows, of which so many stand together in a cluster."""
    if isinstance(found, Drawn):
        return found
    return Drawn(found, None, None if rows == 1 else np.repeat(np.arange(n // rows), rows))


@dataclass(frozen=True)
class Population:
    """
    Where samples come from.

    `draw` takes random numbers and n and gives truth and prediction (scores, ratings, ...), or `Drawn`; `cluster` says
    how many rows belong together, which then stand one after the other; `table` holds the shares of the cells, of
    labels. Where clusters differ in size, `rows` is their mean size, and a sample of n rows has ``n / rows`` clusters.
    """

    name: str
    kind: str
    draw: Callable[[Random, int], tuple[Any, ...] | Drawn]
    sizes: tuple[int, ...] = (30, 100, 300, 1000)
    cluster: int = 1
    table: Any = None
    words: str = ""
    labels: tuple[int, ...] = field(default=())
    rows: int = 0
    weighted: bool = False

    def sample(self, random: Random, n: int) -> Drawn:
        """Draw about n rows."""
        return with_clusters(self.draw(random, n), n, self.cluster)

    @property
    def as_table(self) -> bool:
        """Whether a sample is a table of independent rows, which is drawn at once."""
        return self.table is not None and self.cluster == 1 and not self.rows and not self.weighted

    def clusters(self, n: int) -> int | None:
        """How many clusters a sample of n rows has; None if rows are independent."""
        return n // self.rows if self.rows else n // self.cluster if self.cluster > 1 else None


# -- labels ----------------------------------------------------------------------------------------------------------


def table_of(prior: Any, right: float, spread: float) -> Any:
    """Shares of the cells: right with this chance, else another label, less often the farther away it is."""
    shares = np.asarray(prior, float) / np.sum(prior)
    size = len(shares)
    distance = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    wrong = np.where(distance > 0, spread ** (distance - 1.0), 0.0)
    wrong /= wrong.sum(1, keepdims=True)
    return shares[:, None] * (right * np.eye(size) + (1 - right) * wrong)


def labels(name: str, table: Any, words: str, sizes: tuple[int, ...] = (30, 100, 300, 1000)) -> Population:
    """Independent rows of a table."""
    flat, size = np.ravel(table), len(table)

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        cells = random.choice(size * size, n, p=flat)
        return cells // size, cells % size

    return Population(name, "labels", draw, sizes, 1, table, words, tuple(range(size)))


def clustered_labels(name: str, prior: Any, right: float, spread: float, rows: int, alike: float) -> Population:
    """
    Rows of a cluster share a chance to be right, Beta distributed with the intra-cluster correlation `alike`.

    They share their true label in half of the clusters.
    """
    table = table_of(prior, right, spread)
    size = len(table)
    given = table / table.sum(1, keepdims=True)
    off = given * (1 - np.eye(size))
    off /= off.sum(1, keepdims=True)
    total = (1 - alike) / alike

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        groups = n // rows
        chance = np.repeat(random.beta(right * total, (1 - right) * total, groups), rows)
        shared = np.repeat(random.random(groups) < 0.5, rows)
        own = random.choice(size, n, p=table.sum(1))
        truth = np.where(shared, np.repeat(own[::rows], rows), own)
        other = (off.cumsum(1)[truth] < random.random(n)[:, None]).sum(1)
        return truth, np.where(random.random(n) < chance, truth, np.minimum(other, size - 1))

    words = f"clusters of {rows} rows, correlation {alike:g}"
    return Population(name, "labels", draw, (150, 600), rows, table, words, tuple(range(size)))


def unequal_clusters(random: Random, groups: int, least: int = 2, most: int = 50) -> Any:
    """The cluster of each row, where every size is as likely."""
    return np.repeat(np.arange(groups), random.integers(least, most + 1, groups))


UNEQUAL = 26  # rows of such a cluster, on average


def labels_in_unequal_clusters(prior: Any, right: float, alike: float) -> Population:
    """Clusters of 2 to 50 rows that share a chance to be right."""
    table = table_of(prior, right, 0.5)
    size = len(table)
    off = table * (1 - np.eye(size))
    off /= off.sum(1, keepdims=True)
    total = (1 - alike) / alike

    def draw(random: Random, n: int) -> Drawn:
        cluster = unequal_clusters(random, n // UNEQUAL)
        chance = random.beta(right * total, (1 - right) * total, n // UNEQUAL)[cluster]
        truth = random.choice(size, len(cluster), p=table.sum(1))
        other = np.minimum((off.cumsum(1)[truth] < random.random(len(cluster))[:, None]).sum(1), size - 1)
        return Drawn((truth, np.where(random.random(len(cluster)) < chance, truth, other)), None, cluster)

    return Population(
        f"{size} labels, unequal clusters, correlation {alike:g}",
        "labels",
        draw,
        (260, 520, 1040),
        table=table,
        words=f"10, 20 and 40 clusters of 2 to 50 rows, correlation {alike:g}",
        labels=tuple(range(size)),
        rows=UNEQUAL,
    )


def weighted_labels(name: str, prior: Any, slope: float, spread: float) -> Population:
    """The log odds of an error rise, or fall, with the logarithm of the weight."""
    shares = np.asarray(prior, float) / np.sum(prior)
    size = len(shares)

    def draw(random: Random, n: int) -> Drawn:
        log = spread * random.normal(size=n)
        truth = random.choice(size, n, p=shares)
        wrong = random.random(n) < 1 / (1 + np.exp(1.5 - slope * log))
        other = (truth + random.integers(1, size, n)) % size
        return Drawn((truth, np.where(wrong, other, truth)), np.exp(log))

    words = f"{size} labels, weights with a spread of {spread:g} (logarithm), errors {'+' if slope > 0 else '-'}"
    return Population(name, "labels", draw, (100, 300, 1000), words=words, labels=tuple(range(size)), weighted=True)


def one_large(classes: int, share: float, right: float, spread: float) -> Any:
    """Shares of the cells where one class has this share, and each other half of the one before."""
    prior = np.append(share, (1 - share) * 0.5 ** np.arange(classes - 1) / (2 - 0.5 ** (classes - 2)))
    return table_of(prior, right, spread)


def of_rates(prevalence: float, sensitivity: float, specificity: float) -> Any:
    """Shares of the cells of two labels."""
    negative, positive = 1 - prevalence, prevalence
    return np.array(
        [[negative * specificity, negative * (1 - specificity)], [positive * (1 - sensitivity), positive * sensitivity]]
    )


def with_gross_errors(share: float) -> Any:
    """Shares of the cells of five grades, some rows of which are called the first whatever they are."""
    table = table_of([1, 1, 1, 1, 1], 0.7, 0.02)
    gross = np.zeros_like(table)
    gross[:, 0] = table.sum(1)
    return (1 - share) * table + share * gross


def with_easy_rows(share: float, agree: float) -> Any:
    """Shares of the cells of five labels, of which a share of the rows are plainly the first."""
    often = np.array([0.7, 0.075, 0.075, 0.075, 0.075])
    hard = agree * np.diag(often) + (1 - agree) * np.outer(often, often)
    return share * np.diag([1.0, 0, 0, 0, 0]) + (1 - share) * hard


LABELS = [
    labels("balanced, weak", table_of([1, 1], 0.65, 1), "2 labels, prevalence 0.5, 65 % right"),
    labels("balanced, near perfect", table_of([1, 1], 0.97, 1), "2 labels, prevalence 0.5, 97 % right"),
    labels("prevalence 0.1", [[0.83, 0.07], [0.03, 0.07]], "2 labels, prevalence 0.1, recall 0.7, precision 0.5"),
    labels("prevalence 0.02", [[0.965, 0.015], [0.006, 0.014]], "2 labels, prevalence 0.02, recall 0.7"),
    labels("3 labels, weak", table_of([5, 3, 2], 0.55, 0.6), "3 labels, 55 % right", (100, 300)),
    labels("3 labels, near perfect", table_of([6, 3, 1], 0.96, 0.3), "3 labels, 96 % right", (100, 300, 1000)),
    labels(
        "5 labels", table_of([4, 3, 2, 2, 1], 0.65, 0.4), "5 labels, 65 % right, errors mostly by one step", (30, 100)
    ),
    labels(
        "5 labels, skewed",
        table_of([70, 15, 8, 5, 2], 0.85, 0.5),
        "5 labels, 70 % to 2 % of the rows, 85 % right",
        (100, 1000),
    ),
    clustered_labels("2 labels in clusters", [6, 4], 0.8, 1, 5, 0.3),
    clustered_labels("5 labels in clusters", [4, 3, 2, 2, 1], 0.7, 0.5, 5, 0.2),
    labels("prevalence 0.01, recall 0.9", of_rates(0.01, 0.9, 0.95), "specificity 0.95", (300, 1000)),
    labels("prevalence 0.05, recall 0.9", of_rates(0.05, 0.9, 0.95), "specificity 0.95", (100, 200, 1000)),
    labels("prevalence 0.02, recall 0.99", of_rates(0.02, 0.99, 0.9), "specificity 0.9", (300, 1000)),
    labels("7 labels, 85 % in one", one_large(7, 0.85, 0.85, 0.5), "85 % right", (100, 300, 1000)),
    labels("7 labels, 95 % in one", one_large(7, 0.95, 0.9, 0.5), "90 % right", (300, 1000)),
    labels("10 labels, 95 % in one", one_large(10, 0.95, 0.9, 0.5), "90 % right", (300, 1000)),
    labels("7 labels, 90 % right", table_of([1, 2, 3, 4, 3, 2, 1], 0.9, 0.4), "errors mostly by one step", (100, 300)),
    labels("5 labels, far errors rare", table_of([2, 3, 3, 3, 2], 0.88, 0.15), "88 % right", (100, 300, 1000)),
    labels("5 labels, far errors rare, weak", table_of([2, 3, 3, 3, 2], 0.762, 0.15), "76 % right", (100, 300)),
    labels_in_unequal_clusters([6, 4], 0.8, 0.5),
    labels_in_unequal_clusters([6, 4], 0.9, 0.1),
    labels_in_unequal_clusters([4, 3, 2], 0.7, 0.3),
    weighted_labels("heavy rows wrong more often", [6, 4], 1.0, 0.7),
    weighted_labels("heavy rows right more often", [6, 4], -1.0, 0.7),
    weighted_labels("3 labels, heavy rows wrong more often", [5, 3, 2], 0.6, 1.0),
    labels("5 grades, 3 % gross errors", with_gross_errors(0.03), "the others right or next to it", (100, 300, 1000)),
    labels("5 labels, 80 % easy", with_easy_rows(0.8, 0.3), "of the others 30 % agree, and by chance", (100, 300)),
]


# -- scores, probabilities, decisions ----------------------------------------------------------------------------------


def scores(
    name: str, prevalence: float, shift: float, words: str, sizes: tuple[int, ...], levels: int = 0
) -> Population:
    """Normal scores of two classes, `shift` apart; on few levels if asked."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        truth = (random.random(n) < prevalence).astype(np.int64)
        score = random.normal(size=n) + shift * truth
        return truth, np.clip(np.floor(score * levels / 4), -levels, levels) if levels else score

    return Population(name, "scores", draw, sizes, 1, None, words)


def clustered_scores(name: str, rows: int) -> Population:
    """Normal scores with an effect of the cluster."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        truth = (random.random(n) < 0.4).astype(np.int64)
        effect = np.repeat(random.normal(size=n // rows), rows)
        return truth, 0.8 * random.normal(size=n) + 0.6 * effect + truth

    return Population(name, "scores", draw, (150, 600), rows, None, f"clusters of {rows} rows, correlation 0.36")


def scores_in_unequal_clusters(alike: float) -> Population:
    """Clusters of 2 to 50 rows that share an effect."""

    def draw(random: Random, n: int) -> Drawn:
        cluster = unequal_clusters(random, n // UNEQUAL)
        truth = (random.random(len(cluster)) < 0.4).astype(np.int64)
        effect = np.sqrt(alike) * random.normal(size=n // UNEQUAL)[cluster]
        return Drawn(
            (truth, np.sqrt(1 - alike) * random.normal(size=len(cluster)) + effect + 1.2 * truth), None, cluster
        )

    words = f"10, 20 and 40 clusters of 2 to 50 rows, correlation {alike:g}"
    return Population("scores in unequal clusters", "scores", draw, (260, 520, 1040), words=words, rows=UNEQUAL)


def weighted_scores(name: str, slope: float) -> Population:
    """The distance of the classes falls, or rises, with the logarithm of the weight."""

    def draw(random: Random, n: int) -> Drawn:
        log = 0.7 * random.normal(size=n)
        truth = (random.random(n) < 0.3).astype(np.int64)
        return Drawn((truth, random.normal(size=n) + np.maximum(1.5 + slope * log, 0.0) * truth), np.exp(log))

    words = "weights with a spread of 0.7 (logarithm)"
    return Population(name, "scores", draw, (100, 300, 1000), words=words, weighted=True)


SCORES = [
    scores("AUC 0.64, prevalence 0.5", 0.5, 0.5, "normal scores", (30, 100, 300, 1000)),
    scores("AUC 0.86, prevalence 0.3", 0.3, 1.5, "normal scores", (30, 100, 300, 1000)),
    scores("AUC 0.96, prevalence 0.1", 0.1, 2.5, "normal scores", (100, 300, 1000)),
    scores("AUC 0.80, prevalence 0.02", 0.02, 1.2, "normal scores", (300, 1000)),
    scores("ties, prevalence 0.3", 0.3, 1.0, "normal scores in 5 steps", (100, 300, 1000), 3),
    clustered_scores("scores in clusters", 5),
    scores("AUC 0.86, prevalence 0.05", 0.05, 1.5, "normal scores", (300, 1000)),
    scores("AUC 0.99, prevalence 0.2", 0.2, 3.3, "normal scores", (100, 300, 1000)),
    scores("AUC 0.98, prevalence 0.02", 0.02, 2.9, "normal scores", (1000,)),
    scores("AUC 0.95, prevalence 0.2", 0.2, 2.33, "normal scores", (100, 300)),
    scores_in_unequal_clusters(0.5),
    weighted_scores("heavy rows ranked worse", -0.6),
]


def probabilities(name: str, prevalence: float, sharp: float, slope: float, words: str) -> Population:
    """Logits of the truth are normal; what is said is the logit times `slope`: 1 is calibrated."""

    def draw(random: Random, n: int) -> tuple[Any, ...]:
        logit = np.log(prevalence / (1 - prevalence)) + sharp * random.normal(size=n)
        truth = (random.random(n) < 1 / (1 + np.exp(-logit))).astype(np.int64)
        return truth, 1 / (1 + np.exp(-slope * logit))

    return Population(name, "probabilities", draw, (100, 300, 1000), 1, None, words)


PROBABILITIES = [
    probabilities("calibrated", 0.3, 1.5, 1.0, "calibrated, prevalence about 0.3"),
    probabilities("overconfident", 0.3, 1.5, 2.0, "logits twice too large"),
    probabilities("rare, overconfident", 0.05, 1.0, 1.5, "prevalence about 0.07, logits 1.5 times too large"),
]


def _classes(prior: Any, apart: float) -> Callable[[Random, int], tuple[Any, ...]]:
    def draw(random: Random, n: int) -> tuple[Any, ...]:
        size = len(prior)
        truth = random.choice(size, n, p=prior)
        logits = random.normal(size=(n, size)) + apart * np.eye(size)[truth]
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return truth, shares / shares.sum(1, keepdims=True)

    return draw


_of_classes = _classes([0.5, 0.3, 0.2], 1.5)
_RARE = [0.7, 0.26, 0.04]


CLASSES = [
    Population("scores of 3 classes", "scores of classes", _of_classes, (100, 300, 1000), 1, None, "3 classes"),
    Population(
        "probabilities of 3 classes", "probabilities of classes", _of_classes, (100, 300, 1000), 1, None, "3 classes"
    ),
    Population(
        "3 classes, one of 4 %", "scores of classes", _classes(_RARE, 2.5), (300, 1000), 1, None, "well separated"
    ),
    Population(
        "3 classes, one of 4 %, sharp", "scores of classes", _classes(_RARE, 3.0), (300,), 1, None, "12 of 300 rows"
    ),
]


# -- ratings, rankings, indicators -------------------------------------------------------------------------------------


def _normal_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.normal(size=n)
    return first, 0.8 * first + 0.6 * random.normal(size=n) + 0.3


def _skewed_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.exponential(size=n)
    return first, 0.6 * first + 0.5 * random.exponential(size=n)


def _graded_pair(random: Random, n: int) -> tuple[Any, ...]:
    first = random.normal(size=n)
    second = 0.8 * first + 0.6 * random.normal(size=n)
    return tuple(np.clip(np.round(2 * x + 3), 1, 5) for x in (first, second))


def _rankings(random: Random, n: int) -> tuple[Any, ...]:
    truth = (random.random((n, 6)) < [0.5, 0.4, 0.3, 0.2, 0.2, 0.1]).astype(np.int64)
    truth[np.arange(n), random.integers(0, 6, n)] = 1
    return truth, random.normal(size=(n, 6)) + 1.2 * truth


def _indicators(random: Random, n: int) -> tuple[Any, ...]:
    common = random.normal(size=(n, 1))
    latent = 0.6 * common + 0.8 * random.normal(size=(n, 4))
    truth = (latent > [0.0, 0.3, 0.8, 1.2]).astype(np.int64)
    wrong = random.random((n, 4)) < np.where(common > 0.5, 0.25, 0.1)
    return truth, np.where(wrong, 1 - truth, truth)


OTHERS = [
    Population("normal ratings", "measurements", _normal_pair, words="correlation 0.8"),
    Population("skewed ratings", "measurements", _skewed_pair, (100, 300, 1000), words="exponential ratings"),
    Population("graded ratings", "measurements", _graded_pair, words="ratings 1 to 5"),
    Population("rankings", "rankings", _rankings, words="6 labels that are ranked"),
    Population("several labels at once", "indicators", _indicators, (100, 300, 1000), words="4 labels"),
]

POPULATIONS = [*LABELS, *SCORES, *PROBABILITIES, *CLASSES, *OTHERS]


def whole_table(population: Population) -> Counts:
    """The population of labels itself, as counts that are not bounded by a sample."""
    return Counts.from_table(np.asarray(population.table) * 1e9, population.labels)
