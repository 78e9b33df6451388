// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/death_round.h"
#include "tests/support/keeper/processor_watches.h"

#include "tests/support/batch/job_processes.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <csignal>

namespace dbgr::test {

namespace {

constexpr const char* kStates[] = {"launching", "held",    "running",   "stopped",  "stepping", "condition",
                                   "watching",  "calling", "attaching", "attached", "ending"};
constexpr const char* kVictims[] = {"dbgr",        "dbgd",     "dbgd-keeper", "dbgd-undertaker",
                                    "dbgd-engine", "launcher", "rank"};
constexpr int kLaunchTakesMs = 2500;
constexpr int kAttachTakesMs = 1500;
constexpr int kMoreInputMs = 400;

QString programOf(const JobProcess& process)
{
    return QFileInfo(process.command.section(' ', 0, 0)).fileName();
}

/// Ranks that see it finish.
void tellToFinish(const QString& folder)
{
    QFile file(folder + "/stop");
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot make %s/stop", qPrintable(folder));
}

} // namespace

bool Death::canBe(JobState state)
{
    return state != JobState::Watching || processorWatches();
}

QString Death::toString() const
{
    return QString("%1, %2, kill %3").arg(launcher, kStates[int(state)], kVictims[int(victim)]);
}

QList<Death> Death::all()
{
    QList<Death> deaths;
    for (const char* launcher : {"mpiexec", "dbgrun"})
        for (int state = 0; state <= int(JobState::Ending); ++state)
            for (int victim = 0; victim <= int(Victim::Rank); ++victim)
                if (canBe(JobState(state)))
                    deaths += {launcher, JobState(state), Victim(victim)};
    return deaths;
}

DeathRound::DeathRound(Death death, unsigned seed) : m_death(std::move(death)), m_seed(seed), m_random(seed)
{
    m_run.option({"--keep-going"});
}

DeathRound::~DeathRound()
{
    if (m_usersJob.state() == QProcess::NotRunning)
        return;
    m_usersJob.terminate();
    if (!m_usersJob.waitForFinished(10000))
        m_usersJob.kill();
    m_usersJob.waitForFinished(5000);
}

QByteArray DeathRound::run()
{
    if (bringAbout()) {
        killVictim();
        letItEnd();
        judge();
    } else {
        wrong("the job did not come into the state");
    }
    if (m_wrong.isEmpty())
        return {};
    QByteArray text = m_death.toString().toUtf8() + (m_killed ? "" : " (nobody was there)") + ", seed " +
                      QByteArray::number(m_seed) + '\n';
    for (const QString& what : m_wrong)
        text += "  " + what.toUtf8() + '\n';
    for (const JobProcess& process : processesOf(m_run.folder()))
        text += "  left: " + QByteArray::number(process.pid) + ' ' + process.command.toLocal8Bit() + '\n';
    killAllOf(m_run.folder()); // nothing of it disturbs later rounds
    return text + m_run.transcript();
}

// ---- Getting there

bool DeathRound::bringAbout()
{
    const QStringList spin{builtProgram("debuggees/mpi_spin"), "60", m_run.folder()};
    if (isAttach()) {
        if (!startUsersJob())
            return false;
        m_run.option({"--attach", QString::number(m_launcherPid)}).startCommand({});
        if (m_death.state == JobState::Attached)
            return !m_run.waitForEvent("attached").isEmpty();
        pause(kAttachTakesMs);
        return true;
    }
    m_run.startCommand(QStringList{m_death.launcher, "-n", QString::number(kRanks)} + spin);
    const QJsonObject launcher = m_run.waitForEvent("launcher");
    m_launcherPid = launcher["pid"].toInt();
    if (m_death.state == JobState::Launching) {
        pause(kLaunchTakesMs);
        return !launcher.isEmpty();
    }
    if (m_run.waitForEvent("attached", 60000).isEmpty())
        return false;
    if (m_death.state == JobState::Held)
        return true;
    const bool stops =
        m_death.state == JobState::Stopped || m_death.state == JobState::Stepping || m_death.state == JobState::Calling;
    if (stops || m_death.state == JobState::Condition)
        m_run.type(stops ? "break turn" : "break turn if turns < 0");
    if (m_death.state == JobState::Watching)
        m_run.type("watch g_lastTurn if g_lastTurn < 0");
    m_run.type(stops ? "continue" : "continue &");
    if (stops && m_run.waitForReply("continue").isEmpty())
        return false;
    if (m_death.state == JobState::Stepping)
        typeMany({"next"});
    if (m_death.state == JobState::Calling)
        typeMany({QString("print crunch(%1)").arg(kCalled), QString("call crunch(%1)").arg(kCalled)});
    if (stops)
        return true;
    if (!allBeat())
        return false;
    if (m_death.state == JobState::Ending) {
        tellToFinish(m_run.folder());
        pause(kMoreInputMs);
    }
    return true;
}

void DeathRound::typeMany(const QStringList& commands)
{
    for (int i = 0; i < 20; ++i)
        m_run.type(commands[i % commands.size()]);
    pause(kMoreInputMs);
}

bool DeathRound::startUsersJob()
{
    m_usersJob.setProcessEnvironment(jobEnvironment(m_run.folder()));
    m_usersJob.setWorkingDirectory(m_run.folder());
    const QString launcher = m_death.launcher == "dbgrun" ? builtProgram("dbgrun") : openMpi5Bin() + "/mpiexec";
    m_usersJob.start(launcher,
                     {"-n", QString::number(kRanks), builtProgram("debuggees/mpi_spin"), "60", m_run.folder()});
    if (!m_usersJob.waitForStarted())
        return false;
    m_launcherPid = int(m_usersJob.processId());
    return allBeat();
}

bool DeathRound::allBeat()
{
    for (int rank = 0; rank < kRanks; ++rank)
        if (spinPid(m_run.folder(), rank) <= 0 || !beats(m_run.folder(), rank))
            return false;
    return true;
}

void DeathRound::pause(int mostMs)
{
    QThread::msleep(std::uniform_int_distribution<unsigned>(0, unsigned(mostMs))(m_random));
}

bool DeathRound::within(int timeoutMs, const std::function<bool()>& condition)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() >= timeoutMs)
            return false;
        static_cast<void>(m_run.waitForEvent("", 50)); // reads what comes
        m_usersJob.waitForFinished(1);
    }
    return true;
}

