// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/ptrace_access.h"

#include "debug/debug_error.h"
#include "util/string_util.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dbgr::daemon {

namespace {

/// What holds for one rank of a job holds for all; the same words fold into one message.
constexpr const char* kAnyProcess = "a process of the job";
constexpr const char* kKeeperName = "dbgd-keeper";
constexpr unsigned kCapSysPtrace = 19; // <linux/capability.h>

std::optional<util::Error> refused(const std::string& process, const std::string& why, std::string advice)
{
    return util::Error{debug::Errc::PtraceRefused, "attaching to " + process + ": " + why, std::move(advice)};
}

std::string linkTarget(const std::string& path)
{
    char target[256];
    const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
    return size > 0 ? std::string(target, static_cast<std::size_t>(size)) : std::string();
}

} // namespace

struct PtraceAccess::Facts
{
    std::string folder;  ///< "/proc/123"
    std::string process; ///< "process 123 (ring)"
    bool exists = false;
    char state = 0;
    util::Pid tracer;
    std::optional<unsigned> uid;
    bool mayPtraceAll = false; ///< we have CAP_SYS_PTRACE
};

std::string PtraceAccess::read(const std::string& path) const
{
    std::ifstream file(m_root + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string PtraceAccess::statusField(const std::string& process, const std::string& name) const
{
    std::istringstream status(read(process + "/status"));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name + ":"))
            return std::string(util::trimmed(std::string_view(line).substr(name.size() + 1)));
    return {};
}

PtraceAccess::Facts PtraceAccess::collect(util::Pid pid) const
{
    Facts facts;
    facts.folder = "/proc/" + std::to_string(pid.value());
    const std::string name = statusField(facts.folder, "Name");
    facts.process = "process " + std::to_string(pid.value()) + (name.empty() ? "" : " (" + name + ")");
    const std::string state = statusField(facts.folder, "State");
    facts.exists = !state.empty();
    facts.state = facts.exists ? state.front() : '\0';
    facts.tracer = util::Pid(util::parseNumber<std::int32_t>(statusField(facts.folder, "TracerPid")).value_or(0));
    const std::string uids = statusField(facts.folder, "Uid");
    facts.uid = util::parseNumber<unsigned>(uids.substr(0, uids.find('\t')));
    const auto capabilities = util::parseNumber<std::uint64_t>(statusField("/proc/self", "CapEff"), 16);
    facts.mayPtraceAll = capabilities && (*capabilities >> kCapSysPtrace & 1U) != 0;
    return facts;
}

std::optional<util::Error> PtraceAccess::explain(util::Pid pid, util::Pid ours) const
{
    const Facts facts = collect(pid);
    if (!facts.exists || facts.state == 'Z' || facts.state == 'X')
        return util::Error{debug::Errc::Ended, "attaching to " + facts.process + ": it has ended",
                           "look whether the job still runs"};
    if (auto reason = foreignTracer(facts, ours))
        return reason;
    if (auto reason = yama(facts))
        return reason;
    if (auto reason = ownership(facts))
        return reason;
    return container(facts);
}

util::Pid PtraceAccess::parentOf(util::Pid pid) const
{
    const std::string parent = statusField("/proc/" + std::to_string(pid.value()), "PPid");
    return util::Pid(util::parseNumber<std::int32_t>(parent).value_or(0));
}

std::vector<std::string> PtraceAccess::argumentsOf(util::Pid pid) const
{
    const std::string text = read("/proc/" + std::to_string(pid.value()) + "/cmdline");
    std::vector<std::string> arguments;
    for (const std::string_view argument : util::split(text, '\0'))
        arguments.emplace_back(argument);
    return arguments;
}

util::Pid PtraceAccess::otherTracer(util::Pid pid, util::Pid ours) const
{
    const util::Pid tracer = collect(pid).tracer;
    return tracer == ours ? util::Pid() : tracer;
}

std::optional<util::Error> PtraceAccess::foreignTracer(const Facts& facts, util::Pid ours) const
{
    if (facts.tracer.value() == 0 || facts.tracer == ours)
        return std::nullopt;
    if (auto other = anotherDbgr(facts))
        return other;
    const std::string name = statusField("/proc/" + std::to_string(facts.tracer.value()), "Name");
    return refused(facts.process,
                   "process " + std::to_string(facts.tracer.value()) + (name.empty() ? "" : " (" + name + ")") +
                       " traces it already, and the system allows one tracer",
                   "end that debugger or tracer (strace, gdb, a profiler), and attach again");
}

