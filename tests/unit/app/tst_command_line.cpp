// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_language.h"
#include "app/dbgr/command_line.h"
#include "app/dbgr/exit_codes.h"
#include "app/dbgr/help.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_command_line {

using namespace dbgr;
using namespace dbgr::app;
using Arguments = std::vector<std::string>;

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void leavesEverythingFromTheLauncherOnAlone();
    void readsItsOwnOptionsBeforeTheLauncher();
    void withoutALauncherTheFaceAsks();
    void keepsCommandsAndScriptsInOrder();
    void aCommandMayBeginWithADash();
    void aNumberOfRanksMeansDbgrun();
    void dashesEndTheOptions();
    void aNameWithThatEndingIsASession();
    void readsHoldPoints_data();
    void readsHoldPoints();
    void readsSeconds_data();
    void readsSeconds();
    void readsWhatToAttachTo();
    void theShellMayHaveExpandedTheCoreFiles();
    void refuses_data();
    void refuses();
    void helpAndVersionNeedNoLauncher();
    void stacksAreOfWhatCanBeAttachedTo();
    void doctorIsNoLauncher();
    void reportIsNoLauncher();
    void helpNamesAllCommandsAndExitCodes();
};

void TestCommandLine::leavesEverythingFromTheLauncherOnAlone()
{
    const Arguments launcher{"mpiexec", "-n", "4", "--json", "--", "--timeout", "./ring", "-c", ""};
    const auto line = parseCommandLine(launcher);
    QVERIFY(line);
    QVERIFY(line->launcher == launcher);
    QVERIFY(!line->json);
    QVERIFY(!line->timeout);
    QVERIFY(line->commands.empty());
    QVERIFY(!line->hold);
}

void TestCommandLine::readsItsOwnOptionsBeforeTheLauncher()
{
    const auto line = parseCommandLine(Arguments{
        "--batch", "--json", "--timeout", "30", "--launch-timeout", "90", "--keep-going", "--log", "-",
        "--log-level=debug", "--record", "a.dbgr", "--push-daemons", "--lost-after", "120", "mpiexec", "./ring"});
    QVERIFY(line);
    QVERIFY(line->pushDaemons);
    QVERIFY(line->lostAfter == std::chrono::seconds(120));
    QVERIFY(line->json && line->keepGoing);
    QVERIFY(line->timeout == std::chrono::milliseconds(30000));
    QVERIFY(line->launchTimeout == std::chrono::milliseconds(90000));
    QCOMPARE(line->logFile, std::string("-"));
    QCOMPARE(line->recordFile, std::string("a.dbgr"));
    QVERIFY(line->logLevel == util::log::Level::Debug);
    QVERIFY(line->launcher == (Arguments{"mpiexec", "./ring"}));
}

void TestCommandLine::withoutALauncherTheFaceAsks()
{
    for (const Arguments& arguments : {Arguments{}, Arguments{"--json"}}) {
        const auto line = parseCommandLine(arguments);
        QVERIFY(line);
        QVERIFY(line->launcher.empty());
    }
}

void TestCommandLine::keepsCommandsAndScriptsInOrder()
{
    const auto line =
        parseCommandLine(Arguments{"-c", "break work", "--script", "f.dbgr", "--command=continue", "-x", "g", "srun"});
    QVERIFY(line);
    const std::vector<CommandSpec> expected{CommandText{"break work"}, ScriptFile{"f.dbgr"}, CommandText{"continue"},
                                            ScriptFile{"g"}};
    QVERIFY(line->commands == expected);
}

void TestCommandLine::aCommandMayBeginWithADash()
{
    const auto line = parseCommandLine(Arguments{"--command", "-x", "mpiexec"});
    QVERIFY(line);
    QVERIFY(line->commands == std::vector<CommandSpec>{CommandText{"-x"}});
}

void TestCommandLine::aNumberOfRanksMeansDbgrun()
{
    const auto line = parseCommandLine(Arguments{"--batch", "-n", "4", "-x", "HOME", "./ring", "--script", "a"});
    QVERIFY2(line, line ? "" : line.error().message().c_str());
    QVERIFY(line->batch);
    QVERIFY(line->commands.empty()); // what stands behind is the launcher's
    QCOMPARE(line->launcher, (std::vector<std::string>{"dbgrun", "-n", "4", "-x", "HOME", "./ring", "--script", "a"}));
    QCOMPARE(parseCommandLine(Arguments{"-np", "2", "./ring"})->launcher,
             (std::vector<std::string>{"dbgrun", "-np", "2", "./ring"}));
}

