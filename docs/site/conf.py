"""
The documentation as a site: ``nox -s site``, or ``sphinx-build -W -c docs/site . build/site``.

The pages are the Markdown files as they stand. Their source is the whole repository, so that links between the
documentation, the README and the benchmarks hold here as they do in a checkout. A page for each public name comes from
its docstring.
"""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import concordant
from concordant.metrics.definition.metric import Metric

HERE = Path(__file__).parent
NOTEBOOKS = "docs/notebooks/"
CELL = re.compile(r"<td\b.*?</td>", re.DOTALL)  # of a table
SEARCH_TERMS: dict[str, list[str]] = tomllib.loads((HERE / "search.toml").read_text(encoding="utf-8"))
NAME = re.compile(r"(?<=\w)_(?=\w[^<>]*</span>)")  # an underscore within the text of a name

project = "Concordant"
copyright = "The Concordant developers"
release = version = concordant.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_copybutton"]
root_doc = "README"  # the first page, with contents.md behind it
include_patterns = [
    "docs/*.md",
    "docs/**/*.md",
    "docs/site/api/*.rst",
    "docs/site/api/**/*.rst",
    "*.md",
    "benchmarks/*.md",
    "src/concordant/data/*.md",
]
templates_path = [str(HERE / "templates")]

exclude_patterns = ["docs/site/contents.md"]  # stands behind the README

myst_heading_anchors = 4
# Notebooks are Markdown, and are run when the site is built: no output is older than its code.
nb_execution_mode = "force"
nb_execution_timeout = 120
nb_execution_raise_on_error = True
nb_output_stderr = "remove"  # warnings name files of this machine; what is doubtful stands beside the interval
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
numpydoc_show_class_members = False
autosummary_generate = True
autodoc_typehints = "none"  # the docstrings say what is taken

html_theme = "pydata_sphinx_theme"
html_title = "Concordant"
html_theme_options = {"navbar_align": "left", "header_links_before_dropdown": 6, "footer_end": []}
html_copy_source = html_show_sourcelink = False
html_static_path, html_css_files = ["static"], ["pages.css"]
html_extra_path = ["first"]  # the first page of the site leads to its root
html_search_scorer = str(HERE / "scorer.js")

# What Python offers besides metrics, which have pages of their own. PyTorch need not be there to build the site.
autodoc_mock_imports = ["torch"]
MODULES = {
    "concordant.states": "States: mergeable summaries of rows",
    "concordant.decisions": "Decisions: thresholds and cut points",
    "concordant.planning": "Planning: how many rows",
    "concordant.panels": "Panels: many raters",
    "concordant.judging": "Judging: judges and people",
    "concordant.findings": "Findings: advice from the data",
    "concordant.plots": "Plots",
    "concordant.explain": "Explanations, step by step",
    "concordant.learning": "Learning objectives",
    "concordant.sklearn": "The functions of scikit-learn",
    "concordant.data": "Examples",
    "concordant.errors": "Errors and warnings",
    "concordant.result": "Results: numbers with their reasons",
    "concordant": "Functions at hand",
}


def _public(module: str, seen: set[int]) -> list[str]:
    """The public names of a module that no module before has."""
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None) or [
        name for name, one in vars(found).items() if getattr(one, "__module__", None) == module
    ]
    other = (Metric, str, tuple, dict)
    new = [name for name in names if not isinstance(one := getattr(found, name), other) and id(one) not in seen]
    seen.update(id(getattr(found, name)) for name in new)
    return sorted(new)


def write_names(app: Any, config: Any) -> None:
    """Write a page for each module, which lists its public names."""
    del app, config
    folder = HERE / "api"
    folder.mkdir(exist_ok=True)
    seen: set[int] = set()
    for module, title in MODULES.items():
        names = "\n   ".join(f"{module}.{name}" for name in _public(module, seen))
        lines = [title, "=" * len(title), "", ".. autosummary::", "   :toctree: names", "   :nosignatures:", ""]
        (folder / f"{module}.rst").write_text("\n".join([*lines, f"   {names}", ""]), encoding="utf-8")


def add_search_terms(app: Any, page: str, source: list[str]) -> None:
    """Put the terms of search.toml, as entries of the index, below the headings that answer them."""
    del app
    start = f"{page}#"
    terms = {key.removeprefix(start): words for key, words in SEARCH_TERMS.items() if f"{key}#".startswith(start)}
    lines = []
    for line in source[0].splitlines():
        lines.append(line)
        if (heading := re.match(r"(#+) (.*)", line)) is not None:
            slug = re.sub(r"[^\w\- ]", "", heading[2].lower()).replace(" ", "-")
            words = terms.pop(page if heading[1] == "#" else slug, [])
            lines += ["", "```{index} " + ", ".join(f"! {word}" for word in words), "```"] if words else []
    if terms:
        msg = f"search.toml names headings that {page} does not have: {', '.join(terms)}"
        raise ValueError(msg)
    contents = (HERE / "contents.md").read_text(encoding="utf-8") if page == root_doc else ""
    source[0] = "\n".join(lines) + "\n" + contents


def _executed(app: Any, page: str) -> Path:
    """Where the executed notebook of a page lies; there is none for other pages."""
    return Path(app.env.mystnb_config.output_folder, f"{page}.ipynb")


def offer_notebook(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Put a link to the executed notebook below the title of its page, and the notebook where it leads to."""
    del template, tree
    executed = _executed(app, page)
    if not page.startswith(NOTEBOOKS) or not executed.is_file():
        return
    target = Path(app.outdir, "_downloads", "notebooks", executed.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    notebook = json.loads(executed.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:  # as on the page: warnings name files of this machine
        cell["outputs"] = [one for one in cell.get("outputs", ()) if one.get("name") != "stderr"]
        if cell["cell_type"] != "code":
            del cell["outputs"]
    target.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
    address = context["pathto"](f"_downloads/notebooks/{executed.name}", 1)
    link = f'<p class="notebook-file"><a href="{address}" download>Download as a Jupyter notebook (.ipynb)</a></p>'
    context["body"] = context["body"].replace("</h1>", f"</h1>\n{link}", 1)


def let_names_break(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Let names of code in tables break after an underscore: else they push the last column out of sight."""
    del app, page, template, tree
    if "body" in context:
        context["body"] = CELL.sub(lambda cell: NAME.sub(r"\g<0><wbr>", cell[0]), context["body"])


def setup(app: Any) -> None:
    """Take part before the pages are read, and when each is written."""
    app.connect("config-inited", write_names)
    app.connect("source-read", add_search_terms)
    app.connect("html-page-context", offer_notebook)
    app.connect("html-page-context", let_names_break)
