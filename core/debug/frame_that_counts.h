// SPDX-License-Identifier: BSD-3-Clause
// Which frame of a stack a person wants to be told of: the one that they wrote, rather than poll() in libc.
// The engine, the session and every face ask here, so that all of them mean the same one. Pure. Thread: any.
#pragma once

#include "debug/frame.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace dbgr::debug {

/// The C library, the dynamic loader, the sanitizers of compilers and their like: what is in them nobody debugs, even
/// where their debug information is installed.
[[nodiscard]] bool isCLibrary(std::string_view module);

/// The frame is in code that has source, and is not the C library's.
[[nodiscard]] bool isOwnCode(const SourceLocation& where, std::string_view module);
[[nodiscard]] inline bool isOwnCode(const Frame& frame)
{
    return isOwnCode(frame.where, frame.module);
}

/// The place in the stack of the first frame of isOwnCode(), else of the first that has source, else 0.
[[nodiscard]] std::size_t frameThatCounts(std::span<const Frame> innermostFirst);

} // namespace dbgr::debug
