// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchers/launcher_files.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_launcher_files {

using namespace dbgr::launchers;

class TestLauncherFiles : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    const RealLauncherFiles m_files;

    std::string path(const char* name) const { return m_dir.filePath(name).toStdString(); }
    void make(const char* name, bool executable)
    {
        QFile file(m_dir.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\nexec prterun\n");
        file.setPermissions(executable ? QFile::ReadOwner | QFile::ExeOwner : QFile::ReadOwner);
    }

private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_dir.path()).mkpath("a/mpiexec")); // a folder of that name is no program
        QVERIFY(QDir(m_dir.path()).mkpath("b"));
        QVERIFY(QDir(m_dir.path()).mkpath("c"));
        make("b/mpiexec", false);
        make("c/mpiexec", true);
        QVERIFY(QFile::link(m_dir.filePath("c/mpiexec"), m_dir.filePath("c/mpirun")));
    }

    void findsTheFirstThatCanBeRun()
    {
        const std::string search = path("a") + ':' + path("missing") + ':' + path("b") + ':' + path("c");
        QCOMPARE(m_files.findProgram("mpiexec", search, "/").value_or(""), path("c/mpiexec"));
        QVERIFY(!m_files.findProgram("mpiexec", path("a"), "/"));
        QVERIFY(!m_files.findProgram("", search, "/"));
    }

    void emptyEntriesAndSlashesAreRelativeToTheWorkingDirectory()
    {
        QCOMPARE(m_files.findProgram("mpiexec", ":/nowhere", path("c")).value_or(""), path("c/mpiexec"));
        QCOMPARE(m_files.findProgram("./c/mpiexec", "", m_dir.path().toStdString()).value_or(""), path("c/mpiexec"));
        QCOMPARE(m_files.findProgram(path("c/mpiexec"), "", "/").value_or(""), path("c/mpiexec"));
        QVERIFY(!m_files.findProgram("./mpiexec", path("c"), "/"));
    }

    void linksAreFollowedOnlyWhenAsked()
    {
        QCOMPARE(m_files.findProgram("mpirun", path("c"), "/").value_or(""), path("c/mpirun"));
        const QString real = QFileInfo(m_dir.filePath("c/mpiexec")).canonicalFilePath();
        QCOMPARE(QString::fromStdString(m_files.resolved(path("c/mpirun"))), real);
        QCOMPARE(m_files.resolved("/no/such/file"), std::string("/no/such/file"));
    }

    void readsNoMoreThanAsked()
    {
        QCOMPARE(m_files.contents(path("c/mpiexec"), 9), std::string("#!/bin/sh"));
        QCOMPARE(m_files.contents(path("missing"), 9), std::string());
        QCOMPARE(m_files.contents(path("a"), 9), std::string());
    }
};

DBGR_TEST(TestLauncherFiles, QCoreApplication);

} // namespace tst_launcher_files

#include "tst_launcher_files.moc"
