// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/daemon_fleet.h"

#include "dbgwire/wire_error.h"
#include "debug/debug_error.h"
#include "net/address.h"
#include "net/net_error.h"
#include "net/tls_stream.h"
#include "session/remote/needed_feature.h"
#include "session/remote/remote_error.h"
#include "session/remote/reply_gathering.h"
#include "session/remote/this_node.h"
#include "util/build_facts.h"
#include "util/host_name.h"
#include "util/log.h"

#include <algorithm>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace dbgr::session {

using dbgwire::RanksFrom;

/// A daemon at the other end of a channel.
struct DaemonFleet::Node
{
    std::uint64_t call = 0;
    util::NodeId id;
    std::string host;    ///< "" until its hello
    util::RankSet ranks; ///< empty until it serves the job
    std::vector<std::string> features;
    std::optional<debug::DaemonDying> dying;
    std::unique_ptr<dbgwire::Channel> channel;
};

/// A command, and what has been answered.
struct DaemonFleet::Asked
{
    ReplyGathering gathering;
    Done done;
    Partly partly;
    util::Subscription later;
};

namespace {

/// Who was started by another dbgr's path, or by DBGR_DBGD, may be of another release, or made of other sources; the
/// protocol is agreed on apart from that.
constexpr std::string_view kOurDaemon = "dbgd " DBGR_VERSION;

dbgwire::Hello ourHello()
{
    dbgwire::Hello hello;
    hello.program = "dbgr " DBGR_VERSION;
    hello.sources = util::sourceId();
    hello.host = util::hostName();
    hello.pid = util::Pid(::getpid());
    return hello;
}

} // namespace

DaemonFleet::DaemonFleet(net::EventLoop& loop, RemoteConfig config, dbgwire::RanksFrom ranksFrom, Callbacks callbacks)
    : m_loop(loop), m_config(std::move(config)), m_ranksFrom(ranksFrom), m_callbacks(std::move(callbacks))
{}

DaemonFleet::~DaemonFleet() = default;

// ---- Getting them

util::Result<DaemonCommand> DaemonFleet::open(bool onlyThisNode)
{
    if (m_listener)
        return commandFor(m_ranksFrom);
    if (::access(m_config.daemonProgram.c_str(), X_OK) != 0)
        return util::fail(daemonMissing(m_config.daemonProgram));
    auto secret = net::Secret::generate();
    if (!secret)
        return util::fail(std::move(secret).error().withContext("making the session's secret"));
    m_secret = *secret;
    if (auto listening = listen(onlyThisNode); !listening)
        return util::fail(std::move(listening).error().withContext("waiting for the daemons' calls"));
    return commandFor(m_ranksFrom);
}

DaemonCommand DaemonFleet::commandFor(RanksFrom ranksFrom) const
{
    DaemonCommand command;
    command.program = m_config.daemonProgram;
    command.arguments = {"--ranks=" + std::string(name(ranksFrom)), "--for",
                         util::hostName() + ":" + std::to_string(::getpid())};
    command.environment = m_config.daemonEnvironment;
    command.environment.push_back("DBGR_FRONTEND=" + m_addresses);
    command.environment.push_back("DBGR_SECRET=" + m_secret->hex());
    if (m_push)
        m_push->addTo(command);
    return command;
}

void DaemonFleet::setJob(const JobLaunched& job, const std::optional<util::RankSet>& only)
{
    m_roster = DaemonRoster(job, only);
    m_only = only;
    m_jobKnown = true;
    std::vector<Node*> callers;
    for (const auto& [call, node] : m_nodes)
        if (!node->host.empty())
            callers.push_back(node.get());
    for (Node* node : callers)
        join(*node);
}

void DaemonFleet::setCores(std::vector<debug::LocalCore> cores)
{
    m_cores = std::move(cores);
}

