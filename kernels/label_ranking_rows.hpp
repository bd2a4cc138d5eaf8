// The quantities of many rows of several labels: one value a row, or their moments. Rows are cut into chunks whose
// size depends on the number of labels alone, and moments are merged in the order of the chunks, so that the result
// does not depend on the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "columns.hpp"
#include "label_ranking.hpp"
#include "moments.hpp"
#include "threads.hpp"

namespace concordant::label_ranking {

struct Rows {
    Truth truth;
    Matrix scores;
    std::optional<Column> weights;
};

// The first row of each kind that the caller must look at: a truth that is not allowed, a score that is NaN (both end
// the work), a score that is infinite.
struct Found {
    std::int64_t bad_truth = no_row;
    std::int64_t bad_score = no_row;
    std::int64_t infinite = no_row;

    bool bad() const { return bad_truth != no_row || bad_score != no_row; }
    void merge(const Found& other) {
        keep_first(bad_truth, other.bad_truth);
        keep_first(bad_score, other.bad_score);
        keep_first(infinite, other.infinite);
    }
};

// NaN and infinities minus themselves are NaN.
template <class T>
CONCORDANT_CLONES bool all_finite(const T* scores, std::int64_t count) {
    Counter<T> odd = 0;
    for (std::int64_t i = 0; i < count; ++i) odd |= scores[i] - scores[i] == 0 ? 0 : 1;
    return odd == 0;
}

// Rows of scores one after the other: where they lie if they can be read there, else copied.
template <class T>
class ScoreReader {
public:
    ScoreReader(const Matrix& matrix, std::int64_t block)
        : matrix_(matrix), buffer_(static_cast<std::size_t>(matrix.labels * block)) {
        constexpr auto size = static_cast<std::int64_t>(sizeof(T));
        const auto address = reinterpret_cast<std::uintptr_t>(matrix.data);
        in_place_ = matrix.type == own_type() && address % alignof(T) == 0 && matrix.label_stride == size &&
                    (matrix.row_stride == matrix.labels * size || matrix.rows == 1);
    }

    const T* rows(std::int64_t row, std::int64_t count) {
        const std::byte* data = matrix_.data + row * matrix_.row_stride;
        if (in_place_) return reinterpret_cast<const T*>(data);
        for (std::int64_t i = 0; i < count; ++i)
            read_block(Column{data + i * matrix_.row_stride, matrix_.labels, matrix_.label_stride, matrix_.type}, 0,
                       matrix_.labels, buffer_.data() + i * matrix_.labels);
        return buffer_.data();
    }

private:
    static constexpr Type own_type() {
        if (std::is_same_v<T, float>) return Type::f32;
        if (std::is_same_v<T, std::int64_t>) return Type::i64;
        return std::is_same_v<T, std::uint64_t> ? Type::u64 : Type::f64;
    }

