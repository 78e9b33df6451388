// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/call_table.h"

#include "debug/debug_error.h"
#include "util/string_util.h"
#include "util/system_calls.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::daemon {

namespace {

/// \param only debug::Moment::only \errors NoSuchPlace
util::Result<CallTable::Numbers> numbersOf(const std::string& only)
{
    if (only.empty())
        return CallTable::Numbers();
    std::set<std::uint32_t> numbers;
    for (const std::string_view word : util::split(only, ' ')) {
        const auto typed = util::parseNumber<std::uint32_t>(word);
        const auto number = typed ? typed : util::systemCallNumber(word);
        if (!number || *number >= util::kMostSystemCalls)
            return util::fail(debug::Errc::NoSuchPlace,
                              "the rank's processor has no system call '" + std::string(word) + "'");
        numbers.insert(*number);
    }
    return CallTable::Numbers(std::move(numbers));
}

} // namespace

CallTable::CallTable(util::Rank rank, std::function<void(const Numbers&)> say) : m_rank(rank), m_say(std::move(say))
{
    this->say();
}

util::Result<debug::BreakpointStatus> CallTable::set(const debug::SetBreakpoint& request)
{
    const debug::BreakpointSpec& spec = request.spec;
    if (!m_say)
        return util::fail(debug::Errc::NoSuchPlace, "what holds the rank does not see its system calls");
    DBGR_TRY(Numbers numbers, numbersOf(std::get<debug::Moment>(spec.where).only));
    const auto before = m_entries.find(spec.id);
    const bool countsAnew =
        before == m_entries.end() || request.ignoreAnew || before->second.spec.ignore != spec.ignore;
    const std::uint32_t left = countsAnew ? spec.ignore : before->second.toIgnore;
    m_entries.insert_or_assign(spec.id, Entry{spec, std::move(numbers), left});
    m_isNew = m_isNew || spec.enabled;
    say();
    debug::BreakpointStatus status;
    status.id = spec.id;
    status.resolved.insert(m_rank);
    return status;
}

bool CallTable::remove(util::BreakpointId id)
{
    const bool wasThere = m_entries.erase(id) != 0;
    if (wasThere)
        say();
    return wasThere;
}

CallTable::Numbers CallTable::wanted() const
{
    std::set<std::uint32_t> all;
    for (const auto& [id, entry] : m_entries) {
        if (!entry.spec.enabled)
            continue;
        if (!entry.numbers)
            return std::nullopt;
        all.insert(entry.numbers->begin(), entry.numbers->end());
    }
    return all;
}

void CallTable::say()
{
    if (m_say)
        m_say(wanted());
}

std::optional<util::SystemCallStop> CallTable::stopOf(lldb::SBThread thread)
{
    if (thread.GetStopReason() != lldb::eStopReasonException)
        return std::nullopt;
    char words[512] = "";
    thread.GetStopDescription(words, sizeof words);
    return util::systemCallStopOf(words);
}

debug::SystemCall CallTable::factsOf(const util::SystemCallStop& stop)
{
    debug::SystemCall call{stop.number, std::string(util::systemCallName(stop.number)), stop.value.has_value()};
    for (std::size_t i = 0; i < util::systemCallArguments(stop.number); ++i)
        call.arguments.emplace_back(stop.arguments.at(i));
    call.value = stop.value;
    return call;
}

std::vector<util::BreakpointId> CallTable::at(const util::SystemCallStop& stop, lldb::SBThread thread) const
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, entry] : m_entries) {
        const bool isThread = !entry.spec.thread || entry.spec.thread->value == thread.GetIndexID();
        if (entry.spec.enabled && isThread && (!entry.numbers || entry.numbers->contains(stop.number)))
            ids.push_back(id);
    }
    return ids;
}

bool CallTable::isToBePassed(util::BreakpointId id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.toIgnore == 0)
        return false;
    --found->second.toIgnore;
    return true;
}

} // namespace dbgr::daemon
