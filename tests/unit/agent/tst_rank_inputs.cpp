// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/input_pipe.h"
#include "agent/rank_inputs.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <deque>

#include <fcntl.h>
#include <unistd.h>

namespace tst_rank_inputs {

using namespace dbgr;
using agent::RankInputs;
using test::runReady;
using test::runUntil;
using util::Rank;
using util::RankSet;

namespace {

const RankSet kOne{Rank(1)};
const RankSet kBoth{Rank(1), Rank(2)};

/// What became of a call.
struct Given
{
    bool done = false;
    std::vector<debug::RankFailure> failures = {};

    [[nodiscard]] RankSet missed() const
    {
        RankSet ranks;
        for (const debug::RankFailure& failure : failures)
            ranks |= failure.ranks;
        return ranks;
    }
};

} // namespace

class TestRankInputs : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<RankInputs> m_inputs;
    std::map<Rank, util::UniqueFd> m_readers;

    void give(Given& given, const RankSet& ranks, std::string_view bytes, bool eof = false)
    {
        m_inputs->give(ranks, bytes, eof, [&given](std::vector<debug::RankFailure> failures) {
            QVERIFY(!given.done);
            given = {true, std::move(failures)};
        });
        QVERIFY(!given.done); // not inside the call
    }
    /// All that is there; "-" behind it at the end.
    [[nodiscard]] std::string read(unsigned rank, std::size_t atMost = SIZE_MAX)
    {
        std::string text;
        char buffer[4096];
        ssize_t count = 0;
        while (text.size() < atMost && (count = ::read(m_readers[Rank(rank)].get(), buffer, sizeof buffer)) > 0) {
            text.append(buffer, static_cast<std::size_t>(count));
            runReady(*m_loop, 2);
        }
        return count == 0 ? text + "-" : text;
    }

private slots:
    void init()
    {
        m_loop = net::EventLoop::create().value();
        m_inputs = std::make_unique<RankInputs>(*m_loop);
        for (const unsigned rank : {1u, 2u}) {
            int ends[2];
            QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
            ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
            m_readers[Rank(rank)].reset(ends[0]);
            m_inputs->add(Rank(rank), util::UniqueFd(ends[1]));
        }
    }
    void cleanup()
    {
        m_inputs.reset();
        m_readers.clear();
        m_loop.reset();
    }

    void eachRankGetsItsOwn()
    {
        Given one, both;
        give(one, kOne, "one\n");
        give(both, kBoth, "both\n");
        QVERIFY(runUntil(*m_loop, [&] { return one.done && both.done; }));
        QVERIFY(one.failures.empty() && both.failures.empty());
        QCOMPARE(read(1), std::string("one\nboth\n"));
        QCOMPARE(read(2), std::string("both\n"));
    }

    void itsEndComesBehindTheBytes()
    {
        Given given;
        give(given, kOne, "last", true);
        QVERIFY(runUntil(*m_loop, [&] { return given.done; }));
        runReady(*m_loop);
        QCOMPARE(read(1), std::string("last-"));
        QCOMPARE(read(2), std::string());
        Given late;
        give(late, kBoth, "more");
        QVERIFY(runUntil(*m_loop, [&] { return late.done; }));
        QVERIFY(late.missed() == kOne);
        QCOMPARE(read(2), std::string("more"));
    }

    void muchWaitsForTheRankToReadAndNothingIsLost()
    {
        const std::string piece(200000, 'x');
        std::deque<Given> given;
        std::size_t total = 0;
        while (total <= RankInputs::kMayWaitBytes + (1 << 17)) {
            give(given.emplace_back(), kOne, piece);
            total += piece.size();
            runReady(*m_loop);
        }
        QVERIFY(given.front().done && !given.back().done); // who gives waits now, too
        give(given.emplace_back(), kOne, "end", true);
        const std::string text = read(1, total + 3);
        QCOMPARE(text.size(), total + 3);
        QVERIFY(text.ends_with("xend"));
        QVERIFY(runUntil(*m_loop, [&] { return given.back().done; }));
        for (const Given& each : given)
            QVERIFY(each.done && each.failures.empty());
        QCOMPARE(read(1), std::string("-"));
    }

