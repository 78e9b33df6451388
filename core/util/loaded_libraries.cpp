// SPDX-License-Identifier: BSD-3-Clause
#include "util/loaded_libraries.h"

#include "util/string_util.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace dbgr::util {

namespace {

namespace fs = std::filesystem;

/// "libz.so.1", "libz-1.so"; no program, no font, no cache.
bool isLibrary(const std::string& path)
{
    const std::string name = fs::path(path).filename().string();
    const std::size_t so = name.find(".so");
    return so != std::string::npos && (so + 3 == name.size() || name[so + 3] == '.');
}

bool byFileName(const std::string& a, const std::string& b)
{
    return fs::path(a).filename() < fs::path(b).filename();
}

} // namespace

std::vector<std::string> librariesIn(std::string_view maps)
{
    std::set<std::string> paths;
    for (const std::string_view line : split(maps, '\n')) {
        const std::size_t slash = line.find('/');
        if (slash != std::string_view::npos && isLibrary(std::string(line.substr(slash))))
            paths.emplace(line.substr(slash));
    }
    std::vector<std::string> sorted(paths.begin(), paths.end());
    std::ranges::sort(sorted, byFileName);
    return sorted;
}

std::vector<std::string> loadedLibraries()
{
    std::ifstream maps("/proc/self/maps");
    return librariesIn(std::string(std::istreambuf_iterator<char>(maps), {}));
}

} // namespace dbgr::util
