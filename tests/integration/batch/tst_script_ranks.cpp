// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of MPICH that are scripts: of what they start, the MPI program is held before its first instruction and
// debugged, and nothing else is disturbed. (Those of launchers with PMIx: tst_rank_scripts.)
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QtTest>

#include <csignal>

namespace tst_script_ranks {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;
constexpr const char* kHelper = "dbgr-exec-hold";

QString app()
{
    return builtProgram("debuggees/launcher_rank_mpich");
}

/// APP and FOLDER in it become what they name.
QString scriptOf(const BatchRun& run, QString text, const QString& name = "run.sh")
{
    const QString path = run.folder() + "/" + name;
    writeScript(path, text.replace("APP", app()).replace("FOLDER", run.folder()).toUtf8());
    return path;
}

void touch(const QString& path)
{
    QVERIFY(QFile(path).open(QIODevice::WriteOnly));
}

QStringList job(const QStringList& rank, int ranks = kRanks)
{
    return QStringList{"mpiexec.hydra", "-n", QString::number(ranks)} + rank;
}

QList<int> helpersOf(const QString& folder)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(folder))
        if (process.name == kHelper)
            pids << process.pid;
    return pids;
}

/// That runs until FOLDER/go is there.
const QString kStages = "#!/bin/bash\necho $$ > FOLDER/script.$PMI_RANK\nwhile [ ! -e FOLDER/go ]; do sleep 0.1; "
                        "done\nAPP \"$@\"\nexit $?\n";

} // namespace

