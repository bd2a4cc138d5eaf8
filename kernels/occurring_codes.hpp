// Which codes occur among rows, and where each stands first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "codes.hpp"
#include "columns.hpp"
#include "pages.hpp"

namespace concordant {

struct OccurringCodes {
    std::vector<std::int64_t> codes;  // ascending
    std::vector<std::int64_t> rows;   // the first row of each
};

inline constexpr std::uint64_t most_code = ~std::uint32_t{0};

// Of whole numbers up to `most_code`, no result of others; `missing` says with 1 which rows do not count, null that all
// do. Rows are read from the last to the first, so that the first of a code is what is kept, without a question.
inline std::optional<OccurringCodes> occurring_codes(const Column& column, const std::uint8_t* missing) {
    std::int64_t block[block_rows];
    std::uint64_t most = 0;
    for (std::int64_t row = 0; row < column.size; row += block_rows) {
        const std::int64_t count = std::min(block_rows, column.size - row);
        read_block(column, row, count, block);
        most = std::max(most, greatest_code(block, count));
    }
    if (most > most_code) return std::nullopt;
    OccurringCodes out;
    if (column.size == 0) return out;
    const auto places = static_cast<std::size_t>(most) + 1;
    const auto first = ranked::make_zeros<std::int64_t>(places);  // the first row of each code, + 1
    for (std::int64_t end = column.size; end > 0; end -= std::min(block_rows, end)) {
        const std::int64_t count = std::min(block_rows, end), row = end - count;
        read_block(column, row, count, block);
        for (std::int64_t i = count; i-- > 0;) {
            const auto code = static_cast<std::size_t>(block[i]);
            if (code >= places) return std::nullopt;  // the caller's memory was written to since
            if (missing == nullptr || missing[row + i] == 0) first[code] = row + i + 1;
        }
    }
    for (std::size_t code = 0; code < places; ++code) {
        if (first[code] == 0) continue;
        out.codes.push_back(static_cast<std::int64_t>(code));
        out.rows.push_back(first[code] - 1);
    }
    return out;
}

}  // namespace concordant
