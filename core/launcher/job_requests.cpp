// SPDX-License-Identifier: BSD-3-Clause
// What others want of a job that runs: release, signals, input, its process table.
#include "launcher/gathering.h"
#include "launcher/job.h"

#include <csignal>
#include <fstream>
#include <memory>
#include <utility>

namespace dbgr::launcher {

using pmix::ProcState;
using pmix::Status;

namespace {

/// Stopped, and by no debugger: the state of a process that was stopped on exec and nobody has attached to.
bool isStoppedByNobody(util::Pid pid)
{
    std::ifstream file("/proc/" + std::to_string(pid.value()) + "/status");
    bool stopped = false, traced = true;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("State:"))
            stopped = line.find("T (stopped)") != std::string::npos;
        if (line.starts_with("TracerPid:"))
            traced = line.find_first_not_of(" \t0", sizeof "TracerPid:" - 1) != std::string::npos;
    }
    return stopped && !traced;
}

ProcState stateOf(JobProgress::Stage stage)
{
    switch (stage) {
    case JobProgress::Stage::Prepared:
        return ProcState::Prepped;
    case JobProgress::Stage::Started:
        return ProcState::Running;
    case JobProgress::Stage::Connected:
    case JobProgress::Stage::Finalized:
        return ProcState::Connected;
    case JobProgress::Stage::Exited:
    case JobProgress::Stage::Gone:
        return ProcState::Terminated;
    }
    return ProcState::Undef;
}

} // namespace

std::vector<pmix::ProcInfo> Job::procTable() const
{
    std::vector<pmix::ProcInfo> table;
    for (const MappedProcess& process : m_plan.map.processes) {
        pmix::ProcInfo line;
        line.proc = procOf(process.rank);
        line.hostname = m_plan.facts.host;
        line.executable = m_executables.at(process.app);
        line.pid = pidOf(process.rank);
        line.state = stateOf(m_progress.stage(process.rank));
        table.push_back(std::move(line));
    }
    return table;
}

void Job::release(const util::RankSet& ranks)
{
    stopFollowing(ranks);
    (m_progress.waitingRanks() & m_execRanks & ranks).forEach([this](util::Rank rank) {
        const auto& process = m_processes.at(rank.value());
        if (process && isStoppedByNobody(process->pid()))
            (void)process->signal(SIGCONT); // it has ended
    });
    m_progress.released(ranks);
}

util::Result<void> Job::signal(const util::RankSet& ranks, int number)
{
    bool any = false;
    (ranks & allRanks()).forEach([&](util::Rank rank) {
        const auto& process = m_processes.at(rank.value());
        any = (process && !process->gone() && process->signal(number)) || any;
    });
    if (!any)
        return util::fail(Status::ErrNotFound, "none of these processes of " + nspace() + " runs");
    return util::ok();
}

util::Result<void> Job::kill(const util::RankSet& ranks)
{
    return signal(ranks, SIGKILL);
}

void Job::pushInput(const util::RankSet& ranks, std::string_view bytes, Done done)
{
    const auto all = std::make_shared<Gathering>(std::move(done));
    (ranks & allRanks()).forEach([&](util::Rank rank) {
        const auto& process = m_processes.at(rank.value());
        if (!process)
            all->note(util::fail(Status::ErrNotFound, "the process is not there yet"));
        else if (bytes.empty())
            process->endInput();
        else
            process->writeInput(bytes, [all](util::Result<void> result) { all->note(std::move(result)); });
    });
}

bool Job::isNewText(const std::string& text)
{
    constexpr std::size_t kMaxTexts = 64; // beyond, all are told
    return m_texts.size() >= kMaxTexts || m_texts.insert(text).second;
}

void Job::pauseOutput(bool pause)
{
    m_outputPaused = pause;
    for (const auto& process : m_processes)
        if (process)
            process->pauseOutput(pause);
}

} // namespace dbgr::launcher
