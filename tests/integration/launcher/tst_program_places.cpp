// SPDX-License-Identifier: GPL-3.0-or-later
// Which program a name means, held against PRRTE's prterun, which looks along PATH first, and then in the folder that
// the process is to work in.
#include "tests/contract/pmix/launcher_daemon.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_program_places {

using namespace dbgr::test;

class TestProgramPlaces : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void areThoseOfPrterun_data();
    void areThoseOfPrterun();
    void thePlacesTriedAreNamed();
    void whatCannotBeExecutedIsNamed();
    void agentsAreGivenTheProgramThatWasFound();
    void spawnedProgramsAreFoundWhereTheyWork_data();
    void spawnedProgramsAreFoundWhereTheyWork();

private:
    void make(const QString& path, int status = 0);
    [[nodiscard]] QStringList at(const QString& wdir, const QStringList& words) const;

    QTemporaryDir m_folder;
};

/// A script that says which one it is.
void TestProgramPlaces::make(const QString& path, int status)
{
    QFile file(m_folder.filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\necho it is " + path.toUtf8() + "\nexit " + QByteArray::number(status) + "\n");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestProgramPlaces::initTestCase()
{
    for (const char* folder : {"work", "work/below", "path"})
        QVERIFY(QDir(m_folder.path()).mkpath(folder));
    for (const char* path : {"work/here", "work/both", "work/below/there", "path/both", "path/only"})
        make(path);
    make("work/seven", 7);
    make("work/refused");
    QFile(m_folder.filePath("work/refused")).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

QStringList TestProgramPlaces::at(const QString& wdir, const QStringList& words) const
{
    return QStringList{"-n", "1", "--wdir", m_folder.filePath(wdir)} + words;
}

void TestProgramPlaces::areThoseOfPrterun_data()
{
    QTest::addColumn<QString>("wdir");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QByteArray>("found"); // nothing: no program
    QTest::newRow("in the folder") << "work"
                                   << "here" << QByteArray("work/here");
    QTest::newRow("with a dot") << "work"
                                << "./here" << QByteArray("work/here");
    QTest::newRow("along PATH") << "work"
                                << "only" << QByteArray("path/only");
    QTest::newRow("PATH comes first") << "work"
                                      << "both" << QByteArray("path/both");
    QTest::newRow("a path from the folder") << "work"
                                            << "below/there" << QByteArray("work/below/there");
    QTest::newRow("not in a folder below") << "work"
                                           << "there" << QByteArray();
    QTest::newRow("not in the launcher's folder") << "work/below"
                                                  << "here" << QByteArray();
    QTest::newRow("nowhere") << "work"
                             << "there-is-no-such" << QByteArray();
}

void TestProgramPlaces::areThoseOfPrterun()
{
    QFETCH(QString, wdir);
    QFETCH(QString, program);
    QFETCH(QByteArray, found);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", m_folder.filePath("path").toUtf8() + ":" + path);
    const auto theirs = runLauncher(openMpi5Bin() + "/prterun", at(wdir, {program}), Mpi::OpenMpi5, {}, 20000);
    const auto ours = runLauncher(dbgrun(), at(wdir, {program}), Mpi::OpenMpi5, {}, 20000);
    qputenv("PATH", path);
    const QByteArray says = found.isEmpty() ? QByteArray() : "it is " + found + "\n";
    QVERIFY2(ours.standardOutput == says && (ours.status == 0) == !found.isEmpty(), ours.text());
    QVERIFY2(theirs.standardOutput.contains(says) && (theirs.status == 0) == !found.isEmpty(), theirs.text());
}

void TestProgramPlaces::thePlacesTriedAreNamed()
{
    const auto result = runLauncher(dbgrun(), at("work", {"there-is-no-such"}), Mpi::OpenMpi5);
    QCOMPARE(result.status, 127);
    for (const QByteArray& place :
         {QByteArray("there-is-no-such"), qgetenv("PATH").split(':').first(), m_folder.filePath("work").toUtf8()})
        QVERIFY2(result.standardError.contains(place), result.text());
}

void TestProgramPlaces::whatCannotBeExecutedIsNamed()
{
    const auto result = runLauncher(dbgrun(), at("work", {"refused"}), Mpi::OpenMpi5);
    QCOMPARE(result.status, 126);
    QVERIFY2(result.standardError.contains(m_folder.filePath("work/refused").toUtf8()), result.text());
}

void TestProgramPlaces::agentsAreGivenTheProgramThatWasFound()
{
    const auto result = runLauncher(dbgrun(), at("work", {"--exec-agent", "env MARK=1", "here"}), Mpi::OpenMpi5);
    QVERIFY2(result.status == 0 && result.standardOutput == "it is work/here\n", result.text());
}

void TestProgramPlaces::spawnedProgramsAreFoundWhereTheyWork_data()
{
    QTest::addColumn<QString>("library");
    for (const char* library : {"dbgrpmix", "libpmix4", "libpmix5"})
        QTest::addRow("%s", library) << library;
}

void TestProgramPlaces::spawnedProgramsAreFoundWhereTheyWork()
{
    QFETCH(QString, library);
    LauncherDaemon daemon(dbgrun(), {"--daemon"});
    QTRY_VERIFY_WITH_TIMEOUT(!daemon.uri().isEmpty(), 20000);
    const auto tool = daemon.startTool(QFileInfo(dbgrun()).path() + "/peers/tool_places_" + library,
                                       {daemon.uri(), m_folder.filePath("work"), "seven"});
    QByteArray output;
    const int status = LauncherDaemon::awaitTool(*tool, output);
    QVERIFY2(status == 0 && !output.contains("not ok"), output + daemon.output());
    QVERIFY2(output.count("ok it is that program") == 2, output);
}

DBGR_TEST(TestProgramPlaces, QCoreApplication);

} // namespace tst_program_places

#include "tst_program_places.moc"
