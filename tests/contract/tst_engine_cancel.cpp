// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that are given up, with the engine in its own process: one that it is at costs the process, which is
// replaced; one that waits costs nothing.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/engine_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>

namespace tst_engine_cancel {

using namespace dbgr;
using debug::Errc;
using test::EngineClient;
using test::EngineRig;
using util::RankSet;

namespace {

const RankSet kOne = RankSet::firstN(1);
constexpr int kMilliseconds = 500; // until it is at it

debug::Evaluate endless()
{
    return {"(int)pause()", {}, {}};
}

debug::Evaluate quick()
{
    return {"g_turns >= 0", {}, {}};
}

} // namespace

class TstEngineCancel : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<EngineRig>(EngineRig::Kind::Process); }
    void cleanup() { m_rig.reset(); }

    void theOneThatItIsAtCostsTheProcess();
    void oneBehindItIsGivenUpAlone();
    void oneThatWasNotSentIsGivenUp();
    void oneThatIsAnsweredIsNotGivenUp();
    void anInterruptOutlivesTheProcess();
    void oneThatIsCancelledCostsNothingElse();

private:
    [[nodiscard]] EngineClient& client() { return m_rig->client(); }
    /// The rank stands in its loop. Where it was attached to it may still be in the dynamic loader, and a call of
    /// pause() there comes back.
    void attachAtWork()
    {
        m_rig->attach(1);
        static_cast<void>(client().ask(kOne, debug::Continue{}));
        static_cast<void>(test::runUntil(
            m_rig->loop(), [] { return false; }, std::chrono::milliseconds(kMilliseconds)));
        static_cast<void>(client().ask(kOne, debug::Interrupt{}));
        QVERIFY(client().next<debug::StopEvent>());
    }
    /// The request's only failure. \return "" there is none
    [[nodiscard]] std::string whyFailed(util::RequestId id)
    {
        const auto reply = client().take(id);
        return reply && reply->failures.size() == 1 ? reply->failures.front().error.message() : std::string();
    }
    [[nodiscard]] bool answers() { return client().ask(kOne, quick()).failures.empty(); }
    [[nodiscard]] long count(util::RequestId id)
    {
        return std::count(client().answered().begin(), client().answered().end(), id);
    }

    std::unique_ptr<EngineRig> m_rig;
};

void TstEngineCancel::theOneThatItIsAtCostsTheProcess()
{
    attachAtWork();
    const util::RequestId stuck = client().send(kOne, endless());
    const util::RequestId next = client().send(kOne, quick());
    static_cast<void>(test::runUntil(
        m_rig->loop(), [] { return false; }, std::chrono::milliseconds(kMilliseconds)));
    m_rig->engine().giveUp(stuck);
    const std::string why = whyFailed(stuck);
    QVERIFY2(why.find("did not answer within its limit") != std::string::npos, why.c_str());
    QVERIFY2(why.find("(int)pause()") != std::string::npos, why.c_str());
    const auto done = client().take(next); // by the next process
    QVERIFY(done && done->failures.empty());
    QVERIFY(!client().has<debug::StopEvent>()); // it stands as it stood
    QVERIFY(!client().has<daemon::RankLost>());
    QCOMPARE(count(stuck), 1L);
}

void TstEngineCancel::oneBehindItIsGivenUpAlone()
{
    attachAtWork();
    const util::RequestId stuck = client().send(kOne, endless());
    const util::RequestId behind = client().send(kOne, quick());
    const util::RequestId last = client().send(kOne, quick());
    static_cast<void>(test::runUntil(
        m_rig->loop(), [] { return false; }, std::chrono::milliseconds(kMilliseconds)));
    m_rig->engine().giveUp(behind);
    m_rig->engine().giveUp(behind); // twice is once
    QVERIFY(whyFailed(behind).find("given up before its turn came") != std::string::npos);
    QCOMPARE(count(stuck), 0L);
    m_rig->engine().giveUp(stuck);
    QVERIFY(!whyFailed(stuck).empty());
    const auto done = client().take(last);
    QVERIFY(done && done->failures.empty());
    QVERIFY(answers());
    QCOMPARE(count(behind), 1L); // what the next process says of it is nobody's
}

/// The process has not said hello yet.
void TstEngineCancel::oneThatWasNotSentIsGivenUp()
{
    const util::RequestId early = client().send(kOne, quick());
    m_rig->engine().giveUp(early);
    QVERIFY(whyFailed(early).find("given up before its turn came") != std::string::npos);
    attachAtWork();
    QVERIFY(answers());
    QCOMPARE(count(early), 1L);
}

void TstEngineCancel::oneThatIsAnsweredIsNotGivenUp()
{
    attachAtWork();
    const util::RequestId id = client().send(kOne, quick());
    QVERIFY(client().take(id));
    m_rig->engine().giveUp(id);
    m_rig->engine().giveUp(util::RequestId(4711));
    QVERIFY(answers());
    QCOMPARE(count(id), 1L);
    QVERIFY(!client().has<debug::RankWarning>());
}

/// It was answered, and the process dies before the rank's stop is told: the next one tells it.
void TstEngineCancel::anInterruptOutlivesTheProcess()
{
    m_rig->attach(1);
    static_cast<void>(client().ask(kOne, debug::Continue{}));
    static_cast<void>(client().ask(kOne, debug::Interrupt{}));
    m_rig->engine().giveUp(client().send(kOne, endless())); // before anything else of it is read
    const auto stop = client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.reason, debug::StopReason::Interrupt);
    QVERIFY(answers());
}

/// LLDB ends a call in one rank after five seconds; the others are left out, and what is asked next is answered by the
/// same process.
void TstEngineCancel::oneThatIsCancelledCostsNothingElse()
{
    m_rig->attach(3);
    const RankSet three = RankSet::firstN(3);
    const util::RequestId stuck = client().send(three, debug::Evaluate{"while (true) {}", {}, {}});
    const util::RequestId next = client().send(three, debug::Evaluate{"1 + 1", {}, {}});
    static_cast<void>(test::runUntil(
        m_rig->loop(), [] { return false; }, std::chrono::milliseconds(kMilliseconds)));
    m_rig->engine().cancel(util::RequestId(4711));
    m_rig->engine().cancel(stuck);
    m_rig->engine().cancel(stuck); // twice is once
    const auto reply = client().take(stuck);
    QVERIFY(reply);
    RankSet cancelled;
    for (const debug::RankFailure& failure : reply->failures)
        if (failure.error.code == Errc::Cancelled)
            cancelled |= failure.ranks;
    QVERIFY2(cancelled.containsAll(RankSet{util::Rank(1), util::Rank(2)}), cancelled.toString().c_str());
    const auto done = client().take(next);
    QVERIFY(done && done->failures.empty());
    QVERIFY(!client().has<debug::RankWarning>()); // of an engine that ended
    QCOMPARE(count(stuck), 1L);
}

DBGR_TEST(TstEngineCancel, QCoreApplication);

} // namespace tst_engine_cancel

#include "tst_engine_cancel.moc"
