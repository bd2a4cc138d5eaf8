// Losses of rows with one probability (or decision value) a class, and beside their moments what each class has of
// them: its weight and the sum of w (loss - mean loss), from which the co-moments of the loss and each class follow.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "columns.hpp"
#include "losses.hpp"
#include "platform.hpp"
#include "threads.hpp"

namespace concordant {

struct ClassMoments {
    Moments<1> loss;
    std::vector<double> weight;  // a class; empty where nobody asks
    std::vector<double> beside;

    bool bad() const { return loss.bad(); }
};

inline void merge(ClassMoments& into, const ClassMoments& from) {
    if (!from.weight.empty() && from.loss.weight != 0) {
        into.weight.resize(from.weight.size());
        into.beside.resize(from.weight.size());
        const double a = into.loss.weight, b = from.loss.weight;
        // Beside an infinite loss nothing has a spread.
        const double gap = from.loss.mean[0] - into.loss.mean[0];
        const double step = (std::isfinite(gap) ? gap : std::numeric_limits<double>::quiet_NaN()) * (a / (a + b));
        for (std::size_t k = 0; k < from.weight.size(); ++k) {
            const double moved = a == 0 ? 0.0 : step * (from.weight[k] - into.weight[k] * (b / a));
            into.beside[k] += from.beside[k] + moved;
            into.weight[k] += from.weight[k];
        }
    }
    merge(into.loss, from.loss);
}

// Buffers of one block: of probabilities the sum so far, of decision values that of the true class and the best other.
struct ClassBlock {
    std::vector<std::int64_t> codes;
    std::vector<double> p, sum, best, loss, weights;

    explicit ClassBlock(std::size_t rows) : codes(rows), p(rows), sum(rows), best(rows), loss(rows), weights(rows) {}
};

// The arrays of a block as plain pointers to different memory, so that the loops over them are vectorised.
struct ClassBlockView {
    const std::int64_t* __restrict codes;
    const double* __restrict p;
    double* __restrict sum;
    double* __restrict best;
    double* __restrict loss;
    std::int64_t count;
};

CONCORDANT_CLONES inline void add_squared(const ClassBlockView& block, std::int64_t code) {
    const auto [codes, p, sum, best, loss, count] = block;
    for (std::int64_t i = 0; i < count; ++i) {
        const double distance = p[i] - (codes[i] == code ? 1.0 : 0.0);
        sum[i] += p[i];
        loss[i] += distance * distance;
    }
}

// The probability of what happened first: its logarithm is taken once a row.
CONCORDANT_CLONES inline void add_given(const ClassBlockView& block, std::int64_t code) {
    const auto [codes, p, sum, best, loss, count] = block;
    for (std::int64_t i = 0; i < count; ++i) {
        sum[i] += p[i];
        loss[i] = codes[i] == code ? p[i] : loss[i];
    }
}

CONCORDANT_CLONES inline void finish_surprise(const ClassBlockView& block) {
    double* loss = block.loss;
    for (std::int64_t i = 0; i < block.count; ++i) loss[i] = 0.0 - logarithm(loss[i]);  // log(0) is -inf
}

// The squared error of the probability of this class or a lower one, as a share of the K - 1 such errors.
CONCORDANT_CLONES inline void add_ranked(const ClassBlockView& block, std::int64_t code, double share) {
    const auto [codes, p, sum, best, loss, count] = block;
    for (std::int64_t i = 0; i < count; ++i) {
        sum[i] += p[i];
        const double distance = sum[i] - (codes[i] <= code ? 1.0 : 0.0);
        loss[i] += distance * distance * share;
    }
}

// The decision value of the true class, and the best of the others.
CONCORDANT_CLONES inline void add_decision(const ClassBlockView& block, std::int64_t code) {
    const auto [codes, p, sum, best, loss, count] = block;
    for (std::int64_t i = 0; i < count; ++i) {
        const bool here = codes[i] == code;
        sum[i] = here ? p[i] : sum[i];
        best[i] = !here && p[i] > best[i] ? p[i] : best[i];
    }
}

// Crammer & Singer's margin: how far the true class stands above the best other.
CONCORDANT_CLONES inline void finish_hinge(const ClassBlockView& block) {
    const auto [codes, p, sum, best, loss, count] = block;
    for (std::int64_t i = 0; i < count; ++i) {
        const double margin = sum[i] - best[i];
        loss[i] = margin < 1.0 ? 1.0 - margin : 0.0;
    }
}

inline void add_class(const ClassBlockView& block, std::int64_t code, std::int64_t classes, Loss kind) {
    switch (kind) {
        case Loss::squared: return add_squared(block, code);
        case Loss::surprise: return add_given(block, code);
        case Loss::hinge: return add_decision(block, code);
        case Loss::ranked:  // the last sum is one
            return add_ranked(block, code, code + 1 < classes ? 1.0 / static_cast<double>(classes - 1) : 0.0);
    }
}

inline void start_block(ClassBlock& block, std::int64_t count) {
    std::fill_n(block.sum.begin(), count, 0.0);
    std::fill_n(block.best.begin(), count, -std::numeric_limits<double>::infinity());
    std::fill_n(block.loss.begin(), count, 0.0);
}

CONCORDANT_CLONES inline double largest_distance_from_one(const double* sum, std::int64_t count) {
    double largest[lanes] = {};
    for (std::int64_t i = 0; i + lanes <= count; i += lanes)
        for (int lane = 0; lane < lanes; ++lane) {
            const double distance = std::abs(sum[i + lane] - 1.0);
            largest[lane] = distance > largest[lane] ? distance : largest[lane];
        }
    for (std::int64_t i = count / lanes * lanes; i < count; ++i)
        largest[0] = std::max(largest[0], std::abs(sum[i] - 1.0));
    return *std::max_element(largest, largest + lanes);
}

inline void note_worst_sum(const double* sum, std::int64_t row, std::int64_t count, Moments<1>& total) {
    const double largest = largest_distance_from_one(sum, count);
    if (total.worst_row != no_row && !(largest > total.worst_sum)) return;
    std::int64_t i = 0;
    while (std::abs(sum[i] - 1.0) != largest) ++i;
    total.worst_sum = largest;
    total.worst_row = row + i;
}

inline ClassMoments finished_block(ClassBlock& block, const double* weights, std::int64_t count, std::size_t classes) {
    ClassMoments made;
    made.loss = finished_block<1>(block.loss.data(), nullptr, weights, count);
    made.weight.resize(classes);
    made.beside.resize(classes);
    if (classes == 0) return made;
    double mean = made.loss.mean[0];
    if (!std::isfinite(mean)) mean = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto code = static_cast<std::size_t>(block.codes[i]);
        const double weight = weights == nullptr ? 1.0 : weights[i];
        if (code >= classes || weight == 0) continue;
        made.weight[code] += weight;
        made.beside[code] += weight * (block.loss[i] - mean);
    }
    return made;
}

