// Binds the sums of losses as whole numbers.
#include "loss_digits.hpp"

#include <cstdint>
#include <optional>

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Cells = nb::ndarray<nb::ndim<3>, nb::device::cpu, nb::c_contig>;
using Places = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

std::int64_t add_loss_digits(const Array1& y_true, const Array1& y_prob, const Cells& cells,
                             const std::optional<Places>& group) {
    const Column labels = column(y_true), scores = column(y_prob);
    if (labels.size != scores.size) throw nb::value_error("add_loss_digits: arrays of different lengths");
    if (cells.dtype() != nb::dtype<std::int64_t>() || cells.shape(1) != 2 || cells.shape(2) != digit_cells)
        throw nb::type_error("add_loss_digits: cells are int64 of shape (groups, 2, 11)");
    if (!group && cells.shape(0) < 1) throw nb::value_error("add_loss_digits: there is no group");
    const std::int64_t* places = nullptr;
    if (group) {
        if (group->dtype() != nb::dtype<std::int64_t>()) throw nb::type_error("add_loss_digits: places are int64");
        if (static_cast<std::int64_t>(group->shape(0)) != scores.size)
            throw nb::value_error("add_loss_digits: arrays of different lengths");
        places = static_cast<const std::int64_t*>(group->data());
        for (std::int64_t i = 0; i < scores.size; ++i)
            if (places[i] < 0 || places[i] >= static_cast<std::int64_t>(cells.shape(0)))
                throw nb::value_error("add_loss_digits: a group is beyond the cells");
    }
    nb::gil_scoped_release release;
    return concordant::add_loss_digits(places, labels, scores, static_cast<std::int64_t*>(cells.data()));
}

}  // namespace

void bind_loss_digits(nb::module_& m) {
    m.def("add_loss_digits", &add_loss_digits, nb::arg("y_true"), nb::arg("y_prob"), nb::arg("cells"),
          nb::arg("group").none() = nb::none(),
          nb::sig("def add_loss_digits(y_true: NDArray, y_prob: NDArray, cells: NDArray, group: NDArray | None = None) "
                  "-> int"),
          "Add the two digits of each loss of rows of classes 0 and 1 to cells of shape (groups, 2, 11), in place.\n"
          "Gives the first row of the block where a label or a probability is none, or -1.");
}

}  // namespace concordant::bind
