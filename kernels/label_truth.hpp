// The truth of a row of several labels: which labels are relevant, and how much. It comes as a dense matrix, as the
// compressed rows of a sparse one, or as one code a row (the class that happened is the one relevant label).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <variant>

#include "clones.hpp"
#include "columns.hpp"

namespace concordant::label_ranking {

// What the relevance of a label may be: 0 or 1, a finite number of at least 0, any finite number.
enum class Relevance : std::uint8_t { indicator, non_negative, any };

inline constexpr double most_gain = std::numeric_limits<double>::max();

// The relevant labels of one row, ascending, with their gains; its owner has room for every label.
class Relevant {
public:
    explicit Relevant(std::int64_t labels)
        : label(new std::int32_t[static_cast<std::size_t>(labels) + 1]),
          gain(new double[static_cast<std::size_t>(labels) + 1]) {}  // not cleared

    std::unique_ptr<std::int32_t[]> label;
    std::unique_ptr<double[]> gain;
    std::int64_t count = 0;
};

struct Matrix {
    const std::byte* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t labels = 0;
    std::int64_t row_stride = 0;  // in bytes, may be negative
    std::int64_t label_stride = 0;
    Type type = Type::f64;
};

struct CompressedRows {
    Column starts;  // n + 1
    Column labels;
    Column gains;
};

struct Codes {
    Column codes;
};

using Truth = std::variant<Matrix, CompressedRows, Codes>;

// Integers as wide as the lanes: a bool would keep the loops from being vectorised. Comparisons with NaN are false.
CONCORDANT_CLONES inline bool gains_are(Relevance allowed, const double* gain, std::int64_t count) {
    std::uint64_t bad = 0;
    if (allowed == Relevance::indicator) {
        for (std::int64_t i = 0; i < count; ++i)
            bad |= (gain[i] == 0 ? std::uint64_t{0} : 1) & (gain[i] == 1 ? std::uint64_t{0} : 1);
        return bad == 0;
    }
    const double lowest = allowed == Relevance::any ? std::numeric_limits<double>::lowest() : 0.0;
    for (std::int64_t i = 0; i < count; ++i)
        bad |= (gain[i] >= lowest ? std::uint64_t{0} : 1) | (gain[i] <= most_gain ? std::uint64_t{0} : 1);
    return bad == 0;
}

// Gains of rows [row, row + count) of a dense truth into `out`, one row after the other.
inline void read_gains(const Matrix& truth, std::int64_t row, std::int64_t count, double* out) {
    const std::byte* data = truth.data + row * truth.row_stride;
    if (truth.row_stride == truth.labels * truth.label_stride) {
        read_block(Column{data, count * truth.labels, truth.label_stride, truth.type}, 0, count * truth.labels, out);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        read_block(Column{data + i * truth.row_stride, truth.labels, truth.label_stride, truth.type}, 0, truth.labels,
                   out + i * truth.labels);
}

// Stored labels may be out of range, repeated or unsorted, and a stored gain may be zero: such a row is refused,
// because the caller has put the matrix in order.
inline bool read_stored(const CompressedRows& truth, std::int64_t row, std::int64_t labels, Relevant& out) {
    std::int64_t ends[2];
    read_block(truth.starts, row, 2, ends);
    out.count = ends[1] - ends[0];
    if (ends[0] < 0 || out.count < 0 || out.count > labels || ends[1] > truth.labels.size) return false;
    read_block(truth.labels, ends[0], out.count, out.label.get());
    read_block(truth.gains, ends[0], out.count, out.gain.get());
    std::int64_t before = -1;
    for (std::int64_t i = 0; i < out.count; ++i) {
        const std::int64_t label = out.label[static_cast<std::size_t>(i)];
        if (label <= before || label >= labels || out.gain[static_cast<std::size_t>(i)] == 0) return false;
        before = label;
    }
    return true;
}

inline bool read_code(const Codes& truth, std::int64_t row, std::int64_t labels, Relevant& out) {
    std::int64_t code;
    read_block(truth.codes, row, 1, &code);
    out.count = 1;
    out.label[0] = static_cast<std::int32_t>(code);
    out.gain[0] = 1;
    return code >= 0 && code < labels;
}

// The relevant labels of a row of a truth that is not dense; false if it is not what is allowed.
inline bool read_relevant(const Truth& truth, Relevance allowed, std::int64_t row, std::int64_t labels, Relevant& out) {
    if (const auto* codes = std::get_if<Codes>(&truth)) return read_code(*codes, row, labels, out);
    return read_stored(std::get<CompressedRows>(truth), row, labels, out) &&
           gains_are(allowed, out.gain.get(), out.count);
}

inline std::int64_t rows_of(const Truth& truth) {
    if (const auto* matrix = std::get_if<Matrix>(&truth)) return matrix->rows;
    if (const auto* stored = std::get_if<CompressedRows>(&truth)) return stored->starts.size - 1;
    return std::get<Codes>(truth).codes.size;
}

}  // namespace concordant::label_ranking
