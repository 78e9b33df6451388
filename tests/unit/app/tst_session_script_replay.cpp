// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that a session wrote are in the language that batch reads, and do the same again.
#include "app/dbgr/command_language.h"
#include "app/dbgr/command_line.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/unit/app/batch_fixture.h"
#include "util/string_util.h"

#include <QtTest>

namespace tst_session_script_replay {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;

namespace {

std::vector<std::string> linesOf(const session::SessionScript& script)
{
    std::vector<std::string> lines;
    const std::string text = script.text();
    for (const std::string_view line : util::split(text, '\n'))
        lines.emplace_back(line);
    return lines;
}

} // namespace

class TestSessionScriptReplay : public QObject
{
    Q_OBJECT

private slots:
    void everyLineIsACommand();
    void inputIsReadBackByteForByte_data();
    void inputIsReadBackByteForByte();
    void theSameIsAskedOfTheBackend();
    void stoppingAllIsDoneAgain();
    void theHeaderSaysHowItWasAttached_data();
    void theHeaderSaysHowItWasAttached();
};

void TestSessionScriptReplay::everyLineIsACommand()
{
    SessionFixture f;
    session::SessionScript script;
    const auto subscription = f.session->observe(script);
    f.bringUp(4);
    debug::BreakpointSpec spec = breakAt("/src/a b/ring.cpp", 29);
    spec.condition = "rank == 2";
    spec.enabled = false;
    QVERIFY(f.session->addBreakpoint(spec));
    QVERIFY(f.session->addBreakpoint(breakIn("ns::work(int, char*)")));
    QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "lap == 1", true));
    f.session->setStopAll(true);
    QVERIFY(f.session->setFocus(ranks("0,2")));
    QVERIFY(f.session->continueRanks(ranks("0-3")));
    QVERIFY(f.session->sendInput(ranks("0,2"), "a\nb", true));
    f.run();
    QVERIFY(f.session->interrupt(ranks("0-3")));
    f.fake->stop(ranks("0-3"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QVERIFY(f.session->step(ranks("1"), debug::StepKind::Out));
    f.run();
    QVERIFY(f.session->removeBreakpoint(util::BreakpointId(2)));
    QVERIFY(f.session->detach());
    f.run();
    const auto lines = linesOf(script);
    QVERIFY(lines.size() > 14);
    for (const std::string& line : lines)
        QVERIFY2(parseCommand(line), line.c_str());
}

void TestSessionScriptReplay::inputIsReadBackByteForByte_data()
{
    QTest::addColumn<QByteArray>("text");
    QByteArray all;
    for (int byte = 0; byte < 256; ++byte)
        all += char(byte);
    QTest::newRow("all bytes") << all;
    QTest::newRow("blanks around") << QByteArray("  x  \n");
    QTest::newRow("like an option") << QByteArray("-n -e\n");
    QTest::newRow("like an escape") << QByteArray("\\n\t\\x41\n");
    QTest::newRow("several lines") << QByteArray("one\n\n three");
    QTest::newRow("only line ends") << QByteArray("\n\n");
    QTest::newRow("long") << QByteArray(200'000, 'x');
}

void TestSessionScriptReplay::inputIsReadBackByteForByte()
{
    QFETCH(QByteArray, text);
    SessionFixture f;
    session::SessionScript script;
    const auto subscription = f.session->observe(script);
    f.bringUp(2);
    QVERIFY(f.session->sendInput(ranks("1"), text.toStdString(), false));
    f.run();
    std::string read;
    for (const std::string& line : linesOf(script)) {
        const auto command = parseCommand(line);
        QVERIFY2(command, line.c_str());
        if (const auto* input = std::get_if<InputCommand>(&*command)) {
            QVERIFY(input->ranks == RankSelector::of(ranks("1")));
            read += input->bytes;
        }
    }
    QCOMPARE(QByteArray::fromStdString(read), text);
}

void TestSessionScriptReplay::theSameIsAskedOfTheBackend()
{
    const auto play = [](FakeBackend& backend, ManualScheduler& scheduler) {
        // What the program does, whoever lets it: all stop, one by one; then all end.
        scheduler.runUntilIdle();
        backend.stop(ranks("0-2"), breakpointHit(1));
        scheduler.runUntilIdle();
        backend.stop(ranks("3"), breakpointHit(1));
        scheduler.runUntilIdle();
    };
    SessionFixture first;
    session::SessionScript script;
    const auto subscription = first.session->observe(script);
    first.bringUp(4);
    QVERIFY(first.session->addBreakpoint(breakIn("work")));
    QVERIFY(first.session->continueRanks(ranks("0-3")));
    first.run();
    QVERIFY(first.session->sendInput(ranks("0"), "torch\n", false));
    play(*first.fake, first.scheduler);
    QVERIFY(first.session->setFocus(ranks("1-2")));
    QVERIFY(first.session->step(ranks("1-2"), debug::StepKind::Into));
    first.run();

    BatchFixture second(linesOf(script));
    second.bringUp(4);
    play(*second.backend, second.scheduler);
    QCOMPARE(second.backend->calls, first.fake->calls);
}

void TestSessionScriptReplay::stoppingAllIsDoneAgain()
{
    const auto play = [](FakeBackend& backend, ManualScheduler& scheduler) {
        scheduler.runUntilIdle();
        backend.stop(ranks("2"), breakpointHit(1));
        scheduler.runUntilIdle();
        backend.stop(ranks("0-1,3"), stopCause(debug::StopReason::Interrupt));
        scheduler.runUntilIdle();
    };
    SessionFixture first;
    session::SessionScript script;
    const auto subscription = first.session->observe(script);
    first.bringUp(4);
    first.session->setStopAll(true);
    QVERIFY(first.session->continueRanks(ranks("0-3")));
    play(*first.fake, first.scheduler);
    QVERIFY(first.session->step(ranks("0-3"), debug::StepKind::Over));
    first.run();
    first.fake->stop(ranks("0-3"), stopCause(debug::StopReason::Step));
    first.run();

    BatchFixture second(linesOf(script));
    second.bringUp(4);
    play(*second.backend, second.scheduler);
    QCOMPARE(second.backend->calls, first.fake->calls);
}

void TestSessionScriptReplay::theHeaderSaysHowItWasAttached_data()
{
    using namespace launchers;
    QTest::addColumn<QString>("header");
    QTest::addColumn<AttachTarget>("target");
    const auto row = [](const char* header, AttachTarget target) { QTest::newRow(header) << header << target; };
    row("# dbgr --attach 4711", RunningLauncher{util::Pid(4711), {}});
    row("# dbgr --attach prterun-n01-4711@1", NamedJob{"prterun-n01-4711@1"});
    row("# dbgr --connect 'system;tcp4://127.0.0.1:1'", JobOfServer{"system;tcp4://127.0.0.1:1"});
    row("# dbgr --attach-pids 12,13", LooseProcesses{{util::Pid(12), util::Pid(13)}});
    row("# dbgr --core core.1 --core core.2 ./ring", CoreFiles{{"core.1", "core.2"}, "./ring"});
}

void TestSessionScriptReplay::theHeaderSaysHowItWasAttached()
{
    QFETCH(QString, header);
    QFETCH(launchers::AttachTarget, target);
    const bool some = !std::holds_alternative<launchers::CoreFiles>(target);
    SessionFixture f;
    session::SessionScript script;
    const auto subscription = f.session->observe(script);
    launchers::AttachSpec spec;
    spec.target = target;
    if (some)
        spec.ranks = ranks("0-2,5");
    QVERIFY(f.session->attach(spec));
    f.run();
    const std::string line = linesOf(script).at(0);
    QCOMPARE(QString::fromStdString(line), header + (some ? " --ranks 0-2,5" : ""));
    std::vector<std::string> words;
    for (const std::string_view word : util::split(line, ' '))
        words.emplace_back(word.starts_with('\'') ? word.substr(1, word.size() - 2) : word);
    words.erase(words.begin(), words.begin() + 2);
    const auto read = parseCommandLine(words);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QVERIFY(read->attach == target);
    QCOMPARE(read->ranks.has_value(), some);
    QVERIFY(!some || *read->ranks == ranks("0-2,5"));
}

DBGR_TEST(TestSessionScriptReplay);

} // namespace tst_session_script_replay

#include "tst_session_script_replay.moc"
