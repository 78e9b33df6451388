// SPDX-License-Identifier: GPL-3.0-or-later
// One round of the matrix of deaths: brings a job of two ranks under a debugger into a state, kills one process of it
// by SIGKILL, lets what is left come to its end, and says what was wrong with that. Where ranks go on, a file tells
// them to finish. Thread: the test's.
#pragma once

#include "tests/support/batch/batch_run.h"

#include <QByteArray>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <random>

namespace dbgr::test {

enum class JobState
{
    Launching,
    Held,
    Running,
    Stopped,
    Stepping,
    Condition, ///< a breakpoint is hit all the time, and its condition never holds
    Watching,  ///< data is watched that is written at the end only
    Calling,   ///< the ranks stand, and a function of theirs is called again and again
    Attaching,
    Attached,
    Ending
};

enum class Victim
{
    Dbgr,
    Dbgd,
    Keeper,
    Undertaker,
    Engine,
    Launcher,
    Rank
};

struct Death
{
    QString launcher; ///< "mpiexec", "dbgrun"
    JobState state = JobState::Launching;
    Victim victim = Victim::Dbgr;

    [[nodiscard]] QString toString() const;
    /// Whether jobs come into that state on this machine.
    [[nodiscard]] static bool canBe(JobState state);
    /// All that there are here.
    [[nodiscard]] static QList<Death> all();
};

class DeathRound
{
public:
    /// \param seed of the moments within a state
    DeathRound(Death death, unsigned seed);
    ~DeathRound();

    /// \return what was not as it has to be, one line each, the seed, and then all that dbgr said; "" if all was well
    [[nodiscard]] QByteArray run();
    /// Whether there was somebody to be killed: in passing states there may not have been, yet or any more.
    [[nodiscard]] bool killed() const { return m_killed; }

private:
    static constexpr int kRanks = 2;
    static constexpr const char* kCalled = "20000000"; ///< rounds that the function makes, and what it gives

    [[nodiscard]] bool bringAbout();
    [[nodiscard]] bool startUsersJob();
    /// More commands than are done when somebody is killed.
    void typeMany(const QStringList& commands);
    [[nodiscard]] bool allBeat();
    void killVictim();
    [[nodiscard]] QList<int> candidates();
    /// Has ranks that can finish do so, and ends dbgr's input.
    void letItEnd();
    void goOn();
    /// The engine was killed in it: dbgr has said so, and does not try it again.
    [[nodiscard]] bool wasAtContinue();
    void pause(int mostMs);

    void judge();
    void judgeStatus();
    void judgeWords();
    void judgeLoss();
    void judgeRanks();
    void judgeCalls();
    [[nodiscard]] bool isAttach() const;
    /// States that pass by themselves: the kill may come a moment too early or too late.
    [[nodiscard]] bool passes() const;
    /// Its ranks are left without a debugger by the victim's death, and dbgr is there to say so.
    [[nodiscard]] bool losesRanks() const;
    /// The victim is only ours, not the job's: its ranks have to finish.
    [[nodiscard]] bool ranksHaveToFinish() const;
    [[nodiscard]] bool finished(int rank) const;
    [[nodiscard]] QList<int> allowedStatus() const;
    void wrong(const QString& what) { m_wrong += what; }
    [[nodiscard]] bool within(int timeoutMs, const std::function<bool()>& condition);

    const Death m_death;
    const unsigned m_seed;
    std::mt19937 m_random;
    BatchRun m_run;
    QProcess m_usersJob;
    int m_launcherPid = 0;
    int m_victimPid = 0;
    bool m_killed = false;
    int m_status = -1;
    QList<int> m_ranksAtExit;
    QStringList m_wrong;
};

} // namespace dbgr::test
