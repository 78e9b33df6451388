// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/console/log_dock.h"
#include "ui/console/log_model.h"
#include "util/log.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QScrollBar>
#include <QTreeView>

namespace tst_log_dock {

using namespace dbgr;
using namespace dbgr::ui;
using namespace dbgr::test;

namespace {

struct LogFixture : UiFixture
{
    QStringList rows(const QAbstractItemModel& of) const
    {
        QStringList rows;
        for (int row = 0; row < of.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < of.columnCount(); ++column)
                cells << of.index(row, column).data().toString();
            rows << cells.join(QLatin1Char('|'));
        }
        return rows;
    }

    qint64 now = 0;
    LogModel model{bridge, theme, [this] { return now; }};
    QAbstractItemModelTester tester{&model};
};

} // namespace

class TestLogDock : public QObject
{
    Q_OBJECT

private slots:
    void theStoryIsToldWithTimes()
    {
        LogFixture f;
        f.now = 1250;
        f.bringUp(2);
        f.settle();
        f.now = 61007;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.settle();
        f.now = 62000;
        f.fake->stop(ranks("1"), breakpointHit(1));
        f.settle();
        const QStringList rows = f.rows(f.model);
        QCOMPARE(rows.first(), QStringLiteral("00:01.250||> launch mpiexec -n 4 ./ring"));
        QVERIFY(rows.contains(QStringLiteral("01:01.007|0-1|> continue")));
        QVERIFY2(rows.last().startsWith(QStringLiteral("01:02.000|1|stopped at breakpoint 1")),
                 qPrintable(rows.last()));
    }

    void outputIsTheConsolesAffair()
    {
        LogFixture f;
        f.bringUpRunning(2);
        f.settle();
        const int before = f.model.rowCount();
        f.fake->write(util::Rank(0), "hello\n");
        f.settle();
        QCOMPARE(f.model.rowCount(), before);
    }

    void errorsAreOneLineAndWholeInTheTip()
    {
        LogFixture f;
        f.fake->say({session::BackendWarning{
            util::Error{std::make_error_code(std::errc::timed_out), "asking n01", "Look at its network."}}});
        f.settle();
        const QModelIndex cell = f.model.index(0, LogModel::TextColumn);
        QVERIFY(!cell.data().toString().contains(QLatin1Char('\n')));
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("\n")));
        QCOMPARE(cell.data(LogModel::ImportanceRole).toInt(), int(LogModel::Importance::Warning));
    }

    void stepsThatRepeatThemselvesAreToldOnce()
    {
        LogFixture f;
        for (std::uint32_t done = 0; done < 10; ++done)
            f.fake->say({session::LaunchProgress{"waiting for ranks", done, 10}});
        f.settle();
        QCOMPARE(f.model.rowCount(), 1);
    }

    void partsOfDbgrAreHeard()
    {
        LogFixture f;
        util::log::warning("pmix", "slow answer", {{"ms", 900}});
        util::log::debug("pmix", "chatter");
        QTRY_COMPARE(f.model.rowCount(), 1);
        QCOMPARE(f.rows(f.model).first(), QStringLiteral("00:00.000||[pmix] slow answer ms=900"));
    }

    void theOldestRowsGo()
    {
        UiFixture f; // the tester looks at all rows for each that is new
        LogModel model(f.bridge, f.theme);
        for (int i = 0; i < LogModel::kMostRows + 5; ++i)
            f.fake->say({session::LaunchProgress{"step " + std::to_string(i), 0, 0}});
        f.settle();
        QVERIFY(model.rowCount() <= LogModel::kMostRows);
        QCOMPARE(model.index(model.rowCount() - 1, LogModel::TextColumn).data().toString(),
                 QStringLiteral("step 10004 ..."));
    }

    void theDockShowsWhatMatters()
    {
        UiFixture f;
        LogDock dock(f.context);
        dock.resize(600, 200);
        dock.show();
        f.bringUp(2);
        f.settle();
        auto* const tree = dock.findChild<QTreeView*>(QStringLiteral("logView"));
        auto* const least = dock.findChild<QComboBox*>(QStringLiteral("logLeast"));
        const int info = tree->model()->rowCount();
        QVERIFY(info > 0 && info < dock.model().rowCount());
        least->setCurrentIndex(0);
        QCOMPARE(tree->model()->rowCount(), dock.model().rowCount());
        least->setCurrentIndex(3);
        QCOMPARE(tree->model()->rowCount(), 0);
    }

    void theDockFollowsItsEnd()
    {
        UiFixture f;
        LogDock dock(f.context);
        dock.resize(600, 200);
        dock.show();
        dock.findChild<QComboBox*>(QStringLiteral("logLeast"))->setCurrentIndex(0);
        auto* const tree = dock.findChild<QTreeView*>(QStringLiteral("logView"));
        const auto lastIsSeen = [&] {
            const QModelIndex last = tree->model()->index(tree->model()->rowCount() - 1, 0);
            return tree->viewport()->rect().intersects(tree->visualRect(last));
        };
        const auto say = [&](int count) {
            for (int i = 0; i < count; ++i)
                f.fake->say({session::LaunchProgress{"step " + std::to_string(i), 0, 0}});
            f.settle();
        };
        say(100);
        QTRY_VERIFY(lastIsSeen());
        tree->verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        say(50);
        QTRY_VERIFY(tree->verticalScrollBar()->maximum() > 100);
        QVERIFY(!lastIsSeen());
    }
};

DBGR_TEST(TestLogDock, QApplication);

} // namespace tst_log_dock

#include "tst_log_dock.moc"
