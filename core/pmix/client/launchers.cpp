// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/client/launchers.h"

#include "net/net_error.h"
#include "pmix/handshake/environment.h"
#include "pmix/tool/keepalive.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// PRRTE ends a second after it has lost its last tool.
constexpr auto kEndsByItself = std::chrono::seconds(2);
/// What it may take to end its processes.
constexpr auto kEndsWhenAsked = std::chrono::seconds(5);

/// What of a spawn request means something here, or would change nothing.
constexpr std::array kKnownKeys{
    keys::kLaunchDirectives, keys::kSpawnTool,  keys::kDebugStopInInit,  keys::kNohup, keys::kFwdStdout,
    keys::kFwdStderr,        keys::kFwdStddiag, keys::kNotifyCompletion, keys::kWdir};

util::Result<void> checkRequired(const std::vector<Info>& infos)
{
    for (const Info& info : infos)
        if ((info.flags & info_flags::kRequired) != 0 && std::ranges::find(kKnownKeys, info.key) == kKnownKeys.end())
            return util::fail(Status::ErrNotSupported, info.key + " is required, and not known for a launcher that "
                                                                  "this library starts itself");
    return util::ok();
}

/// A flag, also where a rank stands for it.
bool isOn(const std::vector<Info>& infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value != nullptr && (value->type() == DataType::Rank || value->asBool().value_or(true));
}

/// What the caller says about the environment holds; the name is ours to give.
void setEnvironment(net::ChildSpec& spec, const App& app, const std::string& nspace)
{
    spec.environment = withoutPmixIdentity(net::currentEnvironment());
    for (const std::string& variable : app.environment) {
        const std::size_t equals = variable.find('=');
        if (equals != std::string::npos)
            net::setVariable(spec.environment, variable.substr(0, equals), variable.substr(equals + 1));
    }
    for (const char* name : {"PMIX_NAMESPACE", "PMIX_SERVER_NSPACE"}) // PRRTE takes its name from the latter
        net::setVariable(spec.environment, name, nspace);
    for (const char* name : {"PMIX_RANK", "PMIX_SERVER_RANK"})
        net::setVariable(spec.environment, name, "0");
}

util::Error asJobError(util::Error error)
{
    if (error.code == net::Errc::NoSuchProgram || error.code == net::Errc::NotExecutable)
        error.code = make_error_code(Status::ErrJobExeNotFound);
    return error;
}

} // namespace

util::Result<std::unique_ptr<Launchers>> Launchers::open(net::EventLoop& loop, const Proc& self,
                                                         util::Duration handshakeLimit, Handlers handlers)
{
    std::unique_ptr<Launchers> launchers(new Launchers(loop, self, std::move(handlers)));
    DBGR_TRY(launchers->m_gate, LauncherGate::open(loop, self, handshakeLimit));
    launchers->expectNext();
    return launchers;
}

Launchers::Launchers(net::EventLoop& loop, Proc self, Handlers handlers)
    : m_loop(loop), m_self(std::move(self)), m_handlers(std::move(handlers))
{}

