// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/front_checks.h"
#include "launchers/launcher_files.h"
#include "net/child_spec.h"
#include "util/own_programs.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>

namespace dbgr::doctor {

namespace {

constexpr std::chrono::seconds kVersionLimit{15};
constexpr std::chrono::seconds kTrialLimit{90};
constexpr const char* kLaunchers[] = {"mpiexec", "mpirun", "prterun", "mpiexec.hydra", "srun"};

std::string valueOf(const std::vector<std::string>& environment, std::string_view name)
{
    return std::string(net::findVariable(environment, name).value_or(""));
}

int connectTo(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return ENAMETOOLONG;
    std::memcpy(address.sun_path, path.data(), path.size());
    const util::UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd)
        return errno;
    return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
}

/// ":1.0" of an X server on this node. A display of another one ("host:10.0") is not tried.
Tried connectToX(const std::string& display)
{
    const std::size_t colon = display.rfind(':');
    if (colon == std::string::npos || (colon != 0 && display.substr(0, colon) != "unix"))
        return std::nullopt;
    const std::string number = display.substr(colon + 1, display.find('.', colon) - colon - 1);
    return util::parseNumber<unsigned>(number) ? Tried(connectTo("/tmp/.X11-unix/X" + number)) : Tried(EINVAL);
}

DisplayFacts displayOf(const std::vector<std::string>& environment, bool withWindow)
{
    DisplayFacts facts{withWindow, valueOf(environment, "QT_QPA_PLATFORM"), {}, {}};
    const std::string wayland = valueOf(environment, "WAYLAND_DISPLAY");
    const std::string x = valueOf(environment, "DISPLAY");
    if (!wayland.empty()) {
        const std::filesystem::path folder = valueOf(environment, "XDG_RUNTIME_DIR");
        facts.name = "WAYLAND_DISPLAY=" + wayland;
        facts.connected = connectTo((folder / wayland).string());
    }
    if (!x.empty() && facts.connected.value_or(1) != 0) {
        facts.name = "DISPLAY=" + x;
        facts.connected = connectToX(x);
    }
    return facts;
}

/// PRRTE says itself which PMIx it is made with, in the words of a program beside it.
ProgramRun partsOf(const launchers::LauncherKind& kind, const launchers::LauncherFiles& files)
{
    if (kind.family != launchers::LauncherFamily::Prrte)
        return {};
    for (const std::filesystem::path path : {kind.path, files.resolved(kind.path)}) {
        const std::filesystem::path beside = path.parent_path() / "prte_info";
        if (std::error_code error; std::filesystem::is_regular_file(beside, error))
            return runProgram({beside.string()}, kVersionLimit);
    }
    return {};
}

std::vector<LauncherFacts> launchersIn(const std::string& searchPath)
{
    const launchers::RealLauncherFiles files;
    std::vector<LauncherFacts> found;
    std::vector<std::string> resolved;
    for (const char* const name : kLaunchers) {
        const auto path = files.findProgram(name, searchPath, std::filesystem::current_path().string());
        if (!path || std::ranges::find(resolved, files.resolved(*path)) != resolved.end())
            continue;
        resolved.push_back(files.resolved(*path));
        launchers::LauncherKind kind = launchers::recogniseLauncher(*path, files);
        ProgramRun parts = partsOf(kind, files);
        found.push_back({std::move(kind), runProgram({*path, "--version"}, kVersionLimit), std::move(parts)});
    }
    return found;
}

} // namespace

FrontFacts collectFrontFacts(const std::vector<std::string>& environment, bool withWindow)
{
    return {displayOf(environment, withWindow), launchersIn(valueOf(environment, "PATH")),
            runProgram(
                {util::runningProgram(), "--json", "--timeout", "60", "--command", "continue", "-n", "1", "/bin/true"},
                kTrialLimit)};
}

} // namespace dbgr::doctor
