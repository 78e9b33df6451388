// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/cleanup_list.h"

#include "launcher/session_folder.h"
#include "pmix/types/keys.h"
#include "util/folder_entries.h"
#include "util/string_util.h"

#include <unistd.h>

namespace dbgr::launcher {

namespace keys = pmix::keys;

namespace {

bool flagged(std::span<const pmix::Info> directives, std::string_view key)
{
    const pmix::Value* value = pmix::find(directives, key);
    return value != nullptr && value->asBool().value_or(false);
}

/// Empty for what is not to be removed, whoever asks.
std::string absolute(std::string_view path, const std::string& folder)
{
    if (path.find_first_not_of("/.") == std::string_view::npos)
        return {}; // the root, or a folder by its place only
    return path.starts_with('/') ? std::string(path) : folder + "/" + std::string(path);
}

} // namespace

bool CleanupList::take(std::span<const pmix::Info> directives, const std::string& folder)
{
    bool any = false;
    for (const pmix::Info& info : directives) {
        const bool isFolder = info.key == keys::kRegisterCleanupDir;
        if (!isFolder && info.key != keys::kRegisterCleanup)
            continue;
        any = true;
        const std::string paths = info.value.asString().value_or("");
        for (const std::string_view path : util::split(paths, ','))
            if (const std::string whole = absolute(path, folder); !whole.empty() && m_places.size() < kMaxPaths)
                m_places.push_back({whole, isFolder, flagged(directives, keys::kCleanupRecursive),
                                    flagged(directives, keys::kCleanupLeaveTopdir)});
    }
    return any;
}

void CleanupList::clean() const
{
    for (const Place& place : m_places) {
        if (!place.folder) {
            ::unlink(place.path.c_str());
        } else if (!place.recursive) {
            ::rmdir(place.path.c_str()); // an empty one only
        } else if (place.keepTop) {
            for (const std::string& path : util::entriesOf(place.path))
                removeTree(path);
        } else {
            removeTree(place.path);
        }
    }
}

} // namespace dbgr::launcher
