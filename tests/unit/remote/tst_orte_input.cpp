// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/remote/links/orte_input.h"
#include "tests/support/run/test_class.h"

namespace tst_orte_input {

using namespace dbgr;
using namespace dbgr::session;

class TestOrteInput : public QObject
{
    Q_OBJECT

private slots:
    void onlyTheRanksThatMpirunGivesItsInputTo_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("readers");
        QTest::newRow("rank 0, as mpirun has it") << QString() << "0";
        QTest::newRow("another") << "2"
                                 << "2";
        QTest::newRow("all") << "all"
                             << "0-3";
        QTest::newRow("none") << "none"
                              << "";
        QTest::newRow("something else") << "x"
                                        << "";
    }
    void onlyTheRanksThatMpirunGivesItsInputTo()
    {
        QFETCH(QString, choice);
        QFETCH(QString, readers);
        const auto wanted = choice.isNull() ? std::nullopt : std::optional(choice.toStdString());
        const util::RankSet all{util::Rank(0), util::Rank(1), util::Rank(2), util::Rank(3)};
        for (const util::RankSet& ranks : {util::RankSet{util::Rank(0)}, util::RankSet{util::Rank(2)}, all}) {
            const auto reaches = checkOrteInput(wanted, ranks, all);
            QCOMPARE(reaches.has_value(), ranks.toString() == readers.toStdString());
            if (!reaches)
                QVERIFY(reaches.error().advice.find("--stdin all") != std::string::npos);
        }
    }
};

DBGR_TEST(TestOrteInput);

} // namespace tst_orte_input

#include "tst_orte_input.moc"