void DaemonFleet::start(DaemonStarter& starter)
{
    const bool onlyThisNode = m_roster.onlyOn(util::hostName());
    if (auto command = open(onlyThisNode); !command)
        return fail(std::move(command).error());
    m_starter = &starter;
    if (!m_config.pushDaemons || onlyThisNode)
        return startFirst();
    if (!starter.canBring()) {
        m_callbacks.tell(BackendWarning{pushNotOffered()});
        return startFirst();
    }
    m_push.emplace(m_loop, m_config.daemonProgram, [this] {
        m_callbacks.tell(LaunchProgress{"packing dbgr's daemons for the nodes, once for this version"});
    });
    m_push->prepare([this](util::Result<void> ready) {
        if (ready && !m_over)
            startFirst();
        else if (!ready)
            fail(std::move(ready).error());
    });
}

void DaemonFleet::startFirst()
{
    m_starter->startDaemons(commandFor(m_ranksFrom), m_roster.hosts(),
                            m_lifetime.guard([this, start = ++m_starts](util::Error error) {
                                if (start == m_starts)
                                    onStartFailed(std::move(error));
                            }));
}

/// They are told of their ranks, whoever told their predecessors: who these are is known by now.
void DaemonFleet::attachAgain()
{
    m_again |= m_roster.takeBack();
    for (const auto& [call, node] : m_nodes)
        node->ranks -= m_again; // that lost them, and lives
    m_routes.remove(m_again);
    if (m_over || !m_starter || m_again.empty())
        return tellAttachedAgain();
    ++m_starts;
    const std::vector<std::string> hosts = m_roster.hostsOf(m_again);
    std::vector<std::string> here, others;
    std::ranges::partition_copy(hosts, std::back_inserter(here), std::back_inserter(others), isThisNode);
    // Here it needs nobody's help: prterun does not always start a second job of daemons at once.
    startAgain(m_here, here);
    startAgain(*m_starter, others);
    m_patience = m_loop.after(daemonsMayTake(), [this, hosts] {
        giveUpMissing(hosts, daemonsUnreachable(m_roster.missingHosts(), m_addresses, daemonsMayTake()));
    });
}

void DaemonFleet::startAgain(DaemonStarter& starter, const std::vector<std::string>& hosts)
{
    if (hosts.empty())
        return;
    starter.startAgain(commandFor(RanksFrom::Told), hosts,
                       m_lifetime.guard([this, hosts, start = m_starts](const util::Error& error) {
                           if (start == m_starts)
                               giveUpMissing(hosts, error);
                       }));
}

void DaemonFleet::giveUpMissing(const std::vector<std::string>& hosts, const util::Error& why)
{
    const util::RankSet ranks = m_roster.abandonMissing(hosts);
    if (ranks.empty() || m_over)
        return;
    m_callbacks.tell(debug::AttachFailed{ranks, why});
    awaitTheRest();
    afterChange();
}

void DaemonFleet::tellAttachedAgain()
{
    const util::RankSet asked = std::exchange(m_again, {});
    m_patience.cancel();
    m_callbacks.tell(AttachedAgain{asked & m_roster.everAttached(), asked - m_roster.everAttached()});
}

/// If a daemon is there, its own end tells more.
void DaemonFleet::onStartFailed(util::Error error)
{
    if (!m_attachTold && m_nodes.empty() && !m_roster.allCalled())
        fail(std::move(error));
    else {
        util::log::warning("fleet", "starting the daemons", {{"why", error.message()}});
        m_startFailed = std::move(error);
    }
}

util::Result<void> DaemonFleet::listen(bool onlyThisNode)
{
    const net::Address where = onlyThisNode ? net::Address::loopback() : net::Address::anyV4();
    DBGR_TRY(m_listener, net::TcpListener::listen(m_loop, where, [this](std::unique_ptr<net::ByteStream> stream) {
                 onCaller(std::move(stream));
             }));
    if (onlyThisNode) {
        m_addresses = m_listener->address().toString();
        return util::ok();
    }
    m_addresses = addressesForNodes(m_listener->address().port());
    return util::ok();
}

void DaemonFleet::mayAttach()
{
    m_attachAllowed = true;
    m_patience = m_loop.after(daemonsMayTake(), [this] {
        if (!m_roster.allCalled())
            fail(daemonsUnreachable(m_roster.missingHosts(), m_addresses, daemonsMayTake()));
    });
    for (const auto& [id, node] : m_joined)
        order(*node);
    awaitTheRest();
    afterChange(); // daemons may have been lost before
}

