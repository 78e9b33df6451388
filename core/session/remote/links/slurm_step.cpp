// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/slurm_step.h"

#include "session/remote/this_node.h"
#include "util/log.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <unistd.h>
#include <utility>

namespace dbgr::session {

namespace {

/// How Slurm's commands find their cluster.
constexpr std::array<std::string_view, 3> kKept = {"SLURM_CONF=", "SLURM_CLUSTERS=", "SLURM_JWT="};
/// srun would wait for ever for nodes that do not take another step.
constexpr const char* kImmediate = "--immediate=15";

bool isSetting(const std::string& variable)
{
    return variable.starts_with("SLURM_") &&
           std::none_of(kKept.begin(), kKept.end(), [&](std::string_view kept) { return variable.starts_with(kept); });
}

/// Its number, or nothing: what stands in another process's memory can be anything.
std::string numberIn(mpir::Target& srun, std::string_view variable)
{
    const auto text = srun.text(variable);
    if (!text || !std::all_of(text->begin(), text->end(), [](char c) { return c >= '0' && c <= '9'; }))
        return {};
    return *text;
}

std::string besides(const std::string& srun, const std::string& command)
{
    const std::string path = srun.substr(0, srun.rfind('/') + 1) + command;
    return ::access(path.c_str(), X_OK) == 0 ? path : command;
}

} // namespace

std::string SlurmStep::name() const
{
    return jobId.empty() ? "srun" : jobId + '.' + (stepId.empty() ? "0" : stepId);
}

std::string jobIdOf(mpir::Target& srun)
{
    return numberIn(srun, "totalview_jobid");
}

SlurmStep stepOf(mpir::Target& srun, std::string program, std::vector<std::string> environment)
{
    SlurmStep step;
    step.srun = std::move(program);
    step.environment = std::move(environment);
    step.jobId = jobIdOf(srun);
    step.stepId = numberIn(srun, "totalview_stepid");
    if (step.jobId.empty())
        step.jobId = net::findVariable(step.environment, "SLURM_JOB_ID").value_or("");
    return step;
}

std::vector<std::string> besideStep(const SlurmStep& step, const std::vector<std::string>& hosts)
{
    const std::string count = std::to_string(hosts.size());
    return {step.srun,
            "--jobid=" + step.jobId,
            "--overlap",
            "--nodes=" + count,
            "--ntasks=" + count,
            "--ntasks-per-node=1",
            "--nodelist=" + util::join(hosts, ","),
            "--mpi=none",
            "--cpu-bind=none",
            "--input=none",
            "--export=ALL",
            "--chdir=/",
            "--wait=0",
            "--kill-on-bad-exit=0",
            kImmediate};
}

std::vector<std::string> withoutSettings(std::vector<std::string> environment)
{
    std::erase_if(environment, isSetting);
    return environment;
}

SlurmDaemons::SlurmDaemons(net::EventLoop& loop, SlurmStep step)
    : m_loop(loop), m_step(std::move(step)),
      m_bySrun(loop, withoutSettings(m_step.environment),
               [this](const std::vector<std::string>& hosts) { return besideStep(m_step, hosts); })
{}

void SlurmDaemons::startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                                std::function<void(util::Error)> failed)
{
    m_command = command;
    m_hosts = hosts;
    m_failed = std::move(failed);
    DaemonCommand bySrun = command;
    bySrun.environment.push_back("DBGR_HOST_FROM=SLURMD_NODENAME"); // Slurm may call nodes as nobody else does
    m_bySrun.startDaemons(bySrun, hosts, [this](util::Error error) { onFailed(std::move(error)); });
}

void SlurmDaemons::onFailed(util::Error error)
{
    if (!m_awaited || m_hosts.size() != 1 || !isThisNode(m_hosts.front()))
        return m_failed(std::move(error));
    util::log::warning("launch", "Slurm starts no daemon: trying without it", {{"why", error.message()}});
    m_local.emplace(m_loop);
    m_local->startDaemons(m_command, m_hosts, std::move(m_failed));
}

util::Result<std::unique_ptr<net::ChildProcess>> wakeTasks(net::EventLoop& loop, const SlurmStep& step)
{
    net::ChildSpec spec;
    spec.program = besides(step.srun, "scancel");
    spec.arguments = {"scancel", "--signal=CONT", step.name()};
    spec.environment = withoutSettings(step.environment);
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    spec.ownSession = true;
    DBGR_TRY(auto child, net::ChildProcess::start(loop, spec));
    child->release();
    return child;
}

} // namespace dbgr::session
