"""The model of Dawid and Skene: EM, information, limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from concordant.errors import LabelError, LengthError, OptionError, TooFewRatersError
from concordant.inference.influence.influences import ratio_or_zero
from concordant.inference.intervals.diagnostics import value_outside
from concordant.inference.intervals.proportions import jeffreys
from concordant.inference.quantiles import check_level
from concordant.inference.samples.panels import weights_of
from concordant.inputs.arrays import refuse_other_order
from concordant.inputs.encoding import encode
from concordant.metrics.arithmetic import check_positive, check_row_number
from concordant.metrics.definition.options import knowing_its_options
from concordant.names import require_choice
from concordant.panels.units import RatedUnits, read_units, values_of
from concordant.panels.votes import Consensus
from concordant.result.intervals import Interval
from concordant.result.record import (
    Answer,
    Tabled,
    altered,
    columns_of,
    counted,
    counts_text,
    interval_text,
    percent,
    signed,
    text_table,
)
from concordant.states import Ratings
from concordant.states.profiles import Profiles, distinct_rows
from concordant.typing import Column, FloatArray, Label, NumberArray

_ROUNDING = 1e-9  # a share nearer to 0 or 1 is 0 or 1
_MOST = 3000  # parameters of which there is a matrix of information
_BARELY = 3.0  # ratings a unit: with fewer the model is barely identified (Dawid & Skene 1979, section 6)
_BLOCK = 1 << 22  # numbers in a table of profiles by parameters
_ASSOCIATED = 15.0  # of chi-squared, that other raters need to tell how accurate one is
_LEAST = 1e-10  # of the largest eigenvalue: below there is no information
_PSEUDO = 0.5  # ratings of each label, seen and true: estimates at 0 and 1 have no derivative else
_FLOOR = 1e-10  # probabilities below are taken for this: a single surprise does not rule a label out for ever


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class DawidSkene(Tabled, Answer):
    """
    The labels of units and the errors of raters, by the model of Dawid and Skene.

    Attributes
    ----------
    labels, raters : tuple
        The K labels and the r raters.
    posterior : ndarray of shape (n, K)
        The probability of each true label: one row a unit, of a state one row a profile; NaN of units nobody rated.
    units : tuple
        The names of the rows; empty for a state.
    weight : ndarray of shape (n,)
        How many units each row stands for.
    prior : ndarray of shape (K,)
        The share of units with each true label.
    confusion, confusion_low, confusion_high : ndarray of shape (r, K, K)
        For each rater and true label (row) how often each label (column) is given, with limits; NaN where a rater is
        expected to have seen no unit of the label.
    accuracy : tuple of Interval
        The share of the ratings of each rater that are the true label.
    loglik : float
        The log-likelihood that was reached.
    trace : ndarray
        The log-likelihood at every step; it never falls.
    steps : int
        How many steps were taken.
    converged : bool
        Whether the last one gained less than the tolerance.
    majority_agreement : float
        Of the units with one majority, the share whose most probable label it is.
    ratings : ndarray of int64, shape (n,)
        How many ratings each row has.
    """

    stored_as: ClassVar[str | None] = None

    labels: tuple[Label, ...]
    raters: tuple[Label, ...]
    posterior: FloatArray
    units: tuple[Label, ...]
    weight: FloatArray
    prior: FloatArray
    confusion: FloatArray
    confusion_low: FloatArray
    confusion_high: FloatArray
    accuracy: tuple[Interval, ...]
    loglik: float
    trace: FloatArray
    steps: int
    converged: bool
    majority_agreement: float
    ratings: npt.NDArray[np.int64]

    def consensus(self, *, ties: Any = "none", seed: int = 0) -> Consensus:
        """Return the most probable label of every row."""
        counts: dict[str, Any] = {"ratings": self.ratings, "weight": None if self.units else self.weight}
        return Consensus.from_posterior(self.posterior, self.labels, ties=ties, units=self.units, seed=seed, **counts)

    def columns(self) -> dict[str, list[Any]]:
        """One row a rater: accuracy with limits, and how many ratings there are."""
        columns = columns_of(self.accuracy, "n", "value", "low", "high")
        return {"rater": list(self.raters), "ratings": columns.pop("n"), "accuracy": columns.pop("value"), **columns}

    def lines(self) -> list[str]:
        """The labels and the raters."""
        title, counts = counts_text((interval.n for interval in self.accuracy), "ratings")
        accuracies = map(interval_text, self.accuracy)
        labels = zip(map(str, self.labels), map(percent, self.prior.tolist()), strict=True)
        raters = zip(map(str, self.raters), counts, accuracies, strict=True)
        of_labels = text_table(["label", "units"], labels, indent="  ")
        of_raters = text_table(["rater", title, "accuracy"], raters, indent="  ")
        return [*of_labels, "", *of_raters]


@knowing_its_options("panels")
def dawid_skene(
    ratings: Any,
    *,
    known: Column | None = None,
    level: float = 0.95,
    tolerance: float = 1e-12,
    max_steps: int = 10_000,
    runs: Literal["together", "apart"] = "together",
    duplicates: str = "raise",
    unit: Column | str | None = None,
    rater: str | None = None,
    label: str | None = None,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    missing_labels: Sequence[Label] = (),
) -> DawidSkene:
    """
    Estimate the true label of every unit and the errors of every rater.

    Given the true label of a unit, raters err independently of each other, each with a table of his own:
    ``P(true = k | ratings) ~ prior_k prod_g confusion_g[k, x_g]``. The EM algorithm starts from the shares of votes,
    and its steps are of the distinct profiles, so that a million units cost no more than their profiles.

    Parameters
    ----------
    ratings : matrix, data frame, or Ratings
        A row a unit and a column a rater; a row a rating, with `unit`, `rater` and `label`; or a state.
    known : array-like of shape (n,), optional
        The true labels of units for which they are known (gold units), None elsewhere. Of wide data only.
    level : float
        The nominal coverage of limits.
    tolerance, max_steps : float, int
        Stop when a step gains less log-likelihood than `tolerance` a unit, or after so many steps.
    runs : {"together", "apart"}
        Whether raters called ``(name, 2)``, ``(name, 3)`` are the rater ``name`` again and share his errors.
    duplicates : {"raise", "runs", "first", "last"}
        Of a row a rating: what to do where a rater has rated a unit more than once.
    unit, rater, label, raters, labels, missing_labels
        As of `consensus`.

    Returns
    -------
    DawidSkene

    Raises
    ------
    TooFewRatersError
        With one rater: nothing tells his errors from the truth.
    RaterIdentityError
        If it is not known who rated.

    Notes
    -----
    What makes the model wrong makes its answers wrong: raters who err together (the same hard units, the same
    guideline) look accurate. With fewer than three ratings a unit on average the model is barely identified. The
    algorithm finds a local optimum; from vote shares it can end with two labels swapped where most raters confuse them,
    and `reason` names raters whose table would fit better with two labels exchanged.

    Limits are those of Jeffreys, of as many ratings of known units as the estimate is worth by the information in
    the units; with more than 3,000 shares to estimate, as if the true labels were known, which is too narrow. 95 %
    limits of the accuracy held it in 95 to 100 % of panels by the information, in 78 to 96 % as if the labels were
    known (60 to 150 panels each of 3 to 10 raters who are right in 60 to 98 %, 50 to 1,000 units and 2 or 3
    labels). Rare labels and few ratings a unit are harder: by the information 88 to 97 % held it, and 89 to 96 % of
    the limits of the diagonal of the tables their shares (60 to 100 panels each of 100 to 1,000 units; labels of 90
    and 10 %, of 80, 15 and 5 %, 5 labels, or 2 or 3 ratings a unit of 6 or 10 raters; least with 5 raters who are
    right in 70 %).
    Where the other raters hardly agree more than by chance, the accuracy of one is hardly known, and limits of the best
    held it in 55 to 95 % (150 panels each; others right in 60 or 70 %, 150 to 600 units): then the reason of the
    interval says so, in 85 to 100 % of these panels, and in 0 to 14 % of those of better raters.

    References
    ----------
    Dawid and Skene (1979), Maximum likelihood estimation of observer error-rates using the EM algorithm, Applied
    Statistics 28:20, equations 2.3 to 2.5.

    Examples
    --------
    >>> from concordant import panels
    >>> rows = [["a", "a", "a"], ["b", "b", "b"], ["a", "b", "a"], ["b", "b", "a"], ["b", "b", "b"]] * 8
    >>> found = panels.dawid_skene(rows)
    >>> found.prior.round(3).tolist(), found.converged
    ([0.4, 0.6], True)
    """
    level = check_level(level)
    check_positive(tolerance, "tolerance")
    check_row_number(max_steps, "max_steps")
    read: dict[str, Any] = {"unit": unit, "rater": rater, "label": label, "raters": raters, "labels": labels}
    units = read_units(ratings, **read, missing_labels=missing_labels, duplicates=duplicates)
    refuse_other_order(ratings, (known,), ("known",), what="ratings")
    state, names, model, profile = _model(units, known, runs, "dawid_skene")
    estimate = fit(model, tolerance=tolerance, most=max_steps)
    (low, high), (a_low, a_high), method = _limits_of(model, estimate, level)
    counts = estimate.counts
    shares = _shares(counts)
    total = counts.sum((-1, -2))
    defined = ~np.isnan(shares)
    signature = signed("panels.dawid_skene", limits=method, n=state.n)
    columns = np.stack([_accuracies(counts), a_low, a_high, total], axis=1).tolist()
    about = (level, method, signature)
    doubts = ["other raters agree too little to tell it" if weak else None for weak in _barely_tied(model).tolist()]
    accuracy = tuple(_accuracy_interval(*each, about) for each in zip(names, columns, doubts, strict=True))
    posterior = _posterior_of_rows(estimate, profile)
    majority_agreement = _agreement_with_majority(model, estimate.posterior)
    reasons = _diagnostics(state, names, model, estimate)
    doubted = [f"{name!r}" for name, interval in zip(names, accuracy, strict=True) if interval.reason and interval.n]
    if doubted:
        reasons.append(f"the accuracy of {', '.join(doubted[:5])} is hardly known (see its reason)")
    if method == "jeffreys of expected counts":
        reasons.append("the limits take the true labels as known and are too narrow")
    return DawidSkene(
        sentence=_sentence(names, estimate, accuracy, majority_agreement),
        reason="; ".join(reasons) or None,
        signature=signature,
        labels=state.labels,
        raters=names,
        posterior=posterior,
        units=units.names,
        weight=units.weight,
        prior=estimate.prior,
        confusion=shares,
        confusion_low=np.where(defined, low, np.nan),
        confusion_high=np.where(defined, high, np.nan),
        accuracy=accuracy,
        loglik=float(estimate.trace[-1]),
        trace=estimate.trace,
        steps=len(estimate.trace),
        converged=estimate.converged,
        majority_agreement=majority_agreement,
        ratings=_ratings_of_rows(units, state),
    )


def consensus_of_model(units: RatedUnits, *, ties: Any, seed: int) -> Consensus:
    """The most probable label of each unit that was read, by the model."""
    state, names, model, profile = _model(units, None, "together", 'consensus with method="dawid-skene"')
    estimate = fit(model)
    record = Consensus.from_posterior(
        _posterior_of_rows(estimate, profile),
        state.labels,
        ties=ties,
        units=units.names,
        seed=seed,
        ratings=_ratings_of_rows(units, state),
        weight=None if units.names else units.weight,
        method="dawid-skene",
    )
    reasons = _diagnostics(state, names, model, estimate)
    weak = [repr(name) for name, tied in zip(names, _barely_tied(model).tolist(), strict=True) if tied]
    if weak:
        reasons.append(
            f"how often {', '.join(weak[:5])} err is hardly known, as other raters agree too little to tell it"
        )
    return altered(record, reason="; ".join(reasons) or None)


def _posterior_of_rows(estimate: Fit, profile: npt.NDArray[np.intp]) -> FloatArray:
    """The probabilities of the labels of each row, (n, K); NaN of units that nobody rated."""
    posterior = np.full((len(profile), estimate.posterior.shape[1]), np.nan)
    posterior[profile >= 0] = estimate.posterior[profile[profile >= 0]]
    return posterior


def _ratings_of_rows(units: RatedUnits, state: Ratings) -> npt.NDArray[np.int64]:
    return np.append(state.profiles.sizes, 0)[units.place]  # -1: nobody rated the unit


def _model(
    units: RatedUnits, known: Any, runs: str, what: str
) -> tuple[Ratings, tuple[Label, ...], Likelihood, npt.NDArray[np.intp]]:
    """
    The ratings, the names of the tables of errors, the distinct profiles, and the index of each row's profile.

    Runs of a rater share a table, unless they are taken apart; profiles are separate where a label is known.
    """
    state = units.known_raters(f"{what} needs")
    require_choice("runs", runs, ("together", "apart"))
    owner = [r[0] if isinstance(r, tuple) and len(r) == 2 and r[0] in state.raters else r for r in state.raters]
    owner = list(state.raters) if runs == "apart" else owner
    names = tuple(dict.fromkeys(owner))
    tables = np.array([names.index(rater) for rater in owner], np.intp)
    used = len(np.unique(tables[state.rater]))
    if used < 2:
        msg = f"{what} needs two raters or more, better three, not {used}: one cannot be told from the truth."
        raise TooFewRatersError(msg)
    size = (tables, len(state.labels))
    if known is None:
        unknown = np.full(len(state.profiles), -1, np.intp)
        weight, squares = weights_of(state)
        if squares is not None:  # as many units that count alike as they are worth
            weight = weight * (weight.sum() / squares.sum())
        return state, names, Likelihood(state.profiles, weight, unknown, *size), units.place
    if not units.rows:
        raise OptionError("known= has one label a unit, and a state has no rows: give the matrix or the frame.")
    gold = _known_codes(known, state.labels, len(units.place))
    rated = np.flatnonzero(units.rated)
    pairs = np.column_stack([units.place[rated], gold[rated] + 1])
    first, profile_of_pair = distinct_rows(pairs, max(len(state.profiles), len(state.labels) + 1) + 1)
    profile_of_row = np.full(len(units.place), -1, np.intp)
    profile_of_row[rated] = profile_of_pair
    profiles: Profiles = state.profiles.some(pairs[first, 0])
    units_of_pair = np.bincount(profile_of_pair, minlength=len(first))
    return state, names, Likelihood(profiles, units_of_pair, pairs[first, 1] - 1, *size), profile_of_row


def _known_codes(known: Any, labels: tuple[Label, ...], size: int) -> npt.NDArray[np.intp]:
    column = encode(known, "known")
    if len(column.values) != size:
        msg = f"known must have one label or None for every unit: expected {size}, got {len(column.values)}."
        raise LengthError(msg)
    names = values_of(column)
    missing = np.zeros(size, np.bool_) if column.missing is None else column.missing
    code_of = {name: code for code, name in enumerate(labels)}
    lacking = [name for name, is_missing in zip(names, missing, strict=True) if not is_missing and name not in code_of]
    if lacking:
        shown = ", ".join(map(repr, labels[:10]))
        msg = f"known has a label that nobody gave, {lacking[0]!r}; the labels are {shown}. Declare all: labels=[...]."
        raise LabelError(msg)
    codes = [-1 if is_missing else code_of[name] for name, is_missing in zip(names, missing, strict=True)]
    return np.array(codes, np.intp)


def _limits_of(model: Likelihood, estimate: Fit, level: float) -> tuple[Any, Any, str]:
    """Limits of the confusions and of the accuracies, and how they were made."""
    counts = estimate.counts
    rows, total = counts.sum(-1, keepdims=True), counts.sum((-1, -2))
    shares, right = _shares(counts), _accuracies(counts)
    method = "jeffreys of expected counts"
    if model.labels * (1 + model.raters * model.labels) <= _MOST:
        of_shares, of_accuracies = variances(model, estimate.prior, counts)
        rows = effective_ratings(shares, of_shares, np.broadcast_to(rows, shares.shape))
        total = effective_ratings(right, of_accuracies, total)
        method = "jeffreys of the information"
    return _jeffreys(shares, rows, level), _jeffreys(right, total, level), method


def _shares(counts: FloatArray) -> FloatArray:
    total = counts.sum(-1, keepdims=True)
    shares: FloatArray = np.divide(counts, total, out=np.full(counts.shape, np.nan), where=total > 1e-9)
    return shares


def _accuracies(counts: FloatArray) -> FloatArray:
    """The expected share of right ratings of each rater, (..., r)."""
    with np.errstate(invalid="ignore", divide="ignore"):
        right: FloatArray = np.diagonal(counts, axis1=-2, axis2=-1).sum(-1) / counts.sum((-1, -2))
    return right


def _jeffreys(share: FloatArray, total: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Jeffreys' limits of shares of so many ratings."""
    near = np.where(share > 1 - _ROUNDING, 1.0, np.where(share < _ROUNDING, 0.0, share))
    low, high = jeffreys(near, total, level)
    return np.fmin(low, share), np.fmax(high, share)  # near 0 and 1 those of few ratings leave the share out


