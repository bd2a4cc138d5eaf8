"""
Made tests/judging/logs/deepeval.json with deepeval 4.3.1, and promptfoo.json from promptfoo.yaml beside this file.

``python judge_results.py deepeval FOLDER`` takes a test run; ``python judge_results.py promptfoo results.json`` cuts
off what no reader asks for. Nothing is asked of a model.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

KEPT = ("testIdx", "promptIdx", "provider", "prompt", "vars", "success", "score", "namedScores")


def of_deepeval(folder: Path) -> Any:
    os.environ["DEEPEVAL_RESULTS_FOLDER"], os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = str(folder), "YES"
    from deepeval import evaluate
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase

    class SaysYes(BaseMetric):
        threshold, async_mode = 0.5, False

        def measure(self, case: Any, *_: Any, **__: Any) -> float:
            self.score = 1.0 if "yes" in case.actual_output else 0.2
            self.success = self.score >= self.threshold
            return self.score

        async def a_measure(self, case: Any, *_: Any, **__: Any) -> float:
            return self.measure(case)

        def is_successful(self) -> bool:
            return self.success

        @property
        def __name__(self) -> str:
            return "Says yes"

    said = [("one", "yes"), ("two", "no"), ("three", "yes"), ("one", "no")]
    evaluate([LLMTestCase(name=name, input=f"Is it {name}?", actual_output=text) for name, text in said], [SaysYes()])
    return json.loads(next(folder.glob("test_run_*.json")).read_text())


def of_promptfoo(path: Path) -> Any:
    data = json.loads(path.read_text())
    results = []
    for one in data["results"]["results"]:
        short = {name: one[name] for name in KEPT}
        short["testCase"] = {"description": one["testCase"].get("description")}
        parts = one["gradingResult"].get("componentResults", [])
        short["gradingResult"] = {"componentResults": parts}
        results.append(short)
    return {"results": {"version": data["results"]["version"], "results": results}}


if __name__ == "__main__":
    found = {"deepeval": of_deepeval, "promptfoo": of_promptfoo}[sys.argv[1]](Path(sys.argv[2]))
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
