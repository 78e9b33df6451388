// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/running_launcher.h"

#include "jobs/proc_files.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"
#include "launchers/launcher_files.h"
#include "util/shown_path.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

namespace dbgr::jobs {

namespace fs = std::filesystem;
using launchers::LauncherFamily;
using launchers::LauncherKind;

namespace {

/// How deep scripts may start scripts that start the launcher.
constexpr int kMaxDepth = 8;

bool isLoader(std::string_view executable)
{
    const std::string_view name = baseName(executable);
    return name.starts_with("ld-") || name.starts_with("ld.so") || name.starts_with("ld64.so");
}

/// "ld-linux.so --argv0 prterun --library-path X /usr/bin/prte -n 2 app" becomes "prterun -n 2 app" of /usr/bin/prte.
void takeOutLoader(RunningProcess& process)
{
    if (!isLoader(process.executable))
        return;
    const auto& argv = process.arguments;
    std::string shownName;
    std::size_t at = 1;
    while (at < argv.size() && argv[at].starts_with("--")) {
        const bool hasValue = argv[at] == "--argv0" || argv[at] == "--library-path" || argv[at] == "--preload" ||
                              argv[at] == "--audit" || argv[at] == "--inhibit-rpath" ||
                              argv[at] == "--glibc-hwcaps-prepend" || argv[at] == "--glibc-hwcaps-mask";
        if (argv[at] == "--argv0" && at + 1 < argv.size())
            shownName = argv[at + 1];
        at += hasValue ? 2 : 1;
    }
    if (at >= argv.size())
        return; // the loader itself
    process.executable = argv[at];
    process.arguments.erase(process.arguments.begin(), process.arguments.begin() + static_cast<std::ptrdiff_t>(at));
    if (!shownName.empty())
        process.arguments.front() = shownName;
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

bool mayBeLauncher(std::string_view name)
{
    return name == launchers::kOwnLauncher ||
           isOneOf(name, {"prterun", "prte", "orterun", "srun", "mpirun", "mpiexec"}) || name.starts_with("mpirun.") ||
           name.starts_with("mpiexec.");
}

struct Libraries
{
    bool ofRank = false; ///< the MPI library itself: what has it is no launcher
    LauncherFamily family = LauncherFamily::Unknown;
};

Libraries librariesOf(util::Pid pid, const std::string& procRoot)
{
    Libraries found;
    const std::string maps = ProcFiles(procRoot).text(std::to_string(pid.value()) + "/maps");
    const auto has = [&maps](std::string_view name) { return maps.find(name) != std::string::npos; };
    found.ofRank = has("/libmpi.so");
    if (has("/libopen-rte.so"))
        found.family = LauncherFamily::OpenMpi4;
    else if (has("/libprrte.so"))
        found.family = LauncherFamily::Prrte;
    return found;
}

/// What a PRRTE is called depends on whose front it is.
bool isOpenMpi5(const RunningProcess& process, const std::string& procRoot)
{
    const auto& arguments = process.arguments;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
        if (arguments[i] == "--personality" && arguments[i + 1] == "ompi")
            return true;
    if (!arguments.empty() && baseName(arguments.front()).starts_with("mpi"))
        return true;
    // So do Open MPI 5's own mpirun and mpiexec, before they become prterun.
    const auto environment = environmentOf(process.pid, procRoot);
    return launchers::environmentValue(environment, "PRTE_MCA_schizo_proxy") == "ompi";
}

using ParentMap = std::multimap<std::int64_t, util::Pid>; ///< children by their parent

std::optional<std::int64_t> parentOf(util::Pid pid, const std::string& procRoot)
{
    const std::string stat = ProcFiles(procRoot).text(std::to_string(pid.value()) + "/stat");
    const std::size_t end = stat.rfind(')'); // a program's name may have anything in it
    if (end == std::string::npos || end + 4 >= stat.size())
        return std::nullopt;
    const std::string_view rest = std::string_view(stat).substr(end + 4); // ") S "
    return util::parseNumber<std::int64_t>(rest.substr(0, rest.find(' ')));
}

ParentMap processTree(const std::string& procRoot)
{
    ParentMap tree;
    std::error_code error;
    for (fs::directory_iterator it(procRoot, error), end; !error && it != end; it.increment(error)) {
        const auto number = util::parseNumber<std::int32_t>(it->path().filename().string());
        if (!number)
            continue;
        if (const auto parent = parentOf(util::Pid(*number), procRoot))
            tree.emplace(*parent, util::Pid(*number));
    }
    return tree;
}

std::optional<RunningLauncherProcess> launcherAt(util::Pid pid, const std::string& procRoot)
{
    auto process = lookAtProcess(pid, procRoot);
    if (!process)
        return std::nullopt;
    auto kind = recogniseRunning(*process, procRoot);
    if (!kind)
        return std::nullopt;
    return RunningLauncherProcess{std::move(*process), std::move(*kind)};
}

/// The uppermost launchers among the descendants: one below another (dbgrun under a script under srun) is its rank.
void collectBelow(util::Pid pid, const ParentMap& tree, const std::string& procRoot, int depth,
                  std::vector<RunningLauncherProcess>& found)
{
    const auto [first, last] = tree.equal_range(pid.value());
    for (auto it = first; it != last; ++it) {
        if (auto launcher = launcherAt(it->second, procRoot))
            found.push_back(std::move(*launcher));
        else if (depth < kMaxDepth)
            collectBelow(it->second, tree, procRoot, depth + 1, found);
    }
}

std::optional<RunningLauncherProcess> launcherAbove(util::Pid pid, const std::string& procRoot)
{
    for (int depth = 0; depth < kMaxDepth; ++depth) {
        const auto parent = parentOf(pid, procRoot);
        if (!parent || *parent <= 1)
            return std::nullopt;
        pid = util::Pid(static_cast<std::int32_t>(*parent));
        if (auto launcher = launcherAt(pid, procRoot))
            return launcher;
    }
    return std::nullopt;
}

util::Error noLauncher(const RunningProcess& process, const std::string& procRoot)
{
    const std::string number = std::to_string(process.pid.value());
    const auto above = launcherAbove(process.pid, procRoot);
    if (!above && baseName(process.executable) == "prun")
        return {make_error_code(launchers::Errc::Unsupported),
                "process " + number + " (prun) is no launcher: it had a DVM start its job",
                "Attach to the DVM (prte), or to the job by its name: \"dbgr --jobs\" shows them."};
    return {make_error_code(launchers::Errc::Unsupported),
            "process " + number + " (" + std::string(baseName(process.executable)) + ") is no launcher that dbgr knows",
            above ? "It runs under " + above->kind.name + ", process " + std::to_string(above->process.pid.value()) +
                        ": attach to that one."
                  : "\"dbgr --jobs\" lists the launchers that run here; \"dbgr --attach-pids " + number +
                        "\" debugs that process alone."};
}

} // namespace

util::Result<RunningProcess> lookAtProcess(util::Pid pid, const std::string& procRoot)
{
    const std::string folder = procRoot + "/" + std::to_string(pid.value());
    std::error_code error;
    if (pid.value() <= 0 || !fs::exists(folder, error))
        return util::fail(std::make_error_code(std::errc::no_such_process),
                          "there is no process " + std::to_string(pid.value()),
                          "Perhaps it has ended. \"dbgr --jobs\" lists what runs here.");
    RunningProcess process;
    process.pid = pid;
    process.executable = util::shownPath(fs::read_symlink(folder + "/exe", error).string()).path;
    if (error == std::errc::permission_denied)
        return util::fail(std::make_error_code(std::errc::permission_denied),
                          "process " + std::to_string(pid.value()) +
                              " belongs to another user, or may not be looked at",
                          "Only its owner, and root, may debug it.");
    if (error)
        return util::fail(std::make_error_code(std::errc::no_such_process),
                          "process " + std::to_string(pid.value()) + " has ended, or has no program",
                          "\"dbgr --jobs\" lists what runs here.");
    process.arguments = ProcFiles(procRoot).commandLine(pid);
    takeOutLoader(process);
    return process;
}

std::optional<LauncherKind> recogniseRunning(const RunningProcess& process, const std::string& procRoot)
{
    if (!mayBeLauncher(baseName(process.executable)))
        return std::nullopt;
    const Libraries libraries = librariesOf(process.pid, procRoot);
    if (libraries.ofRank)
        return std::nullopt;
    LauncherKind kind = launchers::recogniseLauncher(process.executable, launchers::RealLauncherFiles());
    if (libraries.family != LauncherFamily::Unknown) // the file may have been replaced since, memory has not
        kind.family = libraries.family;
    if (kind.family == LauncherFamily::Unknown || kind.family == LauncherFamily::Script)
        return std::nullopt;
    kind.name = launchers::nameOfLauncher(kind.family, isOpenMpi5(process, procRoot) ? "mpirun" : "");
    return kind;
}

bool isDvm(const RunningProcess& process, const LauncherKind& kind)
{
    return kind.family == LauncherFamily::Prrte && !process.arguments.empty() &&
           baseName(process.arguments.front()) == "prte";
}

namespace {

/// Some launchers (srun) have a copy of themselves below them, which knows nothing of the job.
RunningLauncherProcess originalOf(RunningLauncherProcess launcher, const std::string& procRoot)
{
    const auto parent = parentOf(launcher.process.pid, procRoot);
    if (!parent || *parent <= 1)
        return launcher;
    auto above = launcherAt(util::Pid(static_cast<std::int32_t>(*parent)), procRoot);
    const bool same =
        above && above->kind.family == launcher.kind.family && above->process.arguments == launcher.process.arguments;
    return same ? *std::move(above) : launcher;
}

} // namespace

util::Result<RunningLauncherProcess> findRunningLauncher(util::Pid pid, const std::string& procRoot)
{
    DBGR_TRY(RunningProcess process, lookAtProcess(pid, procRoot));
    if (auto kind = recogniseRunning(process, procRoot))
        return originalOf({std::move(process), std::move(*kind)}, procRoot);
    std::vector<RunningLauncherProcess> below;
    collectBelow(pid, processTree(procRoot), procRoot, 0, below);
    if (below.size() == 1)
        return std::move(below.front());
    if (below.empty())
        return util::fail(noLauncher(process, procRoot));
    std::string pids;
    for (const RunningLauncherProcess& one : below)
        pids += (pids.empty() ? "" : ", ") + std::to_string(one.process.pid.value());
    return util::fail(make_error_code(launchers::Errc::Unsupported),
                      "process " + std::to_string(pid.value()) + " (" + std::string(baseName(process.executable)) +
                          ") started several launchers: " + pids,
                      "Attach to one of them.");
}

std::vector<std::string> environmentOf(util::Pid pid, const std::string& procRoot)
{
    return ProcFiles(procRoot).environment(pid);
}

} // namespace dbgr::jobs