void TestCommandLine::dashesEndTheOptions()
{
    const auto line = parseCommandLine(Arguments{"--json", "--", "--odd-launcher", "--json"});
    QVERIFY(line);
    QVERIFY(line->launcher == (Arguments{"--odd-launcher", "--json"}));
}

void TestCommandLine::aNameWithThatEndingIsASession()
{
    const auto alone = parseCommandLine(Arguments{"--batch", "work/ring.dbgr"});
    QVERIFY(alone);
    QCOMPARE(alone->sessionFile, std::string("work/ring.dbgr"));
    QVERIFY(alone->launcher.empty());
    const auto named = parseCommandLine(Arguments{"--session", "ring", "mpiexec", "./ring"});
    QVERIFY(named);
    QCOMPARE(named->sessionFile, std::string("ring"));
    QVERIFY(named->launcher == (Arguments{"mpiexec", "./ring"}));
    QCOMPARE(parseCommandLine(Arguments{"--attach", "47", "ring.dbgr"})->sessionFile, std::string("ring.dbgr"));
    QVERIFY(parseCommandLine(Arguments{"mpiexec", "ring.dbgr"})->sessionFile.empty()); // the launcher's
    for (const Arguments& wrong : {Arguments{"ring.dbgr", "-c", "continue"}, Arguments{"--session", "a", "b.dbgr"},
                                   Arguments{"--jobs", "--session", "a"}, Arguments{"--session", "a", "doctor"}}) {
        const auto line = parseCommandLine(wrong);
        QVERIFY2(!line && line.error().code == Errc::BadUsage, wrong.back().c_str());
    }
}

void TestCommandLine::readsHoldPoints_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("hold");
    QTest::newRow("init") << "init" << int(launchers::HoldPoint::Init);
    QTest::newRow("exec") << "exec" << int(launchers::HoldPoint::Exec);
    QTest::newRow("app") << "app" << int(launchers::HoldPoint::App);
    QTest::newRow("none") << "none" << int(launchers::HoldPoint::None);
}

void TestCommandLine::readsHoldPoints()
{
    QFETCH(QString, text);
    QFETCH(int, hold);
    const auto line = parseCommandLine(Arguments{"--stop=" + text.toStdString(), "mpiexec"});
    QVERIFY(line);
    QCOMPARE(int(line->hold.value()), hold);
}

void TestCommandLine::readsSeconds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("milliseconds");
    QTest::newRow("whole") << "2" << 2000;
    QTest::newRow("fraction") << "0.25" << 250;
    QTest::newRow("unit") << "90s" << 90000;
}

void TestCommandLine::readsSeconds()
{
    QFETCH(QString, text);
    QFETCH(int, milliseconds);
    const auto line = parseCommandLine(Arguments{"--timeout", text.toStdString(), "mpiexec"});
    QVERIFY(line);
    QVERIFY(line->timeout == std::chrono::milliseconds(milliseconds));
    QVERIFY(!line->launchTimeout && !line->pushDaemons && !line->lostAfter);
}

void TestCommandLine::readsWhatToAttachTo()
{
    const auto target = [](const Arguments& words) { return parseCommandLine(words).value().attach; };
    QVERIFY(target({"--attach", "4711"}) == launchers::AttachTarget(launchers::RunningLauncher{util::Pid(4711), {}}));
    QVERIFY(target({"--attach", "prterun-n1-4711@1"}) ==
            launchers::AttachTarget(launchers::NamedJob{"prterun-n1-4711@1"}));
    QVERIFY(target({"--connect", "/tmp/uri"}) == launchers::AttachTarget(launchers::JobOfServer{"/tmp/uri"}));
    QVERIFY(target({"--attach-pids", "12, 13,14"}) ==
            launchers::AttachTarget(launchers::LooseProcesses{{util::Pid(12), util::Pid(13), util::Pid(14)}}));
    QVERIFY(target({"--core", "core.*", "./app"}) ==
            launchers::AttachTarget(launchers::CoreFiles{{"core.*"}, "./app"}));
    QVERIFY(target({"--core", "a", "--core", "b"}) == launchers::AttachTarget(launchers::CoreFiles{{"a", "b"}, {}}));
    QVERIFY(parseCommandLine(Arguments{"--jobs"}).value().jobs);
    const auto some = parseCommandLine(Arguments{"--attach", "4711", "--ranks", "0-3,7"}).value();
    QCOMPARE(some.ranks->toString(), std::string("0-3,7"));
    QVERIFY(!parseCommandLine(Arguments{"--attach", "4711", "--ranks", "all"}).value().ranks);
}

