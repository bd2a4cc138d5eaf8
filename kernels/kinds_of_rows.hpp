// The weight of each kind of rows for every class, by which of the labels of a row are the class: a bit for each label,
// the highest for the first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace concordant {

inline constexpr std::size_t most_label_columns = 3;
inline constexpr std::size_t most_kinds = std::size_t{1} << most_label_columns;

// The labels of units, column by column; those of the truth first.
struct LabelColumns {
    std::array<const std::int64_t*, most_label_columns> of{};
    std::size_t size = 0;
    std::int64_t classes = 0;
};

// What the rows of each kind add up to, kinds side by side for a class; those in which no label is the class are left
// out. Nothing, if a label is none of the classes.
template <std::size_t Labels>
std::optional<std::vector<double>> weigh_kinds(const LabelColumns& labels, const double* weights, std::size_t rows) {
    constexpr std::size_t kinds = std::size_t{1} << Labels;
    const auto classes = static_cast<std::uint64_t>(labels.classes);
    std::vector<double> sums(kinds * classes);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t one = 0; one < Labels; ++one) {
            const auto label = static_cast<std::uint64_t>(labels.of[one][row]);
            if (label >= classes) return std::nullopt;
            std::size_t kind = 0;
            for (std::size_t other = 0; other < Labels; ++other)
                kind = kind << 1 | (labels.of[other][row] == labels.of[one][row] ? 1U : 0U);
            const bool known = kind >> (Labels - one) != 0;  // by a label before this one
            sums[kinds * label + kind] += known ? 0.0 : weights[row];
        }
    return sums;
}

}  // namespace concordant
