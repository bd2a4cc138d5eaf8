// Rows of a table of listed cells, each cut in two before some of its columns: sums of both parts, and the way back.
#pragma once

#include <cstdint>

namespace concordant {

// Places in a table, row after row, and in each row from its first column on; a place can occur more than once.
struct Places {
    const std::int64_t* row;
    const std::int64_t* column;
    std::int64_t size;
};

// Where one list of places stands while another is walked through: `sum` is that of what was passed in the row.
struct Passed {
    std::int64_t at;
    std::int64_t row = -1;
    double sum = 0;
};

// Adds numbers in the places of a row up to `column`, from the left; those of rows before are left out.
template <class Comes>
double up_to(const Places& places, const double* numbers, std::int64_t row, Comes&& comes, Passed& passed) {
    if (passed.row != row) passed.row = row, passed.sum = 0;
    while (passed.at < places.size && places.row[passed.at] < row) ++passed.at;
    for (; passed.at < places.size && places.row[passed.at] == row && comes(places.column[passed.at]); ++passed.at)
        passed.sum += numbers[passed.at];
    return passed.sum;
}

// The same from the right.
template <class Comes>
double down_to(const Places& places, const double* numbers, std::int64_t row, Comes&& comes, Passed& passed) {
    if (passed.row != row) passed.row = row, passed.sum = 0;
    while (passed.at >= 0 && places.row[passed.at] > row) --passed.at;
    for (; passed.at >= 0 && places.row[passed.at] == row && comes(places.column[passed.at]); --passed.at)
        passed.sum += numbers[passed.at];
    return passed.sum;
}

// For each cut the sum of the numbers in its row before its column, and that from its column on.
inline void sums_of_cut_rows(const Places& cells, const double* numbers, const Places& cuts, double* before,
                             double* after) {
    Passed left{0}, right{cells.size - 1};
    for (std::int64_t i = 0; i < cuts.size; ++i)
        before[i] = up_to(cells, numbers, cuts.row[i], [&](std::int64_t one) { return one < cuts.column[i]; }, left);
    for (std::int64_t i = cuts.size; i-- > 0;)
        after[i] = down_to(cells, numbers, cuts.row[i], [&](std::int64_t one) { return one >= cuts.column[i]; }, right);
}

// For each cell the sum of `before` over the cuts of its row that it stands before, and of `after` over the others.
inline void back_of_cut_rows(const Places& cells, const Places& cuts, const double* before, const double* after,
                             double* out) {
    Passed left{0}, right{cuts.size - 1};
    for (std::int64_t i = 0; i < cells.size; ++i)
        out[i] = up_to(cuts, after, cells.row[i], [&](std::int64_t one) { return one <= cells.column[i]; }, left);
    for (std::int64_t i = cells.size; i-- > 0;)
        out[i] += down_to(cuts, before, cells.row[i], [&](std::int64_t one) { return one > cells.column[i]; }, right);
}

}  // namespace concordant
