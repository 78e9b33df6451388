// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "tests/support/ui/fake_job_directory.h"
#include "tests/support/ui/print_tree.h"
#include "ui/attach/host_model.h"

namespace tst_rank_choice {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Hosts
{
    Hosts()
    {
        model.changeHosts([](RankChoice& it) { it.setPlaces(test::rankPlaces(8).ranks); });
    }
    void check(int row, Qt::CheckState state) { model.setData(model.index(row, 0), state, Qt::CheckStateRole); }
    [[nodiscard]] QList<int> checks() const
    {
        QList<int> states;
        for (int row = 0; row < model.rowCount(); ++row)
            states << model.index(row, 0).data(Qt::CheckStateRole).toInt();
        return states;
    }

    RankChoice choice;
    HostModel model{choice};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestRankChoice : public QObject
{
    Q_OBJECT

private slots:
    void allIsWhatNobodyHasToSay()
    {
        RankChoice choice;
        QCOMPARE(choice.text(), "all");
        QCOMPARE(choice.problem(), "");
        QVERIFY(!choice.ranks());
    }

    void ranksCanBeNamedBeforeAnyIsKnown()
    {
        RankChoice choice;
        choice.setText("0-3,7");
        QCOMPARE(choice.problem(), "");
        QCOMPARE(choice.ranks()->toString(), "0-3,7");
        choice.setCount(4);
        QCOMPARE(choice.problem(), "The job has ranks 0-3, and no 7.");
    }

    void nonsenseAndNothingAreExplained()
    {
        RankChoice choice;
        choice.setText("x");
        QVERIFY(choice.problem().startsWith("\"x\" is not a set of ranks."));
        choice.setText(" ");
        QVERIFY(choice.problem().startsWith("No rank is chosen."));
    }

    void everyRankByNumberIsAll()
    {
        Hosts hosts;
        hosts.model.setText("0-7");
        QVERIFY(!hosts.choice.ranks());
    }

    void hostsStandInTheOrderOfTheirRanks()
    {
        Hosts hosts;
        QCOMPARE(test::printTree(hosts.model), "n01 | 0-3 | 4 ranks\nn02 | 4-7 | 4 ranks\n");
        QCOMPARE(hosts.checks(), (QList<int>{Qt::Checked, Qt::Checked}));
    }

    void checksAndTextStayInStep()
    {
        Hosts hosts;
        QSignalSpy chosen(&hosts.model, &HostModel::chosen);
        hosts.check(1, Qt::Unchecked);
        QCOMPARE(hosts.choice.text(), "0-3");
        QCOMPARE(chosen.count(), 1);
        hosts.check(1, Qt::Checked);
        QCOMPARE(hosts.choice.text(), "all");
        hosts.model.setText("1,4-7");
        QCOMPARE(hosts.checks(), (QList<int>{Qt::PartiallyChecked, Qt::Checked}));
        hosts.check(0, Qt::Checked);
        QCOMPARE(hosts.choice.text(), "all");
        hosts.check(0, Qt::Unchecked);
        hosts.check(1, Qt::Unchecked);
        QCOMPARE(hosts.choice.text(), "");
        QVERIFY(!hosts.choice.problem().isEmpty());
        QCOMPARE(chosen.count(), 5);
    }
};

DBGR_TEST(TestRankChoice, QApplication);

} // namespace tst_rank_choice

#include "tst_rank_choice.moc"
