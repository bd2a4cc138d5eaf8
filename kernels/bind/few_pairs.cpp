// Binds what is counted or summed of few rows: one call for columns as a caller gave them, which nobody looked at.
#include "few_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arrays.hpp"
#include "plain.hpp"
#include "square_sums.hpp"
#include "tabulated.hpp"
#include "tables_out.hpp"

namespace concordant::bind {
namespace {

nb::tuple names_of(const std::vector<std::int64_t>& labels, bool logical) {
    nb::object names = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(labels.size())));
    if (!names.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        nb::object name = logical ? nb::object(nb::bool_(labels[i] != 0)) : nb::object(nb::int_(labels[i]));
        PyTuple_SET_ITEM(names.ptr(), static_cast<Py_ssize_t>(i), name.release().ptr());
    }
    return nb::borrow<nb::tuple>(names);
}

constexpr std::int64_t glanced_rows = 1 << 15;  // of more, a second thread pays

// Whether two columns are of as many rows, not many but one at least, of whole numbers.
bool are_few(const PlainColumn& truth, const PlainColumn& prediction) {
    if (!truth || !prediction || truth->size != prediction->size) return false;
    return truth->size >= 1 && truth->size <= glanced_rows && is_plain_integer(truth->type) &&
           is_plain_integer(prediction->type);
}

nb::object few_pairs(nb::handle y_true, nb::handle y_pred) {
    const PlainColumn truth(y_true), prediction(y_pred);
    if (!are_few(truth, prediction)) return nb::none();
    const bool logical = truth.is_bool() && prediction.is_bool();
    const auto pairs = truth->size <= few_rows ? count_few(*truth, *prediction) : std::nullopt;
    if (pairs) {
        NewTable table(pairs->labels.size());
        std::copy(pairs->cells.begin(), pairs->cells.end(), table.cells());
        return nb::make_tuple(names_of(pairs->labels, logical), table.array(), nb::none());
    }
    LabelTable<std::int64_t> table;
    {
        nb::gil_scoped_release release;
        table = tabulate_rows(*truth, *prediction, 1, Form::either);
    }
    nb::object names = names_of(table.labels, logical), places = listed_places(table);
    return nb::make_tuple(names, numbers_of(table, std::move(table.cells)), places);
}

std::optional<SquareSums> few_square_sums(nb::handle y_true, nb::handle y_pred) {
    const PlainColumn truth(y_true), prediction(y_pred);
    if (!are_few(truth, prediction)) return std::nullopt;
    return square_sums(*truth, *prediction, 1);
}

}  // namespace

void bind_few_pairs(nb::module_& m) {
    m.def("few_pairs", &few_pairs, nb::arg("y_true").none(), nb::arg("y_pred").none(),
          nb::sig("def few_pairs(y_true: object, y_pred: object, /) "
                  "-> tuple[tuple[int, ...], NDArray, tuple[NDArray, NDArray] | None] | None"),
          "The labels that occur in few rows of plain whole numbers, ascending, the table of their pairs, or of many\n"
          "labels the cells that hold rows, and their places then; None of anything else, which nobody need have\n"
          "looked at.");
    m.def("few_square_sums", &few_square_sums, nb::arg("y_true").none(), nb::arg("y_pred").none(),
          nb::sig("def few_square_sums(y_true: object, y_pred: object, /) -> SquareSums | None"),
          "What `square_sums` gives of few rows of plain whole numbers; None of anything else.");
}

}  // namespace concordant::bind
