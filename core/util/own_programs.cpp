// SPDX-License-Identifier: BSD-3-Clause
#include "util/own_programs.h"

#include <filesystem>
#include <system_error>

namespace dbgr::util {

namespace fs = std::filesystem;

std::string runningProgram()
{
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).string();
}

std::string ownProgram(std::string_view name, const std::string& self)
{
    if (self.empty())
        return std::string(name);
    const fs::path beside = fs::path(self).parent_path() / name;
    const fs::path helper = (fs::path(self).parent_path() / DBGR_HELPERS_FROM_PROGRAMS / name).lexically_normal();
    std::error_code error;
    if (fs::exists(helper, error))
        return helper.string();
    if (fs::exists(beside, error) || !fs::exists(helper.parent_path(), error))
        return beside.string();
    return helper.string();
}

} // namespace dbgr::util
