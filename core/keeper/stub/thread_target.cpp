// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/thread_target.h"

#include <algorithm>

namespace dbgr::keeper {

std::optional<std::uint64_t> ThreadTarget::registerValue(unsigned number)
{
    const auto& all = m_process.arch().registers().all();
    const auto spec = std::ranges::find(all, std::optional(number), &RegisterSpec::dwarf);
    const RegisterState* const state = spec == all.end() ? nullptr : m_process.registers(m_thread, spec->isExtended());
    const auto bytes = state ? RegisterTable::read(*spec, *state) : std::nullopt;
    if (!bytes)
        return std::nullopt;
    constexpr unsigned kByteBits = 8;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min(bytes->size(), sizeof value); ++i)
        value |= static_cast<std::uint64_t>((*bytes)[i]) << (kByteBits * i);
    return value;
}

} // namespace dbgr::keeper
