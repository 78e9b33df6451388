// SPDX-License-Identifier: BSD-3-Clause
#include "util/folder_entries.h"

#include <filesystem>
#include <system_error>

namespace dbgr::util {

std::vector<std::string> entriesOf(const std::string& folder)
{
    std::vector<std::string> paths;
    std::error_code failed;
    std::filesystem::directory_iterator entry(folder, failed);
    while (!failed && entry != std::filesystem::directory_iterator()) {
        paths.push_back(entry->path());
        entry.increment(failed);
    }
    return paths;
}

} // namespace dbgr::util