void DaemonFleet::onCaller(std::unique_ptr<net::ByteStream> stream)
{
    if (m_over || m_nodes.size() >= kMaxCallers)
        return; // hangs up
    auto secure = net::tlsServer(m_loop, std::move(stream), *m_secret);
    if (!secure) {
        util::log::error("fleet", "cannot talk TLS", {{"why", secure.error().message()}});
        return;
    }
    Node& node = *m_nodes.emplace(++m_calls, std::make_unique<Node>()).first->second;
    node.call = m_calls;
    dbgwire::Channel::Handlers handlers;
    handlers.onHello = [this, &node](const dbgwire::Hello& hello) { onHello(node, hello); };
    handlers.onEvent = [this, &node](debug::DaemonEvent event) { onDaemonEvent(node, std::move(event)); };
    handlers.onLink = [this, &node](dbgwire::LinkState state) { onLink(node, state); };
    handlers.onClosed = [this, &node](util::Result<void> why) { onNodeClosed(node, why); };
    node.channel = std::make_unique<dbgwire::Channel>(m_loop, *std::move(secure), ourHello(), std::move(handlers));
    node.channel->loseAfter(m_config.lostAfter);
}

void DaemonFleet::onHello(Node& node, const dbgwire::Hello& hello)
{
    node.host = hello.host;
    node.features = hello.features;
    const dbgwire::Hello ours = ourHello();
    if (hello.program != kOurDaemon && m_warnings.insert(hello.program).second)
        m_callbacks.tell(BackendWarning{otherRelease(hello.whoAndWhere(), ours.program)});
    if (hello.program == kOurDaemon && hello.sources != ours.sources && m_warnings.insert(hello.sources).second)
        m_callbacks.tell(BackendWarning{otherBuild(hello.whoAndWhere(), ours.program)});
    if (m_jobKnown) // else it is kept until then
        join(node);
}

void DaemonFleet::join(Node& node)
{
    auto ranks = m_roster.join(node.host);
    if (!ranks) {
        util::log::warning("fleet", "a daemon that nobody awaits", {{"who", node.channel->peerName()}});
        // It is to leave the ranks that it found as they are: they may be another debugger's.
        node.channel->sendAttach({util::RankSet(), {}, {}});
        node.channel->close();
        return onNodeClosed(node, util::ok());
    }
    node.id = m_nextNode;
    m_nextNode = m_nextNode.next();
    node.ranks = std::move(*ranks);
    m_joined.emplace(node.id, &node);
    m_routes.assign(node.ranks, node.id);
    m_callbacks.tell(NodeJoined{node.id, node.host, node.ranks});
    if (!m_attachAllowed)
        return;
    order(node);
    awaitTheRest();
}

void DaemonFleet::order(Node& node)
{
    debug::AttachOrder order;
    order.again = node.ranks.intersects(m_again);
    order.keepRunning = m_keepRunning && !order.again;
    if (m_ranksFrom != RanksFrom::Told && !order.again) {
        order.only = m_only;
        return node.channel->sendAttach(order);
    }
    util::RankSet remains;
    for (const debug::LocalCore& core : m_cores)
        if (node.ranks.contains(core.rank)) {
            remains.insert(core.rank);
            order.cores.push_back(core);
        }
    for (debug::LocalProcess& process : m_roster.processesOn(node.host))
        if (!remains.contains(process.rank))
            order.processes.push_back(std::move(process));
    node.channel->sendAttach(order);
}

/// All daemons know what to do: now it is theirs.
void DaemonFleet::awaitTheRest()
{
    if (!m_roster.allCalled())
        return;
    m_patience = m_loop.after(kAttachMayTake, [this] {
        const util::RankSet unheard = m_roster.unheard();
        m_callbacks.tell(debug::AttachFailed{
            unheard, {make_error_code(debug::Errc::Timeout), "attaching: nothing was heard of the ranks in time", ""}});
        m_roster.lose(unheard);
        afterChange();
    });
}

