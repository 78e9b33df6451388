// SPDX-License-Identifier: GPL-3.0-or-later
// Launches jobs under one `dbgrun --daemon`, and under dbgruns of their own, and ends them in random states: killed,
// crashed, released, left by their tool without a word. Then nothing may be left: no descriptor, file, process or
// growing memory.
//   soak [--seconds N] [--seed N]
//   soak --kills ROUNDS [--seed N] [--only WORDS]     kills processes of debugged jobs instead
//   soak --attaches ROUNDS [--seed N]                 attaches to a running job and leaves it
#include "tests/integration/pmix/tool_fixture.h"
#include "tests/soak/attaches.h"
#include "tests/soak/kills.h"

#include "net/child_process.h"
#include "pmix/types/all_types.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

#include <unistd.h>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

/// In the command line of every sleeping rank, so that those that are left can be found.
const std::string kMarker = "4711." + std::to_string(::getpid());
constexpr long kMostGrowthKb = 16 * 1024;

struct Usage
{
    int descriptors = 0;
    long residentKb = 0;
};

Usage usageOf(util::Pid pid)
{
    const QString process = "/proc/" + QString::number(pid.value());
    Usage usage;
    usage.descriptors = static_cast<int>(QDir(process + "/fd").entryList(QDir::AllEntries | QDir::System).size());
    QFile status(process + "/status");
    if (status.open(QIODevice::ReadOnly))
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("VmRSS:"))
                usage.residentKb = line.mid(6).trimmed().split(' ').first().toLong();
    return usage;
}

/// Ranks that still run.
int leftRanks()
{
    int count = 0;
    for (const QString& entry : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
        QFile line("/proc/" + entry + "/cmdline");
        if (line.open(QIODevice::ReadOnly) && line.readAll().contains(QByteArray::fromStdString(kMarker)))
            count += entry.toInt() != ::getpid();
    }
    return count;
}

class Soak
{
public:
    explicit Soak(unsigned seed) : m_random(seed)
    {
        qputenv("TMPDIR", QByteArray::fromStdString(m_home.tmpDir()));
        net::ChildSpec spec = launcherSpec({"--daemon"});
        m_home.onLoop([&] { m_dvm = net::ChildProcess::start(m_home.loop(), spec).value(); });
    }

    ~Soak()
    {
        m_home.onLoop([&] { m_dvm.reset(); });
    }

    [[nodiscard]] Usage usage() { return usageOf(m_dvm->pid()); }
    [[nodiscard]] bool running()
    {
        return m_home.onLoop([&] { return m_dvm->running(); });
    }
    [[nodiscard]] int done() const { return m_done; }

    /// One job, of one kind or the other.
    bool step()
    {
        ++m_done;
        return number(0, 3) == 0 ? ownLauncher() : underTheDvm();
    }

