// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines as MPICH 4.0.2 and 5.0.2 have them.
#include <QtTest>

#include "jobs/hydra_proxies.h"
#include "tests/support/jobs/fake_proc.h"
#include "tests/support/run/test_class.h"

namespace tst_hydra_proxies {

using namespace dbgr;
using jobs::HydraProxy;
using jobs::readHydraProxy;

namespace {

using Argv = std::vector<std::string>;

const std::string kPort = "login:40123";

/// What stands behind the proxy's name.
Argv options(const std::string& port = kPort, const std::string& group = "0", const std::string& number = "0",
             const std::string& launcher = "ssh")
{
    return {"--control-port", port, "--rmk",   "user", "--launcher", launcher, "--demux",    "poll", "--pgid", group,
            "--retries",      "10", "--usize", "-2",   "--pmi-port", "0",      "--proxy-id", number};
}

Argv with(Argv front, const Argv& rest)
{
    front.insert(front.end(), rest.begin(), rest.end());
    return front;
}

std::string hostIn(const Argv& argv)
{
    const auto proxy = readHydraProxy(argv);
    return proxy ? proxy->host : "no proxy";
}

void addRank(test::FakeProc& proc, int pid, int parent, int rank, int size)
{
    proc.add({.pid = pid,
              .parent = parent,
              .argv = {"./ring"},
              .exe = "/x/ring",
              .environment = {"PMI_RANK=" + std::to_string(rank), "PMI_SIZE=" + std::to_string(size)}});
}

void addProxy(test::FakeProc& proc, int pid, const std::string& port, const std::string& group = "0",
              const std::string& numbers = "pid:[1]")
{
    proc.add({.pid = pid,
              .argv = with({"/usr/bin/hydra_pmi_proxy"}, options(port, group)),
              .exe = "/usr/bin/hydra_pmi_proxy",
              .pidSpace = numbers});
}

std::vector<int> ranksOf(const test::FakeProc& proc, const std::string& port = kPort)
{
    std::vector<int> ranks;
    for (const jobs::RankProcess& rank : jobs::ranksOfHydraJob(port, jobs::ProcFiles(proc.root())))
        ranks.push_back(static_cast<int>(rank.rank.value()));
    return ranks;
}

} // namespace

class TestHydraProxies : public QObject
{
    Q_OBJECT

private slots:
    void aProxySaysWhereItsMpiexecListens()
    {
        const auto proxy = readHydraProxy(with({"/usr/bin/hydra_pmi_proxy"}, options()));
        QVERIFY(proxy && !proxy->isElsewhere);
        QCOMPARE(proxy->controlPort, kPort);
        QCOMPARE(proxy->group, 0U);
        QCOMPARE(proxy->host, std::string());
    }

    void aCommandSaysWhichHostItReaches()
    {
        const Argv quoted = with({"\"/opt/mpich/bin/hydra_pmi_proxy\""}, options());
        const auto proxy = readHydraProxy(with({"/usr/bin/ssh", "-x", "n01.site.org"}, quoted));
        QVERIFY(proxy && proxy->isElsewhere);
        QCOMPARE(proxy->host, std::string("n01.site.org"));
        QCOMPARE(proxy->launcher, std::string("ssh"));
        QCOMPARE(hostIn(with({"/bin/sh", "/x/my-ssh", "-x", "-v", "10.0.0.7"}, quoted)), std::string("10.0.0.7"));
        const Argv own = with(quoted, {"--launcher-exec", "/x/my-ssh"});
        QCOMPARE(readHydraProxy(with({"/x/my-ssh", "n1"}, own))->launcherExec, std::string("/x/my-ssh"));
    }

    /// These are on other nodes, wherever that is.
    void aHostThatCannotBeReadIsNotGuessed_data()
    {
        QTest::addColumn<QStringList>("front");
        QTest::addColumn<QString>("launcher");
        QTest::newRow("srun") << QStringList{"srun", "--nodelist", "n1,n2", "--input", "none"} << "slurm";
        QTest::newRow("an option") << QStringList{"ssh", "n1", "-x"} << "ssh";
        QTest::newRow("a user's name in it") << QStringList{"ssh", "u@n1"} << "ssh";
        QTest::newRow("a shell's doing") << QStringList{"ssh", "$(rm -rf ~)"} << "ssh";
        QTest::newRow("nothing") << QStringList{"ssh", ""} << "ssh";
        QTest::newRow("a list") << QStringList{"ssh", "n1,n2"} << "ssh";
    }
    void aHostThatCannotBeReadIsNotGuessed()
    {
        QFETCH(QStringList, front);
        QFETCH(QString, launcher);
        Argv argv;
        for (const QString& argument : front)
            argv.push_back(argument.toStdString());
        argv.emplace_back("/usr/bin/hydra_pmi_proxy");
        const auto proxy = readHydraProxy(with(argv, options(kPort, "0", "0", launcher.toStdString())));
        QVERIFY(proxy && proxy->isElsewhere);
        QCOMPARE(proxy->host, std::string());
    }

