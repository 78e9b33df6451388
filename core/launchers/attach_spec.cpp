// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/attach_spec.h"

#include "util/overloaded.h"

namespace dbgr::launchers {

namespace {

std::string describeOne(const LooseProcesses& processes)
{
    std::string text = processes.pids.size() == 1 ? "process " : "processes ";
    for (const util::Pid& pid : processes.pids)
        text += (&pid == &processes.pids.front() ? "" : ", ") + std::to_string(pid.value());
    return text;
}

std::string describeOne(const CoreFiles& cores)
{
    return cores.files.size() == 1 ? "core file " + cores.files.front()
                                   : std::to_string(cores.files.size()) + " core files";
}

} // namespace

std::string describe(const AttachTarget& target)
{
    return std::visit(util::Overloaded{
                          [](const RunningLauncher& launcher) {
                              const std::string text = "launcher " + std::to_string(launcher.pid.value());
                              return launcher.nspace.empty() ? text : "job " + launcher.nspace + " of " + text;
                          },
                          [](const NamedJob& job) { return "job " + job.nspace; },
                          [](const JobOfServer& server) {
                              return server.where == "system" ? std::string("the job of this node's system server")
                                                              : "the job of the server at " + server.where;
                          },
                          [](const auto& other) { return describeOne(other); },
                      },
                      target);
}

} // namespace dbgr::launchers
