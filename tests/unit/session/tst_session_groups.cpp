// SPDX-License-Identifier: GPL-3.0-or-later
// Groups in a session: what is told of them, conditions over ranks, and what stays when the job begins again.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_groups {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

struct GroupsSession : SessionFixture
{
    SessionScript script;
    util::Subscription scriptSubscription = session->observe(script);
    std::optional<util::Result<Answer<ConditionRanks>>> answer;

    void where(const char* name, const char* condition)
    {
        answer.reset();
        session->groupWhere(name, condition, session->focus(), {}, [this](auto result) { answer = std::move(result); });
    }
    void reply(std::vector<debug::ValueGroup> values)
    {
        fake->reply(fake->last<debug::Evaluate>().id, debug::EngineReply{debug::ValuesReply{std::move(values)}, {}});
        run();
    }
    [[nodiscard]] QString read(const char* text) const
    {
        const auto found = session->ranksOf(text);
        return QString::fromStdString(found ? found->toString() : found.error().detail);
    }
};

} // namespace

class TestSessionGroups : public QObject
{
    Q_OBJECT

private slots:
    void changesAreTold()
    {
        GroupsSession f;
        f.bringUp(4);
        f.recorder.clear();
        QVERIFY(f.session->defineGroup("a", " 0-1 "));
        f.run();
        QVERIFY(f.recorder.batches.back().groups);
        f.recorder.clear();
        QVERIFY(f.session->renameGroup("a", "b"));
        QVERIFY(f.session->renameGroup("b", "b")); // nothing happens
        QVERIFY(f.session->freezeGroup("c", "!b"));
        QVERIFY(f.session->deleteGroup("b"));
        f.run();
        QVERIFY(f.recorder.batches.back().groups);
        const QString lines = QString::fromStdString(f.script.text());
        QVERIFY2(lines.endsWith("group a = 0-1\ngroup rename a b\n# group c := !b\ngroup c = 2-3\ngroup delete b\n"),
                 qPrintable(lines));
    }

    void ranksComeAndGo()
    {
        GroupsSession f;
        f.bringUp(4);
        QVERIFY(f.session->defineGroup("a", "held"));
        QVERIFY(f.session->freezeGroup("b", "a - 3"));
        f.run();
        f.recorder.clear();
        QVERIFY(f.session->removeFromGroup("a", ranks("1")));
        QVERIFY(f.session->addToGroup("b", ranks("3")));
        QVERIFY(f.session->addToGroup("b", ranks("3"))); // nothing happens
        QVERIFY(f.session->addToGroup("b", ranks("4")).error().code == Errc::NoSuchRank);
        f.run();
        QVERIFY(f.recorder.batches.back().groups);
        QCOMPARE(f.read("a"), QString("0,2-3"));
        const QString lines = QString::fromStdString(f.script.text());
        QVERIFY2(lines.endsWith("group b = 0-2\ngroup a = held - 1\ngroup b = 0-3\n"), qPrintable(lines));
    }

    void aSetThatHasNobodyNowIsRefusedInWords()
    {
        GroupsSession f;
        f.bringUp(4);
        QCOMPARE(f.read("crashed"), QString("'crashed' has no ranks now"));
        QCOMPARE(f.read("held & 2-9"), QString("2-3"));
        QVERIFY(f.session->setFocus(*f.session->ranksOf("7")).error().code == Errc::NoSuchRank);
    }

    void aGroupThatNamesItselfCanBeFrozen()
    {
        GroupsSession f;
        f.bringUp(4);
        QVERIFY(f.session->defineGroup("a", "held - 3"));
        QVERIFY(f.session->freezeGroup("a", "a - 0"));
        QVERIFY(f.session->continueRanks(f.session->focus()));
        f.run();
        QCOMPARE(f.read("a"), QString("1-2"));
        QCOMPARE(f.session->groups().find("a")->origin, std::string(":= a - 0"));
    }

    void aConditionChoosesRanksOnce()
    {
        GroupsSession f;
        f.bringUp(4);
        f.where("slow", "step < 10");
        QVERIFY(!f.answer);
        f.reply({value("0,2", "true", "bool"), value("1,3", "false", "bool")});
        QVERIFY(f.answer && *f.answer);
        QCOMPARE((*f.answer)->value.holds, ranks("0,2"));
        QCOMPARE((*f.answer)->value.fails, ranks("1,3"));
        QVERIFY((*f.answer)->failures.empty());
        QCOMPARE(f.read("slow"), QString("0,2"));
        QVERIFY(!f.session->groups().find("slow")->follows());
        QCOMPARE(f.session->groups().find("slow")->origin, std::string("where step < 10"));
        const QString lines = QString::fromStdString(f.script.text());
        QVERIFY2(lines.endsWith("# group slow where step < 10\ngroup slow = 0,2\n"), qPrintable(lines));
    }

    void ranksThatCannotTellAreNamed()
    {
        GroupsSession f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("0-2"), breakpointHit(1));
        f.run();
        f.where("slow", "step");
        debug::ValueGroup gone = value("1", "");
        gone.problem = "optimised out";
        f.reply({value("0", "7"), gone, value("2", "{1}")});
        QVERIFY(f.answer && *f.answer);
        QCOMPARE((*f.answer)->value.holds, ranks("0"));
        QVERIFY((*f.answer)->value.fails.empty());
        util::RankSet named;
        for (const debug::RankFailure& failure : (*f.answer)->failures)
            named |= failure.ranks;
        QCOMPARE(named, ranks("1-3")); // 3 runs
    }

    void withoutAnyAnswerThereIsNoGroup()
    {
        GroupsSession f;
        f.bringUp(2);
        f.where("slow", "step");
        f.reply({value("0-1", "{1}")});
        QVERIFY(f.answer && !*f.answer);
        QCOMPARE((*f.answer).error().detail,
                 std::string("group 'slow': no rank can tell whether step: it is neither true "
                             "nor false there"));
        QVERIFY(!f.session->groups().find("slow"));
        f.where("all", "step"); // the name will not do: nobody is asked
        f.run();
        QVERIFY(f.answer && (*f.answer).error().code == Errc::BadGroup);
        QCOMPARE(f.fake->count<debug::Evaluate>(), std::size_t(1));
        QVERIFY(f.session->continueRanks(f.session->focus()));
        f.run();
        f.where("slow", "step");
        f.run();
        QVERIFY(f.answer && (*f.answer).error().code == debug::Errc::NotStopped);
    }

    void groupsStayWhenTheJobBeginsAgain()
    {
        GroupsSession f;
        f.bringUp(4);
        QVERIFY(f.session->defineGroup("front", "0-1"));
        QVERIFY(f.session->defineGroup("rest", "!front"));
        f.fake->endJob(0);
        f.run();
        QVERIFY(f.session->launch(launchSpec("-n 3 ./other")));
        f.fake->bringUp(3);
        f.run();
        QCOMPARE(f.read("front"), QString("0-1"));
        QCOMPARE(f.read("rest"), QString("2"));
        const QString lines = QString::fromStdString(f.script.text()); // another script, which begins with the groups
        QVERIFY2(lines.endsWith("./other\ngroup front = 0-1\ngroup rest = !front\n"), qPrintable(lines));
    }
};

DBGR_TEST(TestSessionGroups, QCoreApplication);

} // namespace tst_session_groups

#include "tst_session_groups.moc"