def _barely_tied(model: Likelihood) -> npt.NDArray[np.bool_]:
    """
    Whether the labels of other raters are too little associated to tell the accuracy of each, (r,).

    His errors are known from what the others agree on. Where that is hardly more than chance, nothing is, and the
    information at the estimate does not show it: the sum of chi-squared over pairs of others less its mean without an
    association is then small.
    """
    raters, labels, profiles = model.raters, model.labels, model.profiles
    if len(model.fixed) or labels * (1 + raters * labels) > _MOST:
        return np.zeros(raters, np.bool_)
    size = raters * labels
    given_by_both, block = np.zeros((size, size)), max(1, _BLOCK // size)
    for first in range(0, len(profiles), block):
        weight = model.weight[first : first + block]
        ratings = slice(int(profiles.start[first]), int(profiles.start[first + len(weight)]))
        given = np.zeros((len(weight), size))
        given[profiles.unit[ratings] - first, model.cell[ratings]] = 1.0
        given_by_both += given.T @ (given * weight[:, None])
    counts = given_by_both.reshape(raters, labels, raters, labels).swapaxes(1, 2)
    rows, columns = counts.sum(3, keepdims=True), counts.sum(2, keepdims=True)
    expected = ratio_or_zero(rows * columns, counts.sum((2, 3), keepdims=True))
    of_pair = ratio_or_zero(np.square(counts - expected), expected).sum((2, 3))
    of_pair -= np.maximum((rows[..., 0] > 0).sum(2) - 1, 0) * np.maximum((columns[:, :, 0] > 0).sum(2) - 1, 0)
    np.fill_diagonal(of_pair, 0.0)
    of_others = of_pair.sum() / 2 - of_pair.sum(1)
    return np.asarray(of_others < _ASSOCIATED)


def _accuracy_interval(
    name: Label, values: Sequence[float], doubt: str | None, options: tuple[float, str, str]
) -> Interval:
    value, low, high, n_ratings = values
    level, method, signature = options
    reason: str | None = "the rater has rated no unit"
    if n_ratings > 0:
        reason = "; ".join(filter(None, (doubt, *value_outside(value, low, high, method)))) or None
    if not n_ratings > 0:
        value = low = high = math.nan
    return Interval(value, low, high, math.nan, level, method, n_ratings, f"accuracy of {name!r}", signature, reason)


def _agreement_with_majority(model: Likelihood, posterior: FloatArray) -> float:
    tally = model.profiles.tally(model.labels)
    best = tally == tally.max(1, keepdims=True)
    single = best.sum(1) == 1
    weight = model.weight * single
    same = best.argmax(1) == posterior.argmax(1)
    return float(weight @ same / weight.sum()) if weight.sum() else float("nan")


def _diagnostics(state: Ratings, names: tuple[Label, ...], model: Likelihood, estimate: Fit) -> list[str]:
    """Why the estimates may be wrong: no convergence, few ratings, exchanged labels."""
    reasons = []
    total = float(model.weight.sum())
    if not estimate.converged:
        reasons.append(f"no convergence after {len(estimate.trace):,} steps")
    mean = float(model.weight @ model.profiles.sizes) / total
    if mean < _BARELY:
        reasons.append(f"{min(mean, 2.99):.3g} ratings a unit on average: below 3 the model is barely identified")
    if state.cluster is not None:
        reasons.append("the limits take units of a cluster as independent")
    swapped = []
    tables = confusions(estimate.counts) * (estimate.counts.sum(-1) > 0)[..., None]
    for name, table in zip(names, tables, strict=True):
        right = np.diagonal(table)
        gain = table + table.T - right[:, None] - right[None, :]
        a, b = np.unravel_index(int(np.argmax(gain)), gain.shape)
        if gain[a, b] > 1e-6:
            swapped.append(f"{name!r} ({state.labels[a]!r} and {state.labels[b]!r})")
    if swapped:
        reasons.append(f"two labels exchanged would fit better to {', '.join(swapped[:5])}")
    modes = np.bincount(estimate.posterior.argmax(1), model.weight, minlength=model.labels)
    label_counts = np.bincount(state.code, minlength=model.labels)
    never = [repr(label) for label, units, n in zip(state.labels, modes, label_counts, strict=True) if n and not units]
    if never:
        reasons.append(f"no unit is most probably {', '.join(never[:5])}")
    return reasons


def _sentence(names: tuple[Label, ...], estimate: Fit, accuracy: Sequence[Interval], majority_agreement: float) -> str:
    rated = [(float(pair), name) for pair, name in zip(accuracy, names, strict=True) if not math.isnan(pair)]
    worst, best = min(rated, key=lambda pair: pair[0]), max(rated, key=lambda pair: pair[0])
    text = (
        f"By the model of Dawid and Skene {best[1]} is right in {percent(best[0])} of ratings, {worst[1]} in "
        f"{percent(worst[0])}, if raters err independently of each other."
    )
    if not math.isnan(majority_agreement):
        share = percent(majority_agreement)
        text += f" The most probable label is the majority's in {share} of the units that have one."
    return text + f" ({counted(len(estimate.trace), 'step')}.)"


# How sure the estimates of the model of Dawid and Skene are, by the information in the units.
#
# The score of a unit is the mean of its complete-data score over its posterior (Fisher's identity; Louis 1982, JRSS B
# 44:226), the information the sum of the squares of scores (Meilijson 1989, JRSS B 51:127), and a share has the delta
# method. The variance says how many ratings of known units the estimate is worth, whose limits it then has.


def variances(model: Likelihood, prior: FloatArray, counts: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The variances of the confusions, (r, K, K), and of the accuracies ``sum_k prior_k confusion_kk``, (r,)."""
    labels, n = model.labels, float(model.weight.sum())
    prior = (n * prior + _PSEUDO) / (n + labels * _PSEUDO)
    confusion = confusions(counts, _PSEUDO)
    values, vectors = np.linalg.eigh(_information(model, prior, confusion))
    positive = values > _LEAST * values[-1]
    root = vectors[:, positive] / np.sqrt(values[positive])  # of the covariance of the logits
    logits = root[labels:].reshape(*confusion.shape, -1)
    moved = confusion[..., None] * (logits - (confusion[..., None] * logits).sum(2, keepdims=True))
    right = np.diagonal(confusion, axis1=1, axis2=2)
    of_prior = (prior * (right - (right @ prior)[:, None])) @ root[:labels]
    accuracy = of_prior + np.diagonal(moved, axis1=1, axis2=2) @ prior
    return np.square(moved).sum(-1), np.square(accuracy).sum(-1)


def _information(model: Likelihood, prior: FloatArray, confusion: FloatArray) -> FloatArray:
    """The information on the logits of the prior (K) and of the confusions (r K K), as one matrix."""
    labels, raters, profiles = model.labels, model.raters, model.profiles
    posterior, _ = model.posterior(prior, confusion)
    total = _pseudo_information(prior, confusion)
    block = max(1, _BLOCK // len(total))
    for first in range(0, len(profiles), block):
        rows = slice(first, min(first + block, len(profiles)))
        ratings = slice(int(profiles.start[rows.start]), int(profiles.start[rows.stop]))
        shares = posterior[rows]
        seen = np.zeros((len(shares), raters, labels))
        np.add.at(seen, (profiles.unit[ratings] - first, *divmod(model.cell[ratings], labels)), 1.0)
        deviation = seen[:, :, None, :] - seen.sum(-1)[:, :, None, None] * confusion
        score = shares[:, None, :, None] * deviation
        scores = np.concatenate([shares - prior, score.reshape(len(shares), -1)], axis=1)
        total += scores.T @ (scores * model.weight[rows][:, None])
    return total


def _pseudo_information(prior: FloatArray, confusion: FloatArray) -> FloatArray:
    """The information of the pseudo-ratings that smoothing adds."""
    labels = len(prior)
    total = np.zeros((labels + confusion.size, labels + confusion.size))
    for index, share in enumerate([prior, *confusion.reshape(-1, labels)]):
        block = slice(index * labels, (index + 1) * labels)
        total[block, block] = labels * _PSEUDO * (np.diag(share) - np.outer(share, share))
    return total


def effective_ratings(share: FloatArray, variance: FloatArray, most: FloatArray) -> FloatArray:
    """How many ratings of known units an estimate is worth, at most those that there are."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratings = share * (1.0 - share) / variance
    inside = np.isfinite(ratings) & (ratings > 0)
    return np.where(inside, np.minimum(ratings, most), most)


# The EM algorithm of Dawid and Skene on distinct profiles.
#
# Each step costs as many operations as there are ratings in distinct profiles, times the labels, however many units
# have each profile.


@dataclass(frozen=True, slots=True)
class Fit:
    """The estimates of the EM algorithm: `counts` is the expected table of each rater, (r, K, K), true label first."""

    posterior: FloatArray
    prior: FloatArray
    counts: FloatArray
    trace: FloatArray
    converged: bool


class Likelihood:
    """Profiles, their weights, their labels where known (else -1), and which table of errors each rater has."""

    def __init__(
        self,
        profiles: Profiles,
        weight: NumberArray,
        known: npt.NDArray[np.intp],
        rater: npt.NDArray[np.intp],
        labels: int,
    ) -> None:
        self.profiles, self.weight = profiles, np.asarray(weight, np.float64)
        raters = int(rater.max(initial=-1)) + 1
        self.raters, self.labels = raters, labels
        self.cell = rater[profiles.rater] * labels + profiles.code
        self.fixed = np.flatnonzero(known >= 0)
        self.known = known[self.fixed]

    def votes(self) -> FloatArray:
        """Shares of the labels among the ratings of each profile: where the algorithm starts."""
        tally = self.profiles.tally(self.labels).astype(np.float64)
        return self.settled(tally / tally.sum(1, keepdims=True))

    def settled(self, posterior: FloatArray) -> FloatArray:
        """Put known labels into a posterior."""
        posterior[self.fixed] = 0.0
        posterior[self.fixed, self.known] = 1.0
        return posterior

    def expected(self, posterior: FloatArray) -> FloatArray:
        """How often each rater is expected to have seen each label for each true one, (r, K, K)."""
        weighted, unit, size = posterior * self.weight[:, None], self.profiles.unit, self.raters * self.labels
        sums = np.stack([np.bincount(self.cell, column[unit], minlength=size) for column in weighted.T])
        return np.asarray(sums.reshape(self.labels, self.raters, self.labels).swapaxes(0, 1), np.float64)

    def posterior(self, prior: FloatArray, confusion: FloatArray) -> tuple[FloatArray, float]:
        """The probability of each label of each profile, and the log-likelihood."""
        with np.errstate(divide="ignore"):
            logs = np.log(confusion).swapaxes(0, 1).reshape(self.labels, -1)
            sums = np.add.reduceat(logs.T[self.cell], self.profiles.start[:-1])
            joint = np.log(np.maximum(prior, _FLOOR)) + sums
        top = joint.max(1, keepdims=True)
        likelihood = np.exp(joint - top)
        total = likelihood.sum(1, keepdims=True)
        loglik = (top + np.log(total))[:, 0]
        loglik[self.fixed] = joint[self.fixed, self.known]
        return self.settled(likelihood / total), float(self.weight @ loglik)


def confusions(counts: FloatArray, smoothing: float = 0.0) -> FloatArray:
    """Shares of the seen labels for each true one, with so many more of each, at least 1e-10."""
    smoothed = counts + smoothing
    total = smoothed.sum(-1, keepdims=True)
    shares: FloatArray = np.divide(smoothed, total, out=np.zeros_like(smoothed), where=total > 0)
    return np.maximum(shares, _FLOOR)


def fit(model: Likelihood, *, tolerance: float = 1e-12, most: int = 10_000) -> Fit:
    """Take steps until the gain in log-likelihood, a unit, is below the tolerance."""
    posterior = model.votes()
    total, trace, converged = float(model.weight.sum()), [], False
    for _ in range(most):
        prior = model.weight @ posterior / total
        counts = model.expected(posterior)
        posterior, value = model.posterior(prior, confusions(counts))
        trace.append(value)
        if len(trace) > 1 and trace[-1] - trace[-2] < tolerance * total:
            converged = True
            break
    return Fit(posterior, prior, counts, np.array(trace), converged)