/// Its keeper is a child of its dbgd, whose command line names it.
std::optional<util::Error> PtraceAccess::anotherDbgr(const Facts& facts) const
{
    if (statusField("/proc/" + std::to_string(facts.tracer.value()), "Name") != kKeeperName)
        return std::nullopt;
    const std::vector<std::string> arguments = argumentsOf(parentOf(facts.tracer));
    const auto option = std::ranges::find(arguments, "--for");
    if (option == arguments.end() || option + 1 == arguments.end())
        return refused(kAnyProcess, "what another dbgr has left behind still holds it",
                       "attach again in a few seconds");
    const std::string& who = option[1];
    const std::size_t colon = who.rfind(':');
    const std::string host = who.substr(0, colon), pid = colon == std::string::npos ? "?" : who.substr(colon + 1);
    return refused(kAnyProcess, "another dbgr (process " + pid + " on " + host + ") debugs it already",
                   "detach there, and attach again");
}

std::optional<util::Error> PtraceAccess::yama(const Facts& facts) const
{
    const auto scope = util::parseNumber<int>(util::trimmed(read("/proc/sys/kernel/yama/ptrace_scope")));
    if (!scope || *scope == 0)
        return std::nullopt;
    const std::string where = "/proc/sys/kernel/yama/ptrace_scope is " + std::to_string(*scope) + " on this node, ";
    if (*scope >= 3)
        return refused(kAnyProcess, where + "which forbids every attach until the node is started anew",
                       "have the administrator set kernel.yama.ptrace_scope to 0 and restart the node");
    if (facts.mayPtraceAll)
        return std::nullopt;
    if (*scope == 2)
        return refused(kAnyProcess, where + "which lets only processes with CAP_SYS_PTRACE attach",
                       "have the administrator run: sysctl kernel.yama.ptrace_scope=0");
    return refused(kAnyProcess, where + "which lets a process attach to its own descendants only",
                   "have the administrator run on every node: sysctl kernel.yama.ptrace_scope=0");
}

std::optional<util::Error> PtraceAccess::ownership(const Facts& facts) const
{
    if (facts.mayPtraceAll || !facts.uid)
        return std::nullopt;
    if (*facts.uid != m_ourUid)
        return refused(kAnyProcess,
                       "it belongs to user " + std::to_string(*facts.uid) + ", dbgd runs as user " +
                           std::to_string(m_ourUid),
                       "start dbgr as the user who runs the job");
    // The files of a process that may not be looked into belong to root.
    struct stat memory = {};
    if (*facts.uid != 0 && ::stat((m_root + facts.folder + "/mem").c_str(), &memory) == 0 &&
        memory.st_uid != *facts.uid)
        return refused(kAnyProcess, "it is protected (set-uid, with file capabilities, or not dumpable)",
                       "debug a copy of the program without set-uid bit and capabilities");
    return std::nullopt;
}

std::optional<util::Error> PtraceAccess::container(const Facts& facts) const
{
    const std::pair<const char*, const char*> spaces[] = {{"user", "user"}, {"pid", "process"}, {"mnt", "mount"}};
    for (const auto& [file, name] : spaces) {
        const std::string ours = linkTarget(m_root + "/proc/self/ns/" + file);
        const std::string its = linkTarget(m_root + facts.folder + "/ns/" + file);
        if (!facts.mayPtraceAll && !ours.empty() && !its.empty() && ours != its)
            return refused(kAnyProcess,
                           std::string("it runs in another ") + name + " namespace than dbgd (a container)",
                           "let dbgd run in the same container as the ranks: start dbgr there");
    }
    const bool isFiltered = statusField("/proc/self", "Seccomp") == "2";
    if (isFiltered && !facts.mayPtraceAll)
        return refused(kAnyProcess, "dbgd runs under a seccomp filter without CAP_SYS_PTRACE (a container?)",
                       "start the container with --cap-add=SYS_PTRACE, or with a seccomp profile that allows ptrace");
    if (isFiltered)
        return refused(kAnyProcess, "dbgd runs under a seccomp filter (a container?), and nothing else is in its way",
                       "start the container with a seccomp profile that allows ptrace");
    return std::nullopt;
}

} // namespace dbgr::daemon
