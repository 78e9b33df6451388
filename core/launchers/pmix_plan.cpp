// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/pmix_plan.h"

#include "launchers/environment.h"

#include <algorithm>

namespace dbgr::launchers {

namespace {

// PRRTE starts ranks in parallel from 32 a node on, and then loses some that stop on exec, or itself.
constexpr std::string_view kSerialStart = "PRTE_MCA_odls_base_cutoff";
constexpr std::string_view kSerialStartValue = "100000";

/// \note An option of this name that belongs to the program counts, too; the launcher then uses its own default.
bool choosesStdin(const std::vector<std::string>& argv)
{
    return std::any_of(argv.begin() + 1, argv.end(), [](const std::string& argument) {
        return argument == "--stdin" || argument == "-stdin" || argument.starts_with("--stdin=");
    });
}

} // namespace

util::Result<void> planPmix(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles&)
{
    plan.way = LaunchWay::Pmix;
    if (spec.hold == HoldPoint::Exec && plan.launcher.family != LauncherFamily::Dbgrun)
        setDefault(plan.environment, kSerialStart, kSerialStartValue);
    switch (spec.hold) {
    case HoldPoint::Init:
        plan.directives.push_back({"pmix.dbg.init", true}); // PMIX_DEBUG_STOP_IN_INIT
        break;
    case HoldPoint::Exec:
        plan.directives.push_back({"pmix.dbg.exec", true}); // PMIX_DEBUG_STOP_ON_EXEC
        break;
    case HoldPoint::App:
        plan.directives.push_back({"pmix.dbg.notify", true}); // PMIX_DEBUG_STOP_IN_APP
        break;
    case HoldPoint::None:
        break;
    }
    plan.directives.push_back({"pmix.note.jev", true}); // PMIX_NOTIFY_JOB_EVENTS
    // PMIX_FWD_STDOUT, PMIX_FWD_STDERR: output comes by a pull. Where nothing is said, PRRTE 5 forwards it, too, and
    // delivers every piece twice under the pull's own number.
    plan.directives.push_back({"pmix.fwd.stdout", false});
    plan.directives.push_back({"pmix.fwd.stderr", false});
    if (!choosesStdin(spec.argv))
        plan.directives.push_back(
            {"pmix.stdin", std::string("all")}); // PMIX_STDIN_TGT: a rank without it reads nothing
    return util::ok();
}

} // namespace dbgr::launchers
