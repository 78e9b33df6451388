// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/condition_watch.h"

#include <algorithm>
#include <utility>

namespace dbgr::keeper {

/// None where one of them makes no sense.
ConditionWatch::Judges ConditionWatch::judgesOf(const bytecode::JudgedPlace& place)
{
    Judges judges;
    for (const bytecode::JudgedBreakpoint& one : place.breakpoints) {
        auto program = bytecode::Program::read(one.program);
        if (!program)
            return {};
        judges.push_back({*std::move(program), one.count});
    }
    return judges;
}

ConditionWatch::ConditionWatch(ConditionWishes wishes)
    : m_wishes(std::move(wishes)), m_counts(m_wishes.counts()), m_version(m_wishes.version())
{}

void ConditionWatch::forget()
{
    m_version = m_wishes.version();
    m_places.clear();
    m_last.clear();
}

void ConditionWatch::refresh()
{
    const std::uint32_t version = m_wishes.version();
    if (version == m_version)
        return;
    m_places.clear();
    const auto places = m_wishes.places();
    if (!places || m_wishes.version() != version)
        return; // asked again at the next hit
    m_version = version;
    for (const bytecode::JudgedPlace& place : *places) {
        if (Judges judges = judgesOf(place); !judges.empty())
            m_places.insert_or_assign(place.address, std::move(judges));
    }
}

std::optional<ConditionWatch::Counted> ConditionWatch::passed(std::uint64_t address, bytecode::Target& thread,
                                                              const Counted& before)
{
    refresh();
    const auto found = m_places.find(address);
    if (found == m_places.end())
        return std::nullopt;
    Counted counted;
    for (const Judged& judge : found->second) {
        const auto verdict = bytecode::run(judge.program, thread);
        if (!verdict || (*verdict != 0 && !judge.count))
            return std::nullopt;
        if (*verdict == 0)
            continue;
        const auto taken = static_cast<std::uint64_t>(std::ranges::count(before, *judge.count));
        if (m_counts.left(*judge.count) <= taken)
            return std::nullopt;
        counted.push_back(*judge.count);
    }
    return counted;
}

void ConditionWatch::count(util::ThreadId thread, const Counted& hit)
{
    std::vector<Taken>& last = m_last[thread];
    last.clear();
    for (const std::uint16_t number : hit) {
        const bool wasLeft = m_counts.pass(number);
        if (!wasLeft) // the engine has said something else in the same moment: that holds from the next hit on
            m_counts.notePassed(number);
        last.push_back({number, wasLeft});
    }
}

void ConditionWatch::takeBack(util::ThreadId thread)
{
    const auto last = m_last.find(thread);
    if (last == m_last.end())
        return;
    for (const Taken& taken : last->second)
        m_counts.giveBack(taken.number, taken.wasLeft);
    m_last.erase(last);
}

} // namespace dbgr::keeper
