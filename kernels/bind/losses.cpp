// Binds losses of probabilities: their moments, their digits, and sums in bins of the probability.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "arrays.hpp"
#include "bins.hpp"
#include "class_losses.hpp"
#include "losses.hpp"
#include "threads.hpp"

namespace concordant::bind {
namespace {

// Moments of row losses and of two ratings; chunks of rows are merged in order.

struct FoundMoments {
    double weight, squares;
    Array mean, comoment;
    std::int64_t bad_label, bad_value;
    double worst_sum;
    std::int64_t worst_row;
};

struct LossValues {
    Array values;
    std::int64_t bad_label, bad_value;
};

template <int Q>
FoundMoments to_python(const Moments<Q>& m) {
    return {m.weight,
            m.squares,
            array_of(std::vector<double>(m.mean.begin(), m.mean.end())),
            array_of(std::vector<double>(m.comoment.begin(), m.comoment.end()), {Q, Q}),
            m.bad_label,
            m.bad_value,
            m.worst_sum,
            m.worst_row};
}

// The loss and, where asked for, whether each class happened. That one and another class happen has the co-moment
// W (share_k [j = k] - share_j share_k), exactly.
FoundMoments to_python(const ClassMoments& m, std::size_t classes) {
    const std::size_t size = 1 + classes;
    std::vector<double> mean(size), comoment(size * size);
    mean[0] = m.loss.mean[0];
    comoment[0] = m.loss.comoment[0];
    for (std::size_t j = 0; j < classes && !m.weight.empty(); ++j) {
        mean[1 + j] = m.weight[j] / m.loss.weight;
        comoment[1 + j] = comoment[(1 + j) * size] = m.beside[j];
        for (std::size_t k = 0; k < classes; ++k)
            comoment[(1 + j) * size + 1 + k] = m.weight[j] * ((j == k ? 1.0 : 0.0) - m.weight[k] / m.loss.weight);
    }
    return {m.loss.weight,    m.loss.squares,   array_of(std::move(mean)), array_of(std::move(comoment), {size, size}),
            m.loss.bad_label, m.loss.bad_value, m.loss.worst_sum,          m.loss.worst_row};
}

Loss loss_named(const std::string& name) {
    if (name == "squared") return Loss::squared;
    if (name == "surprise") return Loss::surprise;
    if (name == "ranked") return Loss::ranked;
    if (name == "hinge") return Loss::hinge;
    throw nb::value_error("loss is 'squared', 'surprise', 'ranked' or 'hinge'");
}

// Labels of two classes, and the probability of the positive one.
struct BinaryRows {
    Column labels;
    std::int64_t negative, positive;
    Column probability;
    std::optional<Column> weight;
};

BinaryRows binary_rows(const Array1& y_true, std::int64_t negative, std::int64_t positive, const Array1& y_prob,
                       const std::optional<Array1>& weights) {
    const Column labels = column(y_true), probability = column(y_prob, labels.size);
    return {labels, negative, positive, probability, column(weights, labels.size)};
}

template <int Q, bool Spread>
Moments<Q> binary_moments(const BinaryRows& rows, Loss kind, int threads) {
    return without_gil([&] {
        return over_light_chunks<Moments<Q>>(rows.labels.size, threads, [&](std::int64_t first, std::int64_t last) {
            return binary_losses<Q, Spread>(rows.labels, rows.negative, rows.positive, rows.probability,
                                            rows.weight ? &*rows.weight : nullptr, kind, first, last);
        });
    });
}

FoundMoments binary_loss_moments(const Array1& y_true, std::int64_t negative, std::int64_t positive,
                                 const Array1& y_prob, const std::optional<Array1>& weights, const std::string& loss,
                                 int threads, bool classes) {
    const BinaryRows rows = binary_rows(y_true, negative, positive, y_prob, weights);
    const Loss kind = loss_named(loss);
    if (classes) return to_python(binary_moments<2, true>(rows, kind, threads));
    return to_python(binary_moments<1, true>(rows, kind, threads));
}

std::optional<double> binary_mean_loss(const Array1& y_true, std::int64_t negative, std::int64_t positive,
                                       const Array1& y_prob, const std::optional<Array1>& weights,
                                       const std::string& loss, int threads) {
    const BinaryRows rows = binary_rows(y_true, negative, positive, y_prob, weights);
    const auto found = binary_moments<1, false>(rows, loss_named(loss), threads);
    constexpr double least = 0x1p-480, most = 0x1p480;  // beyond, squares of weights would leave float64
    if (found.bad() || found.weight < least || found.weight > most) return std::nullopt;
    return found.mean[0];
}

// One column a class, of as many rows as there are labels.
std::vector<Column> columns_beside(const Column& labels, const Array2& y_prob) {
    if (static_cast<std::int64_t>(y_prob.shape(0)) != labels.size)
        throw nb::value_error("moments: arrays of different lengths");
    return columns_of(y_prob);
}

Reads read_where(bool trusted) { return trusted ? Reads::given : Reads::all; }

FoundMoments class_loss_moments(const Array1& codes, const Array2& y_prob, const std::optional<Array1>& weights,
                                const std::string& loss, int threads, bool classes, bool trusted) {
    const Column labels = column(codes);
    const std::vector<Column> columns = columns_beside(labels, y_prob);
    const auto weight = column(weights, labels.size);
    const Loss kind = loss_named(loss);
    auto total = without_gil([&] {
        return class_losses(labels, columns, weight ? &*weight : nullptr, kind, read_where(trusted), classes, threads);
    });
    return to_python(total, classes ? columns.size() : 0);
}

LossValues binary_loss_values(const Array1& y_true, std::int64_t negative, std::int64_t positive, const Array1& y_prob,
                              const std::string& loss, int threads) {
    const BinaryRows rows = binary_rows(y_true, negative, positive, y_prob, std::nullopt);
    const Loss kind = loss_named(loss);
    std::vector<double> values(static_cast<std::size_t>(rows.labels.size));
    auto odd = without_gil([&] {
        return over_light_chunks<OddRows>(rows.labels.size, threads, [&](std::int64_t first, std::int64_t last) {
            return each_binary_block(rows.labels, negative, positive, rows.probability, kind, first, last,
                                     [&](std::int64_t row, std::int64_t count, const double*, const double* made) {
                                         std::copy_n(made, count, values.data() + row);
                                     });
        });
    });
    return {array_of(std::move(values)), odd.bad_label, odd.bad_value};
}

LossValues class_loss_values(const Array1& codes, const Array2& y_prob, const std::string& loss, int threads,
                             bool trusted) {
    const Column labels = column(codes);
    const std::vector<Column> columns = columns_beside(labels, y_prob);
    const Loss kind = loss_named(loss);
    std::vector<double> values(static_cast<std::size_t>(labels.size));
    Moments<1> notes;
    without_gil([&] {
        ordered_chunks<Moments<1>>(
            labels.size, threads,
            [&](std::int64_t first, std::int64_t last) {
                Moments<1> part;
                each_class_block(labels, columns, kind, read_where(trusted), first, last, part,
                                 [&](std::int64_t row, std::int64_t count, const ClassBlock& block) {
                                     std::copy_n(block.loss.data(), count, values.data() + row);
                                 });
                return part;
            },
            [&](Moments<1>&& part) { merge(notes, part); }, rows_a_thread(columns, kind, read_where(trusted)));
    });
    return {array_of(std::move(values)), notes.bad_label, notes.bad_value};
}

bool all_finite(const double* x, std::int64_t count) {
    bool finite = true;
    for (std::int64_t i = 0; i < count; ++i) finite &= std::isfinite(x[i]);
    return finite;
}

Moments<2> pair_rows(const Column& a, const Column& b, const Column* weight, std::int64_t first, std::int64_t last) {
    Moments<2> total;
    double x[block_rows], y[block_rows], weights[block_rows];
    for (std::int64_t row = first; row < last; row += block_rows) {
        const std::int64_t count = std::min(block_rows, last - row);
        const double* w = block_weights(weight, row, count, weights);
        read_block(a, row, count, x);
        read_block(b, row, count, y);
        if (!all_finite(x, count) || !all_finite(y, count)) total.bad_value = row;
        if (total.bad()) break;
        merge(total, block_moments<2>({x, y}, w, count));
    }
    return total;
}

FoundMoments pair_moments(const Array1& y_true, const Array1& y_pred, const std::optional<Array1>& weights,
                          int threads) {
    const Column a = column(y_true), b = column(y_pred, a.size);
    const auto weight = column(weights, a.size);
    auto total = without_gil([&] {
        return over_light_chunks<Moments<2>>(a.size, threads, [&](std::int64_t first, std::int64_t last) {
            return pair_rows(a, b, weight ? &*weight : nullptr, first, last);
        });
    });
    return to_python(total);
}

// Binds the sums of losses as whole numbers.

using Cells = Given<nb::ndim<3>, nb::c_contig>;

std::int64_t add_loss_digits(const Array1& y_true, const Array1& y_prob, const Cells& cells,
                             const std::optional<Packed1>& group) {
    const Column labels = column(y_true), scores = column(y_prob, labels.size);
    if (cells.dtype() != nb::dtype<std::int64_t>() || cells.shape(1) != 2 || cells.shape(2) != digit_cells)
        throw nb::type_error("add_loss_digits: cells are int64 of shape (groups, 2, 11)");
    if (!group && cells.shape(0) < 1) throw nb::value_error("add_loss_digits: there is no group");
    const std::int64_t* places = nullptr;
    if (group) {
        if (group->dtype() != nb::dtype<std::int64_t>()) throw nb::type_error("add_loss_digits: places are int64");
        if (static_cast<std::int64_t>(group->shape(0)) != scores.size)
            throw nb::value_error("add_loss_digits: arrays of different lengths");
        places = static_cast<const std::int64_t*>(group->data());
        for (std::int64_t i = 0; i < scores.size; ++i)
            if (places[i] < 0 || places[i] >= static_cast<std::int64_t>(cells.shape(0)))
                throw nb::value_error("add_loss_digits: a group is beyond the cells");
    }
    nb::gil_scoped_release release;
    return concordant::add_loss_digits(places, labels, scores, static_cast<std::int64_t*>(cells.data()));
}

// Binds the sums of labels and probabilities in bins; chunks of rows are merged in order.

struct BinRows {
    Array sums;
    std::int64_t bad_label, bad_value;
};

std::vector<double> inner_edges(const Array1& edges) {
    const Column given = column(edges);
    std::vector<double> out(static_cast<std::size_t>(given.size));
    read_block(given, 0, given.size, out.data());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (!(out[i] >= 0 && out[i] <= 1) || (i > 0 && out[i] < out[i - 1]))
            throw nb::value_error("bin_sums: edges lie between 0 and 1 and do not fall");
    return out;
}

BinRows bin_sums(const Array1& y_true, std::int64_t negative, std::int64_t positive, const Array1& y_prob,
                 const std::optional<Array1>& weights, const Array1& edges, bool closed_left, int threads) {
    const Column labels = column(y_true), probability = column(y_prob, labels.size);
    const auto weight = column(weights, labels.size);
    const BinFinder finder(inner_edges(edges), closed_left);
    BinTable total;
    total.sums.resize(finder.bins());
    without_gil([&] {
        ordered_chunks<BinTable>(
            labels.size, threads,
            [&](std::int64_t first, std::int64_t last) {
                return bin_rows(labels, negative, positive, probability, weight ? &*weight : nullptr, finder, first,
                                last);
            },
            [&](BinTable&& part) { merge(total, part); });
    });
    std::vector<double> sums;
    sums.reserve(total.sums.size() * 4);
    for (std::size_t q = 0; q < 4; ++q)
        for (const BinSums& bin : total.sums) sums.push_back(bin[q]);
    return {array_of(std::move(sums), {4, total.sums.size()}), total.bad_label, total.bad_value};
}

}  // namespace

void bind_losses(nb::module_& m) {
    nb::class_<FoundMoments>(
        m, "Moments",
        "Sums of rows, the first row with a bad label or value (-1: none), and for several classes\n"
        "the worst distance of a row sum from one and its row.")
        .def_ro("weight", &FoundMoments::weight)
        .def_ro("squares", &FoundMoments::squares)
        .def_ro("mean", &FoundMoments::mean)
        .def_ro("comoment", &FoundMoments::comoment)
        .def_ro("bad_label", &FoundMoments::bad_label)
        .def_ro("bad_value", &FoundMoments::bad_value)
        .def_ro("worst_sum", &FoundMoments::worst_sum)
        .def_ro("worst_row", &FoundMoments::worst_row);
    nb::class_<LossValues>(m, "LossValues", "The loss of each row; the first row with a bad label or value (-1: none).")
        .def_ro("values", &LossValues::values)
        .def_ro("bad_label", &LossValues::bad_label)
        .def_ro("bad_value", &LossValues::bad_value);
    constexpr const char* beside =
        "\nWith classes=True whether each class happened (of two: the positive one) follows the loss as quantities.";
    m.def("binary_loss_moments", &binary_loss_moments, nb::arg("y_true"), nb::arg("negative"), nb::arg("positive"),
          nb::arg("y_prob"), nb::arg("weights").none(), nb::arg("loss"), nb::arg("threads") = 1,
          nb::arg("classes") = false,
          (std::string("Moments of a loss of labels and probabilities of the positive class.") + beside).c_str());
    m.def("binary_mean_loss", &binary_mean_loss, nb::arg("y_true"), nb::arg("negative"), nb::arg("positive"),
          nb::arg("y_prob"), nb::arg("weights").none(), nb::arg("loss"), nb::arg("threads") = 1,
          "The mean of those moments alone. None where a label or a value is bad, without rows, and for weights so\n"
          "small or large that the moments are kept in another unit: there the moments tell.");
    m.def("class_loss_moments", &class_loss_moments, nb::arg("codes"), nb::arg("y_prob"), nb::arg("weights").none(),
          nb::arg("loss"), nb::arg("threads") = 1, nb::arg("classes") = false, nb::arg("trusted") = false,
          (std::string("Moments of a loss of class codes and one column of probabilities a class. With trusted=True\n"
                       "surprise reads of each row the probability of what happened alone, and no sum is known.") +
           beside)
              .c_str());
    m.def("binary_loss_values", &binary_loss_values, nb::arg("y_true"), nb::arg("negative"), nb::arg("positive"),
          nb::arg("y_prob"), nb::arg("loss"), nb::arg("threads") = 1,
          "The loss of each row of labels and probabilities of the positive class.");
    m.def("class_loss_values", &class_loss_values, nb::arg("codes"), nb::arg("y_prob"), nb::arg("loss"),
          nb::arg("threads") = 1, nb::arg("trusted") = false,
          "The loss of each row of class codes and one column of probabilities a class.");
    m.def("pair_moments", &pair_moments, nb::arg("y_true"), nb::arg("y_pred"), nb::arg("weights").none(),
          nb::arg("threads") = 1, "Moments of two ratings of the same rows.");
    m.def("add_loss_digits", &add_loss_digits, nb::arg("y_true"), nb::arg("y_prob"), nb::arg("cells"),
          nb::arg("group").none() = nb::none(),
          "Add the two digits of each loss of rows of classes 0 and 1 to cells of shape (groups, 2, 11), in place.\n"
          "Gives the first row of the block where a label or a probability is none, or -1.");
    nb::class_<BinRows>(m, "BinSums", "Sums of rows in bins; the first row with a bad label or probability (-1: none).")
        .def_ro("sums", &BinRows::sums)
        .def_ro("bad_label", &BinRows::bad_label)
        .def_ro("bad_value", &BinRows::bad_value);
    m.def("bin_sums", &bin_sums, nb::arg("y_true"), nb::arg("negative"), nb::arg("positive"), nb::arg("y_prob"),
          nb::arg("weights").none(), nb::arg("edges"), nb::arg("closed_left") = true, nb::arg("threads") = 1,
          "Sums in the bins between inner edges, of which there are one fewer than bins.\n"
          "`sums` has the shape (4, bins): the weight of negatives, of positives, the sums of w p and of w p (1 - p).");
}

}  // namespace concordant::bind
