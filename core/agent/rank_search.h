// SPDX-License-Identifier: BSD-3-Clause
// Looks for the MPI program of a rank whose own program is there to start others: a script, `env`, `time`. Follows all
// that it starts by ptrace; nothing of that stands still for it but the program that is found.
// Way: exec_stop -> here. Thread: main of dbgr-exec's helper, which is the tracer.
#pragma once

#include "programs/pmix_users.h"
#include "util/rank_environment.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <sys/types.h>

namespace dbgr::agent {

/// Whether what the process runs now is followed instead of held.
[[nodiscard]] bool startsOthers(pid_t pid);

class RankSearch
{
public:
    /// How often programs that may load MPI by themselves are looked at.
    static constexpr std::chrono::milliseconds kLookEvery{50};
    /// Stops at system calls of a process on its way to its program; shells have about a hundred.
    static constexpr int kMostLooks = 400;

    /// \param rank stands at an exec, traced by us
    RankSearch(pid_t rank, int connection);

    /// Until there is one, or none will come: the rank has ended, or dbgd has. The caller still traces all of them;
    /// when it ends, the system lets them go on. \return the process that is to be held: the rank itself, when it has
    /// become another program, or one below it
    [[nodiscard]] std::optional<pid_t> run();

private:
    void takeStops();
    void onStop(pid_t pid, int status);
    void onExec(pid_t pid);
    void onSystemCall(pid_t pid);
    void goOn(pid_t pid, int signal = 0);
    void leave(pid_t pid);
    void lookAtLoaded();
    [[nodiscard]] bool isOfRank(pid_t pid) const;
    [[nodiscard]] programs::InitCalls callsOf(pid_t pid);

    const pid_t m_rank;
    const int m_connection;
    const std::optional<util::PlaceInJob> m_place;
    std::map<pid_t, int> m_looks; ///< how many a task has left; what is not in it has none, and was seen
    std::set<pid_t> m_seen;
    std::set<pid_t> m_mayLoad;     ///< programs that may load MPI
    std::set<std::string> m_never; ///< programs of the system that do not call it: scripts run them over and over
    std::chrono::steady_clock::time_point m_looked;
    std::optional<pid_t> m_found;
    bool m_over = false;
};

} // namespace dbgr::agent
