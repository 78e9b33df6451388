// SPDX-License-Identifier: BSD-3-Clause
// Which stops of ranks are worth telling, in memory that the engine's process and the keeper share, since the rank's
// next resume comes on another connection than any order could. Of stops at the dynamic loader a wish is in force from
// that resume on. Thread: any.
#pragma once

#include "keeper/stub/condition_wishes.h"
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

class EngineWishes
{
public:
    /// Ranks that one keeper holds, at most; beyond it all wishes are for all stops.
    static constexpr std::uint32_t kMaxSlots = 8192;

    /// All wishes are for all stops. \errors those of memfd_create(), ftruncate(), mmap()
    [[nodiscard]] static util::Result<EngineWishes> create();
    /// The ones that another process made. \errors std::errc::invalid_argument when it is none; those of mmap()
    [[nodiscard]] static util::Result<EngineWishes> open(util::UniqueFd file);

    /// To be handed to the other process.
    [[nodiscard]] int file() const { return m_file.get(); }

    [[nodiscard]] LoaderWish loaderOf(std::uint32_t slot) const;
    /// Says it, from any thread; may be called when this is gone.
    [[nodiscard]] std::function<void(LoaderWish)> sayerFor(std::uint32_t slot) const;
    /// Both sides of what is wished of hits of breakpoints; may be used when this is gone.
    [[nodiscard]] ConditionWishes conditionsOf(std::uint32_t slot) const;

private:
    struct Memory;
    EngineWishes(util::UniqueFd file, std::shared_ptr<Memory> memory)
        : m_file(std::move(file)), m_memory(std::move(memory))
    {}
    [[nodiscard]] static util::Result<EngineWishes> map(util::UniqueFd file);

    util::UniqueFd m_file;
    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper
