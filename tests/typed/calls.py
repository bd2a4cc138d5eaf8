"""
A user's script: mypy and pyright must refuse the lines that end in the mark "wrong", and no other.

`test_face.py` runs them on it. It is read, not run.
"""

# ruff: noqa: B018
from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl

import concordant
from concordant import (
    accuracy,
    brier_score,
    calibration_curve,
    cohen_kappa,
    concordance_correlation,
    corp_decomposition,
    expected_cost,
    f1,
    f_beta,
    gwet_ac2,
    h_measure,
    kappa,
    net_benefit,
    normalized_discounted_cumulative_gain,
    operating_point,
    partial_auc,
    recall,
    roc_auc,
    roc_curve,
    top_k_accuracy,
)
from concordant.metrics import matthews_correlation
from concordant.result import RocCurve
from concordant.result.comparisons import Comparison, Comparisons
from concordant.result.intervals import Interval, Intervals

y_list = [0, 1, 1, 0]
p_list = [0, 1, 0, 0]
y_array, p_array = np.array(y_list), np.array(p_list)
y_pandas, p_pandas = pd.Series(["a", "b", "b", "a"]), pd.Categorical(["a", "b", "a", "a"])
y_polars, p_polars = pl.Series(["a", "b"]), pl.Series(["a", "b"])
scores = np.array([0.1, 0.7, 0.4, 0.2])

# -- containers, and numbers as results
value: float = cohen_kappa(y_list, p_list, weights="quadratic")
value = cohen_kappa(y_array, p_array, weights="linear", labels=[0, 1, 2])
value = cohen_kappa(y_pandas, p_pandas, weights=None, sample_weight=[1.0, 2.0, 1.0, 1.0])
value = accuracy(y_true=y_polars, y_pred=p_polars, missing="drop", undefined=0.0)
value = kappa(y_list, p_list, weights=[[0, 1], [1, 0]])
value = kappa(y_list, p_list, weights=pd.DataFrame(np.eye(2)))
value = gwet_ac2(y_list, p_list, weights="ordinal")
value = roc_auc(y_list, scores) + 1
value = roc_auc(y_list, scores, multi_class="ovo", average="weighted")
value = matthews_correlation(y_list, p_list, prevalence=0.1)
value = brier_score(y_list, scores, pos_label=1)
value = expected_cost(y_list, p_list, cost={(0, 1): 3.0, (1, 0): 1.0})
value = partial_auc(y_list, scores, max_fpr=0.1)
value = h_measure(y_list, scores, prior=(2.0, 3.0))
value = f_beta(y_list, p_list, beta=2)
value = top_k_accuracy(y_list, np.eye(4), k=3)
value = normalized_discounted_cumulative_gain(np.eye(4), np.eye(4), k=3)
value = concordance_correlation(scores, scores)
value = f1(y_list, p_list, average="macro", prevalence={0: 0.2, 1: 0.8})
rounded = round(accuracy(y_list, p_list), 2)
each: npt.NDArray[np.float64] = recall(y_list, p_list, average=None)
text: str = f"{accuracy(y_list, p_list):.3f}"

cohen_kappa(y_list, p_list, wieghts="linear")  # wrong
cohen_kappa(y_list, p_list, weights="quadratc")  # wrong
cohen_kappa(y_list, p_list, "linear")  # wrong
cohen_kappa(y_list)  # wrong
cohen_kappa(y_list, p_list, average="macro")  # wrong
accuracy(y_list, p_list, missing="ignore")  # wrong
accuracy(y_list, p_list, undefined="zero")  # wrong
accuracy(y_list, y_pred=p_list, y_score=scores)  # wrong
roc_auc(y_list, scores, max_fpr=0.1)  # wrong
roc_auc(y_list, scores, average="binary")  # wrong
roc_auc(y_list, scores, multi_class="ova")  # wrong
roc_auc(y_true=y_list, y_pred=scores)  # wrong
f1(y_list, p_list, average="macr")  # wrong
net_benefit(y_list, scores)  # wrong
gwet_ac2(y_list, p_list)  # wrong
f_beta(y_list, p_list, beta="2")  # wrong
word: str = accuracy(y_list, p_list)  # wrong
accuracy(y_list, p_list).low  # wrong
one: float = recall(y_list, p_list, average=None)  # wrong
concordant.acuracy(y_list, p_list)  # wrong

