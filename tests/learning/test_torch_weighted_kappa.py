"""The kappa loss: the edges of batches, the metric it stands for, and its gradient."""

import math
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.autograd import gradcheck, gradgradcheck  # noqa: E402

from concordant import cohen_kappa  # noqa: E402
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError, WeightError  # noqa: E402
from concordant.learning.torch import WeightedKappaLoss, class_probabilities, weighted_kappa_loss  # noqa: E402

torch.set_num_threads(1)

F64 = {"dtype": torch.float64}
SKEWED = [[0.0, 1.0, 3.0], [2.0, 0.0, 1.0], [5.0, 1.0, 0.0]]  # not symmetric: rows are the truth


def batch(seed: Any, rows: Any = 12, classes: Any = 3, **kind: Any) -> Any:
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(rows, classes, generator=generator, **{**F64, **kind})
    return logits, torch.randint(classes, (rows,), generator=generator)


# --- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.0, 1e2, 1e4])
def test_batch_of_one_true_class_says_nothing_however_sure_the_prediction(scale: float) -> None:
    logits = (torch.tensor([[0.0, 1.0, 0.0]] * 4) * scale).requires_grad_()
    for form, expected in (("quotient", 1.0), ("log", 0.0)):
        logits.grad = None
        loss = weighted_kappa_loss(logits, torch.ones(4, dtype=torch.int64), form=form)
        loss.backward()
        assert loss.item() == pytest.approx(expected, abs=1e-6)
        assert logits.grad.abs().max() < 1e-6
    rows = weighted_kappa_loss(logits, torch.ones(4, dtype=torch.int64), reduction="none")
    assert rows.tolist() == pytest.approx([1.0] * 4, abs=1e-6)


@pytest.mark.parametrize(
    ("how", "expected"), [({"form": "log"}, 0), ({"reduction": "sum"}, 0), ({"reduction": "none"}, [0, 0])]
)
def test_a_batch_without_rows_is_zero(how: Any, expected: Any) -> None:
    logits = torch.zeros(2, 3, requires_grad=True)
    loss = weighted_kappa_loss(logits, torch.tensor([-100, -100]), **how)
    loss.sum().backward()
    assert loss.tolist() == expected
    assert (logits.grad == 0).all()


def test_scale_of_a_matrix_does_not_matter() -> None:
    logits, target = batch(14)
    small = torch.tensor(SKEWED, **F64) * 1e-12
    expected = weighted_kappa_loss(logits, target, weights=SKEWED).item()
    assert weighted_kappa_loss(logits, target, weights=small).item() == pytest.approx(expected, abs=1e-14)


def test_class_that_nobody_has_changes_nothing() -> None:
    logits, target = batch(1)
    wider = torch.cat([logits, torch.full((12, 1), -torch.inf, **F64)], 1)
    expected = weighted_kappa_loss(logits, target).item()
    assert weighted_kappa_loss(wider, target).item() == pytest.approx(expected, abs=1e-14)


def test_perfect_prediction_is_zero_inverted_two_and_the_logarithm_ends_at_eps() -> None:
    perfect, target = torch.eye(3, **F64), torch.arange(3)
    assert weighted_kappa_loss(perfect, target, link="identity").item() == 0
    log = weighted_kappa_loss(perfect, target, link="identity", form="log", eps=1e-4).item()
    assert log == pytest.approx(math.log(1e-4))
    inverted = weighted_kappa_loss(perfect, target.flip(0), link="identity").item()
    assert inverted == pytest.approx(2, abs=1e-15)


# --- hand-worked ----------------------------------------------------------------------------------


def test_soft_table_by_hand() -> None:
    # O: 0.2 of one step, three times 0.1 ... ; V O = .2 + .2 + .4 = .8, V E = (5 * .9 + 2 * 1.4 + 5 * .7) / 3 = 3.6
    p = torch.tensor([[0.8, 0.2, 0.0], [0.1, 0.8, 0.1], [0.0, 0.4, 0.6]], **F64)
    target = torch.tensor([0, 1, 2])
    assert weighted_kappa_loss(p, target, link="identity").item() == pytest.approx(0.8 / 3.6, abs=1e-15)
    log = weighted_kappa_loss(p, target, link="identity", form="log").item()
    assert log == pytest.approx(math.log(0.8 / 3.6), abs=1e-15)


