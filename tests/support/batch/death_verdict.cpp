// SPDX-License-Identifier: GPL-3.0-or-later
// What has to hold after a death, and what docs/manual/scripts.md says dbgr's exit status is.
#include "tests/support/batch/death_round.h"

#include "tests/support/batch/job_processes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <csignal>

namespace dbgr::test {

namespace {

constexpr int kKilled = 128 + SIGKILL;
constexpr int kNotStarted = 121;
constexpr int kLostIt = 124;

/// "0", "1", "0-1" of two ranks.
bool has(const QString& ranks, int rank)
{
    return ranks == "0-1" || ranks == QString::number(rank);
}

} // namespace

bool DeathRound::isAttach() const
{
    return m_death.state == JobState::Attaching || m_death.state == JobState::Attached;
}

bool DeathRound::passes() const
{
    return m_death.state == JobState::Launching || m_death.state == JobState::Attaching ||
           m_death.state == JobState::Ending;
}

bool DeathRound::ranksHaveToFinish() const
{
    const bool ours = m_death.victim != Victim::Launcher && m_death.victim != Victim::Rank;
    if (!ours || !m_killed)
        return false;
    if (m_death.victim == Victim::Dbgr && m_death.state == JobState::Stopped)
        return true;
    return m_death.state != JobState::Launching;
}

bool DeathRound::losesRanks() const
{
    const bool holdsThem = m_death.victim == Victim::Dbgd || m_death.victim == Victim::Keeper;
    return holdsThem && m_killed && !passes();
}

bool DeathRound::finished(int rank) const
{
    return QFile::exists(QString("%1/done.%2").arg(m_run.folder()).arg(rank));
}

void DeathRound::judge()
{
    if (m_status < 0)
        wrong("dbgr did not end within 60 s");
    else
        judgeStatus();
    judgeRanks();
    judgeWords();
    judgeLoss();
    judgeCalls();
    if (!m_killed && !passes())
        wrong("nobody was there to be killed");
    if (!within(20000, [this] { return processesOf(m_run.folder()).isEmpty(); }))
        wrong("processes are left");
}

QList<int> DeathRound::allowedStatus() const
{
    if (m_death.victim == Victim::Dbgr && m_killed)
        return {kKilled};
    if (m_death.state == JobState::Attaching && m_death.victim == Victim::Rank) // which may end the job before
        return {0, kNotStarted, kLostIt, kKilled};
    if (isAttach()) // the job is let go
        return m_death.victim == Victim::Launcher || m_death.state == JobState::Attaching
                   ? QList<int>{0, kNotStarted, kLostIt}
                   : QList<int>{0, kKilled};
    switch (m_death.victim) {
    case Victim::Launcher:
        return m_death.state == JobState::Launching ? QList<int>{kNotStarted, kKilled}
               : m_death.state == JobState::Ending  ? QList<int>{0, kKilled}
                                                    : QList<int>{kKilled};
    case Victim::Rank:
        return m_death.state == JobState::Launching ? QList<int>{kNotStarted, kKilled}
               : m_death.state == JobState::Ending  ? QList<int>{0, kKilled}
                                                    : QList<int>{kKilled};
    default:
        return m_death.state == JobState::Launching ? QList<int>{0, kNotStarted, kKilled} : QList<int>{0};
    }
}

void DeathRound::judgeStatus()
{
    const QList<int> allowed = allowedStatus();
    if (!allowed.contains(m_status))
        wrong(QString("dbgr's exit status is %1").arg(m_status));
    const BatchRun::Objects ended = m_run.events("ended");
    const bool ofTheJob = m_status < 120 || m_status > 127;
    const bool itself = m_death.victim == Victim::Dbgr && m_killed; // whatever it had to say
    if (!isAttach() && !itself && !ended.isEmpty() && ofTheJob && ended.last()["status"].toInt() != m_status)
        wrong(QString("it says that the job's status is %1, and ends with %2")
                  .arg(ended.last()["status"].toInt())
                  .arg(m_status));
    if (m_status == 0 && m_killed && !isAttach())
        for (int rank = 0; rank < kRanks; ++rank)
            if (!finished(rank))
                wrong(QString("the status is 0, and rank %1 did not finish").arg(rank));
}

void DeathRound::judgeRanks()
{
    if (m_death.victim == Victim::Launcher && m_killed && !isAttach() && !m_ranksAtExit.isEmpty())
        wrong("ranks have outlived their launcher, and dbgr");
    for (int rank = 0; rank < kRanks; ++rank) {
        int ends = 0;
        for (const QJsonObject& exited : m_run.events("exited")) {
            if (!has(exited["ranks"].toString(), rank))
                continue;
            ++ends;
            if (exited["status"] == 0 && !finished(rank))
                wrong(QString("rank %1 is said to have ended well").arg(rank));
            if (exited.contains("signal") && finished(rank) && m_death.state != JobState::Ending)
                wrong(QString("rank %1 finished, and is said to have ended by a signal").arg(rank));
        }
        if (ends > 1)
            wrong(QString("the end of rank %1 is told %2 times").arg(rank).arg(ends));
        for (const char* left : {"lost", "detached"})
            for (const QJsonObject& event : m_run.events(left))
                ends += has(event["ranks"].toString(), rank);
        if (ends > 1)
            wrong(QString("what became of rank %1 is told %2 times").arg(rank).arg(ends));
    }
}

void DeathRound::judgeWords()
{
    for (const QString& line : m_run.badLines())
        wrong("no JSON: " + line);
    for (const QJsonObject& lost : m_run.events("lost")) {
        if (lost["ranks"].toString().isEmpty())
            wrong("no rank is told as lost");
        const QString advice = lost["advice"].toString();
        const bool goOn = advice.contains("go on") || advice.contains("run on");
        for (int rank = 0; rank < kRanks; ++rank)
            if (goOn && has(lost["ranks"].toString(), rank) && !finished(rank) && m_status != kKilled)
                wrong(QString("rank %1 is said to go on").arg(rank));
    }
    if (m_status == 0 && !isAttach() && !m_run.events("error").isEmpty())
        for (const QJsonObject& error : m_run.events("error"))
            if (!error.contains("command") && !error.contains("ranks"))
                wrong("an error was told, and the status is 0");
}

/// It is told once of each rank, on which host it was, and what can be done; of no rank that nobody has lost.
void DeathRound::judgeLoss()
{
    const BatchRun::Objects losses = m_run.events("lost");
    for (const QJsonObject& lost : losses) {
        if (lost["host"].toString().isEmpty())
            wrong("a loss is told without its host");
        if (losesRanks() && lost["advice"].toString().isEmpty())
            wrong("a loss is told without advice");
    }
    const bool areOursStill = m_death.victim == Victim::Undertaker || m_death.victim == Victim::Engine;
    if (areOursStill && m_killed && !losses.isEmpty())
        wrong("ranks are told as lost that were not");
    for (int rank = 0; losesRanks() && rank < kRanks; ++rank) {
        const auto times =
            std::ranges::count_if(losses, [&](const QJsonObject& lost) { return has(lost["ranks"].toString(), rank); });
        if (times != 1)
            wrong(QString("the loss of rank %1 is told %2 times").arg(rank).arg(times));
    }
}

/// A call gives what the function gives, or a problem.
void DeathRound::judgeCalls()
{
    for (const char* command : {"print", "call"}) {
        for (const QJsonObject& reply : m_run.replies(command)) {
            for (const QJsonValue& group : reply["values"].toArray()) {
                const QJsonObject value = group.toObject();
                if (!value.contains("problem") && value["value"].toString() != kCalled)
                    wrong("the function is said to give " + value["value"].toString());
            }
        }
    }
}

} // namespace dbgr::test
