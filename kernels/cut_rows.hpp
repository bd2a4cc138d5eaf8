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

// Adds numbers in the places of a row for as long as their columns come, from the left (step 1) or from the right (-1).
template <int step, class Comes>
double add_on(const Places& places, const double* numbers, std::int64_t row, Comes&& comes, Passed& passed) {
    const auto is_here = [&] { return passed.at >= 0 && passed.at < places.size; };
    if (passed.row != row) passed.row = row, passed.sum = 0;
    while (is_here() && (step > 0 ? places.row[passed.at] < row : places.row[passed.at] > row)) passed.at += step;
    for (; is_here() && places.row[passed.at] == row && comes(places.column[passed.at]); passed.at += step)
        passed.sum += numbers[passed.at];
    return passed.sum;
}

// For each cut the sum of the numbers in its row before its column, and that from its column on.
inline void sums_of_cut_rows(const Places& cells, const double* numbers, const Places& cuts, double* before,
                             double* after) {
    Passed left{0}, right{cells.size - 1};
    for (std::int64_t i = 0; i < cuts.size; ++i)
        before[i] =
            add_on<1>(cells, numbers, cuts.row[i], [&](std::int64_t one) { return one < cuts.column[i]; }, left);
    for (std::int64_t i = cuts.size; i-- > 0;)
        after[i] =
            add_on<-1>(cells, numbers, cuts.row[i], [&](std::int64_t one) { return one >= cuts.column[i]; }, right);
}

// For each cell the sum of `before` over the cuts of its row that it stands before, and of `after` over the others.
inline void back_of_cut_rows(const Places& cells, const Places& cuts, const double* before, const double* after,
                             double* out) {
    Passed left{0}, right{cuts.size - 1};
    for (std::int64_t i = 0; i < cells.size; ++i)
        out[i] = add_on<1>(cuts, after, cells.row[i], [&](std::int64_t one) { return one <= cells.column[i]; }, left);
    for (std::int64_t i = cells.size; i-- > 0;)
        out[i] +=
            add_on<-1>(cuts, before, cells.row[i], [&](std::int64_t one) { return one > cells.column[i]; }, right);
}

}  // namespace concordant
