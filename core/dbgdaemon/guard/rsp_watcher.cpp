// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/rsp_watcher.h"

#include "dbgdaemon/guard/stop_reply.h"
#include "util/string_util.h"

#include <algorithm>
#include <string>
#include <vector>

namespace dbgr::daemon {

namespace {

bool isStopReply(std::string_view payload)
{
    return !payload.empty() && std::string_view("TSWXN").find(payload.front()) != std::string_view::npos;
}

bool isSimpleReply(std::string_view payload)
{
    return payload == "OK" || payload.empty() || payload.front() == 'E';
}

/// The pid of "p1a2b.1a2b" or "p1a2b"; nothing when there is none.
std::optional<util::Pid> pidOf(std::string_view threadId)
{
    if (!threadId.starts_with('p'))
        return std::nullopt;
    threadId.remove_prefix(1);
    const auto pid = util::parseNumber<std::int32_t>(threadId.substr(0, threadId.find('.')), 16);
    return pid ? std::optional(util::Pid(*pid)) : std::nullopt;
}

/// The breakpoint of "Z0,401136,1" and "Z0,401136,1;X..."; nothing when it is not one.
std::optional<RspBreakpoint> breakpointOf(std::string_view payload)
{
    const std::vector<std::string_view> parts = util::split(payload.substr(0, payload.find(';')), ',');
    if (parts.size() != 3 || parts[0].size() != 2 || parts[0][1] < '0' || parts[0][1] > '4')
        return std::nullopt;
    const auto address = util::parseNumber<std::uint64_t>(parts[1], 16);
    const auto kind = util::parseNumber<std::uint32_t>(parts[2], 16);
    if (!address || !kind)
        return std::nullopt;
    return RspBreakpoint{parts[0][1], *address, *kind};
}

} // namespace

RspWatcher::RspWatcher(util::Pid rank, bool running) : m_rank(rank), m_running(running)
{
    if (running)
        m_requests.push_back({Request::Kind::Resume, {}});
}

ClientNews RspWatcher::onClient(const rsp::Unit& unit)
{
    const bool isPacket = unit.kind == rsp::Unit::Kind::Packet;
    if (!isPacket && !(unit.kind == rsp::Unit::Kind::LongPacket && unit.first))
        return {};
    const Request request = isPacket ? parse(unit.payload) : Request{};
    m_requests.push_back(request);
    if (m_requests.size() > kMaxRequests)
        m_requests.pop_front();
    switch (request.kind) {
    case Request::Kind::Resume:
        m_running = true;
        return {ClientNews::Kind::WillResume, {}};
    case Request::Kind::Insert:
        return {ClientNews::Kind::WillInsert, request.breakpoint};
    default:
        return {};
    }
}

RspWatcher::Request RspWatcher::parse(std::string_view payload)
{
    using Kind = Request::Kind;
    if (payload.empty())
        return {};
    const char first = payload.front();
    if (payload.starts_with("vCont;") || first == 'c' || first == 'C' || first == 's' || first == 'S')
        return {Kind::Resume, {}};
    if (payload.starts_with("Hg")) {
        selectProcess(payload.substr(2));
        return {};
    }
    if (payload == "QStartNoAckMode")
        return {Kind::NoAcks, {}};
    if (first == 'k') {
        m_gone = true; // there may be no reply
        return {};
    }
    if (first == 'D') {
        const auto pid = payload.starts_with("D;") ? pidOf("p" + std::string(payload.substr(2))) : std::nullopt;
        return {!pid || *pid == m_rank ? Kind::Detach : Kind::Other, {}};
    }
    if (m_elsewhere || (first != 'Z' && first != 'z'))
        return {};
    const auto breakpoint = breakpointOf(payload);
    if (!breakpoint)
        return {};
    return {first == 'Z' ? Kind::Insert : Kind::Remove, *breakpoint};
}

void RspWatcher::selectProcess(std::string_view argument)
{
    const auto pid = pidOf(argument);
    // Without a pid the process stays chosen; p-1 and p0 mean all or any.
    if (pid)
        m_elsewhere = pid->value() > 0 && *pid != m_rank;
}

StubNews RspWatcher::onStub(const rsp::Unit& unit)
{
    if (unit.kind == rsp::Unit::Kind::LongPacket) {
        // No reply that matters is long, except a stop with very many threads.
        if (unit.first && !m_requests.empty()) {
            const Request request = m_requests.front();
            m_requests.pop_front();
            if (request.kind == Request::Kind::Resume)
                return onStopReply(unit.raw.substr(1));
        }
        return {};
    }
    if (unit.kind != rsp::Unit::Kind::Packet || m_requests.empty())
        return {};
    const Request request = m_requests.front();
    const bool isResume = request.kind == Request::Kind::Resume;
    // Program output ("O...") comes between a resume and its stop; a stop that was under way while an interrupt was
    // sent is nobody's reply.
    if (isResume ? !isStopReply(unit.payload) && !isSimpleReply(unit.payload)
                 : request.kind != Request::Kind::Other && !isSimpleReply(unit.payload))
        return {};
    if (isResume && unit.payload.starts_with('E') && refuseLaterResume())
        return {};
    m_requests.pop_front();
    return isResume ? onStopReply(unit.payload) : onReply(request, unit.payload);
}

bool RspWatcher::refuseLaterResume()
{
    const auto later = std::find_if(m_requests.begin() + 1, m_requests.end(),
                                    [](const Request& request) { return request.kind == Request::Kind::Resume; });
    if (later == m_requests.end())
        return false;
    m_requests.erase(later);
    return true;
}

StubNews RspWatcher::onStopReply(std::string_view payload)
{
    using Kind = StubNews::Kind;
    const bool ended = payload.starts_with('W') || payload.starts_with('X');
    m_running = false;
    m_gone = m_gone || ended;
    StubNews news{ended ? Kind::Exited : Kind::Stopped, {}, {}, false};
    if (payload.starts_with('T')) {
        if (const auto child = stopReplyValue(payload, "fork"))
            news.forkedChild = pidOf(*child);
        news.execed = stopReplyValue(payload, "reason") == "exec";
    }
    return news;
}

StubNews RspWatcher::onReply(const Request& request, std::string_view payload)
{
    using Kind = StubNews::Kind;
    const bool done = payload == "OK";
    switch (request.kind) {
    case Request::Kind::Insert:
        return {done ? Kind::Inserted : Kind::NotInserted, request.breakpoint, {}, false};
    case Request::Kind::Remove:
        return done ? StubNews{Kind::Removed, request.breakpoint, {}, false} : StubNews{};
    case Request::Kind::Detach:
        m_gone = m_gone || done;
        return done ? StubNews{Kind::Detached, {}, {}, false} : StubNews{};
    case Request::Kind::NoAcks:
        m_acknowledges = m_acknowledges && !done;
        return {};
    default:
        return {};
    }
}

} // namespace dbgr::daemon
