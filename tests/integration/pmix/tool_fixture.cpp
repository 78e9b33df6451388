// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/pmix/tool_fixture.h"

#include <QDir>

namespace dbgr::test {

using namespace pmix;

std::string openMpiBin()
{
    const QString fromEnvironment = qEnvironmentVariable("DBGR_OPENMPI5_BIN");
    const QString bin = fromEnvironment.isEmpty() ? QString(DBGR_MPI_BIN) : fromEnvironment;
    return bin.isEmpty() || !QFile::exists(bin + "/prterun") ? std::string() : bin.toStdString();
}

LauncherUnderTest launcherNamed(const std::string& name)
{
    if (name == "dbgrun")
        return {name, DBGR_DBGRUN, "dbgrun", {}};
    return {name, openMpiBin() + "/mpiexec", "prterun", std::chrono::milliseconds(800)};
}

void addLauncherRows()
{
    QTest::addColumn<QString>("launcher");
    for (const char* name : {"prterun", "dbgrun"})
        QTest::newRow(name) << QString(name);
}

std::string debuggee(const std::string& name)
{
    return std::string(DBGR_DEBUGGEE_DIR) + "/" + name;
}

std::vector<std::string> launcherEnvironment(const std::string& tmpDir)
{
    std::vector<std::string> environment = net::currentEnvironment();
    for (const char* name : {"PRTE_ALLOW_RUN_AS_ROOT", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_ALLOW_RUN_AS_ROOT",
                             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
        net::setVariable(environment, name, "1");
    net::setVariable(environment, "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
    net::setVariable(environment, "OMPI_MCA_btl", "self,sm");
    net::setVariable(environment, "TMPDIR", tmpDir);
    return environment;
}

ToolFixture::ToolFixture(ToolConfig config)
{
    m_loop = net::EventLoop::create().value();
    m_loop->startThread();
    onLoop([&] {
        m_tool = Tool::create(*m_loop, config).value();
        m_tool->onLauncherExit([this](net::ExitStatus status) { m_exit = status; });
    });
}

ToolFixture::~ToolFixture()
{
    onLoop([&] {
        m_subscriptions.clear();
        m_tool.reset();
    });
    m_loop->stop();
    m_loop->join();
}

util::Result<void> ToolFixture::listen(std::vector<Status> codes)
{
    return await<void>([this, codes](Tool& tool, Tool::Done<void> done) {
        m_subscriptions.push_back(tool.registerEvents(
            codes, [this](const Event& event) { m_events.push_back(event); }, done));
    });
}

std::optional<Event> ToolFixture::event(Status code, const std::string& nspace)
{
    return onLoop([&]() -> std::optional<Event> {
        for (const Event& event : m_events)
            if (const auto affected = event.affected(); event.code == code && affected && affected->nspace == nspace)
                return event;
        return std::nullopt;
    });
}

bool ToolFixture::heard(Status code, const std::string& nspace)
{
    return event(code, nspace).has_value();
}

std::string ToolFixture::output(const std::string& nspace, std::uint32_t rank, IofChannel channel)
{
    return onLoop([&] { return m_output[{nspace, rank, channel}]; });
}

util::Result<IoPull> ToolFixture::pullAll()
{
    return await<IoPull>([this](Tool& tool, Tool::Done<IoPull> done) {
        tool.pullIo(
            {Proc{"", kRankWildcard}}, IofChannel::Stdout | IofChannel::Stderr,
            [this](const Proc& source, IofChannel channel, std::string_view bytes) {
                m_output[{source.nspace, source.rank.value(), channel}] += bytes;
            },
            done);
    });
}

util::Result<LauncherHeld> ToolFixture::launch(std::vector<std::string> arguments, std::vector<Info> directives,
                                               std::function<void(LauncherCommand&)> adjust)
{
    LauncherCommand command;
    command.arguments = std::move(arguments);
    command.environment = launcherEnvironment(tmpDir());
    command.standardInput = net::Stdio::pipe(); // prterun forwards its own input to rank 0: keep it open and silent
    if (adjust)
        adjust(command);
    return await<LauncherHeld>([&](Tool& tool, Tool::Done<LauncherHeld> done) {
        auto outcome = tool.spawnLauncher(command, directives, done);
        if (!outcome)
            return done(util::fail(std::move(outcome).error()));
        started = *std::move(outcome);
    });
}

bool ToolFixture::launcherExited()
{
    return onLoop([&] { return m_exit.has_value(); });
}

int ToolFixture::launcherStatus()
{
    return onLoop([&] { return m_exit ? m_exit->shellStatus() : -1; });
}

} // namespace dbgr::test
