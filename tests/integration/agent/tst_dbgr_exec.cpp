// SPDX-License-Identifier: GPL-3.0-or-later
// dbgr-exec in front of real programs, with a dbgd that is nothing but its door.
#include "agent/orders.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_dbgr_exec {

using namespace dbgr;

namespace {

constexpr const char* kSession = "00112233445566778899aabbccddeeff";

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

qint64 tracerOf(qint64 pid)
{
    const QByteArray status = contents(QString("/proc/%1/status").arg(pid));
    const qsizetype at = status.indexOf("TracerPid:\t");
    return at < 0 ? -1 : status.mid(at + 11, status.indexOf('\n', at) - at - 11).toLongLong();
}

/// '-' for a process that has ended, whether or not somebody took note.
char stateOf(qint64 pid)
{
    const QByteArray status = contents(QString("/proc/%1/status").arg(pid));
    const qsizetype at = status.indexOf("State:\t");
    return at < 0 || status[at + 7] == 'Z' ? '-' : status[at + 7];
}

} // namespace

class TestDbgrExec : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<std::unique_ptr<QProcess>> m_ranks;
    std::optional<util::RankSet> m_launchersReaders;

    [[nodiscard]] QString notesPath() const { return m_folder->filePath("notes"); }
    [[nodiscard]] QString notes() const { return QString::fromUtf8(contents(notesPath())); }
    [[nodiscard]] QList<qint64> daemons() const
    {
        QList<qint64> pids;
        for (const QString& line : notes().split('\n'))
            if (line.startsWith("daemon "))
                pids << line.section(' ', 1, 1).toLongLong();
        return pids;
    }
    [[nodiscard]] QString place() const
    {
        return m_folder->filePath(QString("dbgr-%1-%2").arg(::geteuid()).arg(kSession));
    }

    /// Starts a rank; its variables are hydra's. \param as options of setpriv
    QProcess& rank(int number, const QStringList& command, bool hold = true, const QString& word = "keep",
                   const QString& daemon = DOOR_DAEMON, const QStringList& as = {})
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const agent::Orders orders{
            kSession, daemon.toStdString(), {"--ranks=agents", "--for", "here:1"}, hold, m_launchersReaders};
        for (const std::string& variable : agent::toVariables(orders)) {
            const QString text = QString::fromStdString(variable);
            environment.insert(text.section('=', 0, 0), text.section('=', 1));
        }
        environment.insert("DBGR_SECRET", "feedface");
        environment.insert("DBGR_TEST_NOTES", notesPath());
        environment.insert("DBGR_TEST_WORD", word);
        environment.insert("TMPDIR", m_folder->path());
        environment.insert("PMI_RANK", QString::number(number));
        environment.insert("PMI_SIZE", "3");
        m_ranks.push_back(std::make_unique<QProcess>());
        QProcess& process = *m_ranks.back();
        process.setProcessEnvironment(environment);
        if (as.isEmpty())
            process.start(DBGR_EXEC, command);
        else
            process.start("setpriv", as + QStringList{DBGR_EXEC} + command);
        process.waitForStarted();
        return process;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_launchersReaders.reset();
    }
    void cleanup()
    {
        for (const qint64 pid : daemons())
            ::kill(static_cast<pid_t>(pid), SIGTERM);
        for (const auto& process : m_ranks)
            process->kill(), process->waitForFinished();
        m_ranks.clear();
        for (const qint64 pid : daemons())
            QTRY_COMPARE(stateOf(pid), '-');
    }

    void withoutOrdersTheProgramIsAllThereIs()
    {
        QProcess process;
        process.start(DBGR_EXEC, {"--", "sh", "-c", "echo $$ \"$@\"; exit 7", "0", "a b", "-x"});
        const qint64 pid = process.processId();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 7);
        QCOMPARE(process.readAllStandardOutput(), QByteArray::number(pid) + " a b -x\n");
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void standsBeforeItsFirstInstructionInPlace()
    {
        QProcess& process = rank(2, {"cat", "/proc/self/environ"});
        QTRY_VERIFY2(notes().contains(QString("rank 2 pid %1 of 3 ").arg(process.processId())), qPrintable(notes()));
        QCOMPARE(stateOf(process.processId()), 'T');
        QVERIFY(contents(QString("/proc/%1/comm").arg(process.processId())).startsWith("cat"));
        QCOMPARE(contents(QString("/proc/%1/environ").arg(process.processId())).count("DBGR_"), 0);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        ::kill(static_cast<pid_t>(process.processId()), SIGCONT);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        const QByteArray environment = process.readAllStandardOutput();
        QVERIFY(environment.contains("PMI_RANK=2") && !environment.contains("DBGR_"));
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void oneDaemonServesAllRanksOfTheNode()
    {
        for (int i = 0; i < 3; ++i)
            rank(i, {"true"});
        QTRY_COMPARE(notes().count("rank "), 3);
        QCOMPARE(daemons().size(), 1);
        const QString daemon = notes().split('\n').first();
        QVERIFY2(daemon.contains("fds 4 session 1 arguments --ranks=agents --for here:1 --door-fd=3"),
                 qPrintable(daemon));
    }

    void theProgramHasNoChildrenThatItDoesNotKnow()
    {
        QProcess& process = rank(0, {"python3", "-c", "import os\nos.waitpid(-1, 0)"}, false);
        QVERIFY(process.waitForFinished());
        QVERIFY(process.readAllStandardError().contains("ChildProcessError"));
    }

    void aRankThatIsNotToBeHeldRuns()
    {
        QProcess& process = rank(1, {"echo", "here"}, false);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("here\n"));
        QTRY_VERIFY(notes().contains("rank 1 "));
    }

    void aDaemonThatDiesLetsThemGo_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("in order") << SIGTERM;
        QTest::newRow("killed") << SIGKILL;
    }
    void aDaemonThatDiesLetsThemGo()
    {
        QFETCH(int, signal);
        QProcess& process = rank(0, {"echo", "here"});
        QTRY_VERIFY(notes().contains("rank 0 "));
        QCOMPARE(stateOf(process.processId()), 'T');
        ::kill(static_cast<pid_t>(daemons().first()), signal);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("here\n"));
        if (signal == SIGTERM)
            QVERIFY(!QFile::exists(place()));
    }

    void aRankWithoutTheLaunchersInputReadsFromTheDaemon_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("until that ends") << SIGTERM;
        QTest::newRow("until that is killed") << SIGKILL;
    }
    void aRankWithoutTheLaunchersInputReadsFromTheDaemon()
    {
        QFETCH(int, signal);
        m_launchersReaders = util::RankSet(util::Rank(0));
        // A pipe, as launchers make them, whose end is no signal and no failure.
        QProcess& process = rank(1, {"sh", "-c", "test -p /dev/stdin && cat && echo over"}, false, "input");
        QTRY_COMPARE(notes().count("input taken"), 1);
        QTRY_VERIFY(process.bytesAvailable() > 0);
        QCOMPARE(process.readAllStandardOutput(), QByteArray("a line for 1\n"));
        QVERIFY(!process.waitForFinished(200));
        ::kill(static_cast<pid_t>(daemons().first()), signal);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardOutput(), QByteArray("over\n"));
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }

    void aRankWithTheLaunchersInputKeepsIt_data()
    {
        QTest::addColumn<bool>("othersDoNot");
        QTest::newRow("it is among those that the launcher serves") << true;
        QTest::newRow("the launcher serves all") << false;
    }
    void aRankWithTheLaunchersInputKeepsIt()
    {
        QFETCH(bool, othersDoNot);
        if (othersDoNot)
            m_launchersReaders = util::RankSet(util::Rank(0));
        QProcess& process = rank(0, {"cat"}, false, "input");
        QTRY_COMPARE(notes().count("input refused"), 1);
        process.write("from the launcher\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("from the launcher\n"));
    }

    void aRankThatIsCaredForStaysWhereItIs()
    {
        QProcess& process = rank(0, {"echo", "here"}, true, "care");
        QTRY_VERIFY(notes().contains("rank 0 "));
        ::kill(static_cast<pid_t>(daemons().first()), SIGKILL);
        QTRY_COMPARE(stateOf(daemons().first()), '-');
        QVERIFY(!process.waitForFinished(200));
        QCOMPARE(stateOf(process.processId()), 'T');
    }

    void aProgramThatIsKilledWhileItStandsIsGone()
    {
        QProcess& process = rank(0, {"sleep", "60"});
        QTRY_VERIFY(notes().contains("rank 0 "));
        process.kill();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    }

    void whatCannotBeExecutedSaysSo_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<int>("status");
        QTest::newRow("missing") << "/no/such/program" << 127;
        QTest::newRow("not executable") << "/etc/passwd" << 126;
    }
    void whatCannotBeExecutedSaysSo()
    {
        QFETCH(QString, program);
        QFETCH(int, status);
        QProcess& process = rank(0, {program});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), status);
        QVERIFY(process.readAllStandardError().startsWith("dbgr-exec: " + program.toUtf8() + ": "));
        QVERIFY(!notes().contains("rank 0"));
    }

    /// What tells it from the other programs of a script: linked with MPI, and calls MPI_Init.
    void aProgramBelowAScriptStandsAlone()
    {
        if (!QFile::exists(DBGR_MPI_PROGRAM))
            QSKIP("no MPI program was built");
        QProcess& script =
            rank(1, {"sh", "-c", "sleep 100 & hostname; " DBGR_MPI_PROGRAM " >/dev/null 2>&1; kill $!; echo over"});
        QTRY_VERIFY2(notes().contains("rank 1 "), qPrintable(notes()));
        QVERIFY2(notes().contains(QString("script 1 pid %1 ").arg(script.processId())), qPrintable(notes()));
        const qint64 program = notes().section("rank 1 pid ", 1).section(' ', 0, 0).toLongLong();
        QVERIFY(program != script.processId());
        QCOMPARE(stateOf(program), 'T');
        QCOMPARE(QFile::symLinkTarget(QString("/proc/%1/exe").arg(program)),
                 QFileInfo(DBGR_MPI_PROGRAM).canonicalFilePath());
        QCOMPARE(tracerOf(program), qint64(0));
        QTRY_COMPARE(tracerOf(script.processId()), qint64(0));
        QVERIFY(stateOf(script.processId()) != 'T');
        ::kill(static_cast<pid_t>(daemons().first()), SIGTERM); // who nobody cares for, runs
        QVERIFY(script.waitForFinished());
        QVERIFY(script.readAllStandardOutput().endsWith("over\n"));
    }

    void aScriptIsNotDisturbed_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::newRow("programs") << "hostname; true && (exit 3)" << 3;
        QTest::newRow("pipes") << "test \"$(echo b | sed s/b/c/ | cat)\" = c" << 0;
        QTest::newRow("signals") << "trap 'exit 4' USR1; kill -USR1 $$; sleep 5" << 4;
        QTest::newRow("signals of others") << "sleep 50 & kill -TERM $!; wait $!; exit $(($? - 128))" << SIGTERM;
        QTest::newRow("a child that is stopped for a while")
            << "sleep 0.3 & kill -STOP $!; sleep 0.1; kill -CONT $!; wait $!" << 0;
        QTest::newRow("threads and vfork")
            << "python3 -c 'import threading, subprocess\n"
               "all = [threading.Thread(target=lambda: subprocess.check_call([\"true\"])) for i in range(20)]\n"
               "[one.start() for one in all]; [one.join() for one in all]'"
            << 0;
        QTest::newRow("a shell that becomes another") << "/bin/true; exec sh -c 'exit 6'" << 6;
        QTest::newRow("many") << "for i in 1 2 3 4 5 6 7 8 9; do (true | true) & done; wait" << 0;
        if (QFile::exists("/usr/bin/strace"))
            QTest::newRow("a tracer of its own") << "strace -f -o /dev/null sh -c 'true; exit 5'" << 5;
    }
    void aScriptIsNotDisturbed()
    {
        QFETCH(QString, script);
        QFETCH(int, status);
        QProcess& process = rank(0, {"sh", "-c", script + "\n"});
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == status,
                 process.readAllStandardError());
        QTRY_VERIFY2(notes().contains("rank 0 pid 0 "), qPrintable(notes()));
    }

    /// Of another user, who is not traced while it is executed: it would not get them.
    void programsWithRightsOfTheirOwnKeepThem()
    {
        if (::geteuid() != 0 || !QFile::exists("/usr/bin/setpriv"))
            QSKIP("only root can make one");
        // The folder of a run of the tests is for who runs them alone.
        m_folder = std::make_unique<QTemporaryDir>("/tmp/dbgr-exec-XXXXXX");
        const QString program = m_folder->filePath("id");
        QVERIFY(QFile::copy("/usr/bin/id", program));
        QVERIFY(::chmod(program.toLocal8Bit().constData(), 04755) == 0);
        QVERIFY(::chown(m_folder->path().toLocal8Bit().constData(), 65534, 65534) == 0);
        const QString script = QString("%1 -u; %1 -u; sh -c '%1 -u'").arg(program);
        rank(0, {"sh", "-c", script}, true, "keep", DOOR_DAEMON, {"--reuid=65534", "--clear-groups"});
        QProcess& process = *m_ranks.back();
        QVERIFY(process.waitForFinished());
        const QByteArray words = process.readAllStandardOutput();
        QTRY_VERIFY2(notes().contains("script 0 "), process.readAllStandardError());
        QCOMPARE(words, QByteArray("0\n0\n0\n"));
    }

    void aHelperThatIsKilledLetsAScriptGoOn()
    {
        QProcess& script = rank(
            0, {"sh", "-c", "while [ ! -e " + m_folder->filePath("go") + " ]; do sleep 0.05; done; true; echo over"});
        QTRY_VERIFY2(notes().contains("script 0 "), qPrintable(notes()));
        const qint64 helper = tracerOf(script.processId());
        QVERIFY(helper > 0);
        ::kill(static_cast<pid_t>(helper), SIGKILL);
        QTRY_VERIFY2(notes().contains(QString("rank 0 pid %1 ").arg(script.processId())), qPrintable(notes()));
        QFile(m_folder->filePath("go")).open(QIODevice::WriteOnly);
        QVERIFY(script.waitForFinished());
        QCOMPARE(script.readAllStandardOutput(), QByteArray("over\n"));
    }

    void withoutADaemonTheJobRunsAllTheSame_data()
    {
        QTest::addColumn<QString>("daemon");
        QTest::newRow("missing") << "/no/such/dbgd";
        QTest::newRow("ends at once") << "/bin/true";
    }
    void withoutADaemonTheJobRunsAllTheSame()
    {
        QFETCH(QString, daemon);
        for (int i = 0; i < 3; ++i)
            rank(i, {"echo", "here"}, true, "keep", daemon);
        for (const auto& process : m_ranks) {
            QVERIFY(process->waitForFinished());
            QCOMPARE(process->exitCode(), 0);
            QCOMPARE(process->readAllStandardOutput(), QByteArray("here\n"));
            const QByteArray words = process->readAllStandardError();
            QVERIFY2(words.startsWith("dbgr-exec: echo runs without the debugger: ") && words.count('\n') == 1, words);
        }
    }

    void anAttackedFolderIsNotUsed_data()
    {
        QTest::addColumn<QString>("attack");
        QTest::newRow("a link") << "link";
        QTest::newRow("another owner") << "owner";
        QTest::newRow("open to others") << "mode";
        QTest::newRow("a file") << "file";
    }
    void anAttackedFolderIsNotUsed()
    {
        QFETCH(QString, attack);
        const QByteArray path = place().toLocal8Bit();
        const QByteArray target = m_folder->filePath("theirs").toLocal8Bit();
        if (attack == "owner" && ::geteuid() != 0)
            QSKIP("only root can make another user's folder");
        if (attack == "file") {
            QFile file(place());
            QVERIFY(file.open(QIODevice::WriteOnly));
        } else {
            ::mkdir(attack == "link" ? target.constData() : path.constData(), 0700);
        }
        if (attack == "link")
            QCOMPARE(::symlink(target.constData(), path.constData()), 0);
        if (attack == "owner")
            QCOMPARE(::chown(path.constData(), 65534, 65534), 0);
        if (attack == "mode")
            ::chmod(path.constData(), 0777);
        QProcess& process = rank(0, {"echo", "here"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("here\n"));
        QVERIFY(process.readAllStandardError().startsWith("dbgr-exec: echo runs without the debugger: "));
        QCOMPARE(notes(), QString());
    }

    void withoutARankTheProgramRunsAllTheSame()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const std::string& variable : agent::toVariables({kSession, DOOR_DAEMON, {}, true}))
            environment.insert(QString::fromStdString(variable).section('=', 0, 0),
                               QString::fromStdString(variable).section('=', 1));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(DBGR_EXEC, {"echo", "here"});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("here\n"));
        QVERIFY(process.readAllStandardError().contains("no variable tells this process's rank"));
    }
};

DBGR_TEST(TestDbgrExec, QCoreApplication);

} // namespace tst_dbgr_exec

#include "tst_dbgr_exec.moc"
