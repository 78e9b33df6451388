// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/condition_wishes.h"

#include "keeper/stub/condition_memory.h"

#include <algorithm>
#include <cstring>

namespace dbgr::keeper {

namespace {

constexpr std::size_t kWord = sizeof(std::uint32_t);

} // namespace

bytecode::HitCounts ConditionWishes::counts() const
{
    return m_memory ? bytecode::HitCounts({m_memory, &m_memory->counts}) : bytecode::HitCounts();
}

bytecode::TraceRing ConditionWishes::notes() const
{
    return m_memory ? bytecode::TraceRing({m_memory, &m_memory->notes}) : bytecode::TraceRing();
}

void ConditionWishes::say(std::span<const bytecode::JudgedPlace> places) const
{
    if (!m_memory)
        return;
    const std::uint32_t writing = m_memory->version | 1U; // also where another engine has died in the middle of it
    m_memory->version = writing;
    const std::vector<std::byte> bytes = bytecode::encode(places, kMostBytes);
    for (std::size_t at = 0; at < bytes.size(); at += kWord) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(kWord, bytes.size() - at));
        m_memory->words[at / kWord] = word;
    }
    m_memory->size = static_cast<std::uint32_t>(bytes.size());
    m_memory->version = writing + 1;
}

void ConditionWishes::putInForce(bool areInForce) const
{
    if (m_memory)
        m_memory->inForce = areInForce ? 1 : 0;
}

bool ConditionWishes::areInForce() const
{
    return m_memory && m_memory->inForce != 0;
}

std::uint32_t ConditionWishes::version() const
{
    return m_memory ? m_memory->version.load() : 0;
}

std::optional<std::vector<bytecode::JudgedPlace>> ConditionWishes::places() const
{
    const std::uint32_t before = version();
    if (!m_memory || before % 2 != 0)
        return std::nullopt;
    std::vector<std::byte> bytes(std::min<std::size_t>(m_memory->size, kMostBytes));
    for (std::size_t at = 0; at < bytes.size(); at += kWord) {
        const std::uint32_t word = m_memory->words[at / kWord];
        std::memcpy(bytes.data() + at, &word, std::min(kWord, bytes.size() - at));
    }
    if (version() != before)
        return std::nullopt;
    return bytes.empty() ? std::vector<bytecode::JudgedPlace>() : bytecode::decodePlaces(bytes);
}

} // namespace dbgr::keeper
