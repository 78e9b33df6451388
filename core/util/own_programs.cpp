// SPDX-License-Identifier: BSD-3-Clause
#include "util/own_programs.h"

#include <filesystem>
#include <system_error>

namespace dbgr::util {

namespace fs = std::filesystem;

namespace {

bool isThere(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

struct Layout
{
    fs::path programs;
    fs::path helpers;
};

/// Seen from a program in either folder of an installation, or in the only one of a build.
Layout layoutAround(const std::string& self)
{
    const fs::path folder = fs::path(self).parent_path();
    fs::path helpers = (folder / DBGR_HELPERS_FROM_PROGRAMS).lexically_normal();
    if (isThere(helpers))
        return {folder, helpers};
    fs::path programs = (folder / DBGR_PROGRAMS_FROM_HELPERS).lexically_normal();
    const bool areWeHelpers = (programs / DBGR_HELPERS_FROM_PROGRAMS).lexically_normal() == folder;
    return areWeHelpers && isThere(programs) ? Layout{programs, folder} : Layout{folder, folder};
}

/// \param folder of an installation; a program that is not there may yet lie beside `self`
std::string placeOf(std::string_view name, const fs::path& folder, const std::string& self)
{
    const fs::path path = folder / name;
    const fs::path beside = fs::path(self).parent_path() / name;
    return !isThere(path) && isThere(beside) ? beside.string() : path.string();
}

} // namespace

std::string runningProgram()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).string();
}

std::string ownProgram(std::string_view name, const std::string& self)
{
    return self.empty() ? std::string(name) : placeOf(name, layoutAround(self).programs, self);
}

std::string ownHelper(std::string_view name, const std::string& self)
{
    return self.empty() ? std::string(name) : placeOf(name, layoutAround(self).helpers, self);
}

std::string selfOnNodes(const std::vector<std::string>& environment)
{
    constexpr std::string_view kVariable = "DBGR_DBGD=";
    for (const std::string& variable : environment) {
        std::error_code error;
        const fs::path folder = variable.starts_with(kVariable) ? variable.substr(kVariable.size()) : std::string();
        if (!folder.is_absolute() || !fs::is_directory(folder, error))
            continue;
        // In the folder of a build all programs lie together, in that of an installation they have a bin.
        const bool installed = fs::is_directory(folder / "bin", error);
        return (installed ? folder / "bin" / "dbgr" : folder / "dbgr").lexically_normal().string();
    }
    return runningProgram();
}

std::string ownCompanion(std::string_view name, const std::string& self)
{
    if (self.empty())
        return {};
    const fs::path folder = (layoutAround(self).programs / "../lib/dbgr" / name).lexically_normal();
    return isThere(folder) ? folder.string() : std::string();
}

} // namespace dbgr::util
