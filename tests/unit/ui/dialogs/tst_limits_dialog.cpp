// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/limits_dialog.h"

namespace tst_limits_dialog {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Limits : test::UiFixture
{
    Limits()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (!std::holds_alternative<debug::Describe>(command.request))
                return std::nullopt;
            return debug::EngineReply{debug::DescriptionsReply{answer}, failures};
        };
    }
    [[nodiscard]] QStringList rows() const
    {
        const auto* const table = dialog.findChild<QTableWidget*>();
        QStringList rows;
        for (int row = 0; row < table->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < table->columnCount(); ++column)
                cells << table->item(row, column)->text();
            rows << cells.join("|");
        }
        return rows;
    }
    [[nodiscard]] QString words() const { return dialog.findChild<QLabel*>()->text(); }

    std::vector<debug::Description> answer;
    std::vector<debug::RankFailure> failures;
    QWidget window;
    LimitsDialog dialog{context, &window};
};

} // namespace

class TestLimitsDialog : public QObject
{
    Q_OBJECT

private slots:
    void ranksWithTheSameLimitShareARow()
    {
        Limits f;
        f.answer = {{test::ranks("0-1"),
                     "limits of the process",
                     {{"stack size", "8 MiB", "at most unlimited"}, {"open files", "20"}}},
                    {test::ranks("2-3"), "limits of the process", {{"stack size", "unlimited"}, {"open files", "20"}}}};
        f.bringUp(4);
        f.settle();
        f.dialog.show();
        f.settle();
        QCOMPARE(f.rows(), (QStringList{"stack size|8 MiB|at most unlimited|0-1", "stack size|unlimited||2-3",
                                        "open files|20|no|0-3"}));
        QVERIFY(f.words().startsWith("What the system lets"));
    }

    void itIsAskedAnewWhenItIsWanted()
    {
        Limits f;
        f.answer = {{test::ranks("0-3"), "", {{"stack size", "8 MiB"}}}};
        f.bringUp(4);
        f.settle();
        f.dialog.show();
        f.settle();
        f.answer = {{test::ranks("0-3"), "", {{"stack size", "9 MiB"}}}};
        for (QPushButton* const button : f.dialog.findChildren<QPushButton*>()) {
            if (button->text().contains("Again"))
                button->click();
        }
        f.settle();
        QCOMPARE(f.rows(), QStringList{"stack size|9 MiB|no|0-3"});
    }

    void whyThereIsNothingIsSaid()
    {
        Limits f;
        f.dialog.show();
        QVERIFY2(f.words().startsWith("There is no job"), qPrintable(f.words()));
        f.dialog.hide();
        f.bringUpRunning(2);
        f.settle();
        f.dialog.show();
        f.settle();
        QVERIFY2(f.words().contains("still running"), qPrintable(f.words()));
        f.fake->stop(test::ranks("0-1"), test::breakpointHit(1));
        f.settle();
        f.answer = {{test::ranks("0"), "", {}, 0, "a core file does not say"}, {test::ranks("1"), "", {{"a", "b"}}}};
        f.dialog.hide();
        f.dialog.show();
        f.settle();
        QCOMPARE(f.rows(), QStringList{"a|b|no|1"});
        QVERIFY2(f.words().contains("Ranks 0: a core file does not say."), qPrintable(f.words()));
    }
};

DBGR_TEST(TestLimitsDialog, QApplication);

} // namespace tst_limits_dialog

#include "tst_limits_dialog.moc"
