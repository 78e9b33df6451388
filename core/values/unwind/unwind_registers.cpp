// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/unwind_registers.h"

#include "values/values_error.h"

#include <cstring>
#include <string>

namespace dbgr::values {

#if defined(__x86_64__)

util::Result<UnwindRegisters> unwindRegisters(std::span<const std::byte> general)
{
    // Where struct user_regs_struct has the register that DWARF gives this number.
    constexpr std::array<std::size_t, kUnwoundRegisters> kSlots = {10, 12, 11, 5, 13, 14, 4, 19, 9,
                                                                   8,  7,  6,  3, 2,  1,  0, 16};
    constexpr std::size_t kBytes = 27 * sizeof(std::uint64_t);
    if (general.size() != kBytes)
        return util::fail(Errc::NotOurs, "a thread's registers have " + std::to_string(general.size()) +
                                             " bytes, and those of this processor " + std::to_string(kBytes));
    UnwindRegisters registers;
    for (std::size_t number = 0; number < kSlots.size(); ++number) {
        std::uint64_t value = 0;
        std::memcpy(&value, &general[kSlots[number] * sizeof value], sizeof value);
        registers[number] = value;
    }
    return registers;
}

#else

util::Result<UnwindRegisters> unwindRegisters(std::span<const std::byte>)
{
    return util::fail(Errc::NotOurs, "stacks of ranks that run are read on x86-64 only");
}

#endif

} // namespace dbgr::values
