// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/daemon_fleet.h"

#include "debug/debug_error.h"
#include "debug/merge.h"
#include "net/address.h"
#include "net/interface_list.h"
#include "net/tls_stream.h"
#include "pmix/types/keys.h"
#include "session/remote/remote_error.h"
#include "util/log.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace dbgr::session {

/// A daemon at the other end of a channel.
struct DaemonFleet::Node
{
    util::NodeId id;
    std::string host;
    util::RankSet ranks; ///< empty until its hello
    std::unique_ptr<dbgwire::Channel> channel;
};

/// The answers of several nodes to one command, on their way to becoming one.
struct DaemonFleet::Gathering
{
    std::size_t awaited = 0;
    debug::EngineReply whole;
    Done done;

    void add(const util::RankSet& ranks, util::Result<debug::EngineReply> reply)
    {
        if (reply)
            debug::mergeReply(whole, std::move(*reply));
        else
            debug::mergeReply(whole, {debug::DoneReply{}, {{ranks, std::move(reply).error()}}});
        if (--awaited == 0)
            done(std::move(whole));
    }
};

namespace {

std::string ownHost()
{
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
}

dbgwire::Hello ourHello()
{
    dbgwire::Hello hello;
    hello.program = "dbgr " DBGR_VERSION;
    hello.host = ownHost();
    hello.pid = util::Pid(::getpid());
    return hello;
}

} // namespace

DaemonFleet::DaemonFleet(net::EventLoop& loop, pmix::Tool& tool, RemoteConfig config, Callbacks callbacks)
    : m_loop(loop), m_tool(tool), m_config(std::move(config)), m_callbacks(std::move(callbacks))
{}

DaemonFleet::~DaemonFleet() = default;

// ---- Getting them

void DaemonFleet::spawn(const JobLaunched& job)
{
    m_roster = DaemonRoster(job);
    m_jobNspace = job.nspace;
    if (::access(m_config.daemonProgram.c_str(), X_OK) != 0)
        return fail(daemonMissing(m_config.daemonProgram));
    auto secret = net::Secret::generate();
    if (!secret)
        return fail(std::move(secret).error().withContext("making the session's secret"));
    m_secret = *secret;
    if (auto listening = listen(m_roster.onlyOn(ownHost())); !listening)
        return fail(std::move(listening).error().withContext("waiting for the daemons' calls"));
    m_tool.spawn(spawnRequest(m_roster.hosts()),
                 [this](util::Result<pmix::SpawnReply> reply) { onSpawned(std::move(reply)); });
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
    for (const net::Address& address : net::localAddresses())
        if (!address.isV6())
            m_addresses += (m_addresses.empty() ? "" : ",") + address.withPort(m_listener->address().port()).toString();
    return util::ok();
}

pmix::SpawnRequest DaemonFleet::spawnRequest(std::size_t nodes) const
{
    namespace keys = pmix::keys;
    pmix::SpawnRequest request;
    request.jobInfos = {{keys::kDebuggerDaemons, pmix::Value::boolean(true)},
                        {keys::kDebugTarget, pmix::Value::proc({m_jobNspace, pmix::kRankWildcard})},
                        {keys::kMapby, pmix::Value::string("ppr:1:node")},
                        {keys::kNotifyCompletion, pmix::Value::boolean(true)}};
    pmix::App app;
    app.command = m_config.daemonProgram;
    app.argv = {m_config.daemonProgram};
    app.environment = m_config.daemonEnvironment;
    app.environment.push_back("DBGR_FRONTEND=" + m_addresses);
    app.environment.push_back("DBGR_SECRET=" + m_secret->hex());
    app.workingDirectory = "/";
    app.maxProcs = static_cast<std::int32_t>(nodes);
    request.apps.push_back(std::move(app));
    return request;
}

void DaemonFleet::onSpawned(util::Result<pmix::SpawnReply> reply)
{
    if (!reply)
        return fail(std::move(reply)
                        .error()
                        .withContext("having the launcher start " + m_config.daemonProgram + " on every node")
                        .withAdvice("Look whether that file is there, and can be executed, on every node of the job."));
    m_nspace = reply->nspace;
    util::log::info("fleet", "daemons started", {{"nspace", m_nspace}, {"nodes", m_roster.hosts()}});
    checkDaemonsLive();
}

void DaemonFleet::mayAttach()
{
    m_attachAllowed = true;
    m_patience = m_loop.after(kDaemonsMayTake, [this] {
        if (const std::string missing = m_roster.missingHosts(); !missing.empty())
            fail(daemonsUnreachable(missing, m_addresses, kDaemonsMayTake));
    });
    for (auto& stream : std::exchange(m_waiting, {}))
        talkTo(std::move(stream));
}

void DaemonFleet::onCaller(std::unique_ptr<net::ByteStream> stream)
{
    if (m_over || m_waiting.size() + m_nodes.size() >= kMaxCallers)
        return; // hangs up
    auto secure = net::tlsServer(m_loop, std::move(stream), *m_secret);
    if (!secure) {
        util::log::error("fleet", "cannot talk TLS", {{"why", secure.error().message()}});
        return;
    }
    // A daemon attaches when it hears our hello: before the ranks are armed it has to wait for that.
    if (m_attachAllowed)
        talkTo(std::move(*secure));
    else
        m_waiting.push_back(std::move(*secure));
}

