// Large memory that was freed a moment ago and is handed out again: the system clears each page that it gives and takes
// a fault for it, which for arrays of a curve took as long as the sort (small pages come at 2 to 3 GB/s, where memory
// that is there is written at 30). No more is kept than an allocator would keep: 64 MiB.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <utility>

namespace concordant::ranked {

struct KeptMemory {
    void* memory = nullptr;
    std::size_t bytes = 0;
};

class KeptPages {
public:
    static constexpr std::size_t least = std::size_t{1} << 18;  // less is kept by the allocator
    static constexpr std::size_t most = std::size_t{1} << 26;   // in all
    static constexpr std::size_t most_each = most / 4;

    // Never destroyed, as arrays may be freed after everything else.
    static KeptPages& of_process() {
        static KeptPages* const kept = new KeptPages;
        return *kept;
    }

    // Memory of at least so many bytes, and hardly more; none where nothing fits.
    KeptMemory take(std::size_t bytes) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return {};  // nobody waits: not for another thread, nor for one that was lost in a fork
        for (auto& each : kept_)
            if (each.bytes >= bytes && each.bytes - bytes <= bytes / 4) {
                in_all_ -= each.bytes;
                return std::exchange(each, {});
            }
        return {};
    }

    // Keeps this memory in the place of what was kept longest; gives back what is to be freed instead: that, or itself.
    KeptMemory keep(KeptMemory freed) {
        if (freed.bytes < least || freed.bytes > most_each) return freed;
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return freed;
        auto& place = kept_[next_];
        if (in_all_ - place.bytes + freed.bytes > most) return freed;
        next_ = (next_ + 1) % kept_.size();
        in_all_ += freed.bytes - place.bytes;
        return std::exchange(place, freed);
    }

private:
    std::mutex mutex_;
    std::array<KeptMemory, 8> kept_{};
    std::size_t next_ = 0;  // the place that was filled longest ago
    std::size_t in_all_ = 0;
};

}  // namespace concordant::ranked