# --- the metric it stands for ---------------------------------------------------------------------


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", "radical", SKEWED])
@pytest.mark.parametrize("seed", range(2))
def test_certain_predictions_give_one_minus_cohen_kappa(weights: Any, seed: Any) -> None:
    rng = np.random.default_rng(seed)
    truth, pred, w = rng.integers(3, size=30), rng.integers(3, size=30), rng.uniform(0, 2, 30)
    for sample_weight in (None, w):
        loss = weighted_kappa_loss(
            torch.eye(3, **F64)[pred],
            torch.from_numpy(truth),
            link="identity",
            weights=weights,
            sample_weight=None if sample_weight is None else torch.from_numpy(w),
        )
        kappa = cohen_kappa(truth, pred, labels=range(3), weights=weights, sample_weight=sample_weight)
        assert loss.item() == pytest.approx(1 - kappa, abs=1e-12)


def test_labels_stand_at_their_values() -> None:
    truth, pred, labels = np.array([1, 3, 7, 7, 3]), np.array([3, 3, 7, 1, 1]), [1, 3, 7]
    p, target = torch.eye(3, **F64)[np.searchsorted(labels, pred)], torch.from_numpy(np.searchsorted(labels, truth))
    loss = weighted_kappa_loss(p, target, link="identity", weights="linear", labels=labels).item()
    assert loss == pytest.approx(1 - cohen_kappa(truth, pred, labels=labels, weights="linear"), abs=1e-12)
    assert loss != pytest.approx(weighted_kappa_loss(p, target, link="identity", weights="linear").item(), abs=0.01)


@pytest.mark.parametrize("link", ["corn", "cumulative"])
def test_ordinal_heads_give_the_probabilities_of_their_link(link: Any) -> None:
    logits, target = torch.tensor([[1.0, -1.0], [0.5, 0.2], [-1.0, -3.0]], **F64), torch.tensor([0, 1, 2])
    through = weighted_kappa_loss(class_probabilities(logits, link=link), target, link="identity").item()
    assert weighted_kappa_loss(logits, target, link=link).item() == pytest.approx(through, abs=1e-14)


def test_soft_targets_are_shared_rows() -> None:
    logits, _ = batch(5, rows=4)
    soft = torch.tensor([[0.5, 0.5, 0.0]] * 4, **F64)
    doubled = logits.repeat(2, 1), torch.tensor([0] * 4 + [1] * 4)
    assert weighted_kappa_loss(logits, soft).item() == pytest.approx(weighted_kappa_loss(*doubled).item(), abs=1e-14)


# --- gradients ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["quotient", "log"])
@pytest.mark.parametrize("weights", [None, "linear", "quadratic", SKEWED])
def test_gradient_is_that_of_finite_differences(form: Any, weights: Any) -> None:
    logits, target = batch(8, rows=6)
    weight = torch.tensor([1.0, 2.0, 0.0, 0.5, 1.0, 1.0], **F64)
    assert gradcheck(
        lambda x: weighted_kappa_loss(x, target, weights=weights, form=form, sample_weight=weight),
        logits.requires_grad_(),
    )


# --- types and compiled code ----------------------------------------------------------------------


