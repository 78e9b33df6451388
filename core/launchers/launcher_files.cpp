// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launcher_files.h"

#include "util/own_programs.h"
#include "util/string_util.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace dbgr::launchers {

namespace fs = std::filesystem;

namespace {

bool isProgram(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    constexpr auto kAnyExec = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    return !error && fs::is_regular_file(status) && (status.permissions() & kAnyExec) != fs::perms::none;
}

} // namespace

std::optional<std::string> RealLauncherFiles::findProgram(std::string_view name, std::string_view searchPath,
                                                          std::string_view workingDirectory) const
{
    if (name.empty())
        return std::nullopt;
    const fs::path base(workingDirectory);
    const auto candidate = [&](std::string_view directory) {
        return (base / fs::path(directory) / fs::path(name)).lexically_normal();
    };
    if (name.find('/') != std::string_view::npos) {
        const fs::path path = candidate("");
        return isProgram(path) ? std::optional(path.string()) : std::nullopt;
    }
    for (const std::string_view directory : util::split(searchPath, ':')) {
        const fs::path path = candidate(directory); // an empty entry means the working directory
        if (isProgram(path))
            return path.string();
    }
    return std::nullopt;
}

std::optional<std::string> RealLauncherFiles::ownProgram(std::string_view name) const
{
    const std::string path = util::ownProgram(name);
    return isProgram(path) ? std::optional(path) : std::nullopt;
}

std::optional<std::string> RealLauncherFiles::nodeProgram(std::string_view name,
                                                          const std::vector<std::string>& environment) const
{
    const std::string path = util::ownProgram(name, util::selfOnNodes(environment));
    return isProgram(path) ? std::optional(path) : std::nullopt;
}

std::string RealLauncherFiles::resolved(const std::string& path) const
{
    std::error_code error;
    const fs::path whole = fs::canonical(path, error);
    return error ? path : whole.string();
}

std::string RealLauncherFiles::contents(const std::string& path, std::size_t maxBytes) const
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes(maxBytes, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(maxBytes));
    bytes.resize(file.gcount() > 0 ? static_cast<std::size_t>(file.gcount()) : 0);
    return bytes;
}

} // namespace dbgr::launchers
