// SPDX-License-Identifier: BSD-3-Clause
#include "debug/thread.h"

#include "debug/frame_that_counts.h"
#include "debug/stack_folding.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dbgr::debug {

namespace {

/// The outermost functions of the threads that OpenMP's runtimes make: GNU's, LLVM's and Intel's, NVIDIA's.
bool isOpenMpStart(const Frame& frame)
{
    using namespace std::string_view_literals;
    static constexpr std::array kStarts{"gomp_thread_start"sv, "__kmp_launch_worker"sv, "__kmp_launch_thread"sv,
                                        "_mp_slave"sv};
    return std::ranges::any_of(kStarts, [&](std::string_view start) { return frame.function.starts_with(start); });
}

bool isOpenMpRuntime(const Frame& frame)
{
    return frame.module.starts_with("libgomp.so") || frame.module.starts_with("libomp.so") ||
           frame.module.starts_with("libiomp5.so") || frame.module.starts_with("libnvomp.so");
}

} // namespace

const char* name(ThreadRole role)
{
    switch (role) {
    case ThreadRole::Unknown:
        return "";
    case ThreadRole::OpenMpWorker:
        return "OpenMP worker";
    case ThreadRole::MpiProgress:
        return "MPI progress";
    }
    return "";
}

ThreadRole roleOf(const std::vector<Frame>& innermostFirst)
{
    if (std::ranges::any_of(innermostFirst, isOpenMpStart))
        return ThreadRole::OpenMpWorker;
    // The first that is none of the C library's, seen from where the thread began. A main function is none of either.
    const auto first = std::find_if(innermostFirst.rbegin(), innermostFirst.rend(),
                                    [](const Frame& frame) { return !isCLibrary(frame.module); });
    if (first == innermostFirst.rend() || first == innermostFirst.rbegin()) // its beginning is not known
        return ThreadRole::Unknown;
    if (isOpenMpRuntime(*first)) // without the names of its functions
        return ThreadRole::OpenMpWorker;
    return isRuntimeLibrary(first->module) ? ThreadRole::MpiProgress : ThreadRole::Unknown;
}

} // namespace dbgr::debug
