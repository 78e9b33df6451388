// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/window/action_table.h"
#include "ui/window/script_recorder.h"

#include <QFile>
#include <QWidget>

namespace tst_script_recorder {

using namespace dbgr;
using namespace dbgr::ui;

class TestScriptRecorder : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatTheUserDid();
    void saysWhyAFileCannotBeWritten();
};

void TestScriptRecorder::writesWhatTheUserDid()
{
    test::UiFixture job;
    QWidget window;
    ScriptRecorder recorder(job.context, &window);
    QVERIFY(!job.actions.get(action::kSaveScript)->isEnabled());
    job.bringUp(4);
    QVERIFY(job.session->addBreakpoint(test::breakIn("work")).has_value());
    QVERIFY(job.session->continueRanks(job.session->focus()).has_value());
    job.settle();
    QVERIFY(job.actions.get(action::kSaveScript)->isEnabled());

    const QString file = job.folder.filePath("session.dbgr");
    recorder.save(file);
    QFile saved(file);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(saved.readAll()).split('\n');
    QVERIFY2(lines.first().startsWith('#') && lines.first().contains("mpiexec -n 4 ./ring"), qPrintable(lines.first()));
    QVERIFY(lines.contains("break work"));
    QVERIFY(lines.filter(QRegularExpression("^continue")).size() == 1);
    QCOMPARE(job.notices.all().back().kind, NoticeKind::Hint);
}

void TestScriptRecorder::saysWhyAFileCannotBeWritten()
{
    test::UiFixture job;
    QWidget window;
    ScriptRecorder recorder(job.context, &window);
    recorder.save(job.folder.filePath("no such folder/session.dbgr"));
    QCOMPARE(job.notices.all().back().kind, NoticeKind::Error);
    QVERIFY(job.notices.all().back().text.contains("no such folder/session.dbgr"));
}

DBGR_TEST(TestScriptRecorder, QApplication);

} // namespace tst_script_recorder

#include "tst_script_recorder.moc"