    void whatIsNoProxyIsNone()
    {
        for (const Argv& argv :
             {Argv{}, Argv{"ring", "--control-port", kPort}, Argv{"hydra_pmi_proxy"},
              Argv{"hydra_pmi_proxy", "--control-port"}, Argv{"vi", "hydra_pmi_proxy.c"}, Argv{"\"", "\"\""}})
            QVERIFY(!readHydraProxy(argv));
    }

    void theProxiesOfAnMpiexecAreThoseItStarted()
    {
        test::FakeProc proc;
        proc.add({.pid = 10, .argv = {"mpiexec.hydra"}, .exe = "/usr/bin/mpiexec.hydra"});
        proc.add({.pid = 11,
                  .parent = 10,
                  .argv = with({"/usr/bin/hydra_pmi_proxy"}, options()),
                  .exe = "/usr/bin/hydra_pmi_proxy"});
        proc.add({.pid = 12,
                  .parent = 10,
                  .argv = with({"ssh", "-x", "n1", "\"/usr/bin/hydra_pmi_proxy\""}, options()),
                  .exe = "/usr/bin/ssh"});
        proc.add({.pid = 13,
                  .parent = 10,
                  .argv = with({"ssh", "-x", "n2", "\"/usr/bin/hydra_pmi_proxy\""}, options(kPort, "1")),
                  .exe = "/usr/bin/ssh"});
        addProxy(proc, 14, "login:40999");
        const auto proxies = jobs::hydraProxiesOf(util::Pid(10), jobs::ProcFiles(proc.root()));
        QCOMPARE(proxies.size(), std::size_t(2));
        QVERIFY(!proxies[0].isElsewhere);
        QCOMPARE(proxies[1].host, std::string("n1"));
        QVERIFY(jobs::hydraProxiesOf(util::Pid(99), jobs::ProcFiles(proc.root())).empty());
    }

    void ranksAreBelowTheProxyThatCallsThere()
    {
        test::FakeProc proc;
        addProxy(proc, 20, kPort);
        addRank(proc, 21, 20, 4, 8);
        addRank(proc, 22, 20, 5, 8);
        addProxy(proc, 30, "login:40124"); // another job of the same hosts
        addRank(proc, 31, 30, 6, 8);
        addProxy(proc, 40, "login2:40123");
        addRank(proc, 41, 40, 7, 8);
        QCOMPARE(ranksOf(proc), (std::vector{4, 5}));
        QCOMPARE(ranksOf(proc, "login:1"), std::vector<int>());
    }

    void whatRanksHaveSpawnedIsAnotherJob()
    {
        test::FakeProc proc;
        addProxy(proc, 20, kPort);
        addRank(proc, 21, 20, 0, 2);
        addProxy(proc, 30, kPort, "1");
        addRank(proc, 31, 30, 1, 3);
        QCOMPARE(ranksOf(proc), std::vector{0});
        // Also where its proxy is below the job's.
        proc.add({.pid = 10, .argv = {"mpiexec.hydra"}, .exe = "/usr/bin/mpiexec.hydra"});
        proc.add({.pid = 50, .parent = 10, .argv = with({"hydra_pmi_proxy"}, options(kPort, "1")), .exe = "/p"});
        addRank(proc, 51, 50, 0, 3);
        const jobs::ProcFiles files(proc.root());
        const auto processes = jobs::ProcessList::read(files, ::geteuid());
        QVERIFY(jobs::ranksBelow(*processes.find(util::Pid(10)), processes, files, [](const jobs::Process&) {
                    return false;
                }).empty());
    }

    void processesOfAContainerAreNoneOfThisNode()
    {
        test::FakeProc proc;
        addProxy(proc, 20, kPort, "0", "pid:[2]");
        addRank(proc, 21, 20, 0, 1);
        QVERIFY(ranksOf(proc).empty());
    }
};

DBGR_TEST(TestHydraProxies, QCoreApplication);

} // namespace tst_hydra_proxies

#include "tst_hydra_proxies.moc"
