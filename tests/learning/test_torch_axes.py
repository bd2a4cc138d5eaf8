"""Which axis holds the classes, how much each class counts, and losses that are used in every mode by turns."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from numpy.testing import assert_allclose  # noqa: E402  (after torch is known to be there)

from concordant.errors import InputTypeError, LengthError, OptionError, WeightError  # noqa: E402
from concordant.learning.torch import (  # noqa: E402
    WeightedKappaLoss,
    class_probabilities,
    coral_loss,
    corn_loss,
    cumulative_link_loss,
    predict_classes,
    ranked_probability_loss,
    weighted_kappa_loss,
)

LOSSES: list[Any] = [
    (corn_loss, {}, 3),
    (coral_loss, {}, 3),
    (cumulative_link_loss, {}, 3),
    (ranked_probability_loss, {}, 4),
    (ranked_probability_loss, {"link": "corn"}, 3),
    (weighted_kappa_loss, {}, 4),
    (weighted_kappa_loss, {"link": "cumulative"}, 3),
    (WeightedKappaLoss(4), {}, 4),
    (WeightedKappaLoss(4, link="corn"), {}, 3),
]
IDS = [getattr(loss, "__name__", "module") + options.get("link", "") for loss, options, _ in LOSSES]


def _falling(shape: tuple[int, ...], seed: int = 0) -> Any:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).sort(-1, descending=True).values


def _loss(loss: Any, logits: Any, target: Any, options: dict[str, Any], **more: Any) -> Any:
    if isinstance(loss, torch.nn.Module):
        loss = WeightedKappaLoss(4, link=loss.link, **more)
        return loss(logits, target, **options)
    return loss(logits, target, **options, **more)


@pytest.mark.parametrize(("loss", "options", "columns"), LOSSES, ids=IDS)
def test_maps_are_read_along_the_axis_of_their_classes(loss: Any, options: Any, columns: int) -> None:
    last = _falling((2, 5, 6, columns))
    target = torch.arange(60).reshape(2, 5, 6) % 4
    expected = _loss(loss, last, target, options).item()
    map_like = last.movedim(-1, 1)
    assert _loss(loss, map_like, target, options, dim=1).item() == pytest.approx(expected, rel=1e-12)
    assert _loss(loss, map_like, target, options, dim=-3).item() == pytest.approx(expected, rel=1e-12)
    shares = torch.nn.functional.one_hot(target, 4).double()
    soft = _loss(loss, map_like, shares.movedim(-1, 1), options, dim=1).item()
    assert soft == pytest.approx(expected, rel=1e-12)
    with pytest.raises(LengthError, match="say dim=1"):
        _loss(loss, map_like, target, options)
    for wrong in (4, -5, 1.0, True):
        with pytest.raises(OptionError, match="dim must be an axis of the logits, from -4 to 3"):
            _loss(loss, map_like, target, options, dim=wrong)


@pytest.mark.parametrize(("loss", "options", "columns"), LOSSES, ids=IDS)
@pytest.mark.parametrize("axes", [1, 2])
def test_a_cube_that_could_be_read_both_ways_is_refused(loss: Any, options: Any, columns: int, axes: int) -> None:
    shape = (2, *([columns] * axes), columns)
    logits = _falling(shape)
    target = torch.arange(logits[..., 0].numel()).reshape(shape[:-1]) % 4
    with pytest.raises(OptionError, match="say dim=1 or dim=-1"):
        _loss(loss, logits, target, options)
    one = _loss(loss, logits, target, options, dim=-1).item()
    other = _loss(loss, logits.movedim(-1, 1), target, options, dim=1).item()
    assert one == pytest.approx(other, rel=1e-12)


@pytest.mark.parametrize("link", ["softmax", "corn", "cumulative"])
def test_probabilities_and_classes_of_maps(link: Any) -> None:
    last = _falling((2, 3, 5, 4))
    assert_allclose(
        class_probabilities(last.movedim(-1, 1), link=link, dim=1).movedim(1, -1), class_probabilities(last, link=link)
    )
    for rule in ("mode", "median", "mean"):
        mapped = predict_classes(last.movedim(-1, 1), link=link, rule=rule, dim=1)
        assert torch.equal(mapped, predict_classes(last, link=link, rule=rule))
    for call in (class_probabilities, predict_classes):
        with pytest.raises(OptionError, match="dim must be an axis of the logits, from -4 to 3, not 7"):
            call(last, link=link, dim=7)


# --- weights of classes -------------------------------------------------------------------------------------------

TARGET = torch.tensor([0, 1, 2, 3, 1, 0, 2])
REPEATS = torch.tensor([1, 3, 2, 1])


@pytest.mark.parametrize(("loss", "options", "columns"), LOSSES, ids=IDS)
def test_a_weight_of_a_class_repeats_its_rows(loss: Any, options: Any, columns: int) -> None:
    logits = _falling((7, columns), 1)
    weighted = _loss(loss, logits, TARGET, options, class_weight=REPEATS.double())
    again = torch.repeat_interleave(torch.arange(7), REPEATS[TARGET])
    assert weighted.item() == pytest.approx(_loss(loss, logits[again], TARGET[again], options).item(), rel=1e-12)
    shares = torch.nn.functional.one_hot(TARGET, 4).double()
    assert _loss(loss, logits, shares, options, class_weight=REPEATS.double()).item() == pytest.approx(weighted.item())
    absent = torch.tensor([1.0, 0.0, 1.0, 1.0])
    rows = TARGET != 1
    without = _loss(loss, logits, TARGET, options, class_weight=absent).item()
    assert without == pytest.approx(_loss(loss, logits[rows], TARGET[rows], options).item(), rel=1e-12)
    for bad, error, message in (
        (torch.ones(3), LengthError, r"class_weight must have the shape \(4,\), one a class, not \(3,\)"),
        (torch.tensor([1.0, -1.0, 1.0, 1.0]), WeightError, "class_weight must be finite and not negative"),
        (torch.tensor([1.0, torch.nan, 1.0, 1.0]), WeightError, "class_weight must be finite and not negative"),
        ([1.0] * 4, InputTypeError, "class_weight must be a tensor"),
    ):
        with pytest.raises(error, match=message):
            _loss(loss, logits, TARGET, options, class_weight=bad)


@pytest.mark.parametrize("loss", [corn_loss, cumulative_link_loss, coral_loss])
def test_two_classes_with_weights_are_cross_entropy_of_torch(loss: Any) -> None:
    logits = _falling((9, 1), 2)
    target = torch.tensor([0, 1, 1, 0, 1, 0, 0, 1, -100])
    weight = torch.tensor([0.7, 2.5], dtype=torch.float64)
    two = torch.cat([torch.zeros_like(logits), logits], 1)
    expected = torch.nn.functional.cross_entropy(two, target, weight=weight)
    assert loss(logits, target, class_weight=weight).item() == pytest.approx(expected.item(), rel=1e-12)


# --- every mode by turns ------------------------------------------------------------------------------------------


def _used(loss: Any, mode: str, logits: Any, target: Any) -> Any:
    if mode == "training":
        leaf = logits.clone().requires_grad_()
        loss(leaf, target).backward()
        return leaf.grad
    with torch.inference_mode() if mode == "inference" else torch.no_grad():
        return loss(logits.clone(), target)


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("order", list(permutations(["training", "no grad", "inference"])), ids="-".join)
def test_modes_in_any_order_give_the_same(order: tuple[str, ...], dtype: Any, compiled: bool) -> None:
    torch.compiler.reset()
    module = WeightedKappaLoss(4)
    loss = torch.compile(module, backend="aot_eager") if compiled else module
    logits = _falling((7, 4), 3).to(dtype)
    for mode in order:
        found = _used(loss, mode, logits, TARGET)
        expected = _used(WeightedKappaLoss(4), mode, logits, TARGET)
        assert_allclose(found.double(), expected.double(), rtol=1e-6, atol=1e-7)


def test_the_matrix_is_never_rounded_and_goes_where_the_module_goes() -> None:
    module = WeightedKappaLoss(4, weights="linear").half().double().to("meta")
    assert module._placed.device.type == "meta"
    module = module.to_empty(device="cpu")
    logits = _falling((7, 4), 4)
    assert_allclose(module(logits, TARGET).item(), weighted_kappa_loss(logits, TARGET, weights="linear").item())
    with torch.inference_mode():
        module.to(torch.float64)
    leaf = logits.float().requires_grad_()
    module(leaf, TARGET).backward()
    assert torch.isfinite(leaf.grad).all()


def test_exported_without_a_side_effect() -> None:
    exported = torch.export.export(WeightedKappaLoss(4), (_falling((7, 4), 5), TARGET))
    logits = _falling((7, 4), 6)
    assert_allclose(exported.module()(logits, TARGET).item(), weighted_kappa_loss(logits, TARGET).item())
