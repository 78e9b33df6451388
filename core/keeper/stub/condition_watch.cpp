// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/condition_watch.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::keeper {

namespace {

using Programs = std::vector<bytecode::Program>;

/// None where one of them makes no sense.
Programs programsOf(const bytecode::JudgedPlace& place)
{
    Programs programs;
    for (const auto& bytes : place.programs) {
        auto program = bytecode::Program::read(bytes);
        if (!program)
            return {};
        programs.push_back(*std::move(program));
    }
    return programs;
}

} // namespace

ConditionWatch::ConditionWatch(ConditionWishes wishes) : m_wishes(std::move(wishes)), m_version(m_wishes.version())
{}

void ConditionWatch::forget()
{
    m_version = m_wishes.version();
    m_programs.clear();
}

void ConditionWatch::refresh()
{
    const std::uint32_t version = m_wishes.version();
    if (version == m_version)
        return;
    m_programs.clear();
    const auto places = m_wishes.places();
    if (!places || m_wishes.version() != version)
        return; // asked again at the next hit
    m_version = version;
    for (const bytecode::JudgedPlace& place : *places) {
        if (Programs programs = programsOf(place); !programs.empty())
            m_programs.insert_or_assign(place.address, std::move(programs));
    }
}

bool ConditionWatch::isFalse(std::uint64_t address, bytecode::Target& thread)
{
    refresh();
    const auto found = m_programs.find(address);
    return found != m_programs.end() && std::ranges::all_of(found->second, [&](const bytecode::Program& program) {
               return bytecode::run(program, thread) == std::optional<std::uint64_t>(0);
           });
}

} // namespace dbgr::keeper
