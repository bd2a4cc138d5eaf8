// Sums of floating-point numbers that do not depend on the number of threads: rows are cut into chunks of a fixed
// size, each chunk gives a state, and the states are merged in the order of the rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "threads.hpp"

namespace concordant {

inline constexpr std::int64_t chunk_rows = std::int64_t{1} << 18;

// chunk(first, last) -> State runs on any thread; merge(State&&) runs for one chunk after the other. A thread that is
// ahead waits for its turn, so that at most one finished state a thread is held. `size` is the rows of a chunk.
template <class State, class Chunk, class Merge>
void ordered_chunks(std::int64_t rows, int threads, Chunk&& chunk, Merge&& merge, std::int64_t size = chunk_rows) {
    const std::int64_t chunks = (rows + size - 1) / size;
    std::mutex mutex;
    std::condition_variable turn_changed;
    std::int64_t turn = 0;
    bool failed = false;
    std::atomic<std::int64_t> next{0};
    const int workers = static_cast<int>(std::clamp<std::int64_t>(chunks, 1, std::max(threads, 1)));
    parallel(workers, workers, [&](int, std::int64_t, std::int64_t) {
        try {
            for (std::int64_t mine = next++; mine < chunks; mine = next++) {
                State state = chunk(mine * size, std::min(rows, (mine + 1) * size));
                std::unique_lock lock(mutex);
                turn_changed.wait(lock, [&] { return turn == mine || failed; });
                if (failed) return;
                merge(std::move(state));
                ++turn;
                turn_changed.notify_all();
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failed = true;
            turn_changed.notify_all();
            throw;
        }
    });
}

}  // namespace concordant
