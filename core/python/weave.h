// SPDX-License-Identifier: BSD-3-Clause
// The stack of a thread as its author sees it: calls of the interpreter's loop give their place to the calls in Python
// that they carry out. Only where both fit together all along; else the native frames stay, and words say why. Pure.
// Way: PythonStacks, native frames -> here -> StackTree. Thread: any.
#pragma once

#include "debug/frame.h"
#include "util/python_stacks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::python {

/// A call that was not inlined, with those that were inlined into it.
struct NativeCall
{
    std::uint64_t begin = 0, end = 0; ///< of its stack frame; end 0: unknown
    std::vector<debug::Frame> frames; ///< the innermost first; at least one
};

struct NativeStack
{
    std::uint64_t thread = 0;      ///< what pthread_self() says there; 0 unknown
    std::vector<NativeCall> calls; ///< the innermost first
    bool isWhole = false;          ///< the outermost call is there
};

/// Whether frames of that name are the interpreter's loop.
[[nodiscard]] bool isLoop(std::string_view function);

struct WovenStack
{
    std::vector<debug::Frame>
        frames;         ///< the innermost first; those of Python have the index of the call that they are in
    bool isCut = false; ///< it goes on, and no more of Python's was read
    std::string words;  ///< why the interpreter's loop is among them, for people; "" it is not, or has no calls
};

/// \param python of its process; null: there is none, and the frames stay as they are
[[nodiscard]] WovenStack weave(NativeStack native, const util::PythonStacks* python);

} // namespace dbgr::python