    void tooMuchIsRefused()
    {
        Given first, second;
        give(first, kOne, std::string(RankInputs::kMaxWaitingBytes, 'x'));
        give(second, kOne, std::string(1 << 17, 'x'));
        QVERIFY(runUntil(*m_loop, [&] { return second.done; }));
        QVERIFY(second.missed() == kOne);
        QVERIFY(!first.done);
    }

    void aRankThatHasClosedItsInputIsSaid()
    {
        m_readers[Rank(1)].reset();
        Given given, again;
        give(given, kBoth, "x");
        QVERIFY(runUntil(*m_loop, [&] { return given.done; }));
        runReady(*m_loop);
        give(again, kBoth, "y");
        QVERIFY(runUntil(*m_loop, [&] { return again.done; }));
        QVERIFY(again.missed() == kOne);
        QVERIFY(!again.failures[0].error.message().empty());
        QCOMPARE(read(2), std::string("xy"));
    }

    void ranksWithoutAPipeAreRefused()
    {
        Given given;
        give(given, {Rank(0), Rank(2)}, "x");
        QVERIFY(runUntil(*m_loop, [&] { return given.done; }));
        QVERIFY(given.missed() == RankSet(Rank(0)));
        m_inputs->add(Rank(0), util::UniqueFd(::open("/dev/null", O_WRONLY)));
        Given again;
        give(again, RankSet(Rank(0)), "x");
        QVERIFY(runUntil(*m_loop, [&] { return again.done; }));
        QVERIFY(again.missed() == RankSet(Rank(0)));
    }

    void anEndThatIsMadeIsTheEnd_data()
    {
        QTest::addColumn<bool>("destroyed");
        QTest::newRow("of these ranks") << false;
        QTest::newRow("of all, with us") << true;
    }
    void anEndThatIsMadeIsTheEnd()
    {
        QFETCH(bool, destroyed);
        Given given, stuck;
        give(given, kOne, "before");
        QVERIFY(runUntil(*m_loop, [&] { return given.done; }));
        give(stuck, RankSet(Rank(2)), std::string(RankInputs::kMaxWaitingBytes, 'x'));
        runReady(*m_loop);
        if (destroyed)
            m_inputs.reset();
        else
            m_inputs->end(kBoth);
        runReady(*m_loop);
        QCOMPARE(read(1), std::string("before-"));
        QVERIFY(read(2).ends_with("x-"));
        QCOMPARE(stuck.done, !destroyed);
    }

    void aPipeBecomesTheStandardInput_data()
    {
        QTest::addColumn<bool>("hadOne");
        QTest::newRow("in place of another") << true;
        QTest::newRow("where there was none") << false;
    }
    void aPipeBecomesTheStandardInput()
    {
        QFETCH(bool, hadOne);
        const util::UniqueFd kept(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10));
        if (!hadOne)
            ::close(STDIN_FILENO);
        auto pipe = agent::InputPipe::make();
        QVERIFY(pipe && pipe->becomeStandardInput());
        const util::UniqueFd writeEnd = pipe->takeWriteEnd();
        QCOMPARE(::write(writeEnd.get(), "x", 1), ssize_t(1));
        char byte = 0;
        QCOMPARE(::read(STDIN_FILENO, &byte, 1), ssize_t(1));
        QCOMPARE(::fcntl(STDIN_FILENO, F_GETFD) & FD_CLOEXEC, 0); // the program has it
        QVERIFY((::fcntl(writeEnd.get(), F_GETFD) & FD_CLOEXEC) != 0);
        if (kept)
            ::dup2(kept.get(), STDIN_FILENO);
    }
};

DBGR_TEST(TestRankInputs, QCoreApplication);

} // namespace tst_rank_inputs

#include "tst_rank_inputs.moc"
