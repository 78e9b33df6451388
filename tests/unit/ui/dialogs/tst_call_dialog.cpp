// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

#include "debug/debug_error.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/call_dialog.h"
#include "ui/settings/setting_keys.h"

namespace tst_call_dialog {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Calls : test::UiFixture
{
    Calls()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            const auto* const evaluate = std::get_if<debug::Evaluate>(&command.request);
            if (!evaluate || !answers)
                return std::nullopt;
            called << QString::fromStdString(command.ranks.toString() + ": " + evaluate->expression);
            return debug::EngineReply{debug::ValuesReply{values}, failures};
        };
    }
    void show()
    {
        dialog.show();
        settle();
    }
    void type(const QString& text)
    {
        line().clear();
        QTest::keyClicks(&line(), text);
    }
    void enter()
    {
        QTest::keyClick(&line(), Qt::Key_Return);
        settle();
    }
    [[nodiscard]] QLineEdit& line() const { return *dialog.findChild<QLineEdit*>("callLine"); }
    [[nodiscard]] QString whom() const { return dialog.findChild<QLabel*>("callWhom")->text(); }
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        const auto* const tree = dialog.findChild<QTreeWidget*>("callResults");
        for (int i = 0; i < tree->topLevelItemCount(); ++i) {
            const QTreeWidgetItem* const call = tree->topLevelItem(i);
            rows << call->text(0) + "|" + call->text(1);
            for (int k = 0; k < call->childCount(); ++k)
                rows << " " + call->child(k)->text(0) + "|" + call->child(k)->text(1);
        }
        return rows;
    }

    bool answers = true;
    std::vector<debug::ValueGroup> values{{test::ranks("0-2"), "7", "int", ""}, {test::ranks("3"), "9", "int", ""}};
    std::vector<debug::RankFailure> failures;
    QStringList called;
    QWidget window;
    CallDialog dialog{context, &window};
};

} // namespace

class TestCallDialog : public QObject
{
    Q_OBJECT

private slots:
    void callsInTheFocusAndShowsWhatEachRankGave()
    {
        Calls f;
        f.bringUp(4);
        f.settle();
        f.show();
        QVERIFY2(f.whom().contains("ranks 0-3"), qPrintable(f.whom()));
        QVERIFY(f.line().hasFocus() || f.dialog.focusWidget() == &f.line());
        QSignalSpy values(&f.bridge, &SessionBridge::valuesChanged);
        f.type(" check(3) ");
        f.enter();
        QCOMPARE(f.called, QStringList{"0-3: check(3)"});
        QCOMPARE(f.rows(), (QStringList{"check(3)|", " ranks 0-2|7", " rank 3|9"}));
        QCOMPARE(values.size(), 1); // the views of values ask again

        f.values = {{test::ranks("0-3"), "", "", "no function named nope"}};
        f.type("nope()");
        f.enter();
        QCOMPARE(f.rows().mid(0, 3), (QStringList{"nope()|", " ranks 0-3|no function named nope", "check(3)|"}));
    }

    void ranksThatRunAreNotCalledAndItIsSaid()
    {
        Calls f;
        f.bringUpRunning(4);
        f.settle();
        f.show();
        QVERIFY2(f.whom().startsWith("No rank of the focus stands"), qPrintable(f.whom()));
        f.type("check(3)");
        f.enter();
        QVERIFY(f.called.isEmpty() && f.rows().isEmpty());
        f.fake->stop(test::ranks("1-2"), test::breakpointHit(1));
        f.settle();
        QVERIFY2(f.whom().contains("ranks 1-2"), qPrintable(f.whom()));
        f.enter();
        QCOMPARE(f.called, QStringList{"1-2: check(3)"});
    }

    void oneCallIsUnderWayAtATime()
    {
        Calls f;
        f.bringUp(4);
        f.settle();
        f.show();
        f.answers = false;
        f.type("slow()");
        f.enter();
        QCOMPARE(f.rows(), QStringList{"slow()|calling ..."});
        f.enter();
        QCOMPARE(f.fake->count<debug::Evaluate>(), std::size_t(1));
        f.fake->reply(f.fake->last<debug::Evaluate>().id,
                      util::fail(debug::Errc::BadExpression, "the function does not return"));
        f.settle();
        QCOMPARE(f.rows().size(), 2);
        QVERIFY2(f.rows()[1].contains("does not return"), qPrintable(f.rows()[1]));
    }

    void earlierCallsComeBackAlsoInANewDialog()
    {
        Calls f;
        f.bringUp(4);
        f.settle();
        f.show();
        for (const char* const call : {"one()", "two()", "one()"}) {
            f.type(call);
            f.enter();
        }
        QCOMPARE(f.settings.value(setting::kCallHistory), (QStringList{"one()", "two()"}));
        CallDialog again(f.context, &f.window);
        again.show();
        auto* const line = again.findChild<QLineEdit*>("callLine");
        QTest::keyClicks(line, "x");
        QTest::keyClick(line, Qt::Key_Up);
        QTest::keyClick(line, Qt::Key_Up);
        QTest::keyClick(line, Qt::Key_Up);
        QCOMPARE(line->text(), QString("two()"));
        QTest::keyClick(line, Qt::Key_Down);
        QCOMPARE(line->text(), QString("one()"));
        QTest::keyClick(line, Qt::Key_Down);
        QTest::keyClick(line, Qt::Key_Down);
        QCOMPARE(line->text(), QString("x"));
    }

    void aScriptRepeatsIt()
    {
        Calls f;
        session::SessionScript script;
        QObject::connect(&f.bridge, &SessionBridge::happened, &f.dialog,
                         [&](const std::vector<session::SessionEvent>& events) {
                             for (const session::SessionEvent& event : events)
                                 script.take(event);
                         });
        f.bringUp(4);
        f.settle();
        f.show();
        f.type("check(3)");
        f.enter();
        QVERIFY2(script.text().find("\ncall check(3)\n") != std::string::npos, script.text().c_str());
        f.values = {{test::ranks("0-3"), "", "", "no function named nope"}};
        f.type("nope()");
        f.enter();
        QVERIFY(script.text().find("nope") == std::string::npos); // it was not done
    }
};

DBGR_TEST(TestCallDialog, QApplication);

} // namespace tst_call_dialog

#include "tst_call_dialog.moc"
