// SPDX-License-Identifier: BSD-3-Clause
#include "debug/file_pattern.h"

#include "debug/breakpoint_place.h"

#include <fnmatch.h>

#include <string>

namespace dbgr::debug {

namespace {

bool fits(const std::string& pattern, const std::string& path)
{
    return fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
}

/// "libm.so" of "libm.so.6.1"; the path itself if it ends in no version.
std::string_view withoutVersion(std::string_view path)
{
    constexpr std::string_view kSuffix = ".so";
    const std::size_t at = path.rfind(".so.");
    const bool isVersion =
        at != std::string_view::npos && path.find_first_not_of("0123456789.", at + 4) == std::string_view::npos;
    return isVersion ? path.substr(0, at + kSuffix.size()) : path;
}

} // namespace

bool isPattern(std::string_view text)
{
    return text.find_first_of("*?[") != std::string_view::npos;
}

bool means(std::string_view pattern, std::string_view path)
{
    const bool hasFolder = pattern.find('/') != std::string_view::npos;
    std::string wanted(pattern);
    if (hasFolder && pattern.front() != '/' && pattern.front() != '*')
        wanted.insert(0, "*/");
    for (const std::string_view one : {path, withoutVersion(path)}) {
        const std::string_view asked = hasFolder ? one : fileNameOf(one);
        if (fits(wanted, std::string(asked)))
            return true;
    }
    return false;
}

} // namespace dbgr::debug
