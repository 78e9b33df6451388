// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/source/source_history.h"

namespace tst_source_history {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

debug::SourceLocation at(const char* file, std::uint32_t line)
{
    return {file, line, 0};
}

} // namespace

class TestSourceHistory : public QObject
{
    Q_OBJECT

private slots:
    void leadsBackAndForward()
    {
        SourceHistory history;
        history.leave(at("a", 1), at("a", 50));
        history.leave(at("a", 50), at("b", 1));
        QCOMPARE(history.back(at("b", 1)), at("a", 50));
        QCOMPARE(history.back(at("a", 50)), at("a", 1));
        QVERIFY(!history.hasBack() && history.hasForward());
        QCOMPARE(history.back(at("a", 1)), std::nullopt);
        QCOMPARE(history.forward(at("a", 1)), at("a", 50));
        QCOMPARE(history.forward(at("a", 50)), at("b", 1));
        QCOMPARE(history.forward(at("b", 1)), std::nullopt);
    }
    void whatIsNearIsNoOtherPlace()
    {
        SourceHistory history;
        history.leave(at("a", 20), at("a", 30));
        history.leave(at("a", 30), at("a", 20));
        QVERIFY(!history.hasBack());
        history.leave(at("a", 20), at("a", 31));
        QVERIFY(history.hasBack());
    }
    void whatIsNotKnownIsNoPlace()
    {
        SourceHistory history;
        history.leave({}, at("a", 1));
        history.leave(at("a", 1), {});
        QVERIFY(!history.hasBack());
        history.leave(at("a", 1), at("b", 1));
        QCOMPARE(history.back({}), at("a", 1)); // the file was closed meanwhile
        QVERIFY(!history.hasForward());
    }
    void anotherWayForgetsTheWayForward()
    {
        SourceHistory history;
        history.leave(at("a", 1), at("b", 1));
        QCOMPARE(history.back(at("b", 1)), at("a", 1));
        history.leave(at("a", 1), at("c", 1));
        QVERIFY(!history.hasForward());
        QCOMPARE(history.back(at("c", 1)), at("a", 1));
    }
    void whereOneIsAlreadyIsPassedOver()
    {
        SourceHistory history;
        history.leave(at("a", 1), at("b", 1));
        history.leave(at("b", 1), at("c", 1));
        QCOMPARE(history.back(at("b", 3)), at("a", 1)); // the user went to b by hand
    }
    void theOldestAreForgotten()
    {
        SourceHistory history;
        for (std::uint32_t i = 0; i < 2 * SourceHistory::kMost; ++i)
            history.leave(at("a", 1 + i * 100), at("a", 101 + i * 100));
        std::size_t steps = 0;
        debug::SourceLocation now = at("z", 1);
        while (const auto place = history.back(now)) {
            now = *place;
            ++steps;
        }
        QCOMPARE(steps, SourceHistory::kMost);
        QCOMPARE(now, at("a", 1 + std::uint32_t(SourceHistory::kMost) * 100));
    }
};

DBGR_TEST(TestSourceHistory);

} // namespace tst_source_history

#include "tst_source_history.moc"