// Rows in a block: of a matrix whose rows lie one after the other so few that each line of memory, which holds several
// classes of a row, is still in the cache when the next class is read.
inline std::int64_t rows_at_once(std::span<const Column> classes) {
    constexpr std::int64_t few = 64;
    if (classes.size() < 8) return block_rows;
    const std::int64_t apart = classes[1].data - classes[0].data;
    return apart * 8 <= classes[0].stride ? few : block_rows;
}

// Whether the classes of a row lie side by side as numbers of one type, so that a row is read at the speed of memory.
// Of a few classes the rows must lie so too.
inline bool lie_side_by_side(std::span<const Column> classes) {
    const std::int64_t size = classes[0].type == Type::f64 ? 8 : classes[0].type == Type::f32 ? 4 : 0;
    if (size == 0 || classes.size() < 2) return false;
    const bool aligned = reinterpret_cast<std::uintptr_t>(classes[0].data) % size == 0 && classes[0].stride % size == 0;
    if (!aligned || classes[1].data - classes[0].data != size) return false;
    return classes.size() >= static_cast<std::size_t>(lanes) ||
           classes[0].stride == size * static_cast<std::int64_t>(classes.size());
}

// The highest bit is set unless the number is surely a probability: the bits of one are at most those of 1, and as
// integers they are compared several at a time. Of -0 nothing is sure.
inline std::uint64_t beyond_one(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return (std::bit_cast<std::uint64_t>(1.0) - bits) | bits;
}

template <class S>
CONCORDANT_CLONES bool surely_probabilities(const S* values, std::int64_t count) {
    std::uint64_t beyond = 0;
    for (std::int64_t i = 0; i < count; ++i) beyond |= beyond_one(static_cast<double>(values[i]));
    return beyond >> 63 == 0;
}

