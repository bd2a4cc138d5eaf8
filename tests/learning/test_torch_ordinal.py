"""CORN, CORAL, cumulative link and the ranked probability score: values, identities, gradients, predictions."""

import math
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.autograd import gradcheck  # noqa: E402
from torch.nn import functional  # noqa: E402

from concordant import ranked_probability_score  # noqa: E402
from concordant.errors import LabelError, LengthError, OptionError, ScoreError  # noqa: E402
from concordant.learning.torch import (  # noqa: E402
    CumulativeLink,
    class_probabilities,
    coral_loss,
    corn_loss,
    cumulative_link_loss,
    predict_classes,
    ranked_probability_loss,
    weighted_kappa_loss,
)

torch.set_num_threads(1)

F64 = {"dtype": torch.float64}
TARGET = torch.tensor([0, 1, 3, 2, 3, 1])


def falling(seed: Any, rows: Any = 6, columns: int = 3) -> Any:
    """Logits that fall with k."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(rows, columns, generator=generator, **F64).sort(-1, descending=True).values


LOSSES = [  # with as many columns as they have of four classes
    (corn_loss, {}, 3),
    (coral_loss, {}, 3),
    (coral_loss, {"task_weight": torch.tensor([1.0, 0.5, 2.0])}, 3),
    (cumulative_link_loss, {}, 3),
    (ranked_probability_loss, {"link": "corn"}, 3),
    (ranked_probability_loss, {"link": "cumulative"}, 3),
    (weighted_kappa_loss, {"link": "cumulative"}, 3),
    (weighted_kappa_loss, {}, 4),
]
ALL = pytest.mark.parametrize(("loss", "options", "columns"), LOSSES)
MEANS = pytest.mark.parametrize(("loss", "options"), [case[:2] for case in LOSSES[:-2]])  # over rows: kappa is not


# --- what all share -------------------------------------------------------------------------------


@ALL
def test_a_batch_without_rows_has_a_gradient_of_zero(loss: Any, options: Any, columns: int) -> None:
    logits = torch.zeros(2, columns, requires_grad=True)
    value = loss(logits, torch.tensor([-100, -100]), **options)
    value.backward()
    assert value.item() == (loss is weighted_kappa_loss)  # no rows have no kappa
    assert (logits.grad == 0).all()
    assert loss(torch.zeros(0, columns), torch.zeros(0, dtype=torch.int64), **options).item() == value.item()


@ALL
def test_gradient_is_that_of_finite_differences(loss: Any, options: Any, columns: int) -> None:
    weight = torch.tensor([1.0, 2.0, 0.0, 0.5, 1.0, 1.0], **F64)
    assert gradcheck(
        lambda x: loss(x, TARGET, sample_weight=weight, **options), falling(1, columns=columns).requires_grad_()
    )


@ALL
@pytest.mark.parametrize("absent", ["mask", "ignore_index", "sample_weight"])
def test_absent_rows_have_no_effect_even_if_they_are_nan(loss: Any, options: Any, columns: int, absent: str) -> None:
    logits = falling(2, columns=columns)
    expected = loss(logits[2:], TARGET[2:], **options).item()
    hurt = logits.clone()
    hurt[:2] = torch.nan
    hurt.requires_grad_()
    keep = torch.arange(6) >= 2
    how = {"mask": keep, "ignore_index": 255, "sample_weight": keep.double()}[absent]
    target = torch.where(keep, TARGET, 255) if absent == "ignore_index" else TARGET
    value = loss(hurt, target, **{absent: how}, **options)
    value.backward()
    assert value.item() == pytest.approx(expected, abs=1e-14)
    assert (hurt.grad[:2] == 0).all()
    assert hurt.grad[2:].isfinite().all()


@ALL
def test_weight_two_is_a_row_twice(loss: Any, options: Any, columns: int) -> None:
    logits = falling(3, columns=columns)
    weight = torch.tensor([2.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    twice = torch.cat([logits[:1], logits]), torch.cat([TARGET[:1], TARGET])
    got = loss(logits, TARGET, sample_weight=weight, **options).item()
    assert got == pytest.approx(loss(*twice, **options).item(), abs=1e-14)


@ALL
def test_reductions_keep_the_shape_and_add_up(loss: Any, options: Any, columns: int) -> None:
    logits = falling(5, columns=columns)
    rows = loss(logits.reshape(2, 3, columns), TARGET.reshape(2, 3), reduction="none", dim=-1, **options)
    assert rows.shape == (2, 3)
    total = loss(logits, TARGET, reduction="sum", **options).item()
    assert rows.sum().item() == pytest.approx(total, abs=1e-13)
    if loss is not corn_loss:
        assert loss(logits, TARGET, **options).item() == pytest.approx(total / 6, abs=1e-13)


@ALL
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_other_types_are_taken_in_single(loss: Any, options: Any, columns: int, dtype: Any) -> None:
    logits = falling(6, columns=columns).to(dtype).requires_grad_()
    value = loss(logits, TARGET, **options)
    value.backward()
    assert (value.dtype, logits.grad.dtype) == (torch.float32, dtype)
    assert value.item() == pytest.approx(loss(logits.double(), TARGET, **options).item(), rel=2e-6)


@MEANS
def test_compiled_without_a_break_of_the_graph(loss: Any, options: Any) -> None:
    logits = falling(7)
    compiled = torch.compile(lambda x, y: loss(x, y, **options), fullgraph=True, backend="eager")
    assert compiled(logits, TARGET).item() == pytest.approx(loss(logits, TARGET, **options).item(), abs=1e-14)
    assert math.isnan(compiled(logits, TARGET + 1).item())
    torch.compiler.reset()


@ALL
def test_nothing_waits_for_the_values(loss: Any, options: Any, columns: int) -> None:
    moved = {k: v.to("meta") if k == "task_weight" else v for k, v in options.items()}
    assert (
        loss(falling(7, columns=columns).to("meta"), TARGET.to("meta"), **moved).device.type == "meta"
    )  # tensors without values


@ALL
def test_target_that_is_no_class_raises(loss: Any, options: Any, columns: int) -> None:
    with pytest.raises(LabelError, match="target must hold classes from 0 to 3"):
        loss(falling(8, columns=columns), TARGET + 1, **options)


@ALL
def test_extreme_logits_stay_finite(loss: Any, options: Any, columns: int) -> None:
    logits = (300 * falling(9, 2, columns)).float().requires_grad_()
    value = loss(logits, torch.tensor([0, 3]), **options)
    value.backward()
    assert value.isfinite()
    assert logits.grad.isfinite().all()


@MEANS
@pytest.mark.parametrize("soft", [False, True])
def test_infinite_logits_that_are_right_cost_nothing(loss: Any, options: Any, soft: bool) -> None:
    right = torch.tensor([[-torch.inf] * 3, [torch.inf, -torch.inf, -torch.inf], [torch.inf] * 3], requires_grad=True)
    target = torch.tensor([0, 1, 3])
    value = loss(right, torch.eye(4)[target] if soft else target, **options)
    value.backward()
    assert value.item() == 0
    assert (right.grad == 0).all()


@ALL
def test_mapped_function_is_the_loop(loss: Any, options: Any, columns: int) -> None:
    logits = torch.stack([falling(seed, columns=columns) for seed in (21, 22, 23)])
    mapped = torch.func.vmap(lambda x: loss(x, TARGET, **options))(logits)
    assert mapped.tolist() == pytest.approx([loss(x, TARGET, **options).item() for x in logits], abs=1e-13)


# --- values ---------------------------------------------------------------------------------------


def test_corn_by_its_definition() -> None:
    logits = falling(9)
    total, taken = 0.0, 0
    for row, y in zip(logits.tolist(), TARGET.tolist(), strict=True):
        for k in range(3):
            if y >= k:  # rows that came so far
                p = 1 / (1 + math.exp(-row[k]))
                total -= math.log(p if y > k else 1 - p)
                taken += 1
    assert corn_loss(logits, TARGET).item() == pytest.approx(total / taken, abs=1e-14)


def test_coral_is_the_sum_of_binary_cross_entropies() -> None:
    logits = falling(10)
    levels = (TARGET[:, None] > torch.arange(3)).double()
    expected = functional.binary_cross_entropy_with_logits(logits, levels, reduction="none").sum(-1).mean()
    assert coral_loss(logits, TARGET).item() == pytest.approx(expected.item(), abs=1e-14)


def test_coral_example_of_its_authors() -> None:
    # coral_pytorch.losses.coral_loss prints 0.6920 for these (its docstring)
    logits = torch.tensor([[2.1, 1.8, -2.1, -1.8], [1.9, -1.0, -1.5, -1.3], [1.9, 1.8, 1.7, 1.6]])
    assert coral_loss(logits, torch.tensor([2, 1, 4])).item() == pytest.approx(0.6920, abs=5e-5)


def test_cumulative_link_is_the_likelihood_of_the_probabilities() -> None:
    logits = falling(11)
    p = class_probabilities(logits, link="cumulative")
    expected = -p.gather(1, TARGET[:, None]).log().mean()
    assert cumulative_link_loss(logits, TARGET).item() == pytest.approx(expected.item(), abs=1e-13)


def test_cumulative_probabilities_of_far_tails_do_not_cancel() -> None:
    both = class_probabilities(torch.tensor([[50.0, 49.0], [-49.0, -50.0]], **F64), link="cumulative")[:, 1]
    expected = math.exp(-49) - math.exp(-50)  # both tails of the logistic are exponential there
    assert both.tolist() == pytest.approx([expected, expected], rel=1e-12, abs=0)


def test_two_equal_thresholds_leave_a_finite_loss_and_gradient() -> None:
    logits = torch.ones(2, 2, requires_grad=True)
    loss = cumulative_link_loss(logits, torch.tensor([1, 2]), reduction="sum")
    loss.backward()
    assert 50 < loss.item() < 100
    assert logits.grad.isfinite().all()


def test_ranked_probability_is_the_metric() -> None:
    logits = torch.randn(20, 5, generator=torch.Generator().manual_seed(12), **F64)
    target = torch.randint(5, (20,), generator=torch.Generator().manual_seed(13))
    weight = torch.rand(20, generator=torch.Generator().manual_seed(14), **F64)
    loss = ranked_probability_loss(logits, target, sample_weight=weight).item()
    prob = logits.softmax(-1).numpy()
    expected = ranked_probability_score(target.numpy(), prob, labels=range(5), sample_weight=weight.numpy())
    assert loss == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("link", ["softmax", "identity"])
def test_ranked_probability_gradient(link: Any) -> None:
    logits = torch.randn(4, 3, generator=torch.Generator().manual_seed(15), **F64).softmax(-1).requires_grad_()
    assert gradcheck(lambda x: ranked_probability_loss(x, torch.tensor([0, 1, 2, 2]), link=link), logits)


# --- the head -------------------------------------------------------------------------------------


def test_thresholds_are_ordered_whatever_the_parameters() -> None:
    head = CumulativeLink(4, 6)
    with torch.no_grad():
        head.gaps.copy_(torch.tensor([-80.0, 5.0, -3.0, 0.0]))
    assert (head.thresholds.diff() >= 0).all()
    logits = head(torch.randn(7, 4, generator=torch.Generator().manual_seed(0)))
    assert logits.shape == (7, 5)
    assert class_probabilities(logits, link="cumulative").isfinite().all()


def test_head_starts_at_the_shares() -> None:
    head = CumulativeLink(2, 4, shares=[4, 3, 2, 1], dtype=torch.float64)
    start = class_probabilities(head(torch.zeros(2, **F64)), link="cumulative")
    assert start.tolist() == pytest.approx([0.4, 0.3, 0.2, 0.1], abs=1e-12)
    with torch.device("meta"):  # as large models are made
        assert CumulativeLink(2, 3, shares=[1, 2, 3]).gaps.device.type == "meta"
    equal = class_probabilities(CumulativeLink(2, 5)(torch.zeros(2)), link="cumulative")
    assert equal.tolist() == pytest.approx([0.2] * 5, abs=1e-6)


def test_head_of_two_classes_is_logistic_regression() -> None:
    head = CumulativeLink(3, 2)
    assert head.gaps.shape == (0,)
    logits = head(torch.randn(5, 3, generator=torch.Generator().manual_seed(1)))
    target = torch.tensor([0, 1, 1, 0, 1])
    expected = functional.binary_cross_entropy_with_logits(logits[:, 0], target.float()).item()
    for loss in (cumulative_link_loss, coral_loss, corn_loss):
        assert loss(logits, target).item() == pytest.approx(expected, rel=1e-6)


# --- predictions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["softmax", "corn", "cumulative", "identity"])
def test_rules_follow_from_the_probabilities(link: Any) -> None:
    logits = falling(20, rows=50) * 2
    if link == "identity":
        logits = logits.softmax(-1)
    p = class_probabilities(logits, link=link).numpy()
    above = 1 - p.cumsum(1)[:, :-1]
    assert predict_classes(logits, link=link).tolist() == p.argmax(1).tolist()
    assert predict_classes(logits, link=link, rule="median").tolist() == (above > 0.5).sum(1).tolist()
    mean = p @ np.arange(p.shape[1])
    assert predict_classes(logits, link=link, rule="mean").tolist() == np.floor(mean + 0.5).tolist()


def test_cumulative_logits_that_rise_are_no_probabilities_and_have_a_median() -> None:
    with pytest.raises(ScoreError, match="must not rise with k"):
        class_probabilities(torch.tensor([0.0, 1.0]), link="cumulative")
    assert predict_classes(torch.tensor([[1.0, -1.0, 2.0]]), link="cumulative", rule="median").tolist() == [2]  # CORAL
    with pytest.raises(ScoreError, match="must not rise with k"):
        cumulative_link_loss(torch.tensor([[0.0, 1.0]]), torch.tensor([1]))


WRONG: list[tuple[Any, Any, str]] = [
    (lambda: predict_classes(torch.zeros(2, 3), rule="best"), OptionError, "rule must be 'mode', 'median'"),
    (lambda: class_probabilities(torch.zeros(2, 1)), LengthError, "two classes at least are needed"),
    (lambda: CumulativeLink(2, 3, shares=[1, 2, 0]), LabelError, "shares must be 3 positive numbers"),
    (lambda: coral_loss(torch.zeros(6, 3), TARGET, task_weight=torch.ones(4)), LengthError, "task_weight must have"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG)
def test_errors_say_what_was_expected(call: Any, error: Any, message: Any) -> None:
    with pytest.raises(error, match=message):
        call()
