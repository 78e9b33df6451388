// SPDX-License-Identifier: BSD-3-Clause
// What the engine's process wishes of the keeper for each rank, in memory that the two share, and a bell for what
// cannot wait: which stops of the rank are worth telling, at its dynamic loader and at breakpoints with conditions, at
// which system calls it stops, by which results of floating-point arithmetic, which memory is watched by single steps,
// and whether it is to stand. LLDB lets ranks go, and that comes on another connection than any order could; a wish is
// in force with the next resume whenever it comes, and for as long as it is not taken back. Thread: any.
#pragma once

#include "keeper/stub/call_wishes.h"
#include "keeper/stub/condition_wishes.h"
#include "keeper/stub/signal_counts.h"
#include "keeper/stub/watch_wishes.h"
#include "util/float_traps.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace dbgr::keeper {

/// All of them is what a debugger expects that knows nothing of the keeper.
enum class LoaderStops : std::uint8_t
{
    All,
    OfNews, ///< where libraries came or went that breakpoints may be in
    None
};

struct LoaderWish
{
    LoaderStops stops = LoaderStops::All;
    /// Tells wishes for different breakpoints apart: what was learnt of a library holds for ranks with the same ones.
    /// 30 bits.
    std::uint32_t about = 0;
};

/// An asking for a rank to stand; the next one has another number. 0: it is not asked to.
using StandWish = std::uint32_t;

/// Whether somebody has asked for it who is to hear at once that the rank stands, and not only from its debugger. Odd
/// numbers say so.
[[nodiscard]] constexpr bool isToBeTold(StandWish wish)
{
    return (wish & 1U) != 0;
}

class Wishes
{
public:
    /// Ranks that one keeper can hold in its life.
    static constexpr std::uint32_t kMaxSlots = 8192;

    /// For all stops at loaders, and for nobody to stand. \errors those of memfd_create(), ftruncate(), eventfd(),
    /// mmap()
    [[nodiscard]] static util::Result<Wishes> create();
    /// The ones that another process made. \errors std::errc::invalid_argument when they are none; those of mmap()
    [[nodiscard]] static util::Result<Wishes> open(util::UniqueFd file, util::UniqueFd bell);

    // To be handed to the other processes.
    [[nodiscard]] int file() const { return m_file.get(); }
    /// Readable when ranks were asked to stand, until quietBell().
    [[nodiscard]] int bell() const { return m_bell->get(); }
    void quietBell() const;

    [[nodiscard]] LoaderWish loader(std::uint32_t slot) const;
    [[nodiscard]] StandWish stand(std::uint32_t slot) const;
    [[nodiscard]] util::FloatTraps floatTraps(std::uint32_t slot) const;
    /// Say it, from any thread; may be called when this is gone.
    [[nodiscard]] std::function<void(LoaderWish)> loaderSayer(std::uint32_t slot) const;
    [[nodiscard]] std::function<void(StandWish)> standSayer(std::uint32_t slot) const;
    /// In force from the next resume on.
    [[nodiscard]] std::function<void(util::FloatTraps)> floatTrapSayer(std::uint32_t slot) const;
    /// Both sides of what is wished of hits of breakpoints; may be used when this is gone.
    [[nodiscard]] ConditionWishes conditions(std::uint32_t slot) const;
    /// The same of system calls.
    [[nodiscard]] CallWishes calls(std::uint32_t slot) const;
    /// And of memory that is watched by single steps.
    [[nodiscard]] WatchWishes watches(std::uint32_t slot) const;
    /// What comes back of signals.
    [[nodiscard]] SignalCounts signalCounts(std::uint32_t slot) const;

private:
    struct Memory;
    using Bell = std::shared_ptr<const util::UniqueFd>;
    Wishes(util::UniqueFd file, Bell bell, std::shared_ptr<Memory> memory)
        : m_file(std::move(file)), m_bell(std::move(bell)), m_memory(std::move(memory))
    {}
    [[nodiscard]] static util::Result<Wishes> map(util::UniqueFd file, util::UniqueFd bell);

    util::UniqueFd m_file;
    Bell m_bell;
    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper
