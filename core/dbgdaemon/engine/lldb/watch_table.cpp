// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/watch_table.h"

#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "debug/debug_error.h"

#include <lldb/API/SBWatchpointOptions.h>

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

using Use = debug::WatchedData::Use;

// No processor that we know has more, nor wider ones.
constexpr std::uint64_t kRegisterBytes = 8;
constexpr std::uint64_t kMostWatchedBytes = 4 * kRegisterBytes;

const debug::WatchedData& dataOf(const debug::BreakpointSpec& spec)
{
    return std::get<debug::WatchedData>(spec.where);
}

bool isNamed(const util::MemoryChange& change, std::uint64_t address)
{
    return std::ranges::find(change.areas, address) != change.areas.end();
}

tl::unexpected<util::Error> noRoom(const debug::BreakpointSpec& spec, const std::string& why, const char* advice)
{
    return util::fail(debug::Errc::NoSuchPlace, "'" + dataOf(spec).expression + "' cannot be watched: " + why, advice);
}

} // namespace

WatchTable::WatchTable(LldbSession& session, std::function<void(std::span<const util::MemoryArea>)> watchSlowly)
    : m_session(session), m_watchSlowly(std::move(watchSlowly))
{
    say();
}

util::Result<debug::BreakpointStatus> WatchTable::set(const debug::SetBreakpoint& request)
{
    const auto found = m_entries.find(request.spec.id);
    if (found != m_entries.end() && found->second.spec.where == request.spec.where && found->second.over.empty()) {
        DBGR_TRY(adjust(found->second, request));
        return statusOf(found->second);
    }
    DBGR_TRY(Entry entry, watch(request));
    remove(request.spec.id);
    const Entry& known = m_entries.emplace(request.spec.id, std::move(entry)).first->second;
    say();
    return statusOf(known);
}

util::Result<WatchTable::Entry> WatchTable::watch(const debug::SetBreakpoint& request)
{
    DBGR_TRY(m_session.requireStopped());
    auto frame = chosenFrame(m_session, request.thread, request.frame, request.match);
    // By which a rank that is in another function finds what all its calls share.
    const values::Address code =
        request.match ? codeOf(m_session.target(), request.match->function) : values::Address{};
    if (!frame && !request.match)
        return util::fail(std::move(frame).error());
    Entry entry;
    entry.spec = request.spec;
    entry.finder = m_session.valuesToKeep();
    DBGR_TRY(entry.place, entry.finder->keep(frame ? *frame : ShownFrame(), code, dataOf(request.spec).expression));
    DBGR_TRY(checkSize(entry));
    entry.lastValue = m_session.values().look(entry.place);
    entry.last = bytesOf(entry);
    if (entry.last.empty())
        return noRoom(request.spec, "its memory cannot be read", "");
    if (dataOf(request.spec).slow) {
        DBGR_TRY(checkSlowRoom(entry));
    } else {
        DBGR_TRY(entry.watchpoint, arm(entry));
    }
    lldb::SBThread thread = frame ? frame->thread() : lldb::SBThread();
    if (thread.IsValid())
        entry.scope = scopeOf(m_session.target(), thread, entry.place.value.address.value);
    entry.toIgnore = request.spec.ignore;
    if (frame)
        checkCondition(entry, *frame);
    if (!request.spec.enabled && entry.watchpoint.IsValid())
        entry.watchpoint.SetEnabled(false);
    return entry;
}

util::Result<void> WatchTable::checkSize(const Entry& entry) const
{
    const std::uint64_t bytes = entry.place.bytes;
    const bool isSlow = dataOf(entry.spec).slow;
    if (bytes != 0 && bytes <= (isSlow ? util::kMostSlowBytes : kMostWatchedBytes))
        return util::ok();
    if (isSlow)
        return noRoom(entry.spec,
                      "it is " + std::to_string(bytes) + " bytes, and at most " + std::to_string(util::kMostSlowBytes) +
                          " are compared",
                      "watch one of its elements, or a member");
    const bool isSlowBetter = bytes != 0 && bytes <= util::kMostSlowBytes && dataOf(entry.spec).use == Use::Change;
    return noRoom(
        entry.spec,
        "it is " + std::to_string(bytes) + " bytes, and processors watch at most " + std::to_string(kMostWatchedBytes),
        isSlowBetter ? "Watch one of its elements, or a member; or all of it by 'watch --slow', which executes "
                       "one instruction at a time, and takes thousands of times longer."
                     : "watch one of its elements, or a member");
}

util::Result<void> WatchTable::checkSlowRoom(const Entry& entry) const
{
    if (!m_watchSlowly)
        return noRoom(entry.spec, "what holds the rank does not compare its memory", "");
    if (dataOf(entry.spec).use != Use::Change)
        return noRoom(entry.spec,
                      dataOf(entry.spec).use == Use::Write
                          ? "a write of the value that is there leaves nothing that could be compared"
                          : "what only is read leaves nothing that could be compared",
                      "watch for its changes");
    std::size_t count = 0;
    for (const auto& [id, other] : m_entries)
        count += isWatchedSlowly(other) && id != entry.spec.id ? 1 : 0;
    if (count < util::kMostSlowAreas)
        return util::ok();
    return noRoom(entry.spec, "so many places of a rank are watched slowly already: " + std::to_string(count),
                  "'disable' or 'delete' one of them");
}

/// It is enabled, and not over.
bool WatchTable::isWatchedSlowly(const Entry& entry)
{
    return dataOf(entry.spec).slow && entry.over.empty() && entry.spec.enabled;
}

std::vector<util::MemoryArea> WatchTable::slowAreas() const
{
    std::vector<util::MemoryArea> areas;
    for (const auto& [id, entry] : m_entries) {
        if (isWatchedSlowly(entry) && areas.size() < util::kMostSlowAreas)
            areas.push_back({entry.place.value.address.value, static_cast<std::uint32_t>(entry.place.bytes)});
    }
    return areas;
}

void WatchTable::say()
{
    if (!m_watchSlowly)
        return;
    std::vector<util::MemoryArea> areas = slowAreas();
    if (areas == m_said)
        return;
    m_watchSlowly(areas);
    m_said = std::move(areas);
}

void WatchTable::checkCondition(Entry& entry, ShownFrame frame)
{
    const std::string& condition = entry.spec.condition;
    entry.wrong.clear();
    if (condition.empty())
        return;
    entry.isOurs = m_session.values().evaluate(frame, condition).has_value();
    entry.wrong = problemOf(m_session, frame, condition);
}

util::Result<lldb::SBWatchpoint> WatchTable::arm(const Entry& entry)
{
    const Use use = dataOf(entry.spec).use;
    lldb::SBWatchpointOptions options;
    options.SetWatchpointTypeRead(use == Use::Read || use == Use::Any);
    options.SetWatchpointTypeWrite(use == Use::Change ? lldb::eWatchpointWriteTypeOnModify
                                                      : lldb::eWatchpointWriteTypeAlways);
    lldb::SBError error;
    lldb::SBWatchpoint made = m_session.target().WatchpointCreateByAddress(entry.place.value.address.value,
                                                                           entry.place.bytes, options, error);
    if (made.IsValid() && error.Success())
        return made;
    return noRegister(entry);
}

tl::unexpected<util::Error> WatchTable::noRegister(const Entry& entry) const
{
    const Use use = dataOf(entry.spec).use;
    const std::uint32_t room = registersOfProcessor();
    std::string taken;
    for (const auto& [id, other] : m_entries) {
        if (other.over.empty() && other.spec.enabled && !dataOf(other.spec).slow)
            taken += (taken.empty() ? "" : ", ") + std::to_string(id.value());
    }
    if (room == 0)
        return noRoom(
            entry.spec, "the processor of this machine stops nobody for memory that it is to watch",
            use == Use::Change || use == Use::Write
                ? "Some virtual machines are so; 'dbgr doctor' says it. 'watch --slow' watches for changes all "
                  "the same, by executing one instruction at a time, which takes thousands of times longer."
                : "Some virtual machines are so; 'dbgr doctor' says it. A condition of a breakpoint may do "
                  "instead.");
    return noRoom(entry.spec,
                  "the processor watches " + std::to_string(room) + " places of up to 8 bytes in a rank" +
                      (taken.empty() ? ", and that is not enough" : ", and watchpoints " + taken + " have them"),
                  use == Use::Change
                      ? "'disable' or 'delete' one of them, or watch something smaller; or by 'watch --slow', which "
                        "executes one instruction at a time, and takes thousands of times longer."
                      : "'disable' or 'delete' one of them, or watch something smaller");
}

util::Result<void> WatchTable::adjust(Entry& entry, const debug::SetBreakpoint& request)
{
    DBGR_TRY(enable(entry, request.spec.enabled));
    if (request.ignoreAnew || entry.spec.ignore != request.spec.ignore)
        entry.toIgnore = request.spec.ignore;
    const bool isOther = entry.spec.condition != request.spec.condition;
    entry.spec = request.spec;
    if (isOther && m_session.requireStopped()) {
        lldb::SBThread thread = m_session.process().GetSelectedThread();
        ShownFrame frame = entry.scope ? ShownFrame(frameOf(*entry.scope, thread)) : frameThatCounts(thread);
        if (frame.isValid())
            checkCondition(entry, frame);
    }
    return util::ok();
}

/// What has no room stays as it is.
util::Result<void> WatchTable::enable(Entry& entry, bool enabled)
{
    if (entry.spec.enabled == enabled)
        return util::ok();
    if (dataOf(entry.spec).slow) {
        if (enabled)
            DBGR_TRY(checkSlowRoom(entry));
        m_isNew = m_isNew || enabled;
        entry.spec.enabled = enabled;
        say();
    } else {
        entry.watchpoint.SetEnabled(enabled);
        if (entry.watchpoint.IsEnabled() != enabled)
            return noRegister(entry);
        entry.spec.enabled = enabled;
    }
    if (enabled && m_session.requireStopped()) {
        entry.last = bytesOf(entry);
        entry.lastValue = m_session.values().look(entry.place);
    }
    return util::ok();
}

bool WatchTable::remove(util::BreakpointId id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return false;
    takeOut(found->second);
    m_entries.erase(found);
    say();
    return true;
}

void WatchTable::takeOut(Entry& entry)
{
    if (entry.watchpoint.IsValid())
        m_session.target().DeleteWatchpoint(entry.watchpoint.GetID());
    if (entry.scope)
        m_session.target().BreakpointDelete(entry.scope->atReturn.GetID());
    entry.watchpoint = {};
    entry.scope.reset();
}

debug::BreakpointStatus WatchTable::statusOf(const Entry& entry) const
{
    debug::BreakpointStatus status;
    status.id = entry.spec.id;
    (entry.over.empty() ? status.resolved : status.pending).insert(m_session.rank());
    status.problem = entry.over.empty() ? entry.wrong : entry.over;
    if (entry.scope)
        status.scope = entry.scope->function;
    if (entry.over.empty() && !entry.spec.condition.empty())
        status.judge = entry.isOurs ? debug::Judge::Reader : debug::Judge::Compiler;
    status.registers = registersOf(entry);
    return status;
}

debug::WatchRegisters WatchTable::registersOf(const Entry& entry) const
{
    if (!entry.over.empty() || !entry.watchpoint.IsValid() || !entry.spec.enabled)
        return {};
    // Each register watches within bytes that are aligned to as many.
    const std::uint64_t first = entry.place.value.address.value / kRegisterBytes;
    const std::uint64_t last = (entry.place.value.address.value + entry.place.bytes - 1) / kRegisterBytes;
    return {static_cast<std::uint32_t>(last - first + 1), registersOfProcessor()};
}

/// 0: it watches nothing, or does not say.
std::uint32_t WatchTable::registersOfProcessor() const
{
    lldb::SBError unknown;
    return m_session.process().GetNumSupportedHardwareWatchpoints(unknown);
}

WatchTable::Bytes WatchTable::bytesOf(const Entry& entry) const
{
    Bytes bytes(entry.place.bytes);
    lldb::SBError error;
    const std::size_t read =
        m_session.process().ReadMemory(entry.place.value.address.value, bytes.data(), bytes.size(), error);
    return error.Success() && read == bytes.size() ? bytes : Bytes();
}

const WatchTable::News& WatchTable::news(lldb::SBThread thread)
{
    const auto [known, isNew] = m_news.try_emplace(thread.GetThreadID());
    if (isNew && !m_entries.empty())
        known->second = newsOf(thread);
    return known->second;
}

std::optional<util::MemoryChange> WatchTable::slowStopOf(lldb::SBThread thread)
{
    if (thread.GetStopReason() != lldb::eStopReasonException)
        return std::nullopt;
    char words[512] = "";
    thread.GetStopDescription(words, sizeof words);
    return util::memoryChangeOf(words);
}

