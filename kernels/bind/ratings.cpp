// Binds the profiles of matrices of ratings.

#include <cstddef>
#include <vector>

#include "arrays.hpp"
#include "ratings.hpp"

namespace concordant::bind {
namespace {

constexpr std::size_t most_profiles = std::size_t{1} << 26;

RatingColumns raters_of(const Array2& matrix) {
    RatingColumns raters = columns_of(matrix);
    if (raters.empty() || raters.front().size == 0) throw nb::value_error("a matrix of ratings must hold some");
    return raters;
}

// A matrix whose ratings lie one after the other is read as one column, whatever its rows.
RatingColumns as_one(const Array2& matrix, RatingColumns raters) {
    const auto width = static_cast<std::int64_t>(matrix.itemsize());
    const auto rows = raters.front().size, many = static_cast<std::int64_t>(raters.size());
    const bool by_rows =
        raters.front().stride == width * many && (many == 1 || raters[1].data - raters[0].data == width);
    if (!by_rows) return raters;
    return {{raters.front().data, rows * many, width, raters.front().type}};
}

// Calls with(T{}) with a type that holds all ratings of the matrix.
template <class With>
auto with_type(Type type, With&& with) {
    switch (type) {
        case Type::i8:
        case Type::u8:
        case Type::i16: return with(std::int16_t{});
        case Type::u16:
        case Type::i32: return with(std::int32_t{});
        case Type::u32:
        case Type::i64: return with(std::int64_t{});
        case Type::f32: return with(float{});
        case Type::f64: return with(double{});
        default: throw nb::type_error("ratings: int8..int64, uint8..uint32, float32 or float64");
    }
}

std::tuple<std::int64_t, std::int64_t, bool, bool> rating_range(const Array2& matrix, int threads) {
    RatingColumns raters = raters_of(matrix);
    const Type type = raters.front().type;
    raters = as_one(matrix, std::move(raters));
    auto found = without_gil(
        [&] { return with_type(type, [&](auto kind) { return range_of_ratings<decltype(kind)>(raters, threads); }); });
    return {found.low, found.high, found.whole, found.missing};
}

Array count_profiles(const Array2& matrix, std::int64_t low, std::uint32_t base, int threads) {
    const RatingColumns raters = raters_of(matrix);
    std::size_t size = 1;
    for (std::size_t rater = 0; rater < raters.size(); ++rater) {
        size *= base;
        if (size > most_profiles || base == 0) throw nb::value_error("count_profiles: too many profiles for a table");
    }
    auto found = without_gil([&] {
        return with_type(raters.front().type,
                         [&](auto kind) { return profile_table<decltype(kind)>(raters, low, base, size, threads); });
    });
    return array_of(std::move(found), {size});
}

}  // namespace

void bind_ratings(nb::module_& m) {
    m.def("rating_range", &rating_range, nb::arg("matrix"), nb::arg("threads") = 1,
          "The least and the greatest rating, whether all are whole numbers of 32 bits (integers always), and whether\n"
          "one is missing (NaN). Without any rating the least is above the greatest.");
    m.def("count_profiles", &count_profiles, nb::arg("matrix"), nb::arg("low"), nb::arg("base"), nb::arg("threads") = 1,
          "How many rows have each number of base**raters: a digit a rater, its rating less low, or base - 1 where it\n"
          "is missing. All ratings must lie from low to low + base - 2.");
}

}  // namespace concordant::bind
