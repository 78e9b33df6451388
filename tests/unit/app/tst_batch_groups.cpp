// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of ranks at the prompt: what is made, whom commands are for then, and what is refused.
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_groups {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

class TestBatchGroups : public QObject
{
    Q_OBJECT

private slots:
    void makesAndListsThem()
    {
        BatchFixture f({"group front = 0-1", "group rest = !front", "group then := held - 3", "groups"}, Kind::Text);
        f.bringUp();
        const QString text = QString::fromStdString(f.output).remove("(dbgr 0-3) ");
        const QString said = text.mid(text.indexOf("group front"));
        QVERIFY2(said.startsWith("group front = 0-1\n"
                                 "Group front has 2 ranks: 0-1; frozen.\n"
                                 "group rest = !front\n"
                                 "Group rest has 2 ranks: 2-3; follows !front.\n"
                                 "group then := held - 3\n"
                                 "Group then has 3 ranks: 0-2; frozen, := held - 3.\n"
                                 "groups\n"
                                 "group         ranks  count  what\n"
                                 "all           0-3    4      every job's\n"
                                 "stopped       0-3    4      every job's\n"
                                 "held          0-3    4      every job's\n"
                                 "host:n01      0-1    2      every job's\n"
                                 "host:n02      2-3    2      every job's\n"
                                 "program:ring  0-3    4      every job's\n"
                                 "front         0-1    2      frozen\n"
                                 "rest          2-3    2      follows !front\n"
                                 "then          0-2    3      frozen, := held - 3\n"),
                 qPrintable(said));
    }

    void saysThemAsJson()
    {
        BatchFixture f({"group rest = all - 0", "group rename rest others", "groups", "group delete others"});
        f.bringUp(2);
        QVERIFY2(has(f, R"({"reply":"group","group":{"name":"rest","ranks":"1","count":1,"kind":"follows",)"
                        R"("definition":"all - 0"}})"),
                 f.output.c_str());
        QVERIFY(has(f, R"({"reply":"group rename","name":"rest","new_name":"others"})"));
        QVERIFY(has(f, R"({"name":"host:n01","ranks":"0","count":1,"kind":"predefined"})"));
        QVERIFY(has(f, R"({"name":"others","ranks":"1","count":1,"kind":"follows","definition":"all - 0"})"));
        QVERIFY(has(f, R"({"reply":"group delete","name":"others"})"));
    }

    void commandsAreForThem()
    {
        BatchFixture f({"group back = 2-3", "focus back - 3", "input (all & back) hello", "eof !back"});
        f.bringUp();
        QVERIFY2(has(f, R"({"reply":"focus","ranks":"2","leading":2})"), f.output.c_str());
        QVERIFY2(has(f, R"({"reply":"input","ranks":"2-3","bytes":6})"), f.output.c_str());
        QVERIFY2(has(f, R"({"reply":"eof","ranks":"0-1","bytes":0})"), f.output.c_str());
    }

    void aConditionIsAskedOfTheFocusedRanks()
    {
        BatchFixture f({"focus 1-3", "group slow where step < 10", "focus slow"});
        f.start();
        f.backend->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (std::holds_alternative<debug::GetFrames>(command.request)) {
                debug::RankFrames stack;
                stack.rank = util::Rank(1);
                stack.frames = {frame("main", "ring.cpp", 29)};
                return debug::EngineReply{debug::FramesReply{{stack}}, {}};
            }
            debug::ValueGroup gone = value("3", "");
            gone.problem = "no variable 'step'";
            return debug::EngineReply{
                debug::ValuesReply{{value("1", "false", "bool"), value("2", "true", "bool"), gone}}, {}};
        };
        f.backend->bringUp(4);
        f.run();
        QVERIFY2(has(f, R"({"reply":"group","group":{"name":"slow","ranks":"2","count":1,"kind":"frozen",)"
                        R"("definition":"where step < 10"},"failures":[{"ranks":"3","detail":"no variable 'step'")"),
                 f.output.c_str());
        QVERIFY(has(f, R"({"reply":"focus","ranks":"2","leading":2})"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* command, const char* why) { QTest::newRow(command) << command << why; };
        row("focus bda", "there is no group 'bda'; the nearest is 'bad'");
        row("focus crashed", "'crashed' has no ranks now");
        row("focus none", "'none' has no ranks now");
        row("focus 7", "focusing rank 7: the job has ranks 0-3 only");
        row("input rset text", "there is no group 'rset'; the nearest is 'rest'");
        row("eof crashed", "'crashed' has no ranks now");
        row("group bad = rest", "group 'bad': it would be made of itself: bad -> rest -> bad");
        row("group all = 0", "group 'all': every job has a group of that name");
        row("group delete bad", "deleting group 'bad': made of it: 'rest'");
        row("group rename bad rest", "group 'rest': there is one of that name");
    }
    void refusals()
    {
        QFETCH(QString, command);
        QFETCH(QString, why);
        BatchFixture f({"group bad = 0", "group rest = !bad", command.toStdString(), "kill"});
        f.bringUp();
        QVERIFY2(has(f, ("\"detail\":\"" + why + "\"").toUtf8()), f.output.c_str());
        QVERIFY(!has(f, R"("reply":"kill")")); // the command has failed
    }

private:
    static bool has(const BatchFixture& f, const QByteArray& part)
    {
        return f.output.find(part.toStdString()) != std::string::npos;
    }
};

DBGR_TEST(TestBatchGroups, QCoreApplication);

} // namespace tst_batch_groups

#include "tst_batch_groups.moc"
