"""
Values of other Python packages for rankings of labels.

    python tests/reference/label_ranking.py    (in the root of the repository; needs torchmetrics and pytrec-eval)

Writes label_ranking_python.json. `relevance` and `scores` are (n, L). torchmetrics counts equal scores as we do; the
trec_eval program, which pytrec-eval runs, is given rows without any.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytrec_eval
import torch
from torchmetrics.functional import classification, retrieval
from written import write

PACKAGES = ("torchmetrics", "torch", "pytrec-eval-terrier", "numpy")

GRADED = [[3, 0, 2, 0, 1, 0], [0, 0, 1, 0, 0, 0], [4, 4, 0, 3, 3, 1], [0, 2, 0, 1, 0, 5], [1, 0, 0, 0, 0, 0]]
UNTIED = [[6, 1, 3, 5, 2, 4], [5, 6, 3, 1, 2, 4], [4, 5, 6, 2, 3, 1], [3, 6, 5, 4, 2, 1], [1, 6, 5, 4, 3, 2]]
TIED = [[3, 1, 3, 3, 2, 1], [1, 1, 1, 1, 1, 1], [2, 2, 3, 3, 1, 1], [4, 5, 4, 4, 5, 4], [1, 2, 2, 3, 3, 3]]


def of_torchmetrics(relevance: Any, scores: Any) -> dict[str, Any]:
    """Values of torchmetrics, which takes scores between 0 and 1."""
    truth, preds = torch.tensor(relevance), torch.tensor(scores, dtype=torch.float64) / 8
    labels = {"preds": preds, "target": (truth > 0).long(), "num_labels": truth.shape[1]}
    found: dict[str, Any] = {
        "coverage_error": classification.multilabel_coverage_error(**labels).item(),
        "label_ranking_average_precision": classification.multilabel_ranking_average_precision(**labels).item(),
        "label_ranking_loss": classification.multilabel_ranking_loss(**labels).item(),
    }
    for name, top_k in (("ndcg", None), ("ndcg@1", 1), ("ndcg@3", 3)):
        pairs = zip(preds, truth, strict=True)
        found[name] = [retrieval.retrieval_normalized_dcg(p, t, top_k=top_k).item() for p, t in pairs]
    return found


def of_trec_eval(relevance: Any, scores: Any) -> dict[str, Any]:
    """Values of trec_eval, one a row."""
    truth, run = (
        {str(i): {f"d{j}": kind(x) for j, x in enumerate(row)} for i, row in enumerate(rows)}
        for kind, rows in ((int, relevance), (float, scores))
    )
    names = {"ndcg": "ndcg", "ndcg_cut_1": "ndcg@1", "ndcg_cut_3": "ndcg@3", "recip_rank": "reciprocal_rank"}
    result = pytrec_eval.RelevanceEvaluator(truth, {"ndcg", "ndcg_cut.1,3", "recip_rank"}).evaluate(run)
    return {ours: [result[str(i)][theirs] for i in range(len(relevance))] for theirs, ours in names.items()}


def of_classes() -> dict[str, Any]:
    """Top-k accuracy of torchmetrics."""
    rng = np.random.default_rng(20)
    scores = rng.permuted(np.tile(np.arange(5), (30, 1)), axis=1)
    truth = rng.integers(0, 5, 30)
    preds, target = torch.tensor(scores, dtype=torch.float64), torch.tensor(truth)
    values = {
        str(k): classification.multiclass_accuracy(preds, target, num_classes=5, average="micro", top_k=k).item()
        for k in (1, 2, 3, 4)
    }
    return {
        "name": "classes",
        "software": "torchmetrics multiclass_accuracy(average='micro', top_k=k)",
        "truth": truth.tolist(),
        "scores": scores.tolist(),
        "top_k_accuracy": values,
    }


def main() -> None:
    """Write the file."""
    cases: list[dict[str, Any]] = []
    for name, scores in (("untied", UNTIED), ("tied", TIED)):
        case = {"name": name, "relevance": GRADED, "scores": scores, "torchmetrics": of_torchmetrics(GRADED, scores)}
        if name == "untied":
            case["trec_eval"] = of_trec_eval(GRADED, scores)
        cases.append(case)
    cases.append(of_classes())
    write("label_ranking", PACKAGES, cases)


if __name__ == "__main__":
    main()
