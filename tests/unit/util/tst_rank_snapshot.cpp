// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/rank_snapshot.h"

#include <QtTest>

namespace tst_rank_snapshot {

using namespace dbgr::util;

std::vector<std::byte> bytesOf(std::size_t count)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::byte>(i * 7));
    return bytes;
}

RankSnapshot twoThreads()
{
    ThreadSnapshot first{ThreadId(4711), "solver", bytesOf(216), {{0x7ffe'0000, bytesOf(65537)}, {0x7fff'ff00, {}}}, 0};
    ThreadSnapshot second{ThreadId(1ULL << 40U), "", {}, {}, 'D'};
    first.threadPointer = 0x7f00'1234'0000;
    return {Pid(4711), true, {first, second}};
}

RankSnapshot withPython()
{
    RankSnapshot snapshot = twoThreads();
    snapshot.python = PythonStacks{
        11,
        {{"Solver.relax", "/job/solver.py", 12, bytesOf(30)}, {"<module>", "", 0, {}}},
        {{0x7f00'1234'0000, {{0x7ffe'0010, {{0, 24}, {1, -2}}, true}, {0, {}, false}}, ""}, {1, {}, "a reason"}},
        "another"};
    return snapshot;
}

class TestRankSnapshot : public QObject
{
    Q_OBJECT

private slots:
    void comesBackAsItWas()
    {
        for (const RankSnapshot& snapshot : {RankSnapshot{}, twoThreads(), withPython()}) {
            const auto read = decodeRankSnapshot(encode(snapshot));
            QVERIFY(read.has_value());
            QCOMPARE(*read, snapshot);
        }
    }

    void whatIsCutOrTooLongIsRefused()
    {
        const std::string whole = encode(withPython());
        for (std::size_t size = 0; size < whole.size(); size += size < 400 ? 1 : 997)
            QVERIFY(!decodeRankSnapshot(std::string_view(whole).substr(0, size)));
        QVERIFY(!decodeRankSnapshot(whole + "x"));
    }

    void aNumberThatIsTooHighReservesNothing()
    {
        std::string bytes = encode(RankSnapshot{});
        std::fill(bytes.end() - 9, bytes.end() - 1, '\xff'); // how many threads there are
        QVERIFY(!decodeRankSnapshot(bytes));
    }
};

DBGR_TEST(TestRankSnapshot);

} // namespace tst_rank_snapshot

#include "tst_rank_snapshot.moc"
