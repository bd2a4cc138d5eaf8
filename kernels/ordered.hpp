// Sums of floating-point numbers that do not depend on the number of threads: rows are cut into chunks of a fixed
// size, each chunk gives a state, and the states are merged in the order of the rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "machine.hpp"
#include "threads.hpp"

namespace concordant {

inline constexpr std::int64_t chunk_rows = std::int64_t{1} << 18;
inline constexpr std::int64_t light_chunk_rows = std::int64_t{1} << 14;  // of states that are a few numbers

// Chunks of which each worker has a share, one after the other, so that it finds in its own cache what it left there
// the last time, and reads on where it was. A worker that is done goes on with what is left of the shares of others.
class SharedChunks {
public:
    SharedChunks(std::int64_t chunks, int workers) : chunks_(chunks), next_(static_cast<std::size_t>(workers)) {
        for (std::size_t share = 0; share < next_.size(); ++share) next_[share] = first_of(share);
    }

    // Calls take(chunk) for chunks that nobody else takes, until there is none.
    template <class Take>
    void each(int worker, const Take& take) {
        for (std::size_t away = 0; away < next_.size(); ++away) {
            const std::size_t share = (static_cast<std::size_t>(worker) + away) % next_.size();
            const std::int64_t end = first_of(share + 1);
            for (std::int64_t mine = next_[share]++; mine < end; mine = next_[share]++) take(mine);
        }
    }

private:
    std::int64_t first_of(std::size_t share) const {
        return chunks_ * static_cast<std::int64_t>(share) / static_cast<std::int64_t>(next_.size());
    }

    std::int64_t chunks_;
    std::vector<std::atomic<std::int64_t>> next_;  // of each share
};

// chunk(first, last) -> State runs on any thread; merge(State&&) runs for one chunk after the other. `size` is the rows
// of a chunk. States that are plain numbers are kept until all are there, so that no thread waits for another.
template <class State, class Chunk, class Merge>
    requires std::is_trivially_copyable_v<State>
void ordered_chunks(std::int64_t rows, int threads, Chunk&& chunk, Merge&& merge, std::int64_t size = chunk_rows) {
    const std::int64_t chunks = (rows + size - 1) / size;
    const auto made = [&](std::int64_t mine) { return chunk(mine * size, std::min(rows, (mine + 1) * size)); };
    const int workers = static_cast<int>(std::clamp<std::int64_t>(chunks, 1, std::max(threads, 1)));
    if (workers == 1) {
        for (std::int64_t mine = 0; mine < chunks; ++mine) merge(made(mine));
        return;
    }
    std::vector<State> states(static_cast<std::size_t>(chunks));
    SharedChunks shared(chunks, workers);
    parallel(workers, workers, [&](int worker, std::int64_t, std::int64_t) {
        shared.each(worker, [&](std::int64_t mine) { states[static_cast<std::size_t>(mine)] = made(mine); });
    });
    for (State& state : states) merge(std::move(state));
}

// The state of all rows: of light chunks, merged in their order into those of a chunk each, and these in theirs. So
// callers that come chunk by chunk merge the same states.
template <class State, class Chunk>
State over_light_chunks(std::int64_t rows, int threads, Chunk&& chunk) {
    State total{}, whole{};
    std::int64_t row = 0;
    ordered_chunks<State>(
        rows, threads, chunk,
        [&](State&& part) {
            merge(whole, part);
            row += light_chunk_rows;
            if (row % chunk_rows != 0) return;
            merge(total, whole);
            whole = {};
        },
        light_chunk_rows);
    merge(total, whole);
    return total;
}

// Before a thread sleeps until it is its turn, it looks so many times whether it is: chunks take about as long as each
// other, and to be woken takes longer than a short one.
inline constexpr int most_looks = 512;

// The same of states that hold memory: a thread that is ahead waits for its turn, so that at most one finished state a
// thread is held.
template <class State, class Chunk, class Merge>
void ordered_chunks(std::int64_t rows, int threads, Chunk&& chunk, Merge&& merge, std::int64_t size = chunk_rows) {
    const std::int64_t chunks = (rows + size - 1) / size;
    std::mutex mutex;
    std::condition_variable turn_changed;
    std::atomic<std::int64_t> turn{0}, next{0};
    std::atomic<bool> failed{false};
    const int workers = static_cast<int>(std::clamp<std::int64_t>(chunks, 1, std::max(threads, 1)));
    parallel(workers, workers, [&](int, std::int64_t, std::int64_t) {
        try {
            for (std::int64_t mine = next++; mine < chunks; mine = next++) {
                State state = chunk(mine * size, std::min(rows, (mine + 1) * size));
                for (int look = 0; look < most_looks && turn != mine && !failed; ++look) rest_a_moment();
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
