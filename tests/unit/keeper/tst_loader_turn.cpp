// SPDX-License-Identifier: GPL-3.0-or-later
#include "keeper/stub/loader_turn.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <string>

namespace tst_loader_turn {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

/// Ranks 'a' to 'z', and who had a turn.
struct Rig
{
    void take(char rank)
    {
        turn.take(&ranks[rank - 'a'], [this, rank] { had += rank; });
    }
    void leave(char rank) { turn.leave(&ranks[rank - 'a']); }

    ManualScheduler scheduler;
    LoaderTurn turn{scheduler};
    char ranks[26] = {};
    std::string had;
};

} // namespace

class TestLoaderTurn : public QObject
{
    Q_OBJECT

private slots:
    void whoIsAloneHasItAtOnce()
    {
        Rig rig;
        rig.take('a');
        QCOMPARE(rig.had, std::string("a"));
        rig.leave('a');
        rig.take('a');
        QCOMPARE(rig.had, std::string("aa"));
    }

    void theOthersWaitInTheirOrder()
    {
        Rig rig;
        for (const char rank : {'a', 'b', 'c', 'd'})
            rig.take(rank);
        QCOMPARE(rig.had, std::string("a"));
        rig.leave('c'); // ended while it waited
        rig.leave('z'); // never asked
        rig.leave('a');
        QCOMPARE(rig.had, std::string("ab"));
        rig.leave('a'); // once more
        QCOMPARE(rig.had, std::string("ab"));
        rig.leave('b');
        rig.leave('d');
        QCOMPARE(rig.had, std::string("abd"));
    }

    void whoKeepsItKeepsItNotForEver()
    {
        Rig rig;
        rig.take('a');
        rig.take('b');
        rig.take('c');
        rig.scheduler.advance(LoaderTurn::kLimit - std::chrono::milliseconds(1));
        QCOMPARE(rig.had, std::string("a"));
        rig.scheduler.advance(std::chrono::milliseconds(1));
        QCOMPARE(rig.had, std::string("ab"));
        rig.leave('a'); // it is b's by now
        QCOMPARE(rig.had, std::string("ab"));
        rig.scheduler.advance(LoaderTurn::kLimit - std::chrono::milliseconds(1));
        QCOMPARE(rig.had, std::string("ab"));
        rig.leave('b');
        QCOMPARE(rig.had, std::string("abc"));
    }

    void aTurnMayEndWhileItBegins()
    {
        Rig rig;
        rig.take('a');
        rig.turn.take(&rig.ranks[1], [&] { rig.leave('b'); });
        rig.take('c');
        rig.leave('a');
        QCOMPARE(rig.had, std::string("ac"));
    }
};

DBGR_TEST(TestLoaderTurn);

} // namespace tst_loader_turn

#include "tst_loader_turn.moc"
