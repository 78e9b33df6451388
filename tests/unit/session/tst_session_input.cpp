// SPDX-License-Identifier: GPL-3.0-or-later
// Output of ranks and input for them, through the session.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_input {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

class TestSessionInput : public QObject
{
    Q_OBJECT

private slots:
    void wholeLinesAreToldAtOnce()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->write(Rank(1), "one\ntw");
        f.run();
        QCOMPARE(f.recorder.text(Rank(1), OutputChannel::Stdout), std::string("one\n"));
        f.fake->write(Rank(1), "o\n");
        f.run();
        QCOMPARE(f.recorder.text(Rank(1), OutputChannel::Stdout), std::string("one\ntwo\n"));
    }

    void channelsAndRanksAreKeptApart()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->write(Rank(0), "ou");
        f.fake->write(Rank(0), "err\n", OutputChannel::Stderr);
        f.fake->write(Rank(1), "other\n");
        f.fake->write(Rank(0), "t\n");
        f.run();
        QCOMPARE(f.recorder.text(Rank(0), OutputChannel::Stdout), std::string("out\n"));
        QCOMPARE(f.recorder.text(Rank(0), OutputChannel::Stderr), std::string("err\n"));
        QCOMPARE(f.recorder.text(Rank(1), OutputChannel::Stdout), std::string("other\n"));
    }

    void aPromptIsToldOnceNothingFollows()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->write(Rank(0), "how many? ");
        f.run();
        QVERIFY(f.recorder.all<OutputText>().empty());
        f.scheduler.advance(std::chrono::milliseconds(250));
        QCOMPARE(f.recorder.text(Rank(0), OutputChannel::Stdout), std::string("how many? "));
        f.scheduler.advance(std::chrono::hours(1));
        QCOMPARE(f.scheduler.pendingTimers(), std::size_t(0));
    }

    void othersOutputDoesNotHoldAPromptBack()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->write(Rank(0), "how many? ");
        for (int i = 0; i < 30; ++i) {
            f.fake->write(Rank(1), "busy\nbu");
            f.scheduler.advance(std::chrono::milliseconds(10));
        }
        QCOMPARE(f.recorder.text(Rank(0), OutputChannel::Stdout), std::string("how many? "));
    }

    void inputGoesInPiecesOneAfterTheOther()
    {
        SessionFixture f;
        f.bringUpRunning(1);
        f.fake->acceptsInput = false;
        const std::string text(10000, 'x');
        const auto id = f.session->sendInput(ranks("0"), text, true);
        QVERIFY(id);
        std::string sent;
        for (std::size_t piece = 1; piece <= 3; ++piece) {
            QCOMPARE(f.fake->inputs.size(), piece);
            const FakeBackend::Input& input = f.fake->inputs.back();
            QVERIFY(input.bytes.size() <= Backend::kMaxInputBytes);
            QCOMPARE(input.eof, piece == 3);
            sent += input.bytes;
            f.fake->say({InputAccepted{input.id, util::ok()}});
            f.run();
        }
        QCOMPARE(sent, text);
        QCOMPARE(f.recorder.all<InputDone>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<InputDone>().at(0).id, *id);
        QVERIFY(f.recorder.all<InputDone>().at(0).result);
    }

    void inputThatIsNeverAnsweredFailsInTime()
    {
        SessionFixture f;
        f.bringUpRunning(1);
        f.fake->acceptsInput = false;
        QVERIFY(f.session->sendInput(ranks("0"), "lost\n", false));
        QVERIFY(f.session->sendInput(ranks("0"), "next\n", false));
        f.scheduler.advance(std::chrono::minutes(1));
        QVERIFY(f.recorder.all<InputDone>().at(0).result.error().code == debug::Errc::Timeout);
        QCOMPARE(f.fake->inputs.size(), std::size_t(2));
    }

    void refusedInputSaysWhy()
    {
        SessionFixture f;
        f.bringUpRunning(1);
        f.fake->acceptsInput = false;
        QVERIFY(f.session->sendInput(ranks("0"), "x\n", false));
        f.fake->say({InputAccepted{f.fake->inputs.at(0).id,
                                   util::fail(std::make_error_code(std::errc::not_supported), "no pipe")}});
        f.run();
        const auto done = f.recorder.all<InputDone>();
        QVERIFY(QString::fromStdString(done.at(0).result.error().message()).contains("no pipe"));
    }

    void endedRanksReadNoMore()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->acceptsInput = false;
        QVERIFY(f.session->sendInput(ranks("1"), "x\n", false));
        f.fake->exit(ranks("1"), 0);
        f.run();
        QVERIFY(f.recorder.all<InputDone>().at(0).result.error().code == debug::Errc::Ended);
        QVERIFY(f.session->sendInput(ranks("0-1"), "x\n", false).error().code == debug::Errc::Ended);
        f.fake->say({InputAccepted{f.fake->inputs.at(0).id, util::ok()}}); // too late: nobody asks any more
        f.run();
        QCOMPARE(f.recorder.all<InputDone>().size(), std::size_t(1));
    }

    void inputStandsInTheOutputWithWhatBecameOfIt()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->acceptsInput = false;
        QVERIFY(f.session->sendInput(ranks("0-1"), "7\n", false));
        QVERIFY(!f.session->sendInput({}, "refused\n", false));
        f.run();
        QVERIFY(f.recorder.batches.back().output);
        const OutputStore& store = f.session->output();
        QCOMPARE(store.lastSequence(), std::uint64_t(1));
        QCOMPARE(store.find(1)->text, std::string("7"));
        QCOMPARE(store.find(1)->kind, LineKind::Input);
        QCOMPARE(store.sentInput(store.find(1)->input)->state, InputState::Sending);
        f.recorder.clear();
        f.fake->say({InputAccepted{f.fake->inputs.at(0).id, util::ok()}});
        f.run();
        QVERIFY(f.recorder.batches.back().output);
        QCOMPARE(store.sentInput(store.find(1)->input)->state, InputState::Accepted);
        QVERIFY(f.recorder.all<OutputText>().empty()); // it is no rank's output
    }

    void closedInputIsKnown()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->acceptsInput = false;
        QVERIFY(f.session->inputClosed().empty());
        QVERIFY(f.session->sendInput(ranks("1-2"), "", true));
        QCOMPARE(f.session->inputClosed(), ranks("1-2"));
        f.run();
        f.fake->say({InputAccepted{f.fake->inputs.at(0).id,
                                   util::fail(std::make_error_code(std::errc::broken_pipe), "no pipe")}});
        f.run();
        QVERIFY(f.session->inputClosed().empty()); // it can be tried again
    }

    void inputNeedsAJobAndKnownRanks()
    {
        SessionFixture f;
        QVERIFY(f.session->sendInput(ranks("0"), "x", false).error().code == Errc::NoSuchRank);
        f.bringUp(1);
        QVERIFY(f.session->sendInput(ranks("0-1"), "x", false).error().code == Errc::NoSuchRank);
        QVERIFY(f.session->sendInput({}, "x", false).error().code == Errc::NoRanks);
    }
};

DBGR_TEST(TestSessionInput, QCoreApplication);

} // namespace tst_session_input

#include "tst_session_input.moc"