void DaemonFleet::talkTo(std::unique_ptr<net::ByteStream> stream)
{
    m_nodes.push_back(std::make_unique<Node>());
    Node& node = *m_nodes.back();
    dbgwire::Channel::Handlers handlers;
    handlers.onHello = [this, &node](const dbgwire::Hello& hello) { onHello(node, hello); };
    handlers.onEvent = [this, &node](debug::DaemonEvent event) { onDaemonEvent(node, std::move(event)); };
    handlers.onClosed = [this, &node](util::Result<void> why) { onNodeClosed(node, why); };
    node.channel = std::make_unique<dbgwire::Channel>(m_loop, std::move(stream), ourHello(), std::move(handlers));
}

void DaemonFleet::onHello(Node& node, const dbgwire::Hello& hello)
{
    auto ranks = m_roster.join(hello.host);
    if (!ranks) {
        util::log::warning("fleet", "a daemon that nobody awaits", {{"who", hello.whoAndWhere()}});
        node.channel->close();
        return onNodeClosed(node, util::ok());
    }
    node.id = m_nextNode;
    m_nextNode = m_nextNode.next();
    node.host = hello.host;
    node.ranks = std::move(*ranks);
    m_callbacks.tell(NodeJoined{node.id, node.host, node.ranks});
    if (!m_roster.missingHosts().empty())
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
    if (node.ranks.empty())
        return; // it has not said who it is
    m_roster.note(event);
    m_callbacks.tell(std::move(event));
    afterChange();
}

void DaemonFleet::afterChange()
{
    if (!m_attachTold && !m_over && m_roster.complete()) {
        m_attachTold = true;
        m_patience.cancel();
        m_callbacks.tell(JobAttached{m_roster.everAttached(), m_roster.failed()});
        m_callbacks.attached();
    }
    if (m_attachTold && m_roster.ours().empty())
        m_callbacks.ranksGone();
}

// ---- Asking them

void DaemonFleet::submit(debug::EngineCommand command, util::Duration deadline, Done done)
{
    auto gathering = std::make_shared<Gathering>();
    gathering->done = std::move(done);
    gathering->awaited = 1; // this call's own part, so that nothing is complete before all is sent
    util::RankSet nobodys = command.ranks;
    for (const auto& node : m_nodes) {
        const util::RankSet theirs = command.ranks & node->ranks;
        if (theirs.empty() || !node->channel->isOpen())
            continue;
        nobodys -= theirs;
        ++gathering->awaited;
        node->channel->sendRequest(
            {theirs, command.request}, deadline,
            [gathering, theirs](util::Result<debug::EngineReply> reply) { gathering->add(theirs, std::move(reply)); });
    }
    debug::EngineReply unanswered;
    if (!nobodys.empty())
        unanswered.failures.push_back({nobodys, {make_error_code(debug::Errc::DaemonLost), "", ""}});
    m_loop.post([gathering, unanswered = std::move(unanswered)] { gathering->add({}, unanswered); });
}

// ---- Losing them

void DaemonFleet::onNodeClosed(Node& node, const util::Result<void>& why)
{
    const auto here = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const auto& n) { return n.get() == &node; });
    const std::unique_ptr<Node> gone = std::move(*here);
    m_nodes.erase(here);
    const std::string reason = why ? "it hung up" : why.error().message();
    if (gone->ranks.empty()) { // somebody without the secret, or a stranger
        util::log::warning("fleet", "a caller left", {{"why", reason}});
        return;
    }
    const util::RankSet lost = gone->ranks & m_roster.ours();
    const bool tooEarly = !m_attachTold && !m_over;
    m_roster.lose(gone->ranks);
    if (lost.empty() && !tooEarly)
        return; // its work was done
    m_callbacks.tell(
        NodeLost{gone->id,
                 gone->host,
                 lost,
                 {make_error_code(debug::Errc::DaemonLost), "talking to dbgd on " + gone->host + ": " + reason,
                  "Its ranks go on without the debugger."}});
    afterChange();
}

void DaemonFleet::onJobEnd(const std::string& nspace)
{
    m_endedJobs.insert(nspace);
    checkDaemonsLive();
}

/// The end of the daemons' job may be told before its name is.
void DaemonFleet::checkDaemonsLive()
{
    if (!m_nspace.empty() && m_endedJobs.count(m_nspace) != 0 && !m_attachTold && m_nodes.empty())
        fail(daemonsEnded(m_config.daemonProgram));
}

void DaemonFleet::dismiss()
{
    m_over = true;
    m_patience.cancel();
    m_listener.reset();
    m_waiting.clear();
    m_roster.lose(m_roster.ours());
    for (const auto& node : m_nodes)
        node->channel->close();
    m_loop.post(m_lifetime.guard([this] {
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
