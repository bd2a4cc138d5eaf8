"""
Made tests/judging/logs/inspect_ai.json with inspect_ai 0.3.285: ``python inspect_log.py FOLDER``, then events cut off.

The log of a task of four samples in two epochs, with a scorer of its own and one that came with inspect_ai; nothing is
asked of a model.
"""

import json
import sys
from pathlib import Path

from inspect_ai import Task
from inspect_ai import eval as evaluated
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, match, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

SAID = ["red", "blue", "gray", "grey", "red", "azure", "green", "grey"]


@scorer(metrics=[mean()])
def length() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=len(state.output.completion), answer=state.output.completion)

    return score


@solver
def said_before() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        word = SAID[int(str(state.sample_id)[1:]) + 4 * (state.epoch - 1)]
        state.output = ModelOutput.from_content("mockllm/model", word)
        return state

    return solve


if __name__ == "__main__":
    words = ["red", "blue", "green", "grey"]
    samples = [Sample(id=f"s{i}", input=f"Say {word}.", target=word) for i, word in enumerate(words)]
    task = Task(dataset=samples, solver=said_before(), scorer=[match(), length()], epochs=2, name="colours")
    folder = Path(sys.argv[1])
    evaluated(task, model=get_model("mockllm/model"), log_dir=str(folder), log_format="json", display="none")
    log = json.loads(next(folder.glob("*.json")).read_text())
    kept = ("id", "epoch", "input", "target", "scores")
    short = {"version": log["version"], "status": log["status"]}
    short["eval"] = {name: log["eval"][name] for name in ("task", "packages")}
    short["samples"] = [{name: sample[name] for name in kept} for sample in log["samples"]]
    sys.stdout.write(json.dumps(short, indent=1) + "\n")
