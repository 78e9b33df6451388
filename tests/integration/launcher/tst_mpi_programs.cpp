// SPDX-License-Identifier: GPL-3.0-or-later
// Unmodified programs of Open MPI 4 and 5 under dbgrun: their results are right, and nothing stays behind.
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>

namespace tst_mpi_programs {

using namespace dbgr::test;

class TestMpiPrograms : public QObject
{
    Q_OBJECT

private slots:
    void runsPrograms_data();
    void runsPrograms();
    void aProgramWithoutMpiRunsToo();
    void severalAppsShareOneWorld();
    void ranksHaveTheEnvironmentAndFolderAskedFor();
    void inputGoesToWhoIsToGetIt_data();
    void inputGoesToWhoIsToGetIt();
    void outputIsTagged();
    void outputGoesToFiles();
};

void TestMpiPrograms::runsPrograms_data()
{
    QTest::addColumn<int>("mpi");
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("ranks");
    for (const Mpi mpi : {Mpi::OpenMpi4, Mpi::OpenMpi5}) {
        const QByteArray name = mpi == Mpi::OpenMpi4 ? "4" : "5";
        const auto row = [&](const char* word, int ranks) {
            QTest::newRow("Open MPI " + name + ", " + word + ", " + QByteArray::number(ranks))
                << static_cast<int>(mpi) << QString(word) << ranks;
        };
        for (const int ranks : {1, 2, 16, mpi == Mpi::OpenMpi4 ? 64 : 128})
            row("hello", ranks);
        row("p2p", 4);
        row("collectives", 1);
        row("collectives", 5);
        row("onesided", 4);
        row("spawn", 1);
        row("spawn", 2);
        row("names", 3);
    }
}

void TestMpiPrograms::runsPrograms()
{
    QFETCH(int, mpi);
    QFETCH(QString, word);
    QFETCH(int, ranks);
    const auto which = static_cast<Mpi>(mpi);
    const auto result = runLauncher(dbgrun(), {"-n", QString::number(ranks), battery(which), word}, which);
    QVERIFY2(result.status == 0, result.text());
    QCOMPARE(result.standardOutput, "ok " + word.toUtf8() + " " + QByteArray::number(ranks) + "\n");
    QVERIFY2(result.leftInFolder.filter("dbgrun").isEmpty(), qPrintable(result.leftInFolder.join(' ')));
}

void TestMpiPrograms::aProgramWithoutMpiRunsToo()
{
    const auto result =
        runLauncher(dbgrun(), {"-n", "3", "sh", "-c", "echo $PMIX_RANK of $OMPI_COMM_WORLD_SIZE"}, Mpi::OpenMpi5);
    QVERIFY2(result.status == 0, result.text());
    QList<QByteArray> lines = result.standardOutput.trimmed().split('\n');
    std::sort(lines.begin(), lines.end());
    QCOMPARE(lines, (QList<QByteArray>{"0 of 3", "1 of 3", "2 of 3"}));
}

void TestMpiPrograms::severalAppsShareOneWorld()
{
    const QString program = battery(Mpi::OpenMpi5);
    const auto result = runLauncher(
        dbgrun(), {"-n", "2", program, "collectives", ":", "-n", "3", program, "collectives"}, Mpi::OpenMpi5);
    QVERIFY2(result.status == 0, result.text());
    QCOMPARE(result.standardOutput, QByteArray("ok collectives 5\n"));
}

void TestMpiPrograms::ranksHaveTheEnvironmentAndFolderAskedFor()
{
    const auto result = runLauncher(
        dbgrun(), {"-n", "1", "-x", "DBGR_TEST=a b", "--wdir", "/usr", "sh", "-c", "echo \"$DBGR_TEST in $(pwd)\""},
        Mpi::OpenMpi5);
    QVERIFY2(result.status == 0, result.text());
    QCOMPARE(result.standardOutput, QByteArray("a b in /usr\n"));
}

void TestMpiPrograms::inputGoesToWhoIsToGetIt_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("default") << "" << QByteArray("0:5 1:0 2:0");
    QTest::newRow("all") << "all" << QByteArray("0:5 1:5 2:5");
    QTest::newRow("none") << "none" << QByteArray("0:0 1:0 2:0");
    QTest::newRow("ranks") << "1-2" << QByteArray("0:0 1:5 2:5");
}

void TestMpiPrograms::inputGoesToWhoIsToGetIt()
{
    QFETCH(QString, option);
    QFETCH(QByteArray, says);
    QStringList arguments{"-n", "3"};
    if (!option.isEmpty())
        arguments << "--stdin" << option;
    arguments << "sh"
              << "-c"
              << "echo $PMIX_RANK:$(wc -c)";
    const auto result = runLauncher(dbgrun(), arguments, Mpi::OpenMpi5, "12345");
    QVERIFY2(result.status == 0, result.text());
    QList<QByteArray> lines = result.standardOutput.trimmed().split('\n');
    std::sort(lines.begin(), lines.end());
    QCOMPARE(lines.join(' '), says);
}

void TestMpiPrograms::outputIsTagged()
{
    const auto result =
        runLauncher(dbgrun(), {"-n", "2", "--output", "rank", "sh", "-c", "echo out; echo err >&2"}, Mpi::OpenMpi5);
    QVERIFY2(result.status == 0, result.text());
    QVERIFY2(result.standardOutput.contains("[0]<stdout>: out\n"), result.text());
    QVERIFY2(result.standardOutput.contains("[1]<stdout>: out\n"), result.text());
    QVERIFY2(result.standardError.contains("[1]<stderr>: err\n"), result.text());
}

void TestMpiPrograms::outputGoesToFiles()
{
    QTemporaryDir folder;
    const auto result = runLauncher(
        dbgrun(), {"-n", "2", "--output", "dir=" + folder.filePath("o"), "sh", "-c", "echo $PMIX_RANK; printf tail"},
        Mpi::OpenMpi5);
    QVERIFY2(result.status == 0, result.text());
    QStringList found;
    QDirIterator files(folder.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        if (!text.isEmpty())
            found << QString::fromUtf8(text);
    }
    found.sort();
    QCOMPARE(found, (QStringList{"0\ntail", "1\ntail"}));
}

DBGR_TEST(TestMpiPrograms, QCoreApplication);

} // namespace tst_mpi_programs

#include "tst_mpi_programs.moc"
