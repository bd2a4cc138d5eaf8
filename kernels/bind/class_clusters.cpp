// Binds sums of influences by class: of clusters, of patterns of labels, and of groups.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "class_clusters.hpp"
#include "memory.hpp"

// Columns of labels of Python as those of a kernel.

namespace concordant::bind {

// Two or three columns of one length, for the kernel of this name, which checks the labels themselves.
inline LabelColumns label_columns(const std::string& kernel, const std::vector<Integers>& labels,
                                  std::int64_t classes) {
    if (labels.size() < 2 || labels.size() > most_label_columns || classes < 0 ||
        classes > std::numeric_limits<std::uint32_t>::max())
        throw nb::value_error((kernel + ": two or three columns of labels, of less than 2^32 classes").c_str());
    LabelColumns columns;
    columns.classes = classes;
    for (const Integers& column : labels) {
        if (column.shape(0) != labels.front().shape(0))
            throw nb::value_error((kernel + ": columns of different lengths").c_str());
        columns.of[columns.size++] = column.data();
    }
    return columns;
}

namespace {

// Binds the variance of values of rows in clusters.

constexpr std::size_t numbers = sizeof(ClusterVariance) / sizeof(double);

// What is found of each value, as the columns of a table: (5, S).
Array table_of(const std::vector<ClusterVariance>& found) {
    std::vector<double> table(numbers * found.size());
    for (std::size_t value = 0; value < found.size(); ++value) {
        const ClusterVariance& one = found[value];
        const double each[numbers] = {one.variance, one.degrees, one.second, one.fourth, one.exposed};
        for (std::size_t i = 0; i < numbers; ++i) table[i * found.size() + value] = each[i];
    }
    return array_of(std::move(table), {numbers, found.size()});
}

Array variances_of_sums(const DoubleTable& sums, const DoubleTable& pull, const DoubleTable& apart,
                        const Doubles& scale) {
    const std::size_t values = sums.shape(0), clusters = sums.shape(1);
    for (const DoubleTable* one : {&pull, &apart})
        if (one->shape(0) != values || one->shape(1) != clusters || scale.shape(0) != values)
            throw nb::value_error("cluster_variances: arrays of other values or clusters");
    std::vector<ClusterVariance> found(values);
    without_gil([&] {
        std::vector<double> once(clusters, 1.0);
        for (std::size_t value = 0; value < values; ++value) {
            const std::size_t at = value * clusters;
            const ClusterSums given{sums.data() + at, pull.data() + at, apart.data() + at, once.data(), clusters};
            found[value] = cluster_variance(given, scale.data()[value], clusters);
        }
    });
    return table_of(found);
}

LabelColumns checked_labels(const std::vector<Integers>& labels, std::int64_t classes) {
    const LabelColumns columns = label_columns("ClassClusters", labels, classes);
    for (const Integers& column : labels)
        for (std::size_t i = 0; i < column.shape(0); ++i)
            if (static_cast<std::uint64_t>(column.data()[i]) >= static_cast<std::uint64_t>(classes))
                throw nb::index_error("ClassClusters: a label that is none of 0 to classes - 1");
    return columns;
}

void make_class_clusters(ClassClusters* made, const std::vector<Integers>& labels, const Integers& cluster,
                         const std::optional<Integers>& unit, const Doubles& weight, const Doubles& squares,
                         std::int64_t classes, std::int64_t clusters) {
    const LabelColumns columns = checked_labels(labels, classes);
    const std::size_t rows = cluster.shape(0);
    if (clusters < 0 || clusters > std::numeric_limits<std::uint32_t>::max() || weight.shape(0) != rows ||
        squares.shape(0) != rows || (unit && unit->shape(0) != rows))
        throw nb::value_error("ClassClusters: a cluster, a unit, a weight and its square for each row");
    const GroupedRows grouped{cluster.data(), unit ? unit->data() : nullptr, weight.data(),
                              static_cast<std::int64_t>(rows), clusters};
    if (!grouped.fit(static_cast<std::int64_t>(labels.front().shape(0))))
        throw nb::index_error("ClassClusters: a row of a cluster or a unit that there is not");
    without_gil([&] { new (made) ClassClusters(columns, grouped, squares.data()); });
}

std::vector<KindTerms> terms_of(const ClassClusters& given, std::int64_t first,
                                std::initializer_list<const DoubleTable*> tables) {
    std::vector<KindTerms> found;
    for (const DoubleTable* one : tables) {
        const auto values = static_cast<std::int64_t>(one->shape(1));
        if (one->shape(0) != given.kinds() || one->shape(1) != (*tables.begin())->shape(1) || first < 0 ||
            values > given.classes() || first > given.classes() - values)
            throw nb::value_error("ClassClusters: a number of each kind of rows, for classes that there are");
        found.push_back({one->data(), values});
    }
    return found;
}

Array variances_of_classes(const ClassClusters& given, std::int64_t first, const DoubleTable& psi,
                           const DoubleTable& pull, const DoubleTable& apart, const Doubles& scale, int threads) {
    const auto terms = terms_of(given, first, {&psi, &pull, &apart});
    if (scale.shape(0) != psi.shape(1)) throw nb::value_error("ClassClusters: a scale for each value");
    std::vector<ClusterVariance> found(scale.shape(0));
    without_gil([&] { given.variances(first, terms[0], terms[1], terms[2], scale.data(), threads, found.data()); });
    return table_of(found);
}

// Binds sums over the rows of groups.

// Room for the sums, which are zero.
ranked::Pages<double> no_sums(std::size_t groups, std::size_t width) {
    if (width > 0 && groups > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double) / width)
        throw nb::value_error("group_sums: more groups than memory can hold");
    return ranked::make_zeros<double>(groups * width);
}

GroupedRows grouped(const Integers& group, const std::optional<Integers>& unit, const Doubles& weight,
                    std::int64_t groups, std::size_t units) {
    const std::size_t rows = group.shape(0);
    if (groups < 0 || weight.shape(0) != rows || (unit && unit->shape(0) != rows))
        throw nb::value_error("group_sums: a group, a unit and a weight for each row");
    const GroupedRows found{group.data(), unit ? unit->data() : nullptr, weight.data(), static_cast<std::int64_t>(rows),
                            groups};
    if (!found.fit(static_cast<std::int64_t>(units)))
        throw nb::index_error("group_sums: a row of a group or a unit that there is not");
    return found;
}

Array sums_of_table(const DoubleTable& table, const Integers& group, const std::optional<Integers>& unit,
                    const Doubles& weight, std::int64_t groups, int threads) {
    const std::size_t width = table.shape(1);
    const GroupedRows rows = grouped(group, unit, weight, groups, table.shape(0));
    const auto size = static_cast<std::size_t>(groups);
    auto sums = no_sums(size, width);
    without_gil([&] { group_sums(rows, table.data(), static_cast<std::int64_t>(width), threads, sums.get()); });
    return owned_memory<double>(std::move(sums), {size, width});
}

}  // namespace

