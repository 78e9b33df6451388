// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"
#include "app/dbgr/recording.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QtTest>

#include <sys/stat.h>

namespace tst_recording {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;

class TestRecording : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatWasDone();
    void anEmptyFileIsTaken();
    void nothingIsOverwritten_data();
    void nothingIsOverwritten();
    void withoutAFileNothingIsRecorded();

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    static QByteArray contents(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }
    QTemporaryDir m_folder;
};

void TestRecording::writesWhatWasDone()
{
    auto recording = Recording::open(path("new"));
    QVERIFY(recording);
    {
        SessionFixture f;
        recording->watch(*f.session);
        f.bringUp(2);
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        f.run();
    }
    QVERIFY(recording->finish());
    QCOMPARE(contents(path("new")), QByteArray("# dbgr mpiexec -n 4 ./ring\nbreak work\n"));
    struct stat status = {};
    QCOMPARE(::stat(path("new").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, mode_t(0600));
}

void TestRecording::anEmptyFileIsTaken()
{
    QFile file(m_folder.filePath("empty"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(Recording::open(path("empty")));
}

void TestRecording::nothingIsOverwritten_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"full", "link", "folder", "no/such/folder", "pipe"})
        QTest::newRow(name) << name;
}

void TestRecording::nothingIsOverwritten()
{
    QFETCH(QString, name);
    const QDir folder(m_folder.path());
    if (name == "full") {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
    } else if (name == "link") {
        QVERIFY(QFile::link(folder.filePath("target"), folder.filePath(name)));
    } else if (name == "folder") {
        QVERIFY(folder.mkdir(name));
    } else if (name == "pipe") {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    }
    const auto recording = Recording::open(path(qPrintable(name)));
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, Errc::BadRecord);
    QVERIFY(!folder.exists("target"));
    if (name == "full")
        QCOMPARE(contents(path("full")), QByteArray("mine"));
}

void TestRecording::withoutAFileNothingIsRecorded()
{
    auto recording = Recording::open("");
    QVERIFY(recording);
    SessionFixture f;
    recording->watch(*f.session);
    QVERIFY(recording->finish());
}

DBGR_TEST(TestRecording);

} // namespace tst_recording

#include "tst_recording.moc"
