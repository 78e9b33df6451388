// SPDX-License-Identifier: BSD-3-Clause
// Functions that a stack has no frames of, since the last thing that they did was to call another one (tail calls).
// Where the compiler has described all calls and there is one way only, they are shown, as liblldb shows them. Calls
// through pointers are not followed. Way: StackSampler -> here -> CodeFile. Thread: that of the files.
#pragma once

#include "values/unwind/code_file.h"
#include "values/unwind/unwind.h"

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

namespace dbgr::values {

/// Where such a function calls on.
struct TailFrame
{
    const CodeRange* code = nullptr;
    FileAddress lookupPc;
};

class TailCalls
{
public:
    /// What ran between a call and the frame that it led to; the innermost first. Nearly always nothing.
    [[nodiscard]] std::vector<TailFrame> between(const PhysicalFrame& inner, const PhysicalFrame& outer);

private:
    struct Found
    {
        bool isInner = false; ///< of the inner frame's file; else the outer one's
        FileAddress lookupPc;
    };
    using Key = std::tuple<const CodeFile*, std::uint64_t, const CodeFile*, const void*>;

    std::map<Key, std::vector<Found>> m_known;
};

} // namespace dbgr::values
