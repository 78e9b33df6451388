// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/attach_obstacles.h"

#include "debug/debug_error.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <map>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::jobs {

namespace {

constexpr unsigned kCapSysPtrace = 19; // <linux/capability.h>

util::Error refusal(std::error_code code, const std::string& whom, const std::string& why, std::string advice)
{
    return util::Error{code, whom + ": " + why, std::move(advice)};
}

util::Error notSupported(const std::string& whom, const std::string& why, std::string advice)
{
    return refusal(std::make_error_code(std::errc::not_supported), whom, why, std::move(advice));
}

} // namespace

std::optional<util::Error> AttachObstacles::container(util::Pid pid, const std::string& whom) const
{
    for (const auto& [space, what] :
         {std::pair{"ns/pid", "numbers its processes by itself"}, std::pair{"ns/mnt", "has file systems of its own"}}) {
        const std::string ours = m_files.ownLink(space);
        const std::string its = m_files.link(pid, space);
        if (!ours.empty() && !its.empty() && ours != its)
            return notSupported(whom, "it runs in a container, which " + std::string(what),
                                "start dbgr inside the same container");
    }
    return std::nullopt;
}

std::optional<util::Error> AttachObstacles::ptraceScope(const std::string& whom, bool namesTracers) const
{
    const auto scope = util::parseNumber<int>(util::trimmed(m_files.text("sys/kernel/yama/ptrace_scope")));
    if (!scope || *scope == 0 || (*scope == 1 && namesTracers))
        return std::nullopt;
    const auto capabilities = util::parseNumber<std::uint64_t>(m_files.statusField("self", "CapEff"), 16);
    const bool mayTraceAll = capabilities && (*capabilities >> kCapSysPtrace & 1U) != 0;
    if (mayTraceAll && *scope < 3)
        return std::nullopt;
    const std::string where = "/proc/sys/kernel/yama/ptrace_scope is " + std::to_string(*scope) + " on this node, ";
    if (*scope >= 3)
        return refusal(debug::Errc::PtraceRefused, whom,
                       where + "which forbids every attach until the node is started anew",
                       "have the administrator set kernel.yama.ptrace_scope to 0 and restart the node");
    return refusal(debug::Errc::PtraceRefused, whom,
                   where + (*scope == 1 ? "which lets a process attach to its own descendants only"
                                        : "which lets only processes with CAP_SYS_PTRACE attach"),
                   "have the administrator run on every node: sysctl kernel.yama.ptrace_scope=0; or start the job "
                   "under dbgr");
}

std::optional<util::Error> AttachObstacles::wordSize(util::Pid pid, const std::string& whom) const
{
    constexpr unsigned char kElf32 = 1; // EI_CLASS of <elf.h>
    const util::UniqueFd fd(::open(m_files.path(pid, "exe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    unsigned char head[5] = {};
    if (!fd || ::read(fd.get(), head, sizeof head) != static_cast<ssize_t>(sizeof head) || head[0] != 0x7f ||
        head[1] != 'E' || head[4] != kElf32)
        return std::nullopt;
    return notSupported(whom,
                        "process " + std::to_string(pid.value()) + " is a 32-bit program, and dbgr debugs 64-bit ones",
                        "build the program for 64 bit");
}

std::optional<util::Error> AttachObstacles::held(const Tracing& tracing, std::size_t processes, const std::string& whom)
{
    if (processes == 0 || tracing.traced < processes)
        return std::nullopt;
    return refusal(debug::Errc::PtraceRefused, whom,
                   "all its ranks are traced already, by " + tracing.by + ", and the system allows one tracer",
                   "end that debugger or tracer, or let it detach, and attach again");
}

Tracing AttachObstacles::tracing(const std::vector<util::Pid>& pids) const
{
    Tracing result;
    std::set<std::string> tracers; // one dbgr has several stubs
    std::map<util::Pid, std::string> known;
    for (const util::Pid pid : pids) {
        const auto tracer =
            util::parseNumber<std::int32_t>(m_files.statusField(std::to_string(pid.value()), "TracerPid"));
        if (!tracer || *tracer <= 0)
            continue;
        ++result.traced;
        const util::Pid by(*tracer);
        if (!known.contains(by))
            tracers.insert(known[by] = describeTracer(by));
    }
    result.by = util::join(std::vector<std::string>(tracers.begin(), tracers.end()), ", ");
    return result;
}

std::string AttachObstacles::describeTracer(util::Pid tracer) const
{
    constexpr int kMaxGenerations = 6;
    util::Pid process = tracer;
    for (int i = 0; i < kMaxGenerations && process.value() > 1; ++i) {
        const auto argv = m_files.commandLine(process);
        if (!argv.empty() && baseName(argv.front()) == "dbgd")
            return "dbgr" + frontEndOf(argv);
        const std::string parent = m_files.statusField(std::to_string(process.value()), "PPid");
        process = util::Pid(util::parseNumber<std::int32_t>(parent).value_or(0));
    }
    const std::string name = m_files.statusField(std::to_string(tracer.value()), "Name");
    return (name.empty() ? "a tracer" : name) + " (process " + std::to_string(tracer.value()) + ")";
}

std::string AttachObstacles::frontEndOf(const std::vector<std::string>& daemonArguments) const
{
    constexpr std::string_view kOption = "--for";
    for (std::size_t i = 1; i < daemonArguments.size(); ++i) {
        std::string_view value = daemonArguments[i];
        if (!value.starts_with(kOption))
            continue;
        value.remove_prefix(kOption.size());
        if (value.empty() && i + 1 < daemonArguments.size())
            value = daemonArguments[i + 1];
        else if (value.starts_with('='))
            value.remove_prefix(1);
        const std::size_t colon = value.rfind(':');
        if (colon == std::string_view::npos)
            continue;
        const std::string_view host = value.substr(0, colon);
        return " (process " + std::string(value.substr(colon + 1)) +
               (host == m_host ? ")" : " on " + std::string(host) + ")");
    }
    return {};
}

} // namespace dbgr::jobs
