// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/hit_counts.h"

#include <limits>

namespace dbgr::bytecode {

namespace {

using Number = std::atomic<std::uint64_t>;

constexpr std::uint64_t kFull = std::numeric_limits<std::uint64_t>::max();
/// Each is lost to another process, which may mean it ill.
constexpr int kMostTries = 1000;

/// False: it is at `end`, where it stays, or is never left alone.
bool move(Number& number, std::uint64_t end, std::uint64_t by)
{
    std::uint64_t before = number;
    for (int tries = 0; before != end && tries < kMostTries; ++tries) {
        if (number.compare_exchange_weak(before, before + by))
            return true;
    }
    return false;
}

bool increase(Number& number)
{
    return move(number, kFull, 1);
}

bool decrease(Number& number)
{
    return move(number, 0, ~std::uint64_t{0});
}

} // namespace

std::uint64_t HitCounts::left(std::uint16_t number) const
{
    return has(number) ? (*m_memory)[number].left.load() : 0;
}

std::uint64_t HitCounts::passed(std::uint16_t number) const
{
    return has(number) ? (*m_memory)[number].passed.load() : 0;
}

void HitCounts::begin(std::uint16_t number) const
{
    if (!has(number))
        return;
    (*m_memory)[number].left = 0;
    (*m_memory)[number].passed = 0;
}

void HitCounts::setLeft(std::uint16_t number, std::uint64_t hits) const
{
    if (has(number))
        (*m_memory)[number].left = hits;
}

bool HitCounts::pass(std::uint16_t number) const
{
    if (!has(number) || !decrease((*m_memory)[number].left))
        return false;
    notePassed(number);
    return true;
}

void HitCounts::notePassed(std::uint16_t number) const
{
    if (has(number))
        increase((*m_memory)[number].passed);
}

void HitCounts::giveBack(std::uint16_t number, bool wasTaken) const
{
    if (!has(number))
        return;
    decrease((*m_memory)[number].passed);
    if (wasTaken)
        increase((*m_memory)[number].left);
}

} // namespace dbgr::bytecode