void DaemonFleet::onDaemonEvent(Node& node, debug::DaemonEvent event)
{
    if (const auto* found = std::get_if<debug::RanksFound>(&event)) {
        if (m_callbacks.ranksFound)
            m_callbacks.ranksFound(node.host, *found);
        return;
    }
    if (auto* warning = std::get_if<debug::RankWarning>(&event)) {
        if (warning->error.code == make_error_code(debug::Errc::EngineFailed)) // each time, and where
            return m_callbacks.tell(BackendWarning{std::move(warning->error).withContext("dbgd on " + node.host)});
        return warn(warning->error);
    }
    if (auto* dying = std::get_if<debug::DaemonDying>(&event)) {
        node.dying = std::move(*dying);
        return;
    }
    if (node.ranks.empty())
        return; // there is no job yet
    m_roster.note(event);
    m_callbacks.tell(std::move(event));
    afterChange();
}

void DaemonFleet::warn(const util::Error& error)
{
    if (m_warnings.insert(error.message()).second)
        m_callbacks.tell(BackendWarning{error});
}

void DaemonFleet::afterChange()
{
    if (!m_attachTold && !m_over && m_attachAllowed && m_roster.complete()) {
        m_attachTold = true;
        m_patience.cancel();
        m_callbacks.tell(JobAttached{m_roster.everAttached(), m_roster.failed()});
        m_callbacks.attached();
    }
    if (!m_again.empty() && !m_again.intersects(m_roster.unheard()))
        tellAttachedAgain();
    if (m_attachTold && m_roster.ours().empty())
        m_callbacks.ranksGone();
}

// ---- Asking them

util::RequestId DaemonFleet::submit(const debug::EngineCommand& command, util::Duration deadline, Done done,
                                    Partly partly)
{
    const util::RequestId id = m_lastRequest = m_lastRequest.next();
    Asked& asked = *m_asked.emplace(id, std::make_unique<Asked>()).first->second;
    asked.done = std::move(done);
    asked.partly = std::move(partly);
    const auto question = std::make_shared<const dbgwire::Question>(command.request);
    const std::string_view needed = neededFeature(command.request);
    util::RankSetUnion answerable;
    for (RankRoutes::Part& part : m_routes.split(command.ranks)) {
        const Node& node = *m_joined.at(part.node);
        if (!node.channel->isOpen())
            continue;
        answerable.add(part.ranks);
        if (!needed.empty() && std::ranges::find(node.features, needed) == node.features.end()) {
            asked.gathering.fail(std::move(part.ranks), tooOld(node.host, question->what()));
            continue;
        }
        const util::RequestId request = node.channel->sendRequest(
            question, part.ranks, deadline, [this, id, from = part.node](util::Result<debug::EngineReply> reply) {
                onAnswer(id, from, std::move(reply));
            });
        asked.gathering.await(part.node, request, std::move(part.ranks));
    }
    if (util::RankSet nobodys = command.ranks - answerable.take(); !nobodys.empty())
        asked.gathering.fail(std::move(nobodys), {make_error_code(debug::Errc::DaemonLost), "", ""});
    if (asked.gathering.complete())
        m_loop.post(m_lifetime.guard([this, id] { onAnswers(id); }));
    else if (asked.partly)
        asked.later = m_loop.after(kPartsAfter, [this, id] { tellParts(id, 2 * kPartsAfter); });
    return id;
}

void DaemonFleet::onAnswer(util::RequestId request, util::NodeId node, util::Result<debug::EngineReply> reply)
{
    const auto found = m_asked.find(request);
    if (found == m_asked.end())
        return;
    found->second->gathering.answer(node, std::move(reply));
    onAnswers(request);
}

/// All has come, perhaps.
void DaemonFleet::onAnswers(util::RequestId request)
{
    const auto found = m_asked.find(request);
    if (found == m_asked.end() || !found->second->gathering.complete())
        return;
    const std::unique_ptr<Asked> whole = std::move(found->second);
    m_asked.erase(found);
    whole->done(whole->gathering.take());
}

void DaemonFleet::tellParts(util::RequestId request, util::Duration next)
{
    if (m_over)
        return;
    Asked& asked = *m_asked.at(request);
    asked.later = m_loop.after(next, [this, request, next] { tellParts(request, 2 * next); });
    if (auto news = asked.gathering.news())
        asked.partly(*std::move(news), asked.gathering.awaited());
}

