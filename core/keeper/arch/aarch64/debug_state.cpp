// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/aarch64/aarch64.h"

#include <algorithm>
#include <cstring>

namespace dbgr::keeper::aarch64 {

namespace {

// The kernel's state: a word whose lowest byte is the number of places, a word that pads, and 16 bytes for each place.
constexpr std::size_t kStateHeader = 8;
constexpr std::size_t kPlaceBytes = 16;
constexpr std::size_t kControlOffset = 8; // in a place, behind the address
constexpr std::uint64_t kWatchedWord = 8;
constexpr std::uint64_t kInstructionBytes = 4;
constexpr std::uint32_t kEnabled = 1;

bool isOfKind(const HardwareTrap& trap, DebugKind kind)
{
    return (trap.on == HardwareTrap::On::Execution) == (kind == DebugKind::Breakpoints);
}

/// Enabled, for programs (EL0), what for, and which bytes behind the address.
std::uint32_t controlOf(const HardwareTrap& trap)
{
    constexpr unsigned kPrivilegeShift = 1;
    constexpr unsigned kPurposeShift = 3;
    constexpr unsigned kBytesShift = 5;
    constexpr std::uint32_t kProgram = 2;
    const bool isExecution = trap.on == HardwareTrap::On::Execution;
    const std::uint32_t purpose = isExecution                          ? 0
                                  : trap.on == HardwareTrap::On::Read  ? 1
                                  : trap.on == HardwareTrap::On::Write ? 2
                                                                       : 3;
    const std::uint64_t size = isExecution ? kInstructionBytes : trap.size;
    const std::uint64_t from = isExecution ? 0 : trap.address.behindMultipleOf(kWatchedWord);
    const auto bytes = static_cast<std::uint32_t>(((std::uint64_t{1} << size) - 1) << from);
    return kEnabled | kProgram << kPrivilegeShift | purpose << kPurposeShift | bytes << kBytesShift;
}

} // namespace

RegisterBytes debugState(const Arch::HardwareTraps& traps, DebugKind kind, std::size_t places)
{
    RegisterBytes state(kStateHeader + places * kPlaceBytes);
    state.front() = static_cast<std::byte>(places);
    std::size_t place = 0;
    for (const auto& trap : traps) {
        if (!trap || !isOfKind(*trap, kind) || place == places)
            continue;
        const std::uint64_t grain = kind == DebugKind::Breakpoints ? kInstructionBytes : kWatchedWord;
        const std::uint64_t address = trap->address.alignedDown(grain).value();
        const std::uint32_t control = controlOf(*trap);
        std::byte* const at = state.data() + kStateHeader + place++ * kPlaceBytes;
        std::memcpy(at, &address, sizeof address);
        std::memcpy(at + kControlOffset, &control, sizeof control);
    }
    return state;
}

std::size_t debugPlaces(const RegisterBytes& state)
{
    if (state.size() < kStateHeader)
        return 0;
    return std::min(std::to_integer<std::size_t>(state.front()), (state.size() - kStateHeader) / kPlaceBytes);
}

bool hasEnabledTrap(const RegisterBytes& state)
{
    for (std::size_t place = 0; place < debugPlaces(state); ++place) {
        std::uint32_t control = 0;
        std::memcpy(&control, state.data() + kStateHeader + place * kPlaceBytes + kControlOffset, sizeof control);
        if ((control & kEnabled) != 0)
            return true;
    }
    return false;
}

std::optional<std::size_t> trapAt(const Arch::HardwareTraps& traps, RemoteAddress address)
{
    std::optional<std::size_t> nearest;
    std::uint64_t least = 0;
    for (std::size_t i = 0; i < traps.size(); ++i) {
        const auto& trap = traps[i];
        if (!trap)
            continue;
        if (trap->on == HardwareTrap::On::Execution) {
            if (trap->address == address)
                return i;
            continue;
        }
        const RemoteAddress end = trap->address + trap->size;
        const std::uint64_t distance = address < trap->address ? trap->address - address
                                       : address >= end        ? address - end + 1
                                                               : 0;
        if (!nearest || distance < least) {
            nearest = i;
            least = distance;
        }
    }
    return nearest;
}

} // namespace dbgr::keeper::aarch64