# -- intervals
interval: Interval = cohen_kappa.interval(y_list, p_list, weights="linear", level=0.9, method="bca", draws=500, seed=1)
low: float = cohen_kappa.interval(y_true=y_pandas, y_pred=p_pandas).low
high: float = roc_auc.interval(y_list, scores, method="delong", cluster=["a", "a", "b", "b"]).high
reason: str | None = accuracy.interval(y_list, p_list, method="wilson", scheme="stratified").reason
many: Intervals = recall.interval(y_list, p_list, average=None, simultaneous="max-t")
interval = net_benefit.interval(y_list, scores, threshold=0.3)
interval = cohen_kappa.interval_of(cohen_kappa.state(y_list, p_list), weights="linear")
parts = corp_decomposition.interval(y_list, scores)["miscalibration"]
doubled: float = accuracy.interval(y_list, p_list) * 2

cohen_kappa.interval(y_list, p_list, method="boostrap")  # wrong
cohen_kappa.interval(y_list, p_list, method="mcnemar")  # wrong
cohen_kappa.interval(y_list, p_list, wieghts="linear")  # wrong
cohen_kappa.interval(y_list, p_list, level="high")  # wrong
cohen_kappa.interval(y_list, p_list, seed=np.random.default_rng())  # wrong
cohen_kappa.interval(y_list, p_list, scheme="row")  # wrong
cohen_kappa.interval(y_list, p_list, undefined=0)  # wrong
cohen_kappa.interval(y_list)  # wrong
accuracy.interval(y_list, p_list, method="delong")  # wrong
roc_auc.interval(y_list, scores, method="wilsom")  # wrong
recall.interval(y_list, p_list, simultaneous="max")  # wrong
net_benefit.interval(y_list, scores)  # wrong
cohen_kappa.interval(y_list, p_list).lower  # wrong
limit: str = cohen_kappa.interval(y_list, p_list).low  # wrong
roc_curve.interval(y_list, scores)  # wrong
cohen_kappa.interval_of(cohen_kappa.state(y_list, p_list), draws=100)  # wrong

# -- comparisons
comparison: Comparison = accuracy.compare(y_list, p_list, y_list)
p_value: float = roc_auc.compare(y_list, scores, scores, method="delong", names=("old", "new")).p_value
p_value = roc_auc.compare(y_true=y_list, pred_a=scores, pred_b=scores, margin=0.05, alternative="equivalence").p_value
pairs: Comparisons = accuracy.compare(y_list, p_list, y_list, p_list, adjust="fdr")
pairs = recall.compare(y_list, p_list, y_list, average=None)
comparison = accuracy.compare_independent((y_list, p_list), (y_list, p_list), method="miettinen-nurminen")

accuracy.compare(y_list, p_list)  # wrong
accuracy.compare(y_list, p_list, y_list, method="mcnemr")  # wrong
accuracy.compare(y_list, p_list, y_list, alternative="better")  # wrong
accuracy.compare(y_list, p_list, y_list, adjust="hulm")  # wrong
accuracy.compare(y_list, p_list, y_list).pvalue  # wrong
roc_auc.compare(y_list, scores, scores, method="mcnemar")  # wrong
accuracy.compare_independent(y_list, p_list)  # wrong
accuracy.compare_independent((y_list, p_list), (y_list, p_list), method="permutation")  # wrong

# -- records, states, facts
rates: npt.NDArray[np.float64] = roc_curve(y_list, scores).fpr
curve: RocCurve = roc_curve(y_list, scores)
threshold: float = operating_point(y_list, scores, maximise="recall", precision=0.7).threshold
observed = calibration_curve(y_list, scores, n_bins=5, strategy="quantile").observed
table: npt.NDArray[np.float64] = concordant.confusion_matrix(y_list, p_list).table
over_stack = cohen_kappa.of(cohen_kappa.state(y_list, p_list), weights="linear")
chance: float | None = cohen_kappa.facts.chance
names: list[str] = concordant.metrics.names()
concordant.evaluate
concordant.result.Plan
concordant.report.evaluate

roc_curve(y_list, scores).frp  # wrong
number: float = roc_curve(y_list, scores)  # wrong
operating_point(y_list, scores, maximise="recal")  # wrong
calibration_curve(y_list, scores, strategy="unifrm")  # wrong
cohen_kappa.of(cohen_kappa.state(y_list, p_list), wieghts="linear")  # wrong
cohen_kappa.facts.chanse  # wrong
