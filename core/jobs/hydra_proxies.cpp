// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/hydra_proxies.h"

#include "jobs/running_launcher.h"
#include "util/string_util.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dbgr::jobs {

namespace {

constexpr std::string_view kProxyProgram = "hydra_pmi_proxy";

/// Commands that have the host right before what they start there.
constexpr std::string_view kHostNamers[] = {"ssh", "rsh"};

/// As it is on a command line for a remote shell: quoted.
std::string_view unquoted(std::string_view argument)
{
    if (argument.size() >= 2 && argument.front() == '"' && argument.back() == '"')
        argument = argument.substr(1, argument.size() - 2);
    return argument;
}

bool isHostName(std::string_view text)
{
    return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_';
    });
}

/// Files of all users' processes are readable; what another user's says is not believed.
std::optional<std::uint32_t> ownerOf(util::Pid pid, const ProcFiles& files)
{
    struct stat info = {};
    return ::stat(files.path(pid, "").c_str(), &info) == 0 ? std::optional(info.st_uid) : std::nullopt;
}

std::vector<std::string> argumentsOf(const Process& process, const ProcFiles& files)
{
    auto seen = lookAtProcess(process.pid, files.root());
    return seen ? std::move(seen->arguments) : std::vector<std::string>();
}

} // namespace

std::optional<HydraProxy> readHydraProxy(const std::vector<std::string>& argv)
{
    const auto program = std::ranges::find_if(
        argv, [](const std::string& argument) { return baseName(unquoted(argument)) == kProxyProgram; });
    if (program == argv.end())
        return std::nullopt;
    HydraProxy proxy;
    proxy.isElsewhere = program != argv.begin();
    for (auto at = std::next(program); at != argv.end() && std::next(at) != argv.end(); ++at) {
        const std::string& value = *std::next(at);
        if (*at == "--control-port")
            proxy.controlPort = value;
        else if (*at == "--launcher")
            proxy.launcher = value;
        else if (*at == "--launcher-exec")
            proxy.launcherExec = value;
        else if (*at == "--pgid")
            proxy.group = util::parseNumber<std::uint32_t>(value).value_or(0);
        else
            continue;
        ++at;
    }
    if (proxy.controlPort.empty())
        return std::nullopt;
    const bool namesHost = std::ranges::find(kHostNamers, proxy.launcher) != std::end(kHostNamers);
    if (proxy.isElsewhere && namesHost && isHostName(*std::prev(program)))
        proxy.host = *std::prev(program);
    return proxy;
}

std::vector<HydraProxy> hydraProxiesOf(util::Pid mpiexec, const ProcFiles& files)
{
    std::vector<HydraProxy> proxies;
    const auto owner = ownerOf(mpiexec, files);
    const ProcessList processes = owner ? ProcessList::read(files, *owner) : ProcessList();
    for (const Process* child : processes.childrenOf(mpiexec))
        if (auto proxy = readHydraProxy(argumentsOf(*child, files)); proxy && proxy->group == 0)
            proxies.push_back(*std::move(proxy));
    return proxies;
}

std::vector<RankProcess> ranksOfHydraJob(const std::string& controlPort, const ProcFiles& files)
{
    const ProcessList processes = ProcessList::read(files, ::geteuid());
    const std::string ourNumbers = files.ownLink("ns/pid");
    std::map<util::Rank, RankProcess> ranks;
    for (const Process& process : processes.all()) {
        const auto proxy = readHydraProxy(argumentsOf(process, files));
        const bool isOfJob = proxy && !proxy->isElsewhere && proxy->controlPort == controlPort && proxy->group == 0;
        if (!isOfJob || files.link(process.pid, "ns/pid") != ourNumbers)
            continue;
        const auto isOtherLauncher = [&](const Process& below) {
            const auto seen = lookAtProcess(below.pid, files.root());
            return seen && recogniseRunning(*seen, files.root()).has_value();
        };
        for (RankProcess& rank : ranksBelow(process, processes, files, isOtherLauncher))
            ranks.try_emplace(rank.rank, std::move(rank));
    }
    std::vector<RankProcess> result;
    for (auto& [number, rank] : ranks)
        result.push_back(std::move(rank));
    return result;
}

} // namespace dbgr::jobs
