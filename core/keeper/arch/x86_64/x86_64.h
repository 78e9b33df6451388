// SPDX-License-Identifier: BSD-3-Clause
// x86-64 as Linux shows it. Thread: any.
#pragma once

#include "keeper/arch/arch.h"

#include <memory>

namespace dbgr::keeper::x86_64 {

/// Where this processor keeps what goes beyond SSE, in the state that XSAVE writes; 0: it has none of that.
struct ExtendedLayout
{
    std::size_t upperYmm = 0;  ///< bytes 16 to 31 of the first 16 vectors
    std::size_t masks = 0;     ///< k0 to k7
    std::size_t upperZmm = 0;  ///< bytes 32 to 63 of the first 16 vectors
    std::size_t higherZmm = 0; ///< vectors 16 to 31, whole
};

[[nodiscard]] std::unique_ptr<Arch> make(const ExtendedLayout& layout);

/// The registers, in the order of their numbers.
[[nodiscard]] RegisterTable registersFor(const ExtendedLayout& layout);
/// The kernel writes only those parts of the extended state that are said to be there: says so of a register's.
void markPresent(const RegisterSpec& spec, const ExtendedLayout& layout, RegisterBytes& extended);

/// Four registers for both kinds.
inline constexpr HardwareRoom kHardwareRoom{4, 4, true};
/// Of the debug registers: what enables the traps (DR7). The addresses are those of the traps themselves.
[[nodiscard]] std::uint64_t debugControl(const Arch::HardwareTraps& traps);

/// Offsets in what the kernel calls user_regs_struct; each is of 8 bytes.
enum class General : std::size_t
{
    R15,
    R14,
    R13,
    R12,
    Rbp,
    Rbx,
    R11,
    R10,
    R9,
    R8,
    Rax,
    Rcx,
    Rdx,
    Rsi,
    Rdi,
    OrigRax,
    Rip,
    Cs,
    Flags,
    Rsp,
    Ss,
    FsBase,
    GsBase,
    Ds,
    Es,
    Fs,
    Gs,
    Count
};

} // namespace dbgr::keeper::x86_64
