// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session_error.h"
#include "session/stdin_router.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_stdin_router {

using namespace dbgr;
using namespace dbgr::session;
using dbgr::test::ranks;

namespace {

constexpr std::size_t kPiece = 4;

util::Error broken()
{
    return {std::make_error_code(std::errc::broken_pipe), "broken", {}};
}

} // namespace

class TestStdinRouter : public QObject
{
    Q_OBJECT

private slots:
    void cutsTextInPiecesOneUnderWay()
    {
        StdinRouter router(kPiece);
        const auto id = router.push(ranks("0"), "abcdefghi", false);
        std::string sent;
        for (int piece = 0; piece < 3; ++piece) {
            const auto ready = router.takeReady();
            QCOMPARE(ready.size(), std::size_t(1));
            QVERIFY(router.takeReady().empty());
            sent += ready.at(0).bytes;
            const auto done = router.onAnswer(*id, util::ok());
            QCOMPARE(done.has_value(), piece == 2);
        }
        QCOMPARE(sent, std::string("abcdefghi"));
        QVERIFY(router.takeReady().empty());
        QCOMPARE(router.queuedBytes(), std::size_t(0));
    }

    void theEndComesWithTheLastPiece()
    {
        StdinRouter router(kPiece);
        const auto id = router.push(ranks("0"), "abcde", true);
        QVERIFY(!router.takeReady().at(0).eof);
        QVERIFY(!router.onAnswer(*id, util::ok()));
        QVERIFY(router.takeReady().at(0).eof);
    }

    void theEndAloneIsAPieceWithoutBytes()
    {
        StdinRouter router(kPiece);
        QVERIFY(router.push(ranks("0"), "", true));
        const auto ready = router.takeReady();
        QCOMPARE(ready.size(), std::size_t(1));
        QVERIFY(ready.at(0).eof && ready.at(0).bytes.empty());
    }

    void neitherTextNorEndIsRefused()
    {
        StdinRouter router(kPiece);
        QVERIFY(!router.push(ranks("0"), "", false)); // on the wire it would mean the end
        QVERIFY(router.push({}, "x", false).error().code == Errc::NoRanks);
    }

    void keepsTheOrderOfEveryRank()
    {
        StdinRouter router(kPiece);
        const auto first = router.push(ranks("0-1"), "a", false);
        const auto second = router.push(ranks("1-2"), "b", false);
        const auto third = router.push(ranks("2-3"), "c", false);
        const auto apart = router.push(ranks("7"), "d", false);
        auto ready = router.takeReady();
        QCOMPARE(ready.size(), std::size_t(2));
        QCOMPARE(ready.at(0).id, *first);
        QCOMPARE(ready.at(1).id, *apart);
        QVERIFY(router.onAnswer(*first, util::ok()));
        ready = router.takeReady();
        QCOMPARE(ready.size(), std::size_t(1)); // the third has rank 2 in common with the second
        QCOMPARE(ready.at(0).id, *second);
        QVERIFY(router.onAnswer(*second, util::ok()));
        QCOMPARE(router.takeReady().at(0).id, *third);
    }

    void differentTargetsDoNotWaitForEachOther()
    {
        StdinRouter router(kPiece);
        QVERIFY(router.push(ranks("0"), "abcdefgh", false));
        QVERIFY(router.push(ranks("1"), "x", false));
        QCOMPARE(router.takeReady().size(), std::size_t(2));
    }

    void refusesWhatWouldBeTooMuch()
    {
        StdinRouter router(kPiece);
        QVERIFY(router.push(ranks("0"), std::string(StdinRouter::kMaxQueuedBytes, 'x'), false));
        QVERIFY(router.push(ranks("1"), "y", false).error().code == Errc::InputFull);
        QVERIFY(!router.dropRanks(ranks("0"), broken()).empty());
        QVERIFY(router.push(ranks("1"), "y", false));
    }

    void nothingFollowsTheEnd()
    {
        StdinRouter router(kPiece);
        const auto end = router.push(ranks("0-1"), "", true);
        QVERIFY(router.push(ranks("1-2"), "x", false).error().code == Errc::InputClosed);
        QVERIFY(router.push(ranks("2"), "x", false));
        (void)router.takeReady();
        QVERIFY(router.onAnswer(*end, util::ok()));
        QVERIFY(router.push(ranks("1"), "x", false).error().code == Errc::InputClosed);
    }

    void anEndThatFailedCanBeTriedAgain()
    {
        StdinRouter router(kPiece);
        const auto end = router.push(ranks("0"), "", true);
        (void)router.takeReady();
        QVERIFY(!router.onAnswer(*end, util::fail(broken()))->result);
        QVERIFY(router.push(ranks("0"), "", true));
    }

    void aFailedPieceEndsItsTextButNotTheNext()
    {
        StdinRouter router(kPiece);
        const auto first = router.push(ranks("0"), "abcdefgh", false);
        const auto second = router.push(ranks("0"), "x", false);
        (void)router.takeReady();
        const auto done = router.onAnswer(*first, util::fail(broken()));
        QVERIFY(done && !done->result);
        QCOMPARE(router.takeReady().at(0).id, *second);
    }

    void droppedRanksAreTakenOutOfWhatWaits()
    {
        StdinRouter router(kPiece);
        const auto both = router.push(ranks("0-1"), "abcdefgh", false);
        const auto one = router.push(ranks("1"), "x", false);
        (void)router.takeReady();
        const auto done = router.dropRanks(ranks("1"), broken());
        QCOMPARE(done.size(), std::size_t(1));
        QCOMPARE(done.at(0).id, *one);
        QVERIFY(!router.onAnswer(*both, util::ok()));
        QCOMPARE(router.takeReady().at(0).ranks, ranks("0"));
    }

    void answersThatNobodyWaitsForAreNothing()
    {
        StdinRouter router(kPiece);
        QVERIFY(!router.onAnswer(InputId(7), util::ok()));
        const auto id = router.push(ranks("0"), "x", false);
        QVERIFY(!router.onAnswer(*id, util::ok())); // not sent yet
        QCOMPARE(router.takeReady().size(), std::size_t(1));
    }
};

DBGR_TEST(TestStdinRouter);

} // namespace tst_stdin_router

#include "tst_stdin_router.moc"