// ---- The kill, and after

QList<int> DeathRound::candidates()
{
    if (m_death.victim == Victim::Dbgr)
        return {int(m_run.pid())};
    if (m_death.victim == Victim::Launcher)
        return {m_launcherPid};
    const QString name = m_death.victim == Victim::Rank ? "mpi_spin" : kVictims[int(m_death.victim)];
    QList<int> pids;
    for (const JobProcess& process : processesOf(m_run.folder()))
        if (m_death.victim == Victim::Rank ? programOf(process) == name : process.name == name)
            pids += process.pid;
    // A child that still has its parent's name, or was made for a moment's trial, is not who is meant.
    const QList<int> all = pids;
    pids.removeIf([&](int pid) { return all.contains(parentOf(pid)); });
    return pids;
}

void DeathRound::killVictim()
{
    QList<int> pids;
    static_cast<void>(within(3000, [&] { return !(pids = candidates()).isEmpty(); }));
    if (pids.isEmpty() || (m_death.victim == Victim::Dbgr && m_run.process().state() == QProcess::NotRunning))
        return;
    m_victimPid = pids[std::uniform_int_distribution<qsizetype>(0, pids.size() - 1)(m_random)];
    m_killed = m_victimPid > 0 && ::kill(m_victimPid, SIGKILL) == 0;
}

void DeathRound::letItEnd()
{
    pause(kMoreInputMs);
    const bool areOursStill = m_death.victim == Victim::Undertaker || m_death.victim == Victim::Engine;
    if (areOursStill)
        m_run.type("delete all");
    // A rank that leaves its loop in a step waits in MPI_Finalize for the others, which stand until that step is done.
    const bool hasMore = m_death.state == JobState::Stepping || m_death.state == JobState::Calling;
    if (areOursStill && hasMore && m_run.waitForReply("delete", 60000).isEmpty())
        wrong("the steps, or calls, do not end");
    tellToFinish(m_run.folder());
    if (areOursStill)
        goOn();
    bool saidAgain = false;
    const auto haveFinished = [&] {
        if (areOursStill && !saidAgain && wasAtContinue()) {
            saidAgain = true;
            goOn();
        }
        return finished(0) && finished(1);
    };
    if (ranksHaveToFinish() && !within(30000, haveFinished))
        wrong("ranks do not finish");
    // A rank that has finished has not ended: the end of the commands would rightly kill it.
    if (m_death.state == JobState::Ending)
        static_cast<void>(within(10000, [this] {
            return m_run.process().state() == QProcess::NotRunning || !m_run.events("ended").isEmpty();
        }));
    m_run.closeInput();
    m_status = m_run.exitStatus(60000);
    for (const JobProcess& process : processesOf(m_run.folder()))
        if (programOf(process) == "mpi_spin") // dbgr and the launcher have its name in their commands
            m_ranksAtExit += process.pid;
}

void DeathRound::goOn()
{
    m_run.type("continue");
    m_run.type("wait");
}

bool DeathRound::wasAtContinue()
{
    return std::ranges::any_of(m_run.events("error"), [](const QJsonObject& error) {
        return error["command"].toString() == "continue" && error["detail"].toString().contains("LLDB's process ended");
    });
}

} // namespace dbgr::test