util::Result<std::string> Launchers::start(const SpawnRequest& request)
{
    if (request.apps.size() != 1 || request.apps.front().maxProcs > 1)
        return util::fail(Status::ErrNotSupported, "without a server, one process can be started: a launcher");
    const App& app = request.apps.front();
    DBGR_TRY(checkRequired(request.jobInfos));
    DBGR_TRY(checkRequired(app.infos));

    const std::string nspace = m_self.nspace + ":" + std::to_string(++m_started);
    net::ChildSpec spec;
    spec.program = app.command;
    spec.arguments = app.argv.empty() ? std::vector{app.command} : app.argv;
    setEnvironment(spec, app, nspace);
    if (const Value* folder = find(app.infos, keys::kWdir))
        spec.workingDirectory = folder->asString().value_or("");
    else
        spec.workingDirectory = app.workingDirectory.value_or("");
    spec.standardInput = net::Stdio::null();
    spec.ownProcessGroup = true; // it may be a script that starts the real one
    spec.keepProcessGroup = true;
    if (isOn(request.jobInfos, keys::kDebugStopInInit) &&
        !net::findVariable(spec.environment, "PMIX_LAUNCHER_RNDZ_URI"))
        net::setVariable(spec.environment, "PMIX_LAUNCHER_RNDZ_URI", uri());

    Child child;
    child.outlivesUs = isOn(request.jobInfos, keys::kNohup);
    Keepalive keepalive;
    if (const auto given = net::findVariable(spec.environment, "PMIX_KEEPALIVE_PIPE")) {
        if (const auto fd = util::parseNumber<int>(*given); fd && *fd > STDERR_FILENO && *fd <= net::kMaxExtraFd)
            spec.extraFds.push_back({*fd, *fd}); // the caller's own
    } else if (!child.outlivesUs) {
        DBGR_TRY(keepalive, Keepalive::addTo(spec));
        child.keepalive = std::move(keepalive.writeEnd);
    }
    if (const Value* directives = find(request.jobInfos, keys::kLaunchDirectives))
        if (const std::vector<Info>* infos = directives->asInfos())
            child.directives = *infos;
    auto process = net::ChildProcess::start(m_loop, spec);
    if (!process)
        return util::fail(asJobError(std::move(process).error()));
    child.process = *std::move(process);
    if (child.outlivesUs)
        child.process->release();
    child.process->setExited([this, nspace](net::ExitStatus how) { ended(nspace, how); });
    m_children.emplace(nspace, std::move(child));
    return nspace;
}

bool Launchers::hasEnded(const std::string& nspace) const
{
    const std::string prefix = m_self.nspace + ":";
    if (!nspace.starts_with(prefix) || runs(nspace))
        return false;
    const auto number = util::parseNumber<unsigned>(std::string_view(nspace).substr(prefix.size()));
    return number && *number >= 1 && *number <= m_started;
}

void Launchers::expectNext()
{
    m_gate->expect([](const ConnectMessage& hello) { return comesFrom(hello, util::Pid(::getpid())); },
                   [this](std::unique_ptr<Connection> connection) { came(std::move(connection)); });
}

void Launchers::came(std::unique_ptr<Connection> connection)
{
    expectNext();
    const auto child = m_children.find(connection->peer().proc.nspace); // none: the program has started it itself
    m_handlers.onCame(std::move(connection),
                      child == m_children.end() ? std::vector<Info>() : child->second.directives);
}

void Launchers::ended(const std::string& nspace, net::ExitStatus how)
{
    const auto node = std::make_shared<std::map<std::string, Child>::node_type>(m_children.extract(nspace));
    m_loop.post([node] {}); // it is on the stack below us
    m_handlers.onEnded(Proc{nspace, ProcRank(0)}, how);
    finishIfAlone();
}

// ---- The end

void Launchers::finish(std::function<void()> done)
{
    m_gate->expectNobody();
    std::erase_if(m_children, [](const auto& each) { return each.second.outlivesUs; });
    m_onFinished = std::move(done);
    m_patience = m_loop.after(kEndsByItself, [this] { endOthers(SIGTERM); });
    m_loop.post(m_lifetime.guard([this] { finishIfAlone(); }));
}

void Launchers::endOthers(int signal)
{
    for (auto& [nspace, child] : m_children)
        (void)child.process->signalGroup(signal); // it may have ended
    if (signal != SIGKILL)                        // one that is held obeys nothing else
        m_patience = m_loop.after(kEndsWhenAsked, [this] { endOthers(SIGKILL); });
}

void Launchers::finishIfAlone()
{
    if (!m_children.empty())
        return;
    m_patience.cancel();
    if (const auto finished = std::exchange(m_onFinished, nullptr))
        finished(); // may destroy this
}

} // namespace dbgr::pmix
