// SPDX-License-Identifier: BSD-3-Clause
#include "agent/agent_door.h"

#include "agent/meeting_place.h"
#include "agent/process_status.h"
#include "net/fd_stream.h"
#include "util/descendants.h"
#include "util/log.h"
#include "util/passed_descriptors.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

bool isAlive(util::Pid pid)
{
    const char letter = statusOf(pid.value()).letter;
    return letter != '?' && letter != 'Z' && letter != 'X';
}

/// Anybody of our user can call, and say any number.
bool standsBelow(util::Pid pid, util::Pid caller)
{
    const ProcessStatus status = statusOf(pid.value());
    if (status.letter != 'T' || status.user != ::geteuid())
        return false;
    const std::vector<util::Pid> below = util::descendantsOf(caller);
    return std::ranges::find(below, pid) != below.end();
}

} // namespace

struct AgentDoor::Caller
{
    util::Pid pid;
    util::UniqueFd fd; // until it has reported
    util::Subscription readable;
    std::unique_ptr<net::ByteStream> stream; // from then on
    std::string bytes;
    util::UniqueFd input; // came with its report
    std::optional<Report> report;
    bool ready = false;
    bool follows = false; // looks for the program among those that it starts
    bool gone = false;
    util::Subscription patience; // for its report
};

