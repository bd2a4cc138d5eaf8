// Binds the sums over ranked scores of two classes: those of AUC, with those of average precision.

#include <cstdint>
#include <limits>
#include <optional>

#include "arrays.hpp"
#include "rank_sums.hpp"
#include "scored.hpp"

namespace concordant::bind {

namespace {

using ranked::ScoredRows;

// Numbers of rows are int, sums of weights float.
struct PairSums {
    nb::object positives, negatives, concordant, tied;
    std::int64_t bad_score, bad_label;
};

struct RankSums {
    nb::object positives, negatives, concordant, tied;
    double precision;
    std::int64_t distinct, bad_score, bad_label;
};

nb::int_ python_int(ranked::Wide value) {
    nb::int_ low(ranked::low_half(value));
    if (ranked::high_half(value) == 0) return low;
    return nb::int_((nb::int_(ranked::high_half(value)) << nb::int_(64)) | low);
}

nb::object number(std::int64_t value) { return nb::int_(value); }
nb::object number(double value) { return nb::float_(value); }
nb::object number(ranked::Wide value) { return python_int(value); }

template <class Amount, class Pairs>
PairSums as_python(const ranked::PairSums<Amount, Pairs>& s) {
    return {number(s.positives), number(s.negatives), number(s.concordant), number(s.tied), s.bad_score, s.bad_label};
}

template <class Amount, class Pairs>
RankSums as_python(const ranked::RankSums<Amount, Pairs>& s) {
    return {number(s.positives), number(s.negatives), number(s.concordant), number(s.tied),
            s.precision,         s.distinct,          s.bad_score,          s.bad_label};
}

// The sums of whole scores of few possible values; none for others.
template <class Sums, class Cell>
std::optional<Sums> ranked_few(const ScoredRows& rows, int threads) {
    const auto summed = [](const auto& cells) {
        return cells ? std::optional<Sums>(ranked::rank_cells<Sums>(*cells)) : std::nullopt;
    };
    return ranked::has_wide_keys(rows.scores.type) ? summed(ranked::score_cells<std::uint64_t, Cell>(rows, threads))
                                                   : summed(ranked::score_cells<std::uint32_t, Cell>(rows, threads));
}

template <class Sums>
Sums sorted(const ScoredRows& rows, int threads) {
    return ranked::has_wide_keys(rows.scores.type) ? ranked::rank_counted<Sums, std::uint64_t>(rows, threads)
                                                   : ranked::rank_counted<Sums, std::uint32_t>(rows, threads);
}

template <class Sums>
Sums counted(const ScoredRows& rows, int threads) {
    const bool narrow = rows.size() <= std::numeric_limits<std::int32_t>::max();
    const auto few =
        narrow ? ranked_few<Sums, std::int32_t>(rows, threads) : ranked_few<Sums, std::int64_t>(rows, threads);
    return few ? *few : sorted<Sums>(rows, threads);
}

template <class Sums>
Sums weighted(const ScoredRows& rows, int threads) {
    const auto few = ranked_few<Sums, double>(rows, threads);
    return few ? *few : ranked::rank_weighted<Sums>(rows, threads);
}

template <class Counts, class Weights>
auto sums(const Array1& y, std::int64_t negative, std::int64_t positive, const Array1& scores,
          const std::optional<Array1>& weights, int threads, std::int64_t rows_each) {
    const ScoredRows rows = scored_rows(y, {negative, positive}, scores, weights);
    threads = threads_for(rows.size(), threads, rows_each);
    if (weights) return as_python(without_gil([&] { return weighted<Weights>(rows, threads); }));
    return as_python(without_gil([&] { return counted<Counts>(rows, threads); }));
}

}  // namespace

void bind_rank_sums(nb::module_& m) {
    nb::class_<PairSums>(
        m, "PairSums",
        "Sums over a sorted column of scores. `concordant` and `tied` count the pairs of a positive and\n"
        "a negative row.")
        .def_ro("positives", &PairSums::positives, nb::sig("def positives(self, /) -> float"))
        .def_ro("negatives", &PairSums::negatives, nb::sig("def negatives(self, /) -> float"))
        .def_ro("concordant", &PairSums::concordant, nb::sig("def concordant(self, /) -> float"))
        .def_ro("tied", &PairSums::tied, nb::sig("def tied(self, /) -> float"))
        .def_ro("bad_score", &PairSums::bad_score)
        .def_ro("bad_label", &PairSums::bad_label);
    nb::class_<RankSums>(m, "RankSums",
                         "The same; `precision_sum` adds the precision at each threshold times the positives gained.")
        .def_ro("positives", &RankSums::positives, nb::sig("def positives(self, /) -> float"))
        .def_ro("negatives", &RankSums::negatives, nb::sig("def negatives(self, /) -> float"))
        .def_ro("concordant", &RankSums::concordant, nb::sig("def concordant(self, /) -> float"))
        .def_ro("tied", &RankSums::tied, nb::sig("def tied(self, /) -> float"))
        .def_ro("precision_sum", &RankSums::precision)
        .def_ro("distinct", &RankSums::distinct)
        .def_ro("bad_score", &RankSums::bad_score)
        .def_ro("bad_label", &RankSums::bad_label);
    m.def("rank_sums", &sums<ranked::CountSums, ranked::WeightSums>, nb::arg("y"), nb::arg("negative"),
          nb::arg("positive"), nb::arg("scores"), nb::arg("weights").none(), nb::arg("threads"),
          nb::arg("rows_per_thread") = rows_per_thread,
          "What AUC and average precision need of two classes; the first row with a bad score or label (-1: none).");
    m.def("pair_sums", &sums<ranked::CountPairs, ranked::WeightPairs>, nb::arg("y"), nb::arg("negative"),
          nb::arg("positive"), nb::arg("scores"), nb::arg("weights").none(), nb::arg("threads"),
          nb::arg("rows_per_thread") = rows_per_thread,
          "What AUC needs of two classes; the first row with a bad score or label (-1: none).");
}

}  // namespace concordant::bind