void DaemonFleet::cancel(util::RequestId request)
{
    const auto found = m_asked.find(request);
    if (found == m_asked.end())
        return;
    for (const auto& [node, asked] : found->second->gathering.awaitedNodes())
        if (const auto joined = m_joined.find(node); joined != m_joined.end())
            joined->second->channel->cancelRequest(asked.request, kCancelMayTake);
}

// ---- Losing them

void DaemonFleet::onLink(const Node& node, dbgwire::LinkState state)
{
    if (!node.ranks.empty() && !m_over)
        m_callbacks.tell(NodeSilence{node.id, node.host, node.ranks, state == dbgwire::LinkState::Alive});
}

void DaemonFleet::onNodeClosed(Node& node, const util::Result<void>& why)
{
    const std::unique_ptr<Node> gone = std::move(m_nodes.extract(node.call).mapped());
    if (const auto joined = m_joined.find(gone->id); joined != m_joined.end() && joined->second == gone.get()) {
        m_routes.remove(gone->ranks);
        m_joined.erase(joined);
    }
    const std::string reason = why ? "it hung up" : why.error().message();
    if (!why && why.error().code == dbgwire::Errc::VersionMismatch && !m_attachTold)
        return fail(why.error()); // it knew the secret: it is a daemon of ours
    if (gone->ranks.empty()) {    // somebody without the secret, or a stranger
        util::log::warning("fleet", "a caller left", {{"why", reason}});
        if (m_startFailed && !m_attachTold && m_nodes.empty())
            fail(*std::exchange(m_startFailed, std::nullopt));
        else if (!m_jobKnown && !m_over && !gone->host.empty() && m_callbacks.callerLost)
            m_callbacks.callerLost(gone->host, reason);
        return;
    }
    if (m_starter && !why && why.error().code == dbgwire::Errc::Silent)
        m_starter->giveUp();
    const util::RankSet lost = m_roster.lose(gone->ranks);
    if (lost.empty() || m_over)
        return; // its work was done
    if (!m_attachTold && m_roster.everAttached().empty() && m_joined.empty() && m_roster.allCalled())
        return fail(daemonDied(gone->host, reason));
    tellLost(*gone, lost, why);
    afterChange();
}

void DaemonFleet::tellLost(const Node& node, const util::RankSet& ranks, const util::Result<void>& why)
{
    DaemonEnd end;
    end.host = node.host;
    end.onThisNode = isThisNode(node.host);
    if (node.dying) {
        end.signal = node.dying->signal;
        end.request = node.dying->request;
        end.requestRanks = node.dying->ranks & node.ranks;
    } else {
        if (const auto& asked = node.channel->unanswered()) {
            end.request = asked->request;
            end.requestRanks = asked->ranks;
        }
        if (end.onThisNode) // of another node's end it knows nothing
            end.how = m_here.howEnded();
        if (!end.how && m_starter)
            end.how = m_starter->howEnded();
        if (!why && why.error().code != make_error_code(net::Errc::CutOff))
            end.words = why.error().message();
        end.silent = !why && why.error().code == dbgwire::Errc::Silent;
    }
    const bool signalled = end.how && end.how->kind == net::ExitStatus::Kind::Signalled;
    const int signal = end.signal != 0 ? end.signal : signalled ? end.how->number : 0;
    m_callbacks.tell(NodeLost{node.id, node.host, ranks, daemonLost(end), signal, end.request});
}

void DaemonFleet::dismiss()
{
    m_over = true;
    m_patience.cancel();
    m_listener.reset();
    m_push.reset();
    m_roster.lose(m_roster.ours());
    for (const auto& [call, node] : m_nodes)
        node->channel->close();
    m_loop.post(m_lifetime.guard([this] {
        m_routes = {};
        m_joined.clear();
        m_nodes.clear();
        m_callbacks.gone();
    }));
}

void DaemonFleet::fail(util::Error error)
{
    if (m_over)
        return;
    m_over = true;
    m_patience.cancel();
    m_callbacks.failed(std::move(error));
}

} // namespace dbgr::session
