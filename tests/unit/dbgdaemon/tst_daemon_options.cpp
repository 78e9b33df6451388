// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/bootstrap/daemon_environment.h"
#include "dbgdaemon/helper_programs.h"
#include "dbgdaemon/options.h"
#include "dbgdaemon/rank_sources.h"
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>

namespace tst_daemon_options {

using namespace dbgr;
using namespace dbgr::daemon;
using dbgwire::RanksFrom;

namespace {

util::Result<Options> parse(std::vector<std::string_view> arguments)
{
    return parseOptions(arguments);
}

const std::string kHex(64, 'a');

} // namespace

class TestDaemonOptions : public QObject
{
    Q_OBJECT

private slots:
    void theCommandLineIsRead();
    void anOrderChoosesAmongTheRanks();
    void badArgumentsAreNamed_data();
    void badArgumentsAreNamed();
    void environmentIsReadAndWiped();
    void badEnvironmentIsWipedToo();
    void childrenSeeNothingOfTheSession();
    void aMissingProgramIsNamed();
    void theFirstVariableThatIsSetNamesTheNode();
};

void TestDaemonOptions::theCommandLineIsRead()
{
    QVERIFY(parse({})->ranks == RanksFrom::Pmix);
    QVERIFY(parse({"--help"})->help);
    QVERIFY(parse({"--version"})->version);
    QVERIFY(!parse({"--version"})->verbose && parse({"--version", "--verbose"})->verbose);
    QVERIFY(parse({"--ranks=pmix"})->ranks == RanksFrom::Pmix);
    const auto told = parse({"--ranks=told", "--for", "n01:4711"});
    QVERIFY(told && told->ranks == RanksFrom::Told && !told->doorFd);
    QCOMPARE(told->frontEnd, std::string("n01:4711"));
    const auto agents = parse({"--door-fd=5", "--ranks=agents"});
    QVERIFY(agents && agents->ranks == RanksFrom::Agents && agents->doorFd == 5);
    const auto below = parse({"--ranks=hydra", "--mpiexec=4711"});
    QVERIFY(below && below->ranks == RanksFrom::Hydra && below->mpiexec == util::Pid(4711));
    const auto proxied = parse({"--control-port=n01:40000", "--ranks=hydra"});
    QVERIFY(proxied && !proxied->mpiexec && proxied->controlPort == "n01:40000");
}

void TestDaemonOptions::badArgumentsAreNamed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown") << QStringList{"--attach-all"};
    QTest::newRow("verbose alone") << QStringList{"--verbose"};
    QTest::newRow("no value") << QStringList{"--for"};
    QTest::newRow("a door without agents") << QStringList{"--door-fd=5"};
    QTest::newRow("agents without a door") << QStringList{"--ranks=agents"};
    QTest::newRow("hydra, and nothing of it") << QStringList{"--ranks=hydra"};
    QTest::newRow("hydra in two ways") << QStringList{"--ranks=hydra", "--mpiexec=1", "--control-port=n01:1"};
    QTest::newRow("an mpiexec without hydra") << QStringList{"--mpiexec=1"};
    QTest::newRow("a port without hydra") << QStringList{"--ranks=told", "--control-port=n01:1"};
    for (const char* mpiexec : {"--mpiexec=", "--mpiexec=0", "--mpiexec=-1", "--mpiexec=x"})
        QTest::addRow("%s", mpiexec) << QStringList{"--ranks=hydra", mpiexec};
    for (const char* ranks : {"--ranks", "--ranks=", "--ranks=all", "--ranks=told,pmix"})
        QTest::addRow("%s", ranks) << QStringList{ranks};
    for (const char* door : {"--door-fd", "--door-fd=", "--door-fd=-1", "--door-fd=x"})
        QTest::addRow("%s", door) << QStringList{"--ranks=agents", door};
    for (const char* frontEnd : {"", "n01", "n01:", ":1", "n01:0", "n01:-1", "n01:x"})
        QTest::addRow("--for %s", frontEnd) << QStringList{"--for", frontEnd};
}

void TestDaemonOptions::badArgumentsAreNamed()
{
    QFETCH(QStringList, arguments);
    std::vector<std::string> texts;
    for (const QString& argument : arguments)
        texts.push_back(argument.toStdString());
    const auto options = parse(std::vector<std::string_view>(texts.begin(), texts.end()));
    QVERIFY(!options);
    QVERIFY(options.error().code == std::errc::invalid_argument);
}

