// SPDX-License-Identifier: GPL-3.0-or-later
// How dbgrun ends, held against the mpiexec that the programs come with.
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_exit_statuses {

using namespace dbgr::test;

class TestExitStatuses : public QObject
{
    Q_OBJECT

private slots:
    void areThoseOfMpiexec_data();
    void areThoseOfMpiexec();
    void aMissingProgramIsNamed();
    void aMissingFolderIsNamed();
};

void TestExitStatuses::areThoseOfMpiexec_data()
{
    QTest::addColumn<int>("mpi");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says"); // what dbgrun's message names
    for (const Mpi mpi : {Mpi::OpenMpi4, Mpi::OpenMpi5}) {
        const QByteArray name = mpi == Mpi::OpenMpi4 ? "4: " : "5: ";
        const auto row = [&](const char* what, const QStringList& words, const char* says) {
            QTest::newRow(name + what) << static_cast<int>(mpi) << words << QByteArray(says);
        };
        row("all well", {"hello"}, "");
        row("one ends with 3", {"status", "3"}, "rank 2");
        row("abort", {"abort", "5"}, "rank 2");
        row("crash", {"crash"}, "rank 2");
        row("no finalize, status 0", {"no-finalize", "0"}, "rank 2");
        row("no finalize, status 6", {"no-finalize", "6"}, "rank 2");
        row("ends before MPI_Init, status 9", {"before-init", "9"}, "rank ");
        row("ends before MPI_Init, status 0", {"before-init", "0"}, "");
    }
}

void TestExitStatuses::areThoseOfMpiexec()
{
    QFETCH(int, mpi);
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const auto which = static_cast<Mpi>(mpi);
    const QStringList arguments = QStringList{"-n", "3", battery(which)} + words;
    const auto theirs = runLauncher(ownLauncher(which), arguments, which);
    const auto ours = runLauncher(dbgrun(), arguments, which);
    QVERIFY2(ours.status == theirs.status, "theirs: " + theirs.text() + "\n\nours: " + ours.text());
    QVERIFY2(ours.standardError.contains(says), ours.text());
    QVERIFY2(says.isEmpty() == !ours.standardError.contains("dbgrun"), ours.text());
}

void TestExitStatuses::aMissingProgramIsNamed()
{
    for (const char* ranks : {"1", "2"}) {
        const auto result = runLauncher(dbgrun(), {"-n", ranks, "./there-is-no-such"}, Mpi::OpenMpi5);
        QVERIFY2(result.status == 127, result.text());
        QVERIFY2(result.standardError.contains("there-is-no-such"), result.text());
    }
}

void TestExitStatuses::aMissingFolderIsNamed()
{
    const auto result = runLauncher(dbgrun(), {"-n", "2", "--wdir", "/no/such/folder", "true"}, Mpi::OpenMpi5);
    QVERIFY2(result.status != 0, result.text());
    QVERIFY2(result.standardError.contains("/no/such/folder"), result.text());
}

DBGR_TEST(TestExitStatuses, QCoreApplication);

} // namespace tst_exit_statuses

#include "tst_exit_statuses.moc"
