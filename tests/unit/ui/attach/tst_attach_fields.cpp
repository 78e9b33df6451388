// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/attach/attach_fields.h"

namespace tst_attach_fields {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

QString pids(const QString& text)
{
    const auto read = readProcesses(text);
    if (!read)
        return QString::fromStdString(read.error().detail);
    return QString::fromStdString(launchers::describe(*read));
}

} // namespace

class TestAttachFields : public QObject
{
    Q_OBJECT

private slots:
    void processesAreReadInTheirOrder()
    {
        QCOMPARE(pids("14,12 13"), "processes 14, 12, 13");
        QCOMPARE(pids(" 12-14, 20 "), "processes 12, 13, 14, 20");
    }

    void whatIsNoProcessIsNamed()
    {
        QVERIFY(pids("12,ring").startsWith("\"ring\" is not the number of a process."));
        QVERIFY(pids("0").startsWith("\"0\" is not"));
        QVERIFY(pids("14-12").startsWith("\"14-12\" is not"));
        QVERIFY(pids("99999999999").startsWith("\"99999999999\" is not"));
        QVERIFY(pids("99999999999999999999999").startsWith("\"99999999999999999999999\" is not"));
        QCOMPARE(pids("12,12"), "Process 12 is named twice.");
        QCOMPARE(pids("1-2000000000"), "1-2000000000 names too many processes.");
        QVERIFY(pids("").startsWith("Type the numbers"));
    }

    void aServerIsAUriOrAFileThatIsThere()
    {
        QCOMPARE(readServer("a@0.0;tcp4://127.0.0.1:1")->where, "a@0.0;tcp4://127.0.0.1:1");
        QCOMPARE(readServer(" system ")->where, "system");
        QVERIFY(!readServer("").has_value());
        const auto missing = readServer("/nowhere/contact");
        QVERIFY(!missing.has_value());
        QCOMPARE(missing.error().detail, "There is no file /nowhere/contact.");
    }

    void coreFilesMustBeThere()
    {
        QTemporaryDir folder;
        const QString core = folder.filePath("core.1");
        QVERIFY(!readCores({}, {}).has_value());
        QCOMPARE(readCores({core}, {}).error().detail, "There is no file " + core.toStdString() + ".");
        QFile file(core);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto cores = readCores({core}, core);
        QVERIFY(cores.has_value());
        QCOMPARE(cores->files, std::vector<std::string>{core.toStdString()});
        QCOMPARE(cores->program, core.toStdString());
        QVERIFY(readCores({folder.path()}, {}).error().detail.find("is a folder") != std::string::npos);
    }
};

DBGR_TEST(TestAttachFields, QApplication);

} // namespace tst_attach_fields

#include "tst_attach_fields.moc"
