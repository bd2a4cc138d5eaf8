// Split rows into chunks, one state a thread, and merge the states in the order of the rows.
// The caller decides how many threads; one thread runs in place and starts none. Where the system refuses another
// thread (a limit of processes in a container), the calling thread does the parts that are left: the same numbers,
// later. So a part must never wait for a part with a higher number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

#include "worker_threads.hpp"

namespace concordant {

// How many threads pay, where each needs so many rows to pay for its start.
inline int threads_for(std::int64_t rows, int allowed, std::int64_t rows_each) {
    const std::int64_t useful = rows / std::max<std::int64_t>(rows_each, 1);
    return static_cast<int>(std::clamp<std::int64_t>(allowed, 1, std::max<std::int64_t>(useful, 1)));
}

// Calls part_of(part) for every part of [0, parts) in threads of its own.
template <class Part>
void in_new_threads(int parts, Part&& part_of) {
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(parts - 1));
    int started = 1;
    try {
        for (; started < parts; ++started) others.emplace_back(part_of, started);
    } catch (...) {  // no thread could be had, or no memory for one: those that run are joined below
    }
    part_of(0);
    for (int part = started; part < parts; ++part) part_of(part);
    for (auto& thread : others) thread.join();
}

// Calls work(part, first, last) for every part of [0, rows) and waits. The first exception is rethrown.
template <class Work>
void parallel(std::int64_t rows, int threads, Work&& work) {
    const int parts = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(rows, 1)));
    if (parts == 1) {
        work(0, std::int64_t{0}, rows);
        return;
    }
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(parts));
    auto guarded = [&](int part) noexcept {
        try {
            work(part, rows * part / parts, rows * (part + 1) / parts);
        } catch (...) {
            errors[static_cast<std::size_t>(part)] = std::current_exception();
        }
    };
    const WorkerThreads::Part do_part = [](void* guard, int part) noexcept {
        (*static_cast<decltype(&guarded)>(guard))(part);
    };
    if (!WorkerThreads::of_process().run(parts, do_part, &guarded)) in_new_threads(parts, guarded);
    for (auto& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace concordant
