// SPDX-License-Identifier: GPL-3.0-or-later
// What a window saves by itself: for its user alone, gone after a good end, and found by others only when it has died.
#include "session/file/session_file.h"
#include "tests/support/run/test_class.h"
#include "ui/sessions/autosave.h"

#include <QApplication>
#include <QtTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_autosave {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

session::SessionDocument withWatch(const char* watch)
{
    session::SessionDocument document;
    document.watches = {watch};
    return document;
}

} // namespace

class TestAutosave : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void itIsForItsUserAlone()
    {
        Autosave autosave(place());
        QVERIFY(autosave.save(withWatch("lap")));
        autosave.finish();
        QCOMPARE(files().size(), 1);
        QCOMPARE(modeOf(place()), 0700);
        QCOMPARE(modeOf(QDir(place()).filePath(files().first())), 0600);
    }

    void aGoodEndLeavesNothing()
    {
        {
            Autosave autosave(place());
            QVERIFY(autosave.save(withWatch("lap")));
        }
        QVERIFY(QDir(place()).entryList(QDir::Files | QDir::Hidden).isEmpty());
    }

    void whoLivesIsNotLost()
    {
        Autosave autosave(place());
        QVERIFY(autosave.save(withWatch("lap")));
        autosave.finish();
        QVERIFY(!autosave.newestLost()); // its own
        const pid_t other = ::fork();
        if (other == 0)
            ::_exit(Autosave(place()).newestLost() ? 1 : 0);
        int status = 0;
        QVERIFY(::waitpid(other, &status, 0) == other);
        QCOMPARE(status, 0);
    }

    void whoDiedIsFound()
    {
        const pid_t child = ::fork();
        if (child == 0) { // which dies without any end
            Autosave autosave(QDir(place()).path());
            const bool saved = autosave.save(withWatch("lap")).has_value();
            autosave.finish();
            ::_exit(saved ? 0 : 1);
        }
        int status = 0;
        QVERIFY(::waitpid(child, &status, 0) == child && status == 0);
        QCOMPARE(files().size(), 1);
        const Autosave autosave(place());
        const auto lost = autosave.newestLost();
        QVERIFY(lost);
        QVERIFY(lost->document == withWatch("lap"));
        autosave.removeLost(*lost);
        QVERIFY(!autosave.newestLost());
        QVERIFY(files().isEmpty());
    }

    void theNewestIsOfferedAndOlderOnesGoWithIt()
    {
        leave("old-1.dbgr", withWatch("old"), -100);
        leave("new-2.dbgr", withWatch("new"), 0);
        leave("bad-3.dbgr", withWatch("bad"), 10);
        QFile bad(QDir(place()).filePath("bad-3.dbgr"));
        QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("{") == 1);
        bad.close();
        const Autosave autosave(place());
        const auto lost = autosave.newestLost();
        QVERIFY(lost && lost->document == withWatch("new"));
        autosave.removeLost(*lost);
        QVERIFY(!autosave.newestLost());
    }

    void linksAreNotFollowed()
    {
        leave("real-1.dbgr", withWatch("lap"), 0);
        const QString real = m_folder->filePath("elsewhere.dbgr");
        QVERIFY(QFile::rename(QDir(place()).filePath("real-1.dbgr"), real));
        QVERIFY(QFile::link(real, QDir(place()).filePath("link-2.dbgr")));
        QVERIFY(!Autosave(place()).newestLost());

        const QString linked = m_folder->filePath("linked");
        QVERIFY(QFile::link(place(), linked));
        Autosave autosave(linked);
        QVERIFY(!autosave.save(withWatch("lap")));
    }

    void withoutAPlaceNothingIsSaved()
    {
        Autosave nowhere{QString()};
        QVERIFY(nowhere.save(withWatch("lap")));
        QVERIFY(!nowhere.newestLost());
    }

private:
    [[nodiscard]] QString place() const { return m_folder->filePath("state/sessions"); }
    [[nodiscard]] QStringList files() const { return QDir(place()).entryList({"*.dbgr"}, QDir::Files); }
    static int modeOf(const QString& path)
    {
        struct stat status = {};
        return ::stat(path.toLocal8Bit().constData(), &status) == 0 ? int(status.st_mode & 0777) : -1;
    }
    void leave(const char* name, const session::SessionDocument& document, int seconds) const
    {
        QVERIFY(QDir().mkpath(place()));
        const QString path = QDir(place()).filePath(name);
        QVERIFY(session::saveSessionFile(path.toStdString(), document));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(seconds), QFile::FileModificationTime));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

DBGR_TEST(TestAutosave, QApplication);

} // namespace tst_autosave

#include "tst_autosave.moc"