void TestCommandLine::theShellMayHaveExpandedTheCoreFiles()
{
    const auto line = parseCommandLine(Arguments{"--core", "core.0", "core.1", "core.2", "./app"}).value();
    QVERIFY(line.attach == launchers::AttachTarget(launchers::CoreFiles{{"core.0", "core.1", "core.2"}, "./app"}));
    QVERIFY(line.launcher.empty());
}

void TestCommandLine::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown option") << QStringList{"--jsno", "mpiexec"} << "there is no option --jsno";
    QTest::newRow("unknown short") << QStringList{"-z", "4", "./a"} << "there is no option -z";
    QTest::newRow("no number") << QStringList{"-n", "--json", "./a"} << "there is no option -n";
    QTest::newRow("stop") << QStringList{"--stop=main", "mpiexec"} << "init, exec, app, none";
    QTest::newRow("timeout word") << QStringList{"--timeout", "soon", "mpiexec"} << "--timeout soon";
    QTest::newRow("timeout 0") << QStringList{"--timeout", "0", "mpiexec"} << "greater than 0";
    QTest::newRow("timeout inf") << QStringList{"--timeout", "inf", "mpiexec"} << "--timeout inf";
    QTest::newRow("timeout empty") << QStringList{"--timeout=s", "mpiexec"} << "--timeout s";
    QTest::newRow("launch timeout") << QStringList{"--launch-timeout", "soon", "mpiexec"} << "--launch-timeout soon";
    for (const char* seconds : {"14", "3601", "0", "-60", "soon", "inf", "1e9"})
        QTest::addRow("lost after %s", seconds) << QStringList{"--lost-after", seconds, "mpiexec"} << "from 15 to 3600";
    QTest::newRow("log level") << QStringList{"--log-level", "loud", "mpiexec"} << "debug, info, warning, error";
    QTest::newRow("doctor's option") << QStringList{"doctor", "--jsno"} << "\"--jsno\" is no name of a node";
    QTest::newRow("two reports") << QStringList{"report", "a", "b"} << "\"b\" makes no sense";
    QTest::newRow("report's option") << QStringList{"report", "--log", "b"} << "\"--log\" makes no sense";
    QTest::newRow("report without log") << QStringList{"report", "--with-log"} << "\"--with-log\" makes no sense";
    QTest::newRow("doctor of a job") << QStringList{"--attach", "12", "doctor"} << "attaches to no job";
    QTest::newRow("verbose alone") << QStringList{"--verbose", "mpiexec"} << "--version";
    QTest::newRow("no value") << QStringList{"--script"} << "script";
    QTest::newRow("attach and launch") << QStringList{"--attach", "12", "mpiexec"} << "mpiexec";
    QTest::newRow("attach twice") << QStringList{"--attach", "12", "--connect", "x"} << "only one";
    QTest::newRow("attach to a minus") << QStringList{"--attach", "-12"} << "-12";
    QTest::newRow("attach to no number") << QStringList{"--attach-pids", "12,x"} << "12,x";
    QTest::newRow("no such ranks") << QStringList{"--attach", "12", "--ranks", "a"} << "--ranks a";
    QTest::newRow("ranks of nothing") << QStringList{"--ranks", "0"} << "--attach";
    QTest::newRow("jobs and a launcher") << QStringList{"--jobs", "mpiexec"} << "mpiexec";
    QTest::newRow("options behind the program") << QStringList{"--core", "core.1", "./app", "-c", "where"} << "-c";
    QTest::newRow("stacks of nothing") << QStringList{"--stacks"} << "of which job is missing";
    QTest::newRow("stacks twice") << QStringList{"--stacks", "12", "--attach", "13"} << "only one";
    QTest::newRow("stacks of cores") << QStringList{"--stacks", "--core", "core.1", "./app"} << "--batch --core FILE";
    QTest::newRow("stacks and a command") << QStringList{"--stacks", "12", "-c", "where"} << "no other commands";
    QTest::newRow("stacks and a launcher") << QStringList{"--stacks", "12", "mpiexec"} << "mpiexec";
    QTest::newRow("two formats") << QStringList{"--stacks", "12", "--dot", "--svg"} << "only one of";
    QTest::newRow("a format of nothing") << QStringList{"--dot", "mpiexec"} << "belong to --stacks";
    QTest::newRow("no samples") << QStringList{"--stacks", "12", "--repeat", "0"} << "from 1 to 10000";
    QTest::newRow("too many samples") << QStringList{"--stacks", "12", "--repeat", "10001"} << "from 1 to 10000";
    QTest::newRow("every never") << QStringList{"--stacks", "12", "--every", "0"} << "--every 0";
    QTest::newRow("jobs and attach") << QStringList{"--jobs", "--attach", "12"} << "--jobs";
}

