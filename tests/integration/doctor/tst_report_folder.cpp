// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr report`, run for real: what it shows is what it writes, and nothing of the user is in it.
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_report_folder {

using namespace dbgr::test;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestReportFolder : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void writesWhatItShows();
    void writesNothingUnasked();
    void refuses_data();
    void refuses();

private:
    int report(const QStringList& arguments);
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_shown;
    QByteArray m_errors;
};

void TestReportFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>("/tmp/dbgr-XXXXXX");
    QFile log(path("a.log"));
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.write(QByteArray(2000000, '.') + "\n12:00:01.000 info [net] connected peer=10.7.7.7:99 file=" +
              path("ring").toUtf8() + "\033[2J\nlast line\n");
}

void TestReportFolder::cleanup()
{
    m_folder.reset();
}

int TestReportFolder::report(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = jobEnvironment(m_folder->path()); // HOME is the folder
    environment.insert("PATH", "/usr/bin:/bin");
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder->path());
    process.start(builtProgram("dbgr"), QStringList{"report"} + arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(120000))
        return -1;
    m_shown = process.readAllStandardOutput();
    m_errors = process.readAllStandardError();
    return process.exitCode();
}

void TestReportFolder::writesWhatItShows()
{
    QCOMPARE(report({"a report", "--yes", "--with-log", "a.log"}), 0);
    const QDir folder(path("a report"));
    QCOMPARE(folder.entryList(QDir::Files), (QStringList{"doctor.txt", "log.txt", "versions.txt"}));
    const auto kPrivate = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QCOMPARE(QFileInfo(folder.path()).permissions(), kPrivate | QFile::ExeOwner | QFile::ExeUser);
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files)) {
        const QByteArray text = contents(file.filePath());
        QCOMPARE(file.permissions(), kPrivate);
        QVERIFY2(m_shown.contains("== " + file.fileName().toUtf8() + "\n" + text), text);
        for (const QByteArray& secret : {m_folder->path().toUtf8(), QByteArray("10.7.7.7"), QByteArray("\033")})
            QVERIFY2(!text.contains(secret), secret + " in " + file.fileName().toUtf8());
    }
    QVERIFY(contents(folder.filePath("versions.txt")).contains("\n  LLDB: "));
    QVERIFY(contents(folder.filePath("doctor.txt")).contains("  fine     session "));
    const QByteArray log = contents(folder.filePath("log.txt"));
    QVERIFY(log.contains("connected peer=ADDRESS:99 file=~/ring") && log.contains("last line\n") &&
            log.size() < 1100000);
}

void TestReportFolder::writesNothingUnasked()
{
    QCOMPARE(report({}), 0);
    QVERIFY2(m_shown.contains("== versions.txt\ndbgr ") && m_shown.contains("Nothing was written."), m_shown);
    QVERIFY(!QFileInfo::exists(path("dbgr-report")));
}

void TestReportFolder::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("a file") << QStringList{"a.log", "--yes"} << "there already";
    QTest::newRow("nowhere") << QStringList{"no/folder", "--yes"} << "No such file";
    QTest::newRow("no log") << QStringList{"x", "--yes", "--with-log", "b.log"} << "b.log: the log cannot be read";
}

void TestReportFolder::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    QVERIFY(report(arguments) > 0);
    QVERIFY2(QString::fromUtf8(m_errors).contains(says), m_errors);
    QVERIFY(!QFileInfo::exists(path("x")));
}

DBGR_TEST(TestReportFolder, QCoreApplication);

} // namespace tst_report_folder

#include "tst_report_folder.moc"
