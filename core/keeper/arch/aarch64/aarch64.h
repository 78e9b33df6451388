// SPDX-License-Identifier: BSD-3-Clause
// 64-bit ARM as Linux shows it. Compiled and its arithmetic tested for every release, but never run on such a
// processor. Return addresses may carry a signature (PAC): the kernel's masks of its bits are registers here, code_mask
// and data_mask, by which liblldb takes them off. Of the scalable vectors (SVE) only the lower 128 bits are shown, as
// v0 to v31; the rest, and their predicates, are kept whole when registers are saved and put back. Streaming mode (SME)
// is not known of. Thread: any.
#pragma once

#include "keeper/arch/arch.h"

#include <memory>

namespace dbgr::keeper::aarch64 {

/// What not every such processor has.
struct Features
{
    bool pointerAuthentication = false;
    bool scalableVectors = false;
};

[[nodiscard]] std::unique_ptr<Arch> make(const Features& features);

/// The registers, in the order of their numbers.
[[nodiscard]] RegisterTable registersFor(const Features& features);
/// The kernel has the vectors twice where they are scalable, and takes those that come last: has both say what the
/// first do. \param extended as make()'s extendedSets() put it together
void alignVectors(const Features& features, RegisterBytes& extended);

enum class DebugKind
{
    Breakpoints, ///< NT_ARM_HW_BREAK
    Watchpoints  ///< NT_ARM_HW_WATCH
};
/// The kernel's state of the hardware traps of one kind (user_hwdebug_state).
/// \param places that there are of the kind \pre the traps fit
[[nodiscard]] RegisterBytes debugState(const Arch::HardwareTraps& traps, DebugKind kind, std::size_t places);
/// How many places such a state has; 0 where it is too short.
[[nodiscard]] std::size_t debugPlaces(const RegisterBytes& state);
/// Whether any trap in it is on.
[[nodiscard]] bool hasEnabledTrap(const RegisterBytes& state);
/// Which trap has stopped a thread. \param address that the kernel tells: of the instruction, or of the access, which
/// may begin below what is watched
[[nodiscard]] std::optional<std::size_t> trapAt(const Arch::HardwareTraps& traps, RemoteAddress address);

/// Offsets in what the kernel calls user_pt_regs; each is of 8 bytes.
enum class General : std::size_t
{
    X0,
    X8 = 8,
    Fp = 29,
    Lr = 30,
    Sp = 31,
    Pc = 32,
    Pstate = 33,
    Count
};

/// Where the sets that are always there begin in the extended state.
inline constexpr std::size_t kVectorSetBytes = 528;
inline constexpr std::size_t kThreadPointerOffset = kVectorSetBytes;
inline constexpr std::size_t kMasksOffset = kThreadPointerOffset + 8;
inline constexpr std::size_t kMasksBytes = 16;

} // namespace dbgr::keeper::aarch64
