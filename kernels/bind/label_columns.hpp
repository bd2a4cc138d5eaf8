// Columns of labels of Python as those of a kernel.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "kinds_of_rows.hpp"

namespace concordant::bind {

using Integers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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

}  // namespace concordant::bind
