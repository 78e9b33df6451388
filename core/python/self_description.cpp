// SPDX-License-Identifier: BSD-3-Clause
#include "python/self_description.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace dbgr::python {

static_assert(offsetof(SelfDescription, thread) == 152 && offsetof(SelfDescription, code) == 272);

bool adapt(Layout& layout, const SelfDescription& description)
{
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 20; // of the interpreter's own structures
    const std::array large{description.runtime.interpreters, description.interpreter.next,
                           description.interpreter.threads};
    if (std::string_view(description.cookie, sizeof description.cookie) != "xdebugpy" ||
        (description.version >> 16U) != (0x300U | layout.minor) || description.isFreeThreaded != 0 ||
        std::ranges::any_of(large, [](std::uint64_t offset) { return offset % 8 != 0 || offset > kLargest; }))
        return false;
    const std::array<std::pair<std::uint64_t, std::uint64_t>, 16> same{{
        {layout.thread.previous, description.thread.previous},
        {layout.thread.next, description.thread.next},
        {layout.thread.interpreter, description.thread.interpreter},
        {layout.thread.frame, description.thread.frame},
        {layout.thread.id, description.thread.id},
        {layout.thread.chunk, description.thread.chunk},
        {layout.frame.previous, description.frame.previous},
        {layout.frame.code, description.frame.code},
        {layout.frame.instruction, description.frame.instruction},
        {layout.frame.owner, description.frame.owner},
        {layout.frame.size, description.frame.locals},
        {layout.code.file, description.code.file},
        {layout.code.name, description.code.name},
        {layout.code.lines, description.code.lines},
        {layout.code.firstLine, description.code.firstLine},
        {layout.code.instructions, description.code.instructions},
    }};
    if (std::ranges::any_of(same, [](const auto& pair) { return pair.first != pair.second; }))
        return false;
    layout.runtime.interpreters = description.runtime.interpreters;
    layout.interpreter.next = description.interpreter.next;
    layout.interpreter.threads = description.interpreter.threads;
    return true;
}

} // namespace dbgr::python
