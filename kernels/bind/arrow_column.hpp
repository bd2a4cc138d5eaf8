// Columns of text that are taken over through Arrow's C data interface, chunk by chunk.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "arrow_text.hpp"

namespace concordant::bind {

template <class T>
T* in_capsule(const nb::handle& capsule, const char* name) {
    auto* value = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (value == nullptr) throw nb::python_error();
    if (value->release == nullptr) throw nb::value_error("arrow: this capsule was consumed before");
    return value;
}

struct ArrowColumn {
    arrow::Owned<ArrowSchema> schema;
    std::vector<arrow::Owned<ArrowArray>> chunks;  // none of them empty
    std::int64_t rows = 0;
    std::int64_t missing = 0;
};

inline void add_chunk(ArrowColumn& column, arrow::Owned<ArrowArray>&& chunk) {
    if (chunk->length == 0) return;
    const std::uint8_t* valid = arrow::validity(*chunk.get());
    std::int64_t there = chunk->length;
    if (valid != nullptr) {
        there = 0;
        for (std::int64_t i = 0; i < chunk->length; ++i) there += arrow::is_valid(valid, chunk->offset + i);
        if (there == chunk->length) chunk.get()->null_count = 0;
    }
    column.rows += chunk->length;
    column.missing += chunk->length - there;
    column.chunks.push_back(std::move(chunk));
}

inline ArrowColumn read_stream(const nb::object& capsule) {
    arrow::Owned<ArrowArrayStream> stream(in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream"));
    const auto failed = [&] {
        const char* why = stream->get_last_error(stream.get());
        throw nb::value_error(why == nullptr ? "arrow: the stream failed" : why);
    };
    ArrowColumn column;
    if (stream->get_schema(stream.get(), column.schema.get()) != 0) failed();
    while (true) {
        arrow::Owned<ArrowArray> chunk;
        if (stream->get_next(stream.get(), chunk.get()) != 0) failed();
        if (chunk->release == nullptr) return column;
        add_chunk(column, std::move(chunk));
    }
}

inline ArrowColumn read_column(const nb::object& source) {
    if (nb::hasattr(source, "__arrow_c_stream__")) return read_stream(source.attr("__arrow_c_stream__")());
    const nb::tuple both = nb::cast<nb::tuple>(source.attr("__arrow_c_array__")());
    if (nb::len(both) != 2) throw nb::value_error("__arrow_c_array__ must give a schema and an array");
    ArrowColumn column;
    column.schema = arrow::Owned<ArrowSchema>(in_capsule<ArrowSchema>(both[0], "arrow_schema"));
    add_chunk(column, arrow::Owned<ArrowArray>(in_capsule<ArrowArray>(both[1], "arrow_array")));
    return column;
}

inline std::vector<arrow::TextChunk> text_chunks(ArrowColumn& column, arrow::Layout layout) {
    std::vector<arrow::TextChunk> chunks;
    std::int64_t row = 0;
    for (auto& chunk : column.chunks) {
        chunks.push_back({layout, chunk.get(), row});
        row += chunk->length;
    }
    return chunks;
}

}  // namespace concordant::bind