// The sum of a row, and whether all of it are surely probabilities.
template <class S>
CONCORDANT_CLONES bool sum_row(const S* row, std::int64_t classes, double* sum) {
    std::uint64_t beyond = 0;
    for (std::int64_t k = 0; k < classes; ++k) beyond |= beyond_one(static_cast<double>(row[k]));
    *sum = lane_sum(classes, [=](std::int64_t k) { return static_cast<double>(row[k]); });
    return beyond >> 63 == 0;
}

// Sums of rows of K classes that lie one after the other, in the order of the columns.
template <int K, class S>
CONCORDANT_CLONES void sum_few(const S* values, std::int64_t rows, double* sums) {
    for (std::int64_t i = 0; i < rows; ++i) {
        double sum = static_cast<double>(values[i * K]);
        for (int k = 1; k < K; ++k) sum += static_cast<double>(values[i * K + k]);
        sums[i] = sum;
    }
}

template <class S>
void sum_few_rows(const S* values, std::int64_t classes, std::int64_t rows, double* sums) {
    switch (classes) {
        case 2: return sum_few<2>(values, rows, sums);
        case 3: return sum_few<3>(values, rows, sums);
        case 4: return sum_few<4>(values, rows, sums);
        case 5: return sum_few<5>(values, rows, sums);
        case 6: return sum_few<6>(values, rows, sums);
        default: return sum_few<7>(values, rows, sums);
    }
}

// The probability of what happened in each row of a block, and the sums of the rows, in one pass over them. False if
// some number may be no probability: then the columns tell.
template <class S>
bool add_rows_given(std::span<const Column> classes, std::int64_t first, const ClassBlockView& block) {
    const auto size = static_cast<std::int64_t>(classes.size());
    const bool few = size < lanes;
    bool probabilities = true;
    if (few) {
        const auto* rows = reinterpret_cast<const S*>(classes[0].data + first * classes[0].stride);
        probabilities = surely_probabilities(rows, block.count * size);
        sum_few_rows(rows, size, block.count, block.sum);
    }
    for (std::int64_t i = 0; i < block.count; ++i) {
        const auto* row = reinterpret_cast<const S*>(classes[0].data + (first + i) * classes[0].stride);
        if (!few) probabilities &= sum_row(row, size, block.sum + i);
        const std::int64_t code = block.codes[i];
        if (code >= 0 && code < size) block.loss[i] = static_cast<double>(row[code]);
    }
    return probabilities;
}

inline bool add_rows(std::span<const Column> classes, std::int64_t first, const ClassBlockView& block) {
    return classes[0].type == Type::f64 ? add_rows_given<double>(classes, first, block)
                                        : add_rows_given<float>(classes, first, block);
}

// Whether every number of a row is read, or (of surprise) the probability of what happened alone.
enum class Reads : std::uint8_t { all, given };

// Whether the classes of a matrix can be picked: floats at one distance from each other.
inline bool can_pick(std::span<const Column> classes, Loss kind, Reads reads) {
    const bool floats = is_float(classes[0]);
    return kind == Loss::surprise && reads == Reads::given && floats && classes.size() > 1;
}

// The probability of what happened in each row of a block, and nothing else of it. False if some number is none.
template <class S>
bool pick_given(std::span<const Column> classes, std::int64_t first, const ClassBlockView& block) {
    const auto size = static_cast<std::int64_t>(classes.size());
    const std::int64_t apart = classes[1].data - classes[0].data, stride = classes[0].stride;
    const std::byte* rows = classes[0].data + first * stride;
    for (std::int64_t i = 0; i < block.count; ++i) {
        const std::int64_t code = block.codes[i];
        if (code < 0 || code >= size) continue;
        S value;
        std::memcpy(&value, rows + i * stride + code * apart, sizeof(S));
        block.loss[i] = static_cast<double>(value);
    }
    return all_probabilities(block.loss, block.count);
}

inline bool pick(std::span<const Column> classes, std::int64_t first, const ClassBlockView& block) {
    return classes[0].type == Type::f64 ? pick_given<double>(classes, first, block)
                                        : pick_given<float>(classes, first, block);
}

// Add the classes of a block one after the other, and note the first number that the loss does not take.
inline void add_classes(std::span<const Column> classes, Loss kind, std::int64_t first, const ClassBlockView& block,
                        double* p, Moments<1>& total) {
    const auto size = static_cast<std::int64_t>(classes.size());
    for (std::int64_t k = 0; k < size; ++k) {
        read_block(classes[static_cast<std::size_t>(k)], first, block.count, p);
        if (const std::int64_t bad = first_bad(kind, p, block.count); bad != no_row)
            keep_first(total.bad_value, first + bad);
        add_class(block, k, size, kind);
    }
}

