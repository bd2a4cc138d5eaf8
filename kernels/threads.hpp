// Split rows into chunks, one state a thread, and merge the states in the order of the rows.
// The caller decides how many threads; one thread runs in place and starts none. Where the system refuses another
// thread (a limit of processes in a container), the calling thread does the parts that are left: the same numbers,
// later. So a part must never wait for a part with a higher number.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform.hpp"

// Threads that stay from call to call. To start a thread takes 20 to 100 us, as the system first puts it on the core of
// its caller; to wake one that sleeps takes 5 to 50; one that has just worked looks out for more, and takes it at once.
//
// One call at a time has them; of calls from several threads at once, and of one that is made within another, the
// others start threads of their own. A thread that comes late finds that the caller has done its part.

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace concordant {

#if defined(_WIN32)
inline int process_number() { return _getpid(); }
class WithoutSignals {};
#else
inline int process_number() { return static_cast<int>(getpid()); }

// Threads that start in its scope never see a signal: those are for the caller's.
class WithoutSignals {
public:
    WithoutSignals() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;

private:
    sigset_t before_;
};
#endif

class WorkerThreads {
public:
    using Part = void (*)(void* work, int part) noexcept;

    // Never destroyed: its threads end with the process. A fork has none of them, and so makes its own.
    static WorkerThreads& of_process() {
        static std::atomic<WorkerThreads*> kept{nullptr};
        WorkerThreads* here = kept.load(std::memory_order_acquire);
        if (here != nullptr && here->process_ == process_number()) return *here;
        auto* const made = new WorkerThreads;
        if (kept.compare_exchange_strong(here, made, std::memory_order_acq_rel)) return *made;
        delete made;
        return *here;
    }

    // Calls do_part(work, part) for every part [0, parts), in ascending order, here and in up to parts - 1 threads, and
    // waits; false, and nothing is done, if they are at work for another call.
    bool run(int parts, Part do_part, void* work) {
        if (taken_.exchange(true, std::memory_order_acquire)) return false;
        int asleep = 0;
        {
            const std::scoped_lock lock(mutex_);
            do_part_ = do_part;
            work_ = work;
            parts_ = parts;
            next_.store(0, std::memory_order_relaxed);
            wanted_.store(parts - 1, std::memory_order_relaxed);
            asleep = asleep_;
        }
        for (int woken = 0; woken < std::min(asleep, parts - 1); ++woken) wake_.notify_one();
        start(parts - 1);
        do_parts();
        finish();
        taken_.store(false, std::memory_order_release);
        return true;
    }

private:
    static constexpr auto watch = std::chrono::microseconds(100);  // how long one looks out before it sleeps

    void start(int wanted) {
        if (started_ >= wanted) return;
        [[maybe_unused]] const WithoutSignals masked;
        try {
            for (; started_ < wanted; ++started_) std::thread([this] { serve(); }).detach();
        } catch (...) {  // no thread could be had, or no memory for one: those that run do its part
        }
    }

    void do_parts() noexcept {
        for (int part = next_++; part < parts_; part = next_++) do_part_(work_, part);
    }

    // Looks out for a while, giving way to whoever else can use the core.
    template <class Come>
    static void look_out(Come&& come) {
        const auto until = std::chrono::steady_clock::now() + watch;
        while (!come() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    }

    void serve() noexcept {
        for (;;) {
            look_out([this] { return wanted_.load(std::memory_order_relaxed) > 0; });
            std::unique_lock lock(mutex_);
            ++asleep_;
            wake_.wait(lock, [this] { return wanted_.load(std::memory_order_relaxed) > 0; });
            --asleep_;
            wanted_.fetch_sub(1, std::memory_order_relaxed);
            at_work_.fetch_add(1, std::memory_order_relaxed);
            lock.unlock();
            do_parts();
            lock.lock();
            if (at_work_.fetch_sub(1, std::memory_order_release) == 1) done_.notify_one();
        }
    }

    // Lets nobody else begin, and waits for those who did.
    void finish() {
        {
            const std::scoped_lock lock(mutex_);
            wanted_.store(0, std::memory_order_relaxed);
        }
        look_out([this] { return at_work_.load(std::memory_order_acquire) == 0; });
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return at_work_.load(std::memory_order_acquire) == 0; });
    }

    const int process_ = process_number();
    std::atomic<bool> taken_{false};
    std::mutex mutex_;  // of what follows; the atomic ones are also read while looking out
    std::condition_variable wake_, done_;
    Part do_part_ = nullptr;
    void* work_ = nullptr;
    int parts_ = 0;
    int asleep_ = 0;
    int started_ = 0;  // of the call that has them
    std::atomic<int> next_{0};
    std::atomic<int> wanted_{0};   // threads that may still begin
    std::atomic<int> at_work_{0};  // those that did, and have not ended
};

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

// The state of all rows: those that part_of(first, last) gives of the rows of each thread, merged in their order. For
// whole numbers, extremes and flags, which come to the same whatever rows a thread has.
template <class Part>
auto over_parts(std::int64_t rows, int threads, Part&& part_of) {
    if (threads <= 1) return part_of(std::int64_t{0}, rows);
    std::vector<decltype(part_of(rows, rows))> parts(
        static_cast<std::size_t>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(rows, 1))));
    parallel(rows, threads, [&](int part, std::int64_t first, std::int64_t last) {
        parts[static_cast<std::size_t>(part)] = part_of(first, last);
    });
    for (std::size_t part = 1; part < parts.size(); ++part) merge(parts[0], parts[part]);
    return std::move(parts[0]);
}

// Sums of floating-point numbers that do not depend on the number of threads: rows are cut into chunks of a fixed
// size, each chunk gives a state, and the states are merged in the order of the rows.

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