void TestDaemonOptions::anOrderChoosesAmongTheRanks()
{
    const debug::LocalProcess zero{util::Rank(0), util::Pid(100), "a"}, one{util::Rank(1), util::Pid(101), "b"};
    const debug::LocalProcess two{util::Rank(2), util::Pid(102), "c"}, otherOne{util::Rank(1), util::Pid(201), "d"};
    const std::vector found{zero, one};
    QVERIFY(ordered(found, {}) == found);
    QVERIFY(ordered(found, {util::RankSet{util::Rank(1), util::Rank(5)}, {}, {}}) == std::vector{one});
    QVERIFY(ordered(found, {util::RankSet(), {}, {}}).empty());
    QVERIFY(ordered({}, {std::nullopt, {zero, two}, {}}) == (std::vector{zero, two}));
    QVERIFY(ordered(found, {std::nullopt, {otherOne, two}, {}}) == (std::vector{zero, one, two})); // found: it knows
}

void TestDaemonOptions::theFirstVariableThatIsSetNamesTheNode()
{
    const auto named = [](const char* variables) {
        qputenv(kHostVariable, variables);
        return hostName();
    };
    qputenv("DBGR_TEST_NODE", "n07");
    QCOMPARE(named("DBGR_TEST_NODE"), std::string("n07"));
    QCOMPARE(named("DBGR_NOT_SET,DBGR_TEST_NODE"), std::string("n07"));
    qputenv("DBGR_TEST_OTHER", "n08");
    QCOMPARE(named("DBGR_TEST_OTHER,DBGR_TEST_NODE"), std::string("n08"));
    qunsetenv(kHostVariable);
    const std::string own = hostName();
    for (const char* nothing : {"", ",", "DBGR_NOT_SET", "DBGR_NOT_SET,"})
        QCOMPARE(named(nothing), own);
    qunsetenv(kHostVariable);
}

void TestDaemonOptions::environmentIsReadAndWiped()
{
    ::setenv(kFrontEndVariable, "127.0.0.1:4711, [::1]:4712", 1);
    ::setenv(kSecretVariable, kHex.c_str(), 1);
    const char* secretBytes = ::getenv(kSecretVariable);
    const auto environment = takeDaemonEnvironment();
    QVERIFY(environment);
    QCOMPARE(environment->frontEnds.size(), 2U);
    QCOMPARE(environment->frontEnds[1].toString(), "[::1]:4712");
    QCOMPARE(environment->secret.hex(), kHex);
    QVERIFY(!::getenv(kFrontEndVariable));
    QVERIFY(!::getenv(kSecretVariable));
    QCOMPARE(std::string(secretBytes, 64), std::string(64, '\0'));
}

void TestDaemonOptions::badEnvironmentIsWipedToo()
{
    for (const char* frontEnd : {"", "localhost:1", "127.0.0.1"}) {
        ::setenv(kFrontEndVariable, frontEnd, 1);
        ::setenv(kSecretVariable, kHex.c_str(), 1);
        const auto environment = takeDaemonEnvironment();
        QVERIFY(!environment);
        QVERIFY(environment.error().message().find(kHex) == std::string::npos);
        QVERIFY(!::getenv(kSecretVariable));
    }
    ::setenv(kSecretVariable, "abc", 1);
    QVERIFY(!takeDaemonEnvironment());
    QVERIFY(!takeDaemonEnvironment());
}

void TestDaemonOptions::childrenSeeNothingOfTheSession()
{
    for (const char* name : {"DBGR_SECRET", "DBGR_FRONTEND", "DBGR_DAEMON_LOG", "PMIX_NAMESPACE", "PRTE_MCA_x"})
        ::setenv(name, "x", 1);
    ::setenv("HARMLESS", "x", 1);
    const auto environment = environmentForChildren();
    QVERIFY(std::ranges::none_of(environment, [](const std::string& entry) {
        return entry.starts_with("DBGR_") || entry.starts_with("PMIX_") || entry.starts_with("PRTE_");
    }));
    QVERIFY(std::ranges::find(environment, "HARMLESS=x") != environment.end());
    ::unsetenv("DBGR_DAEMON_LOG");
}

void TestDaemonOptions::aMissingProgramIsNamed()
{
    const auto programs = findHelpers("/nowhere/dbgd", {});
    QVERIFY(!programs);
    QVERIFY(programs.error().code == debug::Errc::KeeperFailed);
    QVERIFY(programs.error().message().find("/nowhere/dbgd-keeper") != std::string::npos);
    QVERIFY(!programs.error().advice.empty());
}

DBGR_TEST(TestDaemonOptions);

} // namespace tst_daemon_options

#include "tst_daemon_options.moc"
