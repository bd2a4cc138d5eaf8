// Threads that stay from call to call. To start a thread takes 20 to 100 us, as the system first puts it on the core of
// its caller; to wake one that sleeps takes 5 to 50; one that has just worked looks out for more, and takes it at once.
//
// One call at a time has them; of calls from several threads at once, and of one that is made within another, the
// others start threads of their own. A thread that comes late finds that the caller has done its part.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#if defined(_WIN32)
#include <process.h>
#else
#include <csignal>
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

}  // namespace concordant