void TestCommandLine::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    Arguments plain;
    for (const QString& argument : arguments)
        plain.push_back(argument.toStdString());
    const auto line = parseCommandLine(plain);
    QVERIFY(!line);
    QVERIFY(line.error().code == Errc::BadUsage);
    QVERIFY2(line.error().detail.find(says.toStdString()) != std::string::npos, line.error().detail.c_str());
    QVERIFY(!line.error().advice.empty());
}

void TestCommandLine::helpAndVersionNeedNoLauncher()
{
    QVERIFY(parseCommandLine(Arguments{"--help"})->help);
    QVERIFY(parseCommandLine(Arguments{"--json", "-h", "mpiexec"})->help);
    QVERIFY(parseCommandLine(Arguments{"--version"})->version);
    QVERIFY(!parseCommandLine(Arguments{"--version"})->verbose);
    QVERIFY(parseCommandLine(Arguments{"--verbose", "--version"})->verbose);
    QVERIFY(!parseCommandLine(Arguments{"mpiexec", "--help"})->help);
}

void TestCommandLine::stacksAreOfWhatCanBeAttachedTo()
{
    using launchers::AttachTarget;
    const auto targetOf = [](const Arguments& arguments) {
        const auto line = parseCommandLine(arguments);
        return line && line->stacks && line->batch ? line->attach : std::nullopt;
    };
    const AttachTarget launcher(launchers::RunningLauncher{util::Pid(12), {}});
    QVERIFY(targetOf({"--stacks", "12"}) == launcher);
    QVERIFY(targetOf({"--stacks", "--attach", "12"}) == launcher);
    QVERIFY(targetOf({"--attach", "12", "--stacks"}) == launcher);
    QVERIFY(targetOf({"--stacks=12", "--svg"}) == launcher);
    QVERIFY(targetOf({"--stacks", "prterun-n1-4711@1"}) == AttachTarget(launchers::NamedJob{"prterun-n1-4711@1"}));
    QVERIFY(targetOf({"--stacks", "12,13"}) == AttachTarget(launchers::LooseProcesses{{util::Pid(12), util::Pid(13)}}));
    QVERIFY(targetOf({"--stacks", "a.0;tcp4://10.0.0.1:2"}) ==
            AttachTarget(launchers::JobOfServer{"a.0;tcp4://10.0.0.1:2"}));

    const auto line =
        parseCommandLine(Arguments{"--stacks", "12", "--repeat", "5", "--every", "0.5", "--folded", "--ranks", "0-3"});
    QVERIFY(line);
    QVERIFY(line->stacks == (StacksRequest{StacksRequest::Format::Folded, 5, std::chrono::milliseconds(500)}));
    QCOMPARE(line->ranks->toString(), std::string("0-3"));
    QVERIFY(!parseCommandLine(Arguments{"mpiexec", "--stacks"})->stacks);
}

void TestCommandLine::doctorIsNoLauncher()
{
    const auto doctor = parseCommandLine(Arguments{"doctor"});
    QVERIFY(doctor && doctor->own == OwnCommand(DoctorRequest()) && doctor->launcher.empty());
    for (const Arguments& words :
         {Arguments{"doctor", "n1", "--json", "n2"}, Arguments{"--json", "doctor", "n1", "n2"}}) {
        const auto nodes = parseCommandLine(words);
        QVERIFY(nodes && nodes->own == OwnCommand(DoctorRequest{{"n1", "n2"}, true}));
    }
    for (const Arguments& words : {Arguments{"--", "doctor"}, Arguments{"./doctor"}, Arguments{"mpiexec", "doctor"}})
        QVERIFY(!parseCommandLine(words)->own);
}

void TestCommandLine::reportIsNoLauncher()
{
    QVERIFY(parseCommandLine(Arguments{"report"})->own == OwnCommand(ReportRequest()));
    const auto whole = parseCommandLine(Arguments{"report", "--yes", "a b", "--with-log", "x.log"});
    QVERIFY(whole && whole->own == OwnCommand(ReportRequest{"a b", "x.log", true}));
    QVERIFY(!parseCommandLine(Arguments{"--", "report"})->own);
}

void TestCommandLine::helpNamesAllCommandsAndExitCodes()
{
    const std::string help = helpText();
    for (const CommandInfo& info : commandTable())
        QVERIFY2(help.find("\n  " + info.usage()) != std::string::npos, std::string(info.name).c_str());
    for (const ExitCodeInfo& info : kExitCodes)
        QVERIFY(help.find("\n  " + std::to_string(int(info.code)) + "  " + info.meaning) != std::string::npos);
}

DBGR_TEST(TestCommandLine);

} // namespace tst_command_line

#include "tst_command_line.moc"
