// SPDX-License-Identifier: BSD-3-Clause
// What the threads of a process ran in Python at one moment, as it stood in the interpreter's memory: enough to name
// calls and lines while they run on. Way: python::StackReader -> RankSnapshot -> python::weave(). Thread: any; values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::util {

/// A function, or the body of a module or class.
struct PythonCode
{
    std::string name; ///< UTF-8; qualified from 3.11 on
    std::string file; ///< as Python has it: "<string>" where there is none
    std::uint32_t firstLine = 0;
    std::vector<std::byte> lines; ///< the table by which instructions have lines; its form depends on the version
    friend bool operator==(const PythonCode&, const PythonCode&) = default;
};

struct PythonCall
{
    std::uint32_t code = 0;       ///< of PythonStacks::codes
    std::int32_t instruction = 0; ///< where it is in its instructions, in bytes; negative: before the first one
    friend bool operator==(const PythonCall&, const PythonCall&) = default;
};

/// Calls that one call of the interpreter's loop carries out.
struct PythonRun
{
    std::uint64_t anchor = 0;      ///< an address in the stack frame of that loop; 0 unknown
    std::vector<PythonCall> calls; ///< the innermost first; none: it is about to begin one, or has ended it
    bool isCut = false;            ///< there are more, farther out
    friend bool operator==(const PythonRun&, const PythonRun&) = default;
};

/// A thread as one interpreter of the process knows it.
struct PythonThread
{
    std::uint64_t id = 0;        ///< what pthread_self() says there
    std::vector<PythonRun> runs; ///< the innermost first
    std::string trouble;         ///< why there are none, for people; "" all are there
    friend bool operator==(const PythonThread&, const PythonThread&) = default;
};

struct PythonStacks
{
    unsigned minor = 0; ///< of Python 3
    std::vector<PythonCode> codes;
    std::vector<PythonThread> threads;
    std::string trouble; ///< why there are no threads, or not all of them, for people; "" all are there
    friend bool operator==(const PythonStacks&, const PythonStacks&) = default;
};

} // namespace dbgr::util
