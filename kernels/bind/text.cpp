// Codes of fixed-width text.
#include "text.hpp"

#include "arrays.hpp"

namespace concordant::bind {
namespace {

using Rows = nb::ndarray<nb::ro, std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::tuple encode(const Rows& rows) {
    TextCodes found;
    {
        nb::gil_scoped_release release;
        found = encode_text(reinterpret_cast<const std::byte*>(rows.data()),
                            static_cast<std::int64_t>(rows.shape(0)), rows.shape(1));
    }
    const std::size_t size = found.codes.size(), distinct = found.first_rows.size();
    nb::object codes = nb::cast(owned(std::move(found.codes), {size}));
    nb::object first_rows = nb::cast(owned(std::move(found.first_rows), {distinct}));
    return nb::make_tuple(codes, first_rows, found.too_many);
}

}  // namespace

void bind_text(nb::module_& m) {
    m.def("encode_text", &encode, nb::arg("rows"),
          nb::sig("def encode_text(rows: NDArray) -> tuple[NDArray, NDArray, bool]"),
          "Codes of the rows of a matrix of bytes: int32 codes in the order of first appearance, the row where each\n"
          "code came first, and whether the rows are too many different ones to be categories.");
}

}  // namespace concordant::bind
