// SPDX-License-Identifier: BSD-3-Clause
#include "debug/frame_that_counts.h"

#include <algorithm>
#include <array>

namespace dbgr::debug {

bool isCLibrary(std::string_view module)
{
    using namespace std::string_view_literals;
    static constexpr std::array kStems{"libc.so"sv,    "libc-"sv,       "libpthread.so"sv, "libpthread-"sv,
                                       "ld-linux"sv,   "ld-musl-"sv,    "libm.so"sv,       "libm-"sv,
                                       "librt.so"sv,   "libdl.so"sv,    "[vdso]"sv,        "libc.musl"sv,
                                       "libasan.so"sv, "libubsan.so"sv, "libtsan.so"sv,    "liblsan.so"sv};
    return std::any_of(kStems.begin(), kStems.end(), [&](std::string_view stem) { return module.starts_with(stem); });
}

namespace {

/// "/usr/include/c++/12/bits/this_thread_sleep.h": its code is part of the program that includes it.
bool isHeaderOfLibrary(std::string_view file)
{
    return file.find("/include/c++/") != std::string_view::npos;
}

} // namespace

bool isOwnCode(const SourceLocation& where, std::string_view module)
{
    return where.known() && !isCLibrary(module) && !isHeaderOfLibrary(where.file);
}

std::size_t frameThatCounts(std::span<const Frame> innermostFirst)
{
    auto found =
        std::find_if(innermostFirst.begin(), innermostFirst.end(), [](const Frame& frame) { return isOwnCode(frame); });
    if (found == innermostFirst.end())
        found = std::find_if(innermostFirst.begin(), innermostFirst.end(),
                             [](const Frame& frame) { return frame.where.known(); });
    return found == innermostFirst.end() ? 0 : static_cast<std::size_t>(found - innermostFirst.begin());
}

} // namespace dbgr::debug
