// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/call_wishes.h"

namespace dbgr::keeper {

CallWishes::Kind CallWishes::kind() const
{
    return m_memory ? static_cast<Kind>(m_memory->kind.load()) : Kind::None;
}

void CallWishes::say(const std::optional<std::set<std::uint32_t>>& numbers) const
{
    if (!m_memory)
        return;
    std::array<std::uint32_t, util::kMostSystemCalls / kWordBits> words{};
    if (numbers) {
        for (const std::uint32_t number : *numbers) {
            if (number < util::kMostSystemCalls)
                words[number / kWordBits] |= std::uint32_t{1} << (number % kWordBits);
        }
    }
    // A rank that runs may stop at a call too many meanwhile, which the engine passes over.
    for (std::size_t i = 0; i < words.size(); ++i)
        m_memory->numbers[i] = words[i];
    const Kind now = !numbers ? Kind::All : numbers->empty() ? Kind::None : Kind::These;
    m_memory->kind = static_cast<std::uint32_t>(now);
}

bool CallWishes::areAny() const
{
    return kind() != Kind::None;
}

bool CallWishes::has(std::uint32_t number) const
{
    switch (kind()) {
    case Kind::None:
        return false;
    case Kind::These:
        return number < util::kMostSystemCalls &&
               (m_memory->numbers[number / kWordBits] >> (number % kWordBits) & 1U) != 0;
    case Kind::All:
        break;
    }
    return true;
}

} // namespace dbgr::keeper
