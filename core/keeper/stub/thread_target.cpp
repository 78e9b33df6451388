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

const ThreadTarget::Line* ThreadTarget::line(RemoteAddress address)
{
    const auto known = std::span(m_lines).first(m_count);
    const auto found = std::ranges::find(known, address, &Line::address);
    if (found != known.end())
        return &*found;
    if (m_count == kMostLines)
        return nullptr;
    Line& next = m_lines[m_count];
    if (!m_process.memory().read(address, next.bytes))
        return nullptr;
    next.address = address;
    ++m_count;
    return &next;
}

bool ThreadTarget::read(std::uint64_t asked, std::span<std::byte> out)
{
    const RemoteAddress address(asked);
    const std::uint64_t offset = address.behindMultipleOf(kLine);
    const Line* const found = offset + out.size() <= kLine ? line(address - offset) : nullptr;
    if (!found)
        return m_process.memory().read(address, out);
    std::ranges::copy(std::span(found->bytes).subspan(static_cast<std::size_t>(offset), out.size()), out.begin());
    return true;
}

} // namespace dbgr::keeper