    /// What has been left behind, in words; "" for nothing.
    std::string remains()
    {
        for (int tries = 0; leftRanks() > 0 && tries < 100; ++tries)
            pause(50);
        std::string text;
        if (const int ranks = leftRanks())
            text += std::to_string(ranks) + " ranks still run; ";
        auto files = QDir(QString::fromStdString(m_home.tmpDir())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        files.removeAll(QString("dbgrun.%1.processors").arg(::getuid())); // the DVM's, as long as it runs
        if (files.size() > 1)                                             // its own folder
            text += "files: " + files.join(' ').toStdString() + "; ";
        return text;
    }

private:
    int number(int least, int most) { return std::uniform_int_distribution<int>(least, most)(m_random); }
    static void pause(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

    net::ChildSpec launcherSpec(const std::vector<std::string>& arguments)
    {
        net::ChildSpec spec;
        spec.program = DBGR_DBGRUN;
        spec.arguments = {spec.program};
        spec.arguments.insert(spec.arguments.end(), arguments.begin(), arguments.end());
        spec.environment = launcherEnvironment(m_home.tmpDir());
        spec.standardInput = net::Stdio::null();
        spec.standardOutput = net::Stdio::null();
        spec.standardError = net::Stdio::null();
        return spec;
    }

    std::vector<std::string> program()
    {
        const std::string sleeping = "sleep " + kMarker;
        switch (number(0, 4)) {
        case 0:
            return {"/bin/sleep", kMarker};
        case 1:
            return {"/bin/sh", "-c", "while :; do echo some output; sleep 0.01; done # " + kMarker};
        case 2:
            return {"/bin/sh", "-c", "test $PMIX_RANK = 0 || kill -11 $$; exec " + sleeping};
        case 3:
            return {"/bin/sh", "-c", sleeping + " & exec " + sleeping}; // a child of its own
        default:
            return {DBGR_PMIX_CLIENT};
        }
    }

    bool underTheDvm()
    {
        ToolFixture tool;
        ServerSelection selection;
        selection.pid = m_dvm->pid();
        const auto connected = tool.await<void>([&](Tool& t, Tool::Done<void> done) {
            t.connect(selection, {std::chrono::milliseconds(20), std::chrono::seconds(20)}, done);
        });
        if (!connected)
            return failed("connecting", connected.error());
        if (number(0, 1) == 0)
            (void)tool.pullAll();
        SpawnRequest request;
        constexpr std::string_view kHolds[] = {"", keys::kDebugStopInInit, keys::kDebugStopOnExec};
        if (const std::string_view hold = kHolds[number(0, 2)]; !hold.empty())
            request.jobInfos.emplace_back(hold, Value::boolean(true));
        App app;
        app.argv = program();
        app.command = app.argv.front();
        app.maxProcs = number(1, 8);
        request.apps = {app};
        const auto job = tool.await<SpawnReply>([&](Tool& t, Tool::Done<SpawnReply> done) { t.spawn(request, done); });
        if (!job)
            return failed("spawning", job.error());
        pause(number(0, 120));
        return end(tool, job->nspace);
    }

    /// In one of the ways in which jobs end.
    bool end(ToolFixture& tool, const std::string& job)
    {
        const Proc all{job, kRankWildcard};
        const auto control = [&](const Proc& target, std::string_view key) {
            (void)tool.await<void>([&](Tool& t, Tool::Done<void> done) {
                t.jobControl({target}, {Info(key, Value::boolean(true))}, done);
            });
        };
        switch (number(0, 3)) {
        case 0:
            control(all, keys::kJobCtrlTerminate);
            break;
        case 1: // one rank first
            control(Proc{job, ProcRank(0)}, keys::kJobCtrlKill);
            break;
        case 2:
            (void)tool.await<void>([&](Tool& t, Tool::Done<void> done) { t.releaseProcesses({all}, done); });
            break;
        default: // the tool goes without a word; the next one cleans up
            return endFromElsewhere(all);
        }
        control(all, keys::kJobCtrlKill);
        return true;
    }

    bool endFromElsewhere(const Proc& all)
    {
        ToolFixture other;
        ServerSelection selection;
        selection.pid = m_dvm->pid();
        const auto connected =
            other.await<void>([&](Tool& t, Tool::Done<void> done) { t.connect(selection, {}, done); });
        if (!connected)
            return failed("connecting once more", connected.error());
        (void)other.await<void>([&](Tool& t, Tool::Done<void> done) {
            t.jobControl({all}, {Info(keys::kJobCtrlKill, Value::boolean(true))}, done);
        });
        return true;
    }

    bool ownLauncher()
    {
        std::vector<std::string> arguments{"-n", std::to_string(number(1, 8))};
        const auto words = program();
        arguments.insert(arguments.end(), words.begin(), words.end());
        std::unique_ptr<net::ChildProcess> launcher;
        m_home.onLoop([&] { launcher = net::ChildProcess::start(m_home.loop(), launcherSpec(arguments)).value(); });
        pause(number(0, 200));
        const auto ended = [&] { return m_home.onLoop([&] { return !launcher->running(); }); };
        m_home.onLoop([&] { (void)launcher->signal(number(0, 1) == 0 ? SIGTERM : SIGINT); });
        for (int tries = 0; !ended() && tries < 400; ++tries)
            pause(25);
        const bool well = ended();
        m_home.onLoop([&] { launcher.reset(); });
        if (!well)
            std::fprintf(stderr, "a dbgrun did not end within 10 s of its signal\n");
        return well;
    }

    static bool failed(const char* what, const util::Error& error)
    {
        std::fprintf(stderr, "%s: %s\n", what, error.message().c_str());
        return false;
    }

    std::mt19937 m_random;
    ToolFixture m_home; // the loop of the launchers
    std::unique_ptr<net::ChildProcess> m_dvm;
    int m_done = 0;
};

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const auto option = [&](const char* name, int otherwise) {
        const auto at = words.indexOf(name);
        return at < 0 ? otherwise : words.value(at + 1).toInt();
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(option("--seconds", 600));
    const auto seed = static_cast<unsigned>(option("--seed", static_cast<int>(std::random_device()() >> 1)));
    std::printf("seed %u\n", seed);
    if (const int rounds = option("--kills", 0); rounds > 0) {
        const auto only = words.indexOf("--only");
        return soakKills(rounds, seed, only < 0 ? QString() : words.value(only + 1)) == 0 ? 0 : 1;
    }
    if (const int rounds = option("--attaches", 0); rounds > 0)
        return soakAttaches(rounds, seed) == 0 ? 0 : 1;
    Soak soak(seed);
    for (int warm = 0; warm < 20; ++warm)
        if (!soak.step())
            return 1;
    (void)soak.remains();
    const Usage before = soak.usage();
    while (std::chrono::steady_clock::now() < end)
        if (!soak.step())
            return 1;
    std::string remains = soak.remains();
    if (!soak.running())
        remains += "dbgrun --daemon has ended; ";
    Usage after = soak.usage();
    for (int tries = 0; after.descriptors > before.descriptors + 2 && tries < 50; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        after = soak.usage();
    }
    std::printf("%d jobs; descriptors %d, then %d; resident %ld kB, then %ld kB\n", soak.done(), before.descriptors,
                after.descriptors, before.residentKb, after.residentKb);
    if (after.descriptors > before.descriptors + 2)
        remains += "descriptors leak; ";
    if (after.residentKb > before.residentKb + kMostGrowthKb)
        remains += "memory grows; ";
    if (!remains.empty())
        std::fprintf(stderr, "left behind: %s\n", remains.c_str());
    return remains.empty() ? 0 : 1;
}
