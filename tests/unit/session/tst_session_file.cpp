// SPDX-License-Identifier: GPL-3.0-or-later
// Session files on the disk: whole or not at all, for their owner alone, and nothing else is overwritten.
#include "session/file/session_file.h"
#include "session/file/whole_file.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <sys/stat.h>

namespace tst_session_file {

using namespace dbgr;
using namespace dbgr::session;

class TestSessionFile : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsSavedIsOpened()
    {
        SessionDocument document;
        document.watches = {"lap"};
        QVERIFY(saveSessionFile(path("a.dbgr"), document));
        QVERIFY(*openSessionFile(path("a.dbgr")) == document);
        document.watches = {"rank"};
        QVERIFY(saveSessionFile(path("a.dbgr"), document)); // another one takes its place
        QVERIFY(*openSessionFile(path("a.dbgr")) == document);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{"a.dbgr"});
    }

    void aNewFileIsForItsOwnerAndAnOldOneKeepsItsMode()
    {
        QVERIFY(saveSessionFile(path("a.dbgr"), {}));
        QCOMPARE(modeOf("a.dbgr"), 0600);
        QCOMPARE(::chmod(path("a.dbgr").c_str(), 0644), 0);
        QVERIFY(saveSessionFile(path("a.dbgr"), {}));
        QCOMPARE(modeOf("a.dbgr"), 0644);
    }

    void whatIsNoSessionStays_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a script") << QByteArray("break work\n");
        QTest::newRow("other JSON") << QByteArray("{\"name\": \"ring\"}");
        QTest::newRow("of a newer dbgr") << QByteArray("{\"dbgr-session\": 9}");
    }
    void whatIsNoSessionStays()
    {
        QFETCH(QByteArray, bytes);
        write("a.dbgr", bytes);
        const auto saved = saveSessionFile(path("a.dbgr"), {});
        QVERIFY(saved.error().code == Errc::BadSessionFile);
        QCOMPARE(read("a.dbgr"), bytes);
        QVERIFY(!openSessionFile(path("a.dbgr")));
    }

    void aSessionWithAMistakeMayBeReplaced()
    {
        write("a.dbgr", "{\"dbgr-session\": 1, \"focus\": 7}");
        QVERIFY(!openSessionFile(path("a.dbgr")));
        QVERIFY(saveSessionFile(path("a.dbgr"), {}));
        QVERIFY(openSessionFile(path("a.dbgr")));
    }

    void aScriptIsCalledOne()
    {
        write("a.dbgr", "break work\n");
        const auto opened = openSessionFile(path("a.dbgr"));
        QVERIFY(opened.error().advice.find("--script") != std::string::npos);
    }

    void aLinkThatTheUserNamesIsFollowed()
    {
        QVERIFY(saveSessionFile(path("real.dbgr"), {}));
        QVERIFY(QFile::link(m_folder->filePath("real.dbgr"), m_folder->filePath("link.dbgr")));
        SessionDocument document;
        document.focus = "1";
        QVERIFY(saveSessionFile(path("link.dbgr"), document));
        QVERIFY(QFileInfo(m_folder->filePath("link.dbgr")).isSymLink());
        QVERIFY(*openSessionFile(path("real.dbgr")) == document);
    }

    void aWholeFileIsNotWrittenThroughALink()
    {
        write("victim", "mine");
        QVERIFY(QFile::link(m_folder->filePath("victim"), m_folder->filePath("auto")));
        QVERIFY(writeWholeFile(path("auto"), "new"));
        QCOMPARE(read("victim"), QByteArray("mine"));
        QCOMPARE(read("auto"), QByteArray("new"));
        QCOMPARE(modeOf("auto"), 0600);
    }

    void whatCannotBeReadSaysWhy()
    {
        QVERIFY(openSessionFile(path("none.dbgr")).error().detail.find("none.dbgr") != std::string::npos);
        QVERIFY(!openSessionFile(m_folder->path().toStdString()));
        QCOMPARE(::mkfifo(path("pipe.dbgr").c_str(), 0600), 0);
        QVERIFY(openSessionFile(path("pipe.dbgr")).error().detail.find("no plain file") != std::string::npos);
        write("large.dbgr", QByteArray(SessionLimits::kFileBytes + 1, ' '));
        QVERIFY(openSessionFile(path("large.dbgr")).error().detail.find("larger") != std::string::npos);
        QVERIFY(!saveSessionFile(path("no/such/folder.dbgr"), {}));
    }

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }
    [[nodiscard]] int modeOf(const char* name) const
    {
        struct stat status = {};
        return ::lstat(path(name).c_str(), &status) == 0 ? int(status.st_mode & 0777) : -1;
    }
    void write(const char* name, const QByteArray& bytes) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    [[nodiscard]] QByteArray read(const char* name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

DBGR_TEST(TestSessionFile, QCoreApplication);

} // namespace tst_session_file

#include "tst_session_file.moc"
