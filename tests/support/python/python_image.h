// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of Python's stacks needs of the memory of a process, as a file: an Interpreter, and pieces of memory.
// Captured of real processes, for tests and as seeds of a fuzzer. Thread: any; a value.
#pragma once

#include "python/interpreter.h"
#include "python/paged_memory.h"
#include "util/python_stacks.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::test {

class PythonImage
{
public:
    /// Of any bytes: what is broken ends it.
    [[nodiscard]] static PythonImage decode(std::string_view bytes);
    [[nodiscard]] std::string encode() const;
    /// Of a process that stands or waits, without what the reader does not need. \param mostCalls as its
    [[nodiscard]] static PythonImage capture(const python::Interpreter& interpreter, python::Read memory,
                                             std::size_t mostCalls);

    /// Where there is a piece of a page, the rest of it is 0.
    [[nodiscard]] python::Read memory() const;
    [[nodiscard]] util::PythonStacks stacks(std::size_t mostCalls) const;

    python::Interpreter interpreter;
    std::map<std::uint64_t, std::vector<std::byte>> pieces; ///< by address; none of them touches another
};

/// "thread ID" and "name|file|line" for each call, as tests/debuggees/python_calls.py writes them, in the order of the
/// ids' text; of threads with calls. Trouble is a line, too.
[[nodiscard]] std::string textOf(const util::PythonStacks& stacks);

} // namespace dbgr::test
