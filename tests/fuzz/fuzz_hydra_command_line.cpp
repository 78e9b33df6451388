// SPDX-License-Identifier: GPL-3.0-or-later
// Any command line of hydra's mpiexec: nothing of it gets lost, and dbgr-exec stands in front of what is a program. The
// same as that of a proxy: no host is read from it that could be anything but a name.
#include "jobs/hydra_proxies.h"
#include "launchers/agent_plan.h"
#include "tests/fuzz/fuzz_input.h"
#include "util/string_util.h"

namespace {

using namespace dbgr::launchers;

class Files final : public LauncherFiles
{
public:
    std::optional<std::string> findProgram(std::string_view name, std::string_view, std::string_view) const override
    {
        return name.starts_with('.') ? std::optional(std::string(name)) : std::nullopt;
    }
    std::optional<std::string> ownProgram(std::string_view) const override { return "/own/dbgr-exec"; }
    std::string resolved(const std::string& path) const override { return path; }
    std::string contents(const std::string&, std::size_t) const override { return ""; }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    LaunchSpec spec;
    spec.argv = {"mpiexec"};
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const std::string_view part : dbgr::util::split(bytes, '\n'))
        spec.argv.emplace_back(part.substr(0, part.find('\0'))); // as a kernel gives them
    if (const auto proxy = dbgr::jobs::readHydraProxy({spec.argv.begin() + 1, spec.argv.end()})) {
        dbgr::test::mustHold(!proxy->controlPort.empty(), "a proxy calls somewhere");
        dbgr::test::mustHold(proxy->host.empty() || (proxy->isElsewhere && proxy->host[0] != '-' &&
                                                     proxy->host.find_first_of(" ,;:$`'\"\n@/\\") == std::string::npos),
                             "a host is a name");
    }
    LaunchPlan plan;
    plan.argv = spec.argv;
    const auto planned = planHydra(plan, spec, Files());
    if (!planned) {
        dbgr::test::mustHold(!planned.error().detail.empty(), "an error has words");
        return 0;
    }
    dbgr::test::mustHold(hasAgent(plan.argv), "dbgr-exec is there");
    std::size_t at = 0;
    for (const std::string& argument : plan.argv)
        if (at < spec.argv.size() && (argument == spec.argv[at] || argument.find("DBGR_") != std::string::npos))
            ++at;
    dbgr::test::mustHold(at == spec.argv.size(), "all that was typed is there, in its order");
    return 0;
}
