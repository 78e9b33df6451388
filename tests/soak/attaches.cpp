// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/attaches.h"

#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>
#include <iterator>
#include <random>

namespace dbgr::test {

namespace {

constexpr int kRanks = 16;
constexpr int kEndMs = 60000;
constexpr int kMostFds = 4; // more than at first, of the launcher

/// What is done to the ranks between the attaching and the leaving; all of it is to be undone by that.
const QStringList kVisits[] = {
    {},
    {"stacks"},
    {"break turn", "continue", "print turns"},
    {"break turn", "continue", "next", "next"},
    {"continue &"},
    {"break turn if turns < 0", "continue &"},
    {"break turn", "continue &"},
    {"continue &", "interrupt", "stacks"},
};

/// Of launcher_rank_plain under dbgrun, from the first round to the last.
class Job
{
public:
    Job() : m_folder("/tmp/dbgr-XXXXXX")
    {
        m_launcher.setProcessEnvironment(jobEnvironment(folder()));
        m_launcher.setStandardOutputFile(QProcess::nullDevice());
        m_launcher.setStandardErrorFile(QProcess::nullDevice());
        m_launcher.start(builtProgram("dbgrun"), {"-n", QString::number(kRanks), "--oversubscribe",
                                                  builtProgram("debuggees/launcher_rank_plain"), "36000", folder()});
    }
    ~Job() { killAllOf(folder()); }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] qint64 launcher() const { return m_launcher.processId(); }
    [[nodiscard]] bool begin()
    {
        for (int rank = 0; rank < kRanks; ++rank)
            if (spinPid(folder(), rank) <= 0 || !beats(folder(), rank))
                return false;
        m_processes = processesOf(folder()).size();
        return true;
    }
    [[nodiscard]] int descriptors() const
    {
        return int(QDir(QString("/proc/%1/fd").arg(launcher())).entryList(QDir::AllEntries | QDir::System).size());
    }
    /// What a visit has left behind; "" nothing.
    [[nodiscard]] QString remains() const
    {
        QString text;
        for (int tries = 0; processesOf(folder()).size() != m_processes; ++tries) {
            if (tries == 200)
                return QString("%1 processes, before %2; ").arg(processesOf(folder()).size()).arg(m_processes);
            QThread::msleep(50);
        }
        for (int rank = 0; rank < kRanks; ++rank) {
            if (const int tracer = tracerOf(spinPid(folder(), rank)); tracer != 0)
                text += QString("rank %1 is traced by %2; ").arg(rank).arg(tracer);
            if (!beats(folder(), rank))
                text += QString("rank %1 does not run; ").arg(rank);
        }
        return text;
    }
    /// Its ranks finish. \return the launcher's status; -1 it did not end
    [[nodiscard]] int finish()
    {
        if (!QFile(folder() + "/stop").open(QIODevice::WriteOnly) || !m_launcher.waitForFinished(kEndMs))
            return -1;
        return m_launcher.exitStatus() == QProcess::NormalExit ? m_launcher.exitCode() : -1;
    }

private:
    QTemporaryDir m_folder;
    QProcess m_launcher;
    qsizetype m_processes = 0;
};

/// \return what was wrong, and then all that dbgr said; "" nothing
QByteArray visit(const Job& job, const QStringList& commands, bool says)
{
    BatchRun run;
    run.environment("TMPDIR", job.folder()).environment("HOME", job.folder());
    run.option({"--attach", QString::number(job.launcher())}).commands(commands);
    if (says)
        run.commands({"detach"});
    run.commands({"quit"}); // which detaches, too
    run.startCommand({});
    run.closeInput();
    QString wrong;
    if (const int status = run.exitStatus(kEndMs); status != 0)
        wrong += QString("dbgr's status is %1; ").arg(status);
    if (run.events("attached").value(0)["ranks"] != QString("0-%1").arg(kRanks - 1))
        wrong += "not all ranks were attached to; ";
    if (!run.events("error").isEmpty())
        wrong += "dbgr complains; ";
    wrong += job.remains();
    return wrong.isEmpty() ? QByteArray() : wrong.toUtf8() + '\n' + run.transcript();
}

} // namespace

int soakAttaches(int rounds, unsigned seed)
{
    Job job;
    if (!job.begin()) {
        std::fprintf(stderr, "the job does not begin\n");
        return 1;
    }
    std::mt19937 random(seed);
    int bad = 0;
    int descriptors = 0;
    for (int round = 0; round < rounds; ++round) {
        const QStringList& commands = kVisits[random() % std::size(kVisits)];
        const QByteArray wrong = visit(job, commands, random() % 2 == 0);
        bad += wrong.isEmpty() ? 0 : 1;
        descriptors = round == 0 ? job.descriptors() : descriptors;
        std::printf("%d: %s: %s\n", round + 1, qPrintable(commands.join("; ")), wrong.isEmpty() ? "well" : "BAD");
        std::fflush(stdout);
        if (!wrong.isEmpty())
            std::fprintf(stderr, "%s\n", wrong.constData());
    }
    if (const int now = job.descriptors(); now > descriptors + kMostFds) {
        std::fprintf(stderr, "the launcher has %d descriptors, at first %d\n", now, descriptors);
        ++bad;
    }
    if (const int status = job.finish(); status != 0) {
        std::fprintf(stderr, "the job's status is %d\n", status);
        ++bad;
    }
    std::printf("%d rounds of attaching to %d ranks and leaving them, %d bad\n", rounds, kRanks, bad);
    return bad;
}

} // namespace dbgr::test