class TestScriptRanks : public QObject
{
    Q_OBJECT

private slots:
    void theMpiProgramIsHeldAndDebugged_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QStringList>("before");
        const auto row = [](const char* name, const char* script, const QStringList& before = {}) {
            QTest::newRow(name) << QString(script) << before;
        };
        row("a script that becomes it", "#!/bin/sh\nexec APP \"$@\"\n");
        row("a script that starts it", "#!/bin/sh\nAPP \"$@\"\nexit $?\n");
        row("behind other programs",
            "#!/bin/bash\nhostname >/dev/null\nmkdir -p FOLDER/made\necho a | sed s/a/b/ >/dev/null\nAPP \"$@\"\n");
        row("behind cd", "#!/bin/sh\ncd /usr && APP \"$@\"\n");
        row("before another one", // as a job of one rank: MPICH's ranks are that once
            "#!/bin/sh\nAPP \"$@\" && env -u PMI_FD -u PMI_RANK -u PMI_SIZE APP 0 FOLDER && echo twice\n");
        row("in a pipe", "#!/bin/bash\nset -o pipefail\nAPP \"$@\" | tee FOLDER/log.$PMI_RANK\n");
        row("in the background", "#!/bin/bash\nsleep 0.2 &\nAPP \"$@\" &\nwait $!\n");
        row("in a subshell", "#!/bin/sh\n(APP \"$@\"; exit $?)\nexit $?\n");
        row("a script of a script",
            "#!/bin/sh\nif [ -z \"$AGAIN\" ]; then AGAIN=1 \"$0\" \"$@\"; exit $?; fi\nAPP \"$@\"\n");
        row("a script that becomes another one",
            "#!/bin/sh\nif [ -z \"$AGAIN\" ]; then AGAIN=1; export AGAIN; exec bash \"$0\" \"$@\"; fi\nAPP \"$@\"\n");
        row("by env and nice", "", {"env", "COLOUR=red", "nice", "-n", "1"});
        row("by timeout", "", {"timeout", "100"});
        row("by time", "", {"/usr/bin/time", "-p"});
        row("a script by timeout", "#!/bin/bash\ntrue\nAPP \"$@\"\n", {"timeout", "100"});
        row("a script that starts Python, which starts it",
            "#!/bin/sh\npython3 -c 'import subprocess, sys; sys.exit(subprocess.call([\"APP\"] + sys.argv[1:], "
            "close_fds=False))' "
            "\"$@\"\n");
    }
    void theMpiProgramIsHeldAndDebugged()
    {
        QFETCH(const QString, script);
        QFETCH(const QStringList, before);
        if (before.contains("/usr/bin/time") && !QFile::exists("/usr/bin/time"))
            QSKIP("there is no time but that of shells");
        BatchRun run;
        const QString program = script.isEmpty() ? app() : scriptOf(run, script);
        run.commands({"ranks", "break turn", "continue", "print rank", "delete all", "continue"});
        run.startCommand(job(before + QStringList{program, "1", run.folder()}));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        const QJsonArray ranks = run.replies("ranks").value(0)["ranks"].toArray();
        QVERIFY2(ranks.size() == kRanks, run.transcript());
        for (const auto& rank : ranks)
            QVERIFY2(QFileInfo(rank.toObject()["executable"].toString()).canonicalFilePath() ==
                         QFileInfo(app()).canonicalFilePath(),
                     run.transcript());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 0, run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        QVERIFY2(run.transcript().contains("ranks 0-1 are launcher_rank_mpich, started by way of "), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank) {
            QVERIFY2(run.output(rank).contains(QString("rank %1 ends\n").arg(rank)), run.transcript());
            QVERIFY2(run.output(rank).contains("twice") == script.contains("twice"), run.transcript());
        }
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void theJobsStatusIsThatOfTheScripts()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand(job({scriptOf(run, "#!/bin/sh\nAPP \"$@\"\nexit 3\n"), "0", run.folder()}, 4));
        QVERIFY2(run.exitStatus() == 3, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0-3", run.transcript());
        for (const QJsonObject& exited : run.events("exited"))
            QVERIFY2(exited["status"] == 0, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 3, run.transcript());
    }

    /// Which nobody can know by its file.
    void aProgramThatLoadsMpiIsHeldThen()
    {
        BatchRun run;
        const QString python = scriptOf(run,
                                        "import ctypes, threading, time\n"
                                        "threading.Thread(target=time.sleep, args=[2]).start()\nmpi = "
                                        "ctypes.CDLL('libmpich.so.12', ctypes.RTLD_GLOBAL)\n"
                                        "time.sleep(1)\nmpi.MPI_Init(None, None)\nmpi.MPI_Finalize()\n",
                                        "late.py");
        run.commands({"ranks", "break MPI_Finalize", "continue", "delete all", "continue"});
        run.startCommand(job({scriptOf(run, "#!/bin/sh\nhostname > /dev/null\npython3 " + python + "\nexit $?\n")}));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        for (const auto& rank : run.replies("ranks").value(0)["ranks"].toArray())
            QVERIFY2(rank.toObject()["executable"].toString().contains("python"), run.transcript());
        QVERIFY2(run.replies("continue").value(0)["stopped"] == "0-1", run.transcript());
    }

    void whatScriptsDoFirstMayTakeAnyTime()
    {
        BatchRun run;
        run.option({"--launch-timeout", "2"}).commands({"print 1", "continue"});
        run.startCommand(job({scriptOf(run, "#!/bin/sh\nsleep 5\nAPP \"$@\"\n"), "0", run.folder()}));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0-1", run.transcript());
        QVERIFY2(run.transcript().contains("ranks 0-1 run dash: waiting for the MPI program that it starts") ||
                     run.transcript().contains("ranks 0-1 run bash: waiting for the MPI program that it starts"),
                 run.transcript());
    }

    void scriptsWithoutMpiRunToTheirEnd()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand(job({scriptOf(run, "#!/bin/sh\nhostname > /dev/null\necho here $PMI_RANK\nexit 5\n")}));
        QVERIFY2(run.exitStatus() == 5, run.transcript());
        QVERIFY2(run.events("ended").value(0)["status"] == 5, run.transcript());
        QVERIFY2(run.events("attached").isEmpty(), run.transcript());
        QVERIFY2(run.events("warning").value(0)["detail"].toString().contains("have run no program that uses MPI"),
                 run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(run.transcript().contains(QString("here %1").arg(rank).toUtf8()), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void oneScriptWithoutMpiKeepsNobodyWaiting()
    {
        BatchRun run;
        run.option({"--keep-going"}).commands({"ranks", "kill"});
        run.startCommand(
            job({scriptOf(run, "#!/bin/sh\n[ $PMI_RANK = 1 ] && exit 0\nAPP \"$@\"\n"), "60", run.folder()}));
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0", run.transcript());
        QVERIFY2(run.transcript().contains("no program that it ran used MPI"), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// Those of a launcher that the script starts are its own affair.
    void ranksOfAnotherLauncherAreNotThisOnes()
    {
        BatchRun run;
        run.commands({"ranks", "break turn", "continue", "print size", "delete all", "continue"});
        run.startCommand(job({scriptOf(run, "#!/bin/sh\n"
                                            "[ $PMI_RANK = 0 ] && env -u PMI_FD -u PMI_PORT -u PMI_RANK -u PMI_SIZE "
                                            "mpiexec.hydra -n 3 APP 0 FOLDER > FOLDER/inner\nAPP \"$@\"\n"),
                              "1", run.folder()}));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0-1", run.transcript());
        for (const auto& value : run.replies("print").value(0)["values"].toArray())
            QVERIFY2(value.toObject()["value"].toString() == "2", run.transcript());
    }

    void whoDiesWhileAScriptStages_data()
    {
        QTest::addColumn<QString>("victim");
        for (const char* victim : {kHelper, "dbgd", "dbgr"})
            QTest::newRow(victim) << QString(victim);
    }
    /// The ranks go on.
    void whoDiesWhileAScriptStages()
    {
        QFETCH(const QString, victim);
        BatchRun run;
        run.option({"--keep-going"});
        run.startCommand(job({scriptOf(run, kStages), "60", run.folder()}));
        QVERIFY2(waitForStaging(run), run.transcript());
        if (victim == "dbgr") {
            ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
        } else if (victim == "dbgd") {
            const QList<int> daemons = pidsOf(run.folder(), "bin/dbgd --");
            QVERIFY2(daemons.size() == 1, run.transcript());
            ::kill(daemons.first(), SIGKILL);
        } else {
            for (const int helper : helpersOf(run.folder()))
                ::kill(helper, SIGKILL);
            // Nobody looks any more: the scripts themselves are what can be had, and are let go.
            QVERIFY2(run.waitForEvent("attached")["ranks"] == "0-1", run.transcript());
            run.type("continue");
        }
        QTRY_VERIFY2_WITH_TIMEOUT(helpersOf(run.folder()).isEmpty(), run.transcript(), 20000);
        touch(run.folder() + "/go");
        for (int rank = 0; rank < kRanks; ++rank) {
            QTRY_VERIFY2_WITH_TIMEOUT(spinPid(run.folder(), rank) > 0, run.transcript(), 30000);
            QVERIFY2(beats(run.folder(), rank), run.transcript());
            QVERIFY2(tracerOf(spinPid(run.folder(), rank)) == 0, run.transcript());
        }
        touch(run.folder() + "/stop");
        run.closeInput();
        QVERIFY2(run.exitStatus() == (victim == "dbgr" ? 128 + SIGKILL : 0), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    void killEndsScriptsThatStage()
    {
        BatchRun run;
        run.startCommand(job({scriptOf(run, kStages), "60", run.folder()}));
        QVERIFY2(waitForStaging(run), run.transcript());
        run.process().terminate();
        QVERIFY2(run.exitStatus() > 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// As a shell's job control stops it, with all that it has started.
    void aScriptThatIsStoppedStaysSo()
    {
        BatchRun run;
        run.commands({"continue"});
        run.startCommand(job({scriptOf(run, kStages), "0", run.folder()}));
        QVERIFY2(waitForStaging(run), run.transcript());
        QTRY_COMPARE(scriptsOf(run).size(), kRanks);
        const QList<int> scripts = scriptsOf(run);
        for (const int script : scripts)
            ::kill(script, SIGSTOP);
        touch(run.folder() + "/go");
        QTest::qWait(1000);
        QVERIFY2(run.events("attached").isEmpty(), run.transcript());
        for (const int script : scripts)
            ::kill(script, SIGCONT);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").value(0)["ranks"] == "0-1", run.transcript());
    }

    /// 1000 programs; without dbgr they take about a second.
    void whatScriptsRunBeforeIsNotSlow()
    {
        BatchRun run;
        run.commands({"continue"});
        QElapsedTimer clock;
        clock.start();
        run.startCommand(
            job({scriptOf(run, "#!/bin/bash\nfor i in {1..1000}; do /bin/true; done\nAPP \"$@\"\n"), "0", run.folder()},
                1));
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(clock.elapsed() < 20000, qPrintable(QString("%1 ms").arg(clock.elapsed())));
        qInfo("%lld ms", clock.elapsed());
    }

    void theAgentThatTheUserWroteDoesTheSame()
    {
        BatchRun run;
        run.commands({"break turn", "continue", "print rank", "kill"});
        run.startCommand(
            job({builtProgram("dbgr-exec"), scriptOf(run, "#!/bin/sh\nAPP \"$@\"\nexit $?\n"), "60", run.folder()}));
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

private:
    [[nodiscard]] static bool waitForStaging(BatchRun& run)
    {
        return !run.waitFor([](const QJsonObject& o) { return o["step"].toString().contains("waiting for the MPI"); })
                    .isEmpty();
    }
    [[nodiscard]] static QList<int> scriptsOf(const BatchRun& run)
    {
        QList<int> scripts;
        for (int rank = 0; rank < kRanks; ++rank) {
            QFile file(QString("%1/script.%2").arg(run.folder()).arg(rank));
            const int pid = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
            if (pid > 0)
                scripts << pid;
        }
        return scripts;
    }
};

DBGR_TEST(TestScriptRanks, QCoreApplication);

} // namespace tst_script_ranks

#include "tst_script_ranks.moc"