util::Result<std::unique_ptr<AgentDoor>> AgentDoor::open(net::EventLoop& loop, util::UniqueFd door, std::string path,
                                                         Found onFound)
{
    int listens = 0;
    socklen_t size = sizeof listens;
    if (::getsockopt(door.get(), SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0)
        return util::fail(std::make_error_code(std::errc::not_a_socket),
                          "waiting for dbgr-exec: descriptor " + std::to_string(door.get()) + " does not listen");
    ::fcntl(door.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(door.get(), F_SETFD, FD_CLOEXEC);
    return std::unique_ptr<AgentDoor>(new AgentDoor(loop, std::move(door), std::move(path), std::move(onFound)));
}

AgentDoor::AgentDoor(net::EventLoop& loop, util::UniqueFd door, std::string path, Found onFound)
    : m_loop(loop), m_door(std::move(door)), m_path(std::move(path)), m_onFound(std::move(onFound)), m_inputs(loop)
{
    m_watch = m_loop.watch(m_door.get(), net::Interest::Read, [this] { acceptAll(); });
}

AgentDoor::~AgentDoor()
{
    shut();
}

void AgentDoor::shut()
{
    m_watch.cancel();
    m_door.reset();
    if (!m_path.empty())
        removeDoor(std::exchange(m_path, {}));
}

void AgentDoor::acceptAll()
{
    for (;;) {
        util::UniqueFd fd(::accept4(m_door.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd)
            return; // no more; whatever else it was, the next one is tried
        accept(std::move(fd));
    }
}

void AgentDoor::accept(util::UniqueFd fd)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    const bool known = ::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
    if (!known || peer.uid != ::geteuid() || peer.pid <= 0 || m_strangers >= kMaxStrangers ||
        m_ranks.size() >= kMaxRanks) {
        util::log::warning("door", "a caller is sent away", {{"pid", peer.pid}, {"uid", peer.uid}});
        return;
    }
    Caller& caller = m_callers.emplace_back();
    ++m_strangers;
    caller.pid = util::Pid(peer.pid);
    caller.fd = std::move(fd);
    caller.patience = m_loop.after(kReportMayTake, [this, &caller] { hangUp(caller); });
    caller.readable = m_loop.watch(caller.fd.get(), net::Interest::Read, [this, &caller] { readReport(caller); });
}

/// A report of the greatest size is complete: no caller waits with as many bytes.
void AgentDoor::readReport(Caller& caller)
{
    auto received = util::receiveWithDescriptors(caller.fd.get(), kMaxReportBytes - caller.bytes.size());
    if (!received)
        return hangUp(caller);
    if (!*received)
        return;
    caller.bytes += (*received)->bytes;
    if (!(*received)->descriptors.empty())
        caller.input = std::move((*received)->descriptors.front());
    auto report = decodeReport(caller.bytes);
    if (!report) {
        util::log::warning("door", "a caller is sent away",
                           {{"pid", caller.pid.value()}, {"why", report.error().message()}});
        return hangUp(caller);
    }
    if (*report)
        onReport(caller, std::move(**report));
}

void AgentDoor::onReport(Caller& caller, Report report)
{
    if (const auto [at, isNew] = m_ranks.try_emplace(report.rank, &caller); !isNew) {
        util::log::warning("door", "a rank called twice", {{"rank", report.rank.value()}, {"pid", caller.pid.value()}});
        return hangUp(caller);
    }
    caller.readable.cancel();
    auto stream = net::FdStream::create(m_loop, std::move(caller.fd), "dbgr-exec");
    if (!stream) {
        m_ranks.erase(report.rank);
        return hangUp(caller);
    }
    --m_strangers;
    caller.patience.cancel();
    caller.bytes.clear();
    caller.report = std::move(report);
    if (caller.input)
        m_inputs.add(caller.report->rank, std::move(caller.input));
    caller.stream = *std::move(stream);
    caller.stream->setReader([this, &caller](std::string_view bytes) { onBytes(caller, bytes); });
    caller.stream->setClosed([this, &caller](const util::Result<void>&) { onClosed(caller); });
    caller.stream->write(encode(Answer{util::Pid(::getpid())}));
}

void AgentDoor::onBytes(Caller& caller, std::string_view bytes)
{
    caller.bytes += bytes;
    while (!caller.ready) {
        const auto word = takeWord(caller.bytes);
        if (word && !*word)
            return; // more has to come
        if (!word || !take(caller, **word)) {
            util::log::warning("door", "a caller is sent away, for what it said of its rank",
                               {{"rank", caller.report->rank.value()}, {"pid", caller.pid.value()}});
            return onClosed(caller);
        }
    }
}

/// \return false: it may not say that
bool AgentDoor::take(Caller& caller, const Word& word)
{
    if (!caller.report->hold || (word.kind == kFollows && caller.follows) || (word.kind == kBelow && !caller.follows))
        return false;
    if (word.kind == kFollows) {
        caller.follows = true;
        tell(&debug::RanksFound::starters, {caller.report->rank, caller.pid, programOf(caller.pid.value())}, caller);
        return true;
    }
    if (word.kind == kBelow && !standsBelow(word.below, caller.pid))
        return false;
    ready(caller, word.kind == kBelow ? word.below : caller.pid);
    return true;
}

/// A program that is not to be held shows that it is there by the end of the connection. One that was followed, and is
/// not any more, has none below it that stands: perhaps it runs by itself.
void AgentDoor::onClosed(Caller& caller)
{
    if (!caller.report->hold && !caller.ready)
        ready(caller, caller.pid);
    if (caller.follows && !caller.ready)
        ready(caller, isAlive(caller.pid) ? caller.pid : util::Pid());
    hangUp(caller);
}

/// \param pid who it is by now; 0 nobody any more
void AgentDoor::ready(Caller& caller, util::Pid pid)
{
    caller.ready = true;
    const bool asCalled = !caller.follows || pid.value() == 0;
    const debug::LocalProcess process{caller.report->rank, pid,
                                      asCalled ? caller.report->program : programOf(pid.value())};
    m_all.ranks.push_back(process);
    m_all.jobSize = std::max(m_all.jobSize, caller.report->jobSize);
    tell(&debug::RanksFound::ranks, process, caller);
}

void AgentDoor::tell(std::vector<debug::LocalProcess> debug::RanksFound::*list, debug::LocalProcess process,
                     const Caller& caller)
{
    const bool isFirst = m_untold == debug::RanksFound();
    (m_untold.*list).push_back(std::move(process));
    m_untold.jobSize = std::max(m_untold.jobSize, caller.report->jobSize);
    if (isFirst)
        tellSoon();
}

/// What comes within one round of the loop is told at once.
void AgentDoor::tellSoon()
{
    m_loop.post(m_lifetime.guard([this] {
        const debug::RanksFound news = std::exchange(m_untold, {});
        m_onFound(news);
    }));
}

void AgentDoor::hangUp(Caller& caller)
{
    if (std::exchange(caller.gone, true))
        return;
    if (!caller.report)
        --m_strangers;
    else if (!caller.ready) { // it never became its program: another may be this rank
        m_ranks.erase(caller.report->rank);
        m_inputs.end(util::RankSet(caller.report->rank));
    } else if (const auto at = m_ranks.find(caller.report->rank); at != m_ranks.end())
        at->second = nullptr; // known, and not to be cared for any more
    caller.readable.cancel();
    caller.patience.cancel();
    caller.fd.reset();
    if (caller.stream) {
        caller.stream->setReader(nullptr);
        caller.stream->setClosed(nullptr);
        caller.stream->close();
    }
    // Not here: we may be in one of its own callbacks.
    m_loop.post(m_lifetime.guard(
        [this, gone = &caller] { m_callers.remove_if([gone](const Caller& one) { return &one == gone; }); }));
}

void AgentDoor::caredFor(const util::RankSet& ranks)
{
    for (const auto& [rank, caller] : m_ranks) {
        if (!caller || !caller->ready || !ranks.contains(rank))
            continue;
        caller->stream->write(std::string_view(&kCaredFor, 1));
        hangUp(*caller);
    }
}

void AgentDoor::letGo(const util::RankSet& ranks)
{
    for (const auto& [rank, caller] : m_ranks)
        if (caller && caller->ready && ranks.contains(rank))
            hangUp(*caller);
}

} // namespace dbgr::agent
