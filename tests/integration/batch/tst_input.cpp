// SPDX-License-Identifier: GPL-3.0-or-later
// Standard input, rank by rank.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QtTest>

namespace tst_input {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

class TestInput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }
    void linesReachTheRanksTheyAreFor()
    {
        BatchRun run;
        run.commands({"input 0 zero", "input 1-2 both", "input 2 only two", "eof all", "continue"});
        run.start(3, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.output(0).contains("got: zero\n"), run.transcript());
        QVERIFY2(!run.output(0).contains("both"), run.transcript());
        QVERIFY2(run.output(1).contains("got: both\n"), run.transcript());
        const QString two = run.output(2);
        QVERIFY2(two.indexOf("got: both\n") >= 0 && two.indexOf("got: both\n") < two.indexOf("got: only two\n"),
                 run.transcript());
    }

    void aLongLineArrivesWhole()
    {
        BatchRun run;
        const QString line = QString("0123456789").repeated(2000); // five pieces
        run.commands({"input 1 " + line, "eof all", "continue"});
        run.start(2, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.output(1).contains("got: " + line + "\n"), "the line did not arrive as it was sent");
    }

    /// Around what a pipe holds: the end is behind all that waits.
    void theEndComesBehindWhateverWaits_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, (1 << 20) - 100})
            QTest::addRow("%d bytes", bytes) << bytes;
    }
    void theEndComesBehindWhateverWaits()
    {
        QFETCH(int, bytes);
        BatchRun run;
        QFile script(run.folder() + "/script");
        QVERIFY(script.open(QIODevice::WriteOnly));
        // More than the rank is given before it reads waits for it here.
        if (bytes > 1 << 18)
            script.write("continue &\n");
        script.write("input -n 0 " + QByteArray(bytes, 'x') + "\neof all\n");
        script.write(bytes > 1 << 18 ? "wait\n" : "continue\n");
        script.close();
        run.option({"--script", script.fileName()});
        run.start(1, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(run.exitStatus() == 0, run.transcript().right(4000));
        const QString output = run.output(0);
        QCOMPARE(output.count('x'), bytes);
        QVERIFY2(output.contains("rank 0 eof after 1 lines"), run.transcript().right(4000));
    }

    /// The launcher says that all is well, and drops it.
    void whatWouldBeLostIsRefused_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QString>("readers");
        QTest::newRow("none") << "none"
                              << "";
        QTest::newRow("all") << "all"
                             << "012";
        QTest::newRow("0") << "0"
                           << "0";
        QTest::newRow("1") << "1"
                           << "1";
    }
    void whatWouldBeLostIsRefused()
    {
        QFETCH(QString, choice);
        QFETCH(QString, readers);
        BatchRun run;
        run.launcherOption({"--stdin", choice}).option({"--keep-going"});
        QString refused;
        QStringList commands;
        for (const QString rank : {"0", "1", "2"}) {
            commands += {"input " + rank + " to " + rank, "eof " + rank};
            if (!readers.contains(rank))
                refused += rank + rank;
        }
        run.commands(commands + QStringList{"continue"});
        run.start(3, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(run.waitForEvent("ended")["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        for (int rank = 0; rank < 3; ++rank) {
            const QString mine = QString::number(rank);
            QCOMPARE(run.output(rank).contains("got: to " + mine + "\n"), readers.contains(mine));
            QVERIFY2(run.output(rank).contains(" eof after "), run.transcript());
        }
        QString said;
        for (const QJsonObject& error : run.events("error")) {
            said += error["ranks"].toString();
            QVERIFY2(error["detail"].toString().endsWith("would not get it: the standard input is /dev/null"),
                     run.transcript());
            QVERIFY2(error["detail"].toString().contains("rank " + error["ranks"].toString() + " "), run.transcript());
        }
        QCOMPARE(said, refused);
    }

    /// Of several, those are named that would lose it, and nobody gets any.
    void noneGetsWhatNotAllWouldGet()
    {
        BatchRun run;
        run.launcherOption({"--stdin", "1"}).option({"--keep-going"});
        run.commands({"input all to all", "input 1 to one", "eof 1", "continue"});
        run.start(3, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(run.waitForEvent("ended")["status"] == 0, run.transcript());
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        const auto errors = run.events("error");
        QCOMPARE(errors.size(), 1);
        QVERIFY2(errors[0]["detail"].toString().contains("ranks 0,2 would not get it"), run.transcript());
        QVERIFY2(!run.output(1).contains("to all"), run.transcript());
        QVERIFY2(run.output(1).contains("got: to one\n"), run.transcript());
    }

    void inputMayBeTypedWhileRanksRun()
    {
        BatchRun run;
        run.start(2, builtProgram("debuggees/mpi_stdin"));
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("continue &");
        run.type("input 1 hello there");
        const QJsonObject heard = run.waitFor([](const QJsonObject& o) {
            return o["event"] == "output" && o["rank"] == 1 && o["data"].toString().contains("hello there");
        });
        QVERIFY2(!heard.isEmpty(), run.transcript());
        run.type("eof all");
        run.type("wait");
        QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
        run.closeInput();
        QCOMPARE(run.exitStatus(), 0);
    }
};

DBGR_TEST(TestInput, QCoreApplication);

} // namespace tst_input

#include "tst_input.moc"
