// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that were lost with their daemon, and are attached to again.
#include "debug/debug_error.h"
#include "session/describe.h"
#include "session/session_error.h"
#include "session/session_script.h"
#include "session/story.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_again {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

namespace {

util::Error gone()
{
    return {make_error_code(debug::Errc::DaemonLost), "dbgd on n02 was ended by SIGSEGV", {}};
}

debug::RanksAttached attachedAgain(std::string_view which)
{
    debug::RanksAttached attached{"n02", {}};
    ranks(which).forEach([&](Rank rank) { attached.ranks.push_back({rank, util::Pid(1000), "/work/ring"}); });
    return attached;
}

/// The first stop that the new daemon tells of: it counts from the beginning.
debug::DaemonEvent firstStop(std::string_view which)
{
    debug::StopCause cause;
    cause.reason = debug::StopReason::Attached;
    return debug::StopGroup{ranks(which), {{ranks(which), util::StopId(1)}}, cause, {}};
}

void loseTheSecondNode(SessionFixture& f)
{
    f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone(), 11, "print vec"}});
    f.run();
}

} // namespace

class TestSessionAgain : public QObject
{
    Q_OBJECT

private slots:
    void ranksThatComeBackStandAndGetTheBreakpoints()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("2-3"), breakpointHit(1)); // stop ids are high by now
        f.run();
        debug::BreakpointSpec spec;
        spec.where = debug::FunctionName{"work"};
        QVERIFY(f.session->addBreakpoint(spec));
        f.run();
        loseTheSecondNode(f);
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("2-3"));
        const std::size_t before = f.fake->count<debug::SetBreakpoint>();

        QVERIFY(f.session->attachAgain());
        QCOMPARE(f.fake->attachesAgain, 1);
        QVERIFY(f.session->attachingAgain());
        QCOMPARE(f.session->processes().inState(RankState::Starting), ranks("2-3"));
        f.fake->say({debug::DaemonEvent(attachedAgain("2-3")), firstStop("2-3"), AttachedAgain{ranks("2-3"), {}}});
        f.run();
        QVERIFY(!f.session->attachingAgain());
        QCOMPARE(f.session->processes().inState(RankState::Stopped), ranks("2-3"));
        QVERIFY(f.session->processes().at(Rank(2)).problem.empty());
        QCOMPARE(f.fake->count<debug::SetBreakpoint>(), before + 1);
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("2-3"));
        QCOMPARE(f.recorder.all<AttachedAgain>().size(), std::size_t(1));
        QVERIFY(f.session->continueRanks(ranks("2-3")));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-3"));
    }

    void whatEndedMeanwhileIsToldAsEndedAndTheRestAsLost()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        QVERIFY(f.session->attachAgain());
        const util::Error ended{debug::Errc::Ended, "process 1002 has ended", {}};
        const util::Error refused{debug::Errc::PtraceRefused, "gdb traces it", {}};
        f.fake->say({debug::DaemonEvent(debug::AttachFailed{ranks("2"), ended}),
                     debug::DaemonEvent(debug::AttachFailed{ranks("3"), refused}), AttachedAgain{{}, ranks("2-3")}});
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Ended), ranks("2"));
        QVERIFY(!f.session->processes().at(Rank(2)).exit);
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("3"));
        QCOMPARE(f.session->processes().at(Rank(3)).problem, std::string("gdb traces it"));
        QVERIFY(!f.session->whyNotAttachAgain()); // rank 3 may be tried once more
    }

    void ranksOfWhichNothingIsHeardStayLost()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        QVERIFY(f.session->attachAgain());
        f.fake->say({AttachedAgain{}});
        f.run();
        QVERIFY(!f.session->attachingAgain());
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("2-3"));
    }

    void aNewDaemonMayDieAsWell()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        QVERIFY(f.session->attachAgain());
        f.fake->say({NodeLost{util::NodeId(2), "n02", ranks("2-3"), gone()}, AttachedAgain{{}, ranks("2-3")}});
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("2-3"));
        QVERIFY(f.session->attachAgain());
        QCOMPARE(f.fake->attachesAgain, 2);
    }

    void itIsRefusedWhereItCannotBeMeant()
    {
        SessionFixture f;
        const auto why = [&] { return f.session->whyNotAttachAgain().value_or(util::Error{}).detail; };
        QCOMPARE(why(), std::string("attaching again: the job is not attached yet"));
        f.bringUpRunning(4);
        QCOMPARE(why(), std::string("attaching again: no rank is lost"));
        QVERIFY(f.session->attachAgain().error().code == make_error_code(Errc::WrongState));
        loseTheSecondNode(f);
        QCOMPARE(why(), std::string());
        QVERIFY(f.session->attachAgain());
        QCOMPARE(why(), std::string("attaching again: that is being done"));
        f.fake->say({AttachedAgain{{}, ranks("2-3")}});
        f.run();
        QVERIFY(f.session->kill());
        QCOMPARE(why(), std::string("attaching again: the job is being killed"));
        f.fake->endJob(0);
        f.run();
        QCOMPARE(why(), std::string("attaching again: the job has ended"));
        QCOMPARE(f.fake->attachesAgain, 1);
    }

    void afterDetachingItIsRefused()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        QVERIFY(f.session->detach());
        QVERIFY(f.session->whyNotAttachAgain()->detail.ends_with("the job was detached from"));
    }

    void whenTheLauncherIsGoneItIsRefused()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        f.fake->say({LauncherExited{0, 0}});
        f.run();
        QVERIFY(f.session->whyNotAttachAgain()->detail.ends_with("the launcher of the job is gone"));
    }

    void aScriptDoesItAgain()
    {
        SessionFixture f;
        SessionScript script;
        const auto subscription = f.session->observe(script);
        f.bringUpRunning(4);
        loseTheSecondNode(f);
        QVERIFY(f.session->attachAgain());
        f.fake->say({debug::DaemonEvent(attachedAgain("2-3")), firstStop("2-3"), AttachedAgain{ranks("2-3"), {}}});
        f.run();
        QVERIFY2(script.text().find("\nreattach\n") != std::string::npos, script.text().c_str());
    }

    void itIsPartOfTheStory()
    {
        QCOMPARE(storyOf(AttachedAgain{ranks("2-3"), {}})->text, std::string("attached again"));
        QVERIFY(!storyOf(AttachedAgain{{}, ranks("2-3")})); // why was told
        const auto lost = storyOf(NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone(), 11, "print vec"});
        QVERIFY(lost->text.starts_with("lost: "));
    }
};

DBGR_TEST(TestSessionAgain);

} // namespace tst_session_again

#include "tst_session_again.moc"
