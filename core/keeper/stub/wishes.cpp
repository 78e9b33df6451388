// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/wishes.h"

#include "keeper/stub/condition_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dbgr::keeper {

namespace {

constexpr unsigned kStopsBits = 2;
constexpr std::uint32_t kStopsMask = (1U << kStopsBits) - 1;

} // namespace

/// All-zero bytes, which the file starts with and which take no memory, wish for all stops, for nobody to stand, and
/// for no traps.
struct Wishes::Memory
{
    std::array<std::atomic<std::uint32_t>, kMaxSlots> loaders; ///< LoaderStops in the two lowest bits
    std::array<std::atomic<StandWish>, kMaxSlots> stands;
    std::array<std::atomic<std::uint32_t>, kMaxSlots> floatTraps;
    std::array<ConditionWishes::Memory, kMaxSlots> conditions;
    std::array<CallWishes::Memory, kMaxSlots> calls;
    std::array<WatchWishes::Memory, kMaxSlots> watches;
    std::array<SignalCounts::Memory, kMaxSlots> signalCounts;
    std::atomic<std::uint32_t> rings; ///< the bell has been rung, and nobody has come yet
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

util::Result<Wishes> Wishes::create()
{
    util::UniqueFd file(::memfd_create("dbgd-wishes", MFD_CLOEXEC));
    if (!file || ::ftruncate(file.get(), sizeof(Memory)) != 0)
        return util::fail(util::systemError(errno, "making the memory shared with the keeper"));
    util::UniqueFd bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!bell)
        return util::fail(util::systemError(errno, "making the keeper's bell"));
    return map(std::move(file), std::move(bell));
}

util::Result<Wishes> Wishes::open(util::UniqueFd file, util::UniqueFd bell)
{
    struct stat facts = {};
    if (::fstat(file.get(), &facts) != 0 || facts.st_size != static_cast<off_t>(sizeof(Memory)))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "the file holds no wishes");
    return map(std::move(file), std::move(bell));
}

util::Result<Wishes> Wishes::map(util::UniqueFd file, util::UniqueFd bell)
{
    void* const memory = ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED)
        return util::fail(util::systemError(errno, "mapping the memory shared with the keeper"));
    return Wishes(std::move(file), std::make_shared<const util::UniqueFd>(std::move(bell)),
                  {static_cast<Memory*>(memory), [](Memory* mapped) { ::munmap(mapped, sizeof(Memory)); }});
}

LoaderWish Wishes::loader(std::uint32_t slot) const
{
    const std::uint32_t word = slot < kMaxSlots ? m_memory->loaders[slot].load() : 0;
    const auto most = static_cast<std::uint32_t>(LoaderStops::None);
    return {static_cast<LoaderStops>(std::min(word & kStopsMask, most)), word >> kStopsBits};
}

std::function<void(LoaderWish)> Wishes::loaderSayer(std::uint32_t slot) const
{
    return [memory = m_memory, slot](LoaderWish wish) {
        if (slot < kMaxSlots)
            memory->loaders[slot] = wish.about << kStopsBits | static_cast<std::uint32_t>(wish.stops);
    };
}

StandWish Wishes::stand(std::uint32_t slot) const
{
    return slot < kMaxSlots ? m_memory->stands[slot].load() : 0;
}

std::function<void(StandWish)> Wishes::standSayer(std::uint32_t slot) const
{
    return [memory = m_memory, bell = m_bell, slot](StandWish wish) {
        if (slot >= kMaxSlots)
            return;
        memory->stands[slot] = wish;
        if (wish == 0)
            memory->rings = 0; // who came before may have been ended just before he rang
        else if (memory->rings.exchange(1) == 0)
            static_cast<void>(::eventfd_write(bell->get(), 1)); // fails only where it rings already
    };
}

util::FloatTraps Wishes::floatTraps(std::uint32_t slot) const
{
    return util::FloatTraps::ofBits(slot < kMaxSlots ? m_memory->floatTraps[slot].load() : 0);
}

std::function<void(util::FloatTraps)> Wishes::floatTrapSayer(std::uint32_t slot) const
{
    return [memory = m_memory, slot](util::FloatTraps wish) {
        if (slot < kMaxSlots)
            memory->floatTraps[slot] = wish.bits();
    };
}

ConditionWishes Wishes::conditions(std::uint32_t slot) const
{
    if (slot >= kMaxSlots)
        return ConditionWishes();
    return ConditionWishes({m_memory, &m_memory->conditions[slot]});
}

CallWishes Wishes::calls(std::uint32_t slot) const
{
    if (slot >= kMaxSlots)
        return CallWishes();
    return CallWishes({m_memory, &m_memory->calls[slot]});
}

WatchWishes Wishes::watches(std::uint32_t slot) const
{
    if (slot >= kMaxSlots)
        return WatchWishes();
    return WatchWishes({m_memory, &m_memory->watches[slot]});
}

SignalCounts Wishes::signalCounts(std::uint32_t slot) const
{
    if (slot >= kMaxSlots)
        return SignalCounts();
    return SignalCounts({m_memory, &m_memory->signalCounts[slot]});
}

void Wishes::quietBell() const
{
    eventfd_t times = 0;
    static_cast<void>(::eventfd_read(m_bell->get(), &times));
    m_memory->rings = 0; // before anybody looks at the wishes: one that comes later rings again
}

} // namespace dbgr::keeper