void bind_class_clusters(nb::module_& m) {
    m.def(
        "cluster_variances", &variances_of_sums, nb::arg("sums"), nb::arg("pull"), nb::arg("apart"), nb::arg("scale"),
        "Of S values, from what each of G clusters adds up to, (S, G) each: of influences, of exposures and of "
        "squared\n"
        "exposures. `scale`, (S,), is the variance of a row of exposure one. Gives (5, S): the variance of the sum of\n"
        "all, its degrees of freedom, the sums of squares and of fourth powers of `sums`, of squares of `pull`.");
    nb::class_<ClassClusters>(m, "ClassClusters",
                              "Rows in clusters whose numbers depend on which of their labels are a class.")
        .def("__init__", &make_class_clusters, nb::arg("labels"), nb::arg("cluster"), nb::arg("unit").none(),
             nb::arg("weight"), nb::arg("squares"), nb::arg("classes"), nb::arg("clusters"))
        .def_prop_ro("work", &ClassClusters::work, "About how many numbers the values of all classes rest on.")
        .def("variances", &variances_of_classes, nb::arg("first"), nb::arg("psi"), nb::arg("pull"), nb::arg("apart"),
             nb::arg("scale"), nb::arg("threads") = 1,
             "What `cluster_variances` gives of the classes from `first` on. `psi`, `pull` and `apart`, (kinds, S), "
             "are\n"
             "the numbers of a row of each kind, by a bit for each column that has the label, the highest for the\n"
             "first.");
    m.def("group_sums", &sums_of_table, nb::arg("table"), nb::arg("group"), nb::arg("unit").none(), nb::arg("weight"),
          nb::arg("groups"), nb::arg("threads") = 1,
          "The sum of ``weight * table[unit]`` over the rows of each group. Without units, row i is like row i of the\n"
          "table.");
}

}  // namespace concordant::bind