// Calls give(row, count, block) for the blocks of rows [first, last), until a row is bad: labels 0..K-1 against one
// column a class. Notes in `total` what is odd.
template <class Give>
void each_class_block(const Column& codes, std::span<const Column> classes, Loss kind, Reads reads, std::int64_t first,
                      std::int64_t last, Moments<1>& total, Give&& give) {
    const std::int64_t step = rows_at_once(classes);
    ClassBlock block(static_cast<std::size_t>(std::min(step, last - first)));
    const bool picks = can_pick(classes, kind, reads);
    const bool by_row = kind == Loss::surprise && lie_side_by_side(classes);
    for (std::int64_t row = first; row < last; row += step) {
        const std::int64_t count = std::min(step, last - row);
        read_block(codes, row, count, block.codes.data());
        start_block(block, count);
        const ClassBlockView view{block.codes.data(), block.p.data(),    block.sum.data(),
                                  block.best.data(),  block.loss.data(), count};
        const bool done = picks ? pick(classes, row, view) : by_row && add_rows(classes, row, view);
        if (!done) {
            if (picks || by_row) start_block(block, count);
            add_classes(classes, kind, row, view, block.p.data(), total);
        }
        if (total.bad()) break;
        if (kind == Loss::surprise) finish_surprise(view);
        if (kind == Loss::hinge)
            finish_hinge(view);
        else if (!(picks && done))
            note_worst_sum(block.sum.data(), row, count, total);
        give(row, count, block);
    }
}

// What one thread makes of some rows: what is odd among them, and the moments of each block.
struct ClassBlocks {
    Moments<1> notes;
    std::vector<ClassMoments> blocks;
};

// Blocks of the losses of labels 0..K-1 against one column a class; with moments of the classes if `beside`.
inline ClassBlocks class_blocks(const Column& codes, std::span<const Column> classes, const Column* weight, Loss kind,
                                Reads reads, bool beside, std::int64_t first, std::int64_t last) {
    ClassBlocks made;
    each_class_block(codes, classes, kind, reads, first, last, made.notes,
                     [&](std::int64_t row, std::int64_t count, ClassBlock& block) {
                         const double* w = block_weights(weight, row, count, block.weights.data());
                         made.blocks.push_back(finished_block(block, w, count, beside ? classes.size() : 0));
                     });
    return made;
}

// Rows that a thread takes at once: a matrix of many classes has few rows. They divide a chunk, and blocks divide them.
inline std::int64_t rows_a_thread(std::span<const Column> classes, Loss kind, Reads reads) {
    constexpr std::int64_t picked = 4096, picked_afar = 1024;  // where each row is another page of memory
    if (can_pick(classes, kind, reads)) return classes.size() < 256 ? picked : picked_afar;
    constexpr std::uint64_t cells = std::uint64_t{1} << 17;
    const std::uint64_t rows =
        std::bit_floor(std::max<std::uint64_t>(cells / std::max<std::size_t>(classes.size(), 1), 1));
    return std::clamp(static_cast<std::int64_t>(rows), rows_at_once(classes), chunk_rows);
}

// Moments of all rows. The blocks of a chunk are merged in their order, then the chunks in theirs, however many threads
// made them.
inline ClassMoments class_losses(const Column& codes, std::span<const Column> classes, const Column* weight, Loss kind,
                                 Reads reads, bool beside, int threads) {
    ClassMoments total, chunk;
    std::int64_t row = 0;
    const std::int64_t step = rows_at_once(classes);
    ordered_chunks<ClassBlocks>(
        codes.size, threads,
        [&](std::int64_t first, std::int64_t last) {
            return class_blocks(codes, classes, weight, kind, reads, beside, first, last);
        },
        [&](ClassBlocks&& made) {
            merge(total.loss, made.notes);
            for (const ClassMoments& block : made.blocks) {
                merge(chunk, block);
                row += step;
                if (row % chunk_rows != 0) continue;
                merge(total, chunk);
                chunk = {};
            }
        },
        rows_a_thread(classes, kind, reads));
    merge(total, chunk);
    return total;
}

}  // namespace concordant
