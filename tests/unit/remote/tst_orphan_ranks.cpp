// SPDX-License-Identifier: GPL-3.0-or-later
// Whom the end of a launcher makes an orphan.
#include <QtTest>

#include "session/remote/orphan_ranks.h"
#include "tests/support/run/test_class.h"

namespace tst_orphan_ranks {

using namespace dbgr::session;

class TestOrphanRanks : public QObject
{
    Q_OBJECT

private slots:
    void ranksAreKnownByTheirNamespace_data()
    {
        QTest::addColumn<QStringList>("environment");
        QTest::addColumn<QString>("job");
        QTest::addColumn<bool>("orphan");
        const QStringList rank{"PATH=/bin", "PMIX_NAMESPACE=prterun-n01-4711@1", "PMIX_RANK=0"};
        QTest::newRow("a rank") << rank << "prterun-n01-4711@1" << true;
        QTest::newRow("before the job is known") << rank << "" << true;
        QTest::newRow("of another job of the launcher")
            << QStringList{"PMIX_NAMESPACE=prterun-n01-4711@2"} << "prterun-n01-4711@1" << false;
        QTest::newRow("of another launcher") << QStringList{"PMIX_NAMESPACE=prterun-n01-471@1"} << "" << false;
        QTest::newRow("our own daemon") << QStringList{"PMIX_NAMESPACE=prterun-n01-4711@2", "DBGR_FRONTEND=127.0.0.1:1"}
                                        << "" << false;
        QTest::newRow("the launcher itself") << QStringList{"PMIX_NAMESPACE=prterun-n01-4711@0"} << "" << false;
        QTest::newRow("nothing of PMIx") << QStringList{"PATH=/bin"} << "" << false;
        QTest::newRow("one that has ended") << QStringList{} << "" << false;
    }
    void ranksAreKnownByTheirNamespace()
    {
        QFETCH(QStringList, environment);
        QFETCH(QString, job);
        std::vector<std::string> entries;
        for (const QString& entry : environment)
            entries.push_back(entry.toStdString());
        QTEST(OrphanRanks::isOrphan(entries, "prterun-n01-4711@0", job.toStdString()), "orphan");
    }
};

DBGR_TEST(TestOrphanRanks);

} // namespace tst_orphan_ranks

#include "tst_orphan_ranks.moc"
