// SPDX-License-Identifier: BSD-3-Clause
// What a file's tables for unwinding say of its frames. Thread: that of its file.
#pragma once

#include "values/target/address.h"

#include <elfutils/libdw.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::values {

/// Registers that tables for unwinding speak of: the general ones, by DWARF's numbers, and where the call returns to.
#if defined(__aarch64__)
inline constexpr unsigned kUnwoundRegisters = 32;
inline constexpr unsigned kReturnAddress = 30;
#else
inline constexpr unsigned kUnwoundRegisters = 17;
inline constexpr unsigned kReturnAddress = 16;
#endif

/// How one register of the caller, or the canonical frame address, is found.
struct FrameRule
{
    enum class Kind : std::uint8_t
    {
        Unknown,    ///< nobody knows it any more
        Same,       ///< it has not been changed
        AtCfa,      ///< saved at `number` from the canonical frame address
        CfaPlus,    ///< is that address and `number`
        Register,   ///< what the register `from` has, and `number`
        Expression, ///< number `number` of the row's: an address where it is saved, or the value itself
        Senseless   ///< the tables cannot be read
    };
    Kind kind = Kind::Unknown;
    std::uint8_t from = 0;
    std::int64_t number = 0;
};

/// What is true of a frame at one instruction.
struct FrameRow
{
    FrameRule cfa;
    std::array<FrameRule, kUnwoundRegisters> registers;
    std::vector<std::vector<Dwarf_Op>> expressions;
    bool isSignalFrame = false; ///< what is below it was interrupted; it did not call
    FileAddress begin, end;     ///< it is true of all instructions there, and perhaps before
};

class FrameRules
{
public:
    /// \param dwarf null: none. Both outlive this
    FrameRules(Elf* elf, Dwarf* dwarf);

    /// Operations that compute the canonical frame address of a call whose next instruction is there; none where the
    /// tables say nothing.
    [[nodiscard]] std::vector<Dwarf_Op> frameAddress(FileAddress pc) const;
    /// Nothing where the tables say nothing, or what makes no sense.
    [[nodiscard]] std::optional<FrameRow> row(FileAddress pc) const;

private:
    struct Closer
    {
        void operator()(Dwarf_CFI* tables) const { dwarf_cfi_end(tables); }
    };
    struct Freer
    {
        void operator()(Dwarf_Frame* frame) const;
    };
    using Entry = std::unique_ptr<Dwarf_Frame, Freer>;
    struct Found
    {
        Entry frame;
        std::span<const Dwarf_Op> cfa; ///< the frame's
    };

    /// What a table says of a place, with a frame address. \param table null: nothing
    [[nodiscard]] static std::optional<Found> find(Dwarf_CFI* table, FileAddress pc);
    [[nodiscard]] std::array<Dwarf_CFI*, 2> tables() const { return {m_loaded.get(), m_debug}; }

    std::unique_ptr<Dwarf_CFI, Closer> m_loaded; // .eh_frame
    Dwarf_CFI* m_debug = nullptr;                // .debug_frame; belongs to the debug information
};

} // namespace dbgr::values