WatchTable::News WatchTable::newsOf(lldb::SBThread thread)
{
    const auto slow = slowStopOf(thread);
    const bool isOfProcessor = thread.GetStopReason() == lldb::eStopReasonWatchpoint;
    const bool isWatchStop = isOfProcessor || slow;
    const auto named = isOfProcessor ? static_cast<lldb::watch_id_t>(thread.GetStopReasonDataAtIndex(0)) : 0;
    News news;
    news.isFromOutside = slow && !slow->isByThread;
    for (auto& [id, entry] : m_entries) {
        if (!entry.over.empty())
            continue;
        const bool isHit = slow ? isNamed(*slow, entry.place.value.address.value)
                                : isOfProcessor && entry.watchpoint.IsValid() && entry.watchpoint.GetID() == named;
        if (endIfOver(entry, thread, isHit)) {
            news.isReturn = true;
            if (entry.spec.enabled) {
                news.function = news.ended.empty() ? entry.scope->function : news.function;
                news.ended.push_back(id);
            }
        } else if (isWatchStop && entry.spec.enabled) {
            if (auto change = changeOf(entry, thread, isHit))
                news.changes.push_back(*std::move(change));
        }
    }
    return news;
}

bool WatchTable::endIfOver(Entry& entry, lldb::SBThread thread, bool isHit)
{
    if (!entry.scope)
        return false;
    // The way out may have been another one: then somebody else's data is there now.
    if (!hasReturned(*entry.scope, thread) && (!isHit || frameOf(*entry.scope, thread).IsValid()))
        return false;
    entry.over = "the call of " + entry.scope->function + " that it was of is over; 'enable " +
                 std::to_string(entry.spec.id.value()) + "' looks for it where the ranks stand then";
    return true;
}

std::optional<debug::WatchedChange> WatchTable::changeOf(Entry& entry, lldb::SBThread thread, bool isHit)
{
    const Use use = dataOf(entry.spec).use;
    Bytes now = bytesOf(entry);
    debug::ValueGroup value = m_session.values().look(entry.place);
    const bool isChanged = entry.place.value.bitField ? value.value != entry.lastValue.value : now != entry.last;
    debug::WatchedChange change;
    change.id = entry.spec.id;
    change.before = entry.lastValue.value;
    change.contentBefore = entry.lastValue.content;
    change.after = value.value;
    change.contentAfter = value.content;
    change.type = value.type;
    change.problem = value.problem;
    entry.last = std::move(now);
    entry.lastValue = std::move(value);
    const bool isAskedFor = use == Use::Change  ? isChanged
                            : use == Use::Write ? isHit || isChanged
                                                : isHit && (use == Use::Any || !isChanged);
    return isAskedFor && isWanted(entry, thread) ? std::optional(std::move(change)) : std::nullopt;
}

bool WatchTable::isWanted(Entry& entry, lldb::SBThread thread)
{
    if (entry.spec.thread && entry.spec.thread->value != thread.GetIndexID())
        return false;
    const std::string& condition = entry.spec.condition;
    if (!condition.empty()) {
        ShownFrame frame = entry.scope ? ShownFrame(frameOf(*entry.scope, thread)) : frameThatCounts(thread);
        if (entry.isOurs ? m_session.values().isFalse(frame, condition) : isFalse(m_session, frame, condition))
            return false;
    }
    if (entry.toIgnore == 0)
        return true;
    --entry.toIgnore;
    return false;
}

std::string WatchTable::expressionsOf(const std::vector<util::BreakpointId>& ids) const
{
    std::string text;
    for (const util::BreakpointId id : ids) {
        if (const auto found = m_entries.find(id); found != m_entries.end())
            text += (text.empty() ? "" : ", ") + dataOf(found->second.spec).expression;
    }
    return text;
}

void WatchTable::look()
{
    for (auto& [id, entry] : m_entries) {
        if (!entry.over.empty())
            continue;
        Bytes now = bytesOf(entry);
        if (now.empty() || now == entry.last)
            continue; // else the user, or the kernel, has written there
        entry.last = std::move(now);
        entry.lastValue = m_session.values().look(entry.place);
    }
}

std::vector<debug::BreakpointStatus> WatchTable::takeOutEnded()
{
    std::vector<debug::BreakpointStatus> told;
    for (auto& [id, entry] : m_entries) {
        if (entry.over.empty() || std::exchange(entry.isOverTold, true))
            continue;
        debug::BreakpointStatus status = statusOf(entry);
        takeOut(entry);
        told.push_back(std::move(status));
    }
    if (!told.empty())
        say();
    return told;
}

void WatchTable::endAll()
{
    for (auto& [id, entry] : m_entries) {
        if (entry.over.empty())
            entry.over =
                "the rank has become another program; 'enable " + std::to_string(id.value()) + "' looks for it there";
    }
    say();
}

} // namespace dbgr::daemon
