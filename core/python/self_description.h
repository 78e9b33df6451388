// SPDX-License-Identifier: BSD-3-Clause
// What Python 3.13 says itself of its structures, at the begin of _PyRuntime (_Py_DebugOffsets). Pure. Thread: any.
#pragma once

#include "python/layout.h"

#include <cstdint>

namespace dbgr::python {

/// As it stands in memory.
struct SelfDescription
{
    char cookie[8];
    std::uint64_t version, isFreeThreaded;
    struct
    {
        std::uint64_t size, finalizing, interpreters;
    } runtime;
    struct
    {
        std::uint64_t size, id, next, threads, unused[9];
    } interpreter;
    struct
    {
        std::uint64_t size, previous, next, interpreter, frame, id, nativeId, chunk, status;
    } thread;
    struct
    {
        std::uint64_t size, previous, code, instruction, locals, owner;
    } frame;
    struct
    {
        std::uint64_t size, file, shortName, name, lines, firstLine, unused[3], instructions;
    } code;
};

[[nodiscard]] constexpr bool describesItself(unsigned minor)
{
    return minor == 13;
}

/// Takes over what differs between builds. False: it is of another kind than the layout knows.
[[nodiscard]] bool adapt(Layout& layout, const SelfDescription& description);

} // namespace dbgr::python
