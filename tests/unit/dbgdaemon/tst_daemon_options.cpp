// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/bootstrap/daemon_environment.h"
#include "dbgdaemon/options.h"
#include "dbgdaemon/stub_programs.h"
#include "debug/debug_error.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace dbgr;
using namespace dbgr::daemon;

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
    void ranksAreRead();
    void badArgumentsAreNamed_data();
    void badArgumentsAreNamed();
    void environmentIsReadAndWiped();
    void badEnvironmentIsWipedToo();
    void childrenSeeNothingOfTheSession();
    void missingProgramsAreNamed();
};

void TestDaemonOptions::ranksAreRead()
{
    QVERIFY(!parse({})->ranks);
    QVERIFY(parse({"--help"})->help);
    QVERIFY(parse({"--version"})->version);
    const auto options = parse({"--attach", "0:100,7:200"});
    QVERIFY(options && options->ranks);
    QCOMPARE(options->ranks->size(), 2U);
    QVERIFY(options->ranks->at(1).rank == util::Rank(7) && options->ranks->at(1).pid == util::Pid(200));
}

void TestDaemonOptions::badArgumentsAreNamed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown") << QStringList{"--attach-all"};
    QTest::newRow("no value") << QStringList{"--attach"};
    for (const char* ranks : {"", "0", "0:", ":1", "0:0", "0:-1", "x:1", "0:1,", "0:1:2"})
        QTest::addRow("ranks %s", ranks) << QStringList{"--attach", ranks};
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
    for (const char* name : {"DBGR_SECRET", "DBGR_FRONTEND", "DBGR_LLDB_SERVER", "PMIX_NAMESPACE", "PRTE_MCA_x"})
        ::setenv(name, "x", 1);
    ::setenv("HARMLESS", "x", 1);
    const auto environment = environmentForChildren();
    QVERIFY(std::ranges::none_of(environment, [](const std::string& entry) {
        return entry.starts_with("DBGR_") || entry.starts_with("PMIX_") || entry.starts_with("PRTE_");
    }));
    QVERIFY(std::ranges::find(environment, "HARMLESS=x") != environment.end());
    ::unsetenv("DBGR_LLDB_SERVER");
}

void TestDaemonOptions::missingProgramsAreNamed()
{
    const auto programs = findStubPrograms("/nowhere/dbgd");
    QVERIFY(!programs);
    QVERIFY(programs.error().code == debug::Errc::StubFailed);
    QVERIFY(programs.error().message().find("/nowhere/dbgd-guard") != std::string::npos);
    QVERIFY(!programs.error().advice.empty());
}

QTEST_APPLESS_MAIN(TestDaemonOptions)
#include "tst_daemon_options.moc"