def test_autocast_does_not_lower_the_precision() -> None:
    logits, target = batch(11, rows=500, dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = weighted_kappa_loss(logits, target)
    assert loss.item() == weighted_kappa_loss(logits, target).item()


def test_module_is_the_function() -> None:
    logits, target = batch(12)
    module = WeightedKappaLoss(3, weights=SKEWED, form="log")
    expected = weighted_kappa_loss(logits, target, weights=SKEWED, form="log").item()
    assert module(logits, target).item() == pytest.approx(expected, abs=1e-14)
    assert module.half()(logits, target).item() == pytest.approx(expected, abs=1e-14)
    assert module.state_dict() == {}
    assert repr(module) == "WeightedKappaLoss(classes=3, form='log', link='softmax', reduction='mean')"


def test_module_that_was_used_in_inference_mode_can_be_trained() -> None:
    module = WeightedKappaLoss(3)
    logits, target = batch(16, dtype=torch.float32)
    soft = torch.eye(3)[target].requires_grad_()
    with torch.inference_mode():
        module(logits, target)
    module(logits.requires_grad_(), soft).backward()  # keeps the matrix for the gradient of the targets
    assert logits.grad.isfinite().all()


def test_a_wrong_target_of_a_mapped_function_is_nan() -> None:
    logits, target = batch(17)
    wrong = torch.func.vmap(lambda y: weighted_kappa_loss(logits, y))(torch.stack([target, target]) + 1)
    assert wrong.isnan().all()  # no single value can be looked at there


def test_second_derivative_is_that_of_finite_differences() -> None:
    logits, target = batch(18, rows=4)
    assert gradgradcheck(lambda x: weighted_kappa_loss(x, target), logits.requires_grad_())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_compiled_without_a_break_of_the_graph(dtype: Any) -> None:
    logits, target = batch(13, dtype=dtype)
    module = WeightedKappaLoss(3)
    compiled = torch.compile(module, fullgraph=True, backend="aot_eager")
    given = logits.clone().requires_grad_()
    loss = compiled(given, target)
    loss.backward()
    plain = logits.clone().requires_grad_()
    module(plain, target).backward()
    assert loss.item() == pytest.approx(module(plain, target).item(), abs=1e-14 if dtype == torch.float64 else 1e-6)
    torch.testing.assert_close(given.grad, plain.grad)
    wrong = target.clone()
    wrong[0] = 3
    assert math.isnan(compiled(logits, wrong).item())


# --- third party ----------------------------------------------------------------------------------


def test_example_of_tensorflow_addons() -> None:
    # tfa.losses.WeightedKappaLoss(num_classes=4), log(1 - kappa + 1e-6): its documentation prints -1.1611925 for these
    p = [[0.1, 0.2, 0.6, 0.1], [0.1, 0.5, 0.3, 0.1], [0.8, 0.05, 0.05, 0.1], [0.01, 0.09, 0.1, 0.8]]
    loss = weighted_kappa_loss(torch.tensor(p, **F64), torch.tensor([2, 1, 0, 3]), link="identity", form="log")
    assert math.log(loss.exp().item() + 1e-6) == pytest.approx(-1.1611925, abs=2e-7)


# --- errors ---------------------------------------------------------------------------------------


WRONG: list[tuple[dict[str, Any], Any, str]] = [
    ({"target": torch.tensor([0, 3])}, LabelError, "target must hold classes from 0 to 2, or ignore_index=-100"),
    ({"target": torch.tensor([True, False])}, InputTypeError, "target must hold integers"),
    ({"target": torch.full((2, 3), 0.5)}, LabelError, "targets of floats are probabilities that sum to one"),
    ({"logits": torch.zeros(2, 3, dtype=torch.int64)}, InputTypeError, "logits must be floating point"),
    ({"sample_weight": torch.tensor([1.0, -1.0])}, WeightError, "finite and not negative"),
    ({"sample_weight": torch.full((2,), 3e38)}, WeightError, r"finite .* and so must its sum in torch.float32"),
    ({"sample_weight": [1.0, 1.0]}, InputTypeError, r"sample_weight must be a tensor, not list: torch.as_tensor"),
    ({"logits": np.zeros((2, 3))}, InputTypeError, "logits must be a tensor, not ndarray"),
    ({"logits": torch.tensor(0.5)}, LengthError, "logits must have the classes on the last axis"),
    ({"mask": torch.ones(3, dtype=torch.bool)}, LengthError, r"mask must have the shape \(2,\)"),
    ({"weights": "cubic"}, OptionError, "weights must be None, 'linear'"),
    ({"weights": torch.zeros(3, 3)}, OptionError, "without any disagreement"),
    ({"labels": [1, 2]}, LengthError, "labels must name the 3 classes, not 2"),
    ({"link": "probit"}, OptionError, "link must be 'softmax'"),
    ({"form": "square"}, OptionError, "form must be 'quotient' or 'log'"),
    ({"reduction": "max"}, OptionError, "reduction must be 'mean', 'sum' or 'none'"),
    ({"form": "log", "reduction": "none"}, OptionError, "the logarithm is of the whole batch"),
]


@pytest.mark.parametrize(("given", "error", "message"), WRONG)
def test_errors_say_what_was_expected(given: Any, error: Any, message: Any) -> None:
    arguments = {"logits": torch.zeros(2, 3), "target": torch.tensor([0, 1]), **given}
    with pytest.raises(error, match=message):
        weighted_kappa_loss(arguments.pop("logits"), arguments.pop("target"), **arguments)
    with pytest.raises(OptionError, match="this loss is of 4 classes, and the logits speak of 3"):
        WeightedKappaLoss(4)(torch.zeros(2, 3), torch.tensor([0, 1]))
