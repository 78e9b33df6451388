// SPDX-License-Identifier: BSD-3-Clause
// What stands in whose text, written down in memory that dbgd and its guard share: when the guard dies, the next one
// reads here what has to be taken out. Written by the guard, each rank's run state too; dbgd keeps it alive, and writes
// which loads of libraries it wants to hear of.
// Thread: one in each process, and one process at a time.
#pragma once

#include "dbgdaemon/guard/rsp_watcher.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::daemon {

/// The longest trap instruction, in bytes.
inline constexpr std::size_t kMaxTrapBytes = 4;

/// The text below a breakpoint, as the program has it. Empty: not known, and not to be written.
struct OriginalText
{
    std::array<std::byte, kMaxTrapBytes> bytes{};
    std::size_t size = 0;

    [[nodiscard]] std::span<const std::byte> view() const { return std::span(bytes).first(size); }
    [[nodiscard]] std::span<std::byte> view() { return std::span(bytes).first(size); }
};

/// Which stops of a rank at its dynamic loader dbgd wants to be told of. All of them is what a debugger expects that
/// knows nothing of the guard.
enum class LoaderStops : std::uint8_t
{
    All,
    OfNews, ///< where libraries came or went that breakpoints may be in
    None
};

class BreakpointLedger
{
public:
    /// A rank's line in the ledger, handed out by dbgd: 0, 1, ...
    using Slot = std::uint32_t;
    static constexpr Slot kMaxSlots = 8192;
    static constexpr std::uint32_t kMaxEntries = 1 << 16;

    struct Entry
    {
        RspBreakpoint breakpoint;
        OriginalText original;
    };

    /// A new, empty one in an anonymous file.
    /// \errors those of memfd_create(), ftruncate(), mmap()
    [[nodiscard]] static util::Result<BreakpointLedger> create();
    /// The one that another process made. \errors std::errc::invalid_argument when it is none; those of mmap()
    [[nodiscard]] static util::Result<BreakpointLedger> open(util::UniqueFd file);
    BreakpointLedger(BreakpointLedger&& other) noexcept = default;
    BreakpointLedger& operator=(BreakpointLedger&&) = delete;

    /// To be handed to the guard.
    [[nodiscard]] int file() const { return m_file.get(); }

    void setRunning(Slot slot, bool running);
    [[nodiscard]] bool running(Slot slot) const;

    /// What dbgd wishes; in force from the rank's next resume on. `about` tells wishes for different breakpoints apart:
    /// what was learnt of a library holds for ranks with the same ones.
    struct LoaderWish
    {
        LoaderStops stops = LoaderStops::All;
        std::uint32_t about = 0; ///< 30 bits
    };
    [[nodiscard]] LoaderWish loaderWish(Slot slot) const;
    /// Says it, from any thread; may be called when the ledger is gone.
    [[nodiscard]] std::function<void(LoaderWish)> wishFor(Slot slot) const;

    /// Writes a line. \return which one, for erase(); nothing when the ledger is full
    [[nodiscard]] std::optional<std::uint32_t> add(Slot slot, const Entry& entry);
    void erase(std::uint32_t line);
    /// What is written down for a rank, with the lines.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, Entry>> entriesOf(Slot slot) const;

private:
    struct Line;
    struct Memory;
    explicit BreakpointLedger(util::UniqueFd file, std::shared_ptr<Memory> memory)
        : m_file(std::move(file)), m_memory(std::move(memory))
    {}
    [[nodiscard]] static util::Result<BreakpointLedger> map(util::UniqueFd file);

    util::UniqueFd m_file;
    std::shared_ptr<Memory> m_memory;
    std::uint32_t m_hint = 0; // lines before it were taken when last looked at
};

} // namespace dbgr::daemon
