// SPDX-License-Identifier: BSD-3-Clause
// The MPIR variables of a launcher's process, read and written from outside while it runs: it is neither stopped nor
// asked. What stands in its memory is hostile. Way: launcher's /proc/PID/mem -> here -> proctable, links of session.
// Thread: one at a time.
//
// Beyond the variables of the MPIR document: Open MPI 4 has MPIR_attach_fifo, and Slurm has totalview_jobid and
// totalview_stepid.
#pragma once

#include "mpir/elf_symbols.h"
#include "util/ids.h"
#include "util/process_memory.h"
#include "util/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::mpir {

inline constexpr std::string_view kProctable = "MPIR_proctable";
inline constexpr std::string_view kProctableSize = "MPIR_proctable_size";
inline constexpr std::string_view kDebugState = "MPIR_debug_state"; ///< of DebugState
inline constexpr std::string_view kBeingDebugged = "MPIR_being_debugged";
inline constexpr std::string_view kPartialAttachOk = "MPIR_partial_attach_ok"; ///< that it exists is the word
inline constexpr std::string_view kBreakpoint = "MPIR_Breakpoint";

enum class DebugState : std::int32_t
{
    None = 0,
    Spawned = 1,
    Aborting = 2,
};

class Target
{
public:
    /// Texts are cut to this length.
    static constexpr std::size_t kMaxTextBytes = 4096;

    /// Looks which module of the process defines the table. Of a process that is just being started it may not be
    /// loaded yet (Errc::NoTable): ask again.
    /// \errors Errc::NoTable, Errc::ThirtyTwoBit, errno (EACCES, EPERM: we may not look into it; ESRCH: it has ended)
    [[nodiscard]] static util::Result<Target> open(util::Pid pid);
    /// \param symbols with absolute addresses
    Target(std::unique_ptr<util::ProcessMemory> memory, std::map<std::string, Symbol> symbols);

    /// Its absolute address, for variables and functions; nothing: the launcher has no such symbol.
    [[nodiscard]] std::optional<Symbol> symbol(std::string_view name) const;

    /// A variable of type int. \errors Errc::NoTable (no such variable), Errc::Damaged (not readable)
    [[nodiscard]] util::Result<std::int32_t> number(std::string_view name);
    /// Of a char array, up to its NUL. \errors as number()
    [[nodiscard]] util::Result<std::string> array(std::string_view name);
    /// Of a variable of type char*, what it points to; "" null. \errors as number()
    [[nodiscard]] util::Result<std::string> text(std::string_view name);
    /// A variable of type void*. \errors as number()
    [[nodiscard]] util::Result<std::uint64_t> pointer(std::string_view name);

    /// \errors as number(), when it cannot be written
    [[nodiscard]] util::Result<void> setNumber(std::string_view name, std::int32_t value);
    /// \param bytes with their end; no more than the array's size. \errors as number(); std::errc::message_size
    [[nodiscard]] util::Result<void> setArray(std::string_view name, std::string_view bytes);

    /// Anything at an address. \errors Errc::Damaged
    [[nodiscard]] util::Result<void> read(std::uint64_t address, std::span<std::byte> out);
    /// Also over instructions. \errors Errc::Damaged
    [[nodiscard]] util::Result<void> write(std::uint64_t address, std::span<const std::byte> bytes);
    /// Up to the NUL, kMaxTextBytes at most. \errors Errc::Damaged
    [[nodiscard]] util::Result<std::string> textAt(std::uint64_t address);

private:
    [[nodiscard]] util::Result<Symbol> needed(std::string_view name) const;

    std::unique_ptr<util::ProcessMemory> m_memory;
    std::map<std::string, Symbol> m_symbols;
};

} // namespace dbgr::mpir