    const Matrix& matrix_;
    std::vector<T> buffer_;
    bool in_place_ = false;
};

template <class T>
void look_at_scores(const T* scores, std::int64_t labels, std::int64_t count, std::int64_t row, Found& found) {
    if constexpr (std::is_floating_point_v<T>) {
        if (all_finite(scores, labels * count)) return;
        for (std::int64_t i = 0; i < count; ++i, scores += labels) {
            if (all_finite(scores, labels)) continue;
            const bool nan = std::any_of(scores, scores + labels, [](T score) { return score != score; });
            keep_first(nan ? found.bad_score : found.infinite, row + i);
        }
    }
}

inline void look_at_gains(Relevance allowed, const double* gains, std::int64_t labels, std::int64_t count,
                          std::int64_t row, Found& found) {
    if (gains_are(allowed, gains, labels * count)) return;
    for (std::int64_t i = 0; i < count; ++i)
        if (!gains_are(allowed, gains + i * labels, labels)) keep_first(found.bad_truth, row + i);
}

// Rows of a block: about two thousand scores, so that they stay in the first-level cache.
inline std::int64_t rows_of_block(std::int64_t labels) { return std::clamp<std::int64_t>(2048 / labels, 1, 256); }

// Calls give(row, count, values) for the blocks of rows [first, last), until a row is bad.
template <class T, class Give>
Found each_block(const Task& task, const Rows& rows, std::int64_t first, std::int64_t last, Give&& give) {
    const std::int64_t labels = rows.scores.labels, block = rows_of_block(labels);
    const auto* dense = std::get_if<Matrix>(&rows.truth);
    Space<T> space(labels);
    ScoreReader<T> reader(rows.scores, block);
    std::vector<double> gains(static_cast<std::size_t>(dense == nullptr ? 0 : labels * block));
    std::vector<Value> values(static_cast<std::size_t>(block));
    Found found;
    for (std::int64_t row = first; row < last; row += block) {
        const std::int64_t count = std::min(block, last - row);
        const T* scores = reader.rows(row, count);
        look_at_scores(scores, labels, count, row, found);
        if (dense != nullptr) {
            read_gains(*dense, row, count, gains.data());
            look_at_gains(task.relevance(), gains.data(), labels, count, row, found);
            if (found.bad()) break;
            values_of_block(task, scores, gains.data(), labels, count, space, values.data());
        } else {
            for (std::int64_t i = 0; i < count && !found.bad(); ++i) {
                if (!read_relevant(rows.truth, task.relevance(), row + i, labels, space.relevant))
                    found.bad_truth = row + i;
                else
                    values_of_block<T>(task, scores + i * labels, nullptr, labels, 1, space, values.data() + i);
            }
            if (found.bad()) break;
        }
        give(row, count, values.data());
    }
    return found;
}

// Calls work(T) with the type in which the scores are compared: it holds each of them exactly.
template <class Work>
auto as_scores(Type type, Work&& work) {
    switch (type) {
        case Type::f64:
        case Type::i32:
        case Type::u32: return work(double{});
        case Type::i64: return work(std::int64_t{});
        case Type::u64: return work(std::uint64_t{});
        default: return work(float{});  // also integers of up to 16 bits
    }
}

template <int Q>
struct Part {
    Moments<Q> moments;
    Found found;
};

// Moments of rows [first, last), block by block: of the quantity alone, or (Q = 2) of the quantity, which counts as
// zero where it is undefined, and of the rows where it is defined.
template <int Q, class T>
Part<Q> part_moments(const Task& task, const Rows& rows, std::int64_t first, std::int64_t last) {
    Part<Q> part;
    std::array<std::array<double, 256>, Q> columns;  // 256: the most rows of a block
    std::array<double, 256> weights;
    part.found = each_block<T>(task, rows, first, last, [&](std::int64_t row, std::int64_t count, const Value* values) {
        for (auto i = std::size_t{0}; i < static_cast<std::size_t>(count); ++i) {
            columns[0][i] = values[i].value;
            if constexpr (Q == 2) columns[1][i] = values[i].defined ? 1.0 : 0.0;
        }
        if (rows.weights) read_block(*rows.weights, row, count, weights.data());
        std::array<const double*, Q> starts;
        for (std::size_t q = 0; q < Q; ++q) starts[q] = columns[q].data();
        merge(part.moments, block_moments<Q>(starts, rows.weights ? weights.data() : nullptr, count));
    });
    return part;
}

// About a quarter of a million scores a chunk, at least 64 rows.
inline std::int64_t rows_of_chunk(std::int64_t labels) {
    return std::max<std::int64_t>((std::int64_t{1} << 18) / std::max<std::int64_t>(labels, 1), 64);
}

template <class Work>
void for_chunks(const Matrix& scores, int threads, Work&& work) {
    const std::int64_t size = rows_of_chunk(scores.labels);
    const std::int64_t chunks = (scores.rows + size - 1) / size;
    parallel(chunks, threads, [&](int, std::int64_t first, std::int64_t last) {
        for (std::int64_t chunk = first; chunk < last; ++chunk)
            work(chunk, chunk * size, std::min(scores.rows, (chunk + 1) * size));
    });
}

inline std::size_t chunks_of(const Matrix& scores) {
    const std::int64_t size = rows_of_chunk(scores.labels);
    return static_cast<std::size_t>((scores.rows + size - 1) / size);
}

template <int Q>
Part<Q> moments_of(const Task& task, const Rows& rows, int threads) {
    std::vector<Part<Q>> parts(chunks_of(rows.scores));
    for_chunks(rows.scores, threads, [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(chunk)] =
            as_scores(rows.scores.type, [&]<class T>(T) { return part_moments<Q, T>(task, rows, first, last); });
    });
    Part<Q> total;
    for (const Part<Q>& part : parts) {
        merge(total.moments, part.moments);
        total.found.merge(part.found);
    }
    return total;
}

// One value a row into `out`, NaN where it is undefined.
inline Found values_of(const Task& task, const Rows& rows, int threads, double* out) {
    std::vector<Found> parts(chunks_of(rows.scores));
    for_chunks(rows.scores, threads, [&](std::int64_t chunk, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(chunk)] = as_scores(rows.scores.type, [&]<class T>(T) {
            return each_block<T>(
                task, rows, first, last, [&](std::int64_t row, std::int64_t count, const Value* values) {
                    for (std::int64_t i = 0; i < count; ++i)
                        out[row + i] = values[i].defined ? values[i].value : std::numeric_limits<double>::quiet_NaN();
                });
        });
    });
    Found total;
    for (const Found& part : parts) total.merge(part);
    return total;
}

}  // namespace concordant::label_ranking
