// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/loader_wishes.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kStopsBits = 2;
constexpr std::uint32_t kStopsMask = (1U << kStopsBits) - 1;

} // namespace

/// LoaderStops in the two lowest bits. All-zero bytes, which the file starts with, wish for all.
struct LoaderWishes::Memory
{
    std::array<std::atomic<std::uint32_t>, kMaxSlots> wishes;
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

util::Result<LoaderWishes> LoaderWishes::create()
{
    util::UniqueFd file(::memfd_create("dbgd-loader-wishes", MFD_CLOEXEC));
    if (!file || ::ftruncate(file.get(), sizeof(Memory)) != 0)
        return util::fail(util::systemError(errno, "making the memory shared with the keeper"));
    return map(std::move(file));
}

util::Result<LoaderWishes> LoaderWishes::open(util::UniqueFd file)
{
    struct stat facts = {};
    if (::fstat(file.get(), &facts) != 0 || facts.st_size != static_cast<off_t>(sizeof(Memory)))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "the file holds no wishes");
    return map(std::move(file));
}

util::Result<LoaderWishes> LoaderWishes::map(util::UniqueFd file)
{
    void* const memory = ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED)
        return util::fail(util::systemError(errno, "mapping the memory shared with the keeper"));
    return LoaderWishes(std::move(file),
                        {static_cast<Memory*>(memory), [](Memory* mapped) { ::munmap(mapped, sizeof(Memory)); }});
}

LoaderWish LoaderWishes::of(std::uint32_t slot) const
{
    const std::uint32_t word = slot < kMaxSlots ? m_memory->wishes[slot].load() : 0;
    const auto most = static_cast<std::uint32_t>(LoaderStops::None);
    return {static_cast<LoaderStops>(std::min(word & kStopsMask, most)), word >> kStopsBits};
}

std::function<void(LoaderWish)> LoaderWishes::sayerFor(std::uint32_t slot) const
{
    return [memory = m_memory, slot](LoaderWish wish) {
        if (slot < kMaxSlots)
            memory->wishes[slot] = wish.about << kStopsBits | static_cast<std::uint32_t>(wish.stops);
    };
}

} // namespace dbgr::keeper
