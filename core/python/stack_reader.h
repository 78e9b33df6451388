// SPDX-License-Identifier: BSD-3-Clause
// What all threads of a process run in Python, read from outside while it stands. It may have been made to stand in the
// middle of any change: of a thread there are all calls that there are, or none and the reason. Way: keeper, engine ->
// here -> PythonStacks. Thread: one at a time.
#pragma once

#include "python/interpreter.h"
#include "python/layout.h"
#include "python/object_reader.h"
#include "python/paged_memory.h"
#include "util/python_stacks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::python {

class StackReader
{
public:
    static constexpr std::size_t kMostThreads = 4096;
    static constexpr std::size_t kMostInterpreters = 256;
    static constexpr std::size_t kMostFrames = 20'000; ///< of a thread, that are passed over to find where they began

    StackReader(Interpreter interpreter, Read read);
    StackReader(const StackReader&) = delete;
    StackReader& operator=(const StackReader&) = delete;

    /// \param mostCalls of a thread. \pre it is asked once: what was read is kept
    [[nodiscard]] util::PythonStacks read(std::size_t mostCalls);

private:
    struct Frame
    {
        std::uint64_t address = 0, code = 0, previous = 0, instruction = 0;
        std::uint8_t owner = 0;
        bool isEntry = false;
    };
    /// One that is being read.
    struct Walk
    {
        util::PythonThread thread;
        std::uint64_t state = 0; ///< its structure
        std::size_t callsLeft = 0;
        std::size_t frames = 0;   ///< that were read
        std::uint64_t marked = 0; ///< one of them: whoever goes in a circle comes to it again
        std::uint64_t lastAnchor = 0;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> used; ///< memory of frames that is in use: from, to
    };

    [[nodiscard]] bool adaptLayout();
    void readThreads(std::uint64_t interpreter);
    void readThread(std::uint64_t state);
    [[nodiscard]] bool readRuns(Walk& walk);
    [[nodiscard]] bool readObjects(Walk& walk);
    [[nodiscard]] bool readEntries(Walk& walk);
    [[nodiscard]] bool readShims(Walk& walk);
    [[nodiscard]] bool readUsed(Walk& walk);
    /// Nothing: there is none, or it was there before.
    [[nodiscard]] std::optional<Frame> frameAt(std::uint64_t address, Walk& walk);
    [[nodiscard]] bool isInUse(const Frame& frame, const Walk& walk) const;
    [[nodiscard]] bool addCall(const Frame& frame, Walk& walk, util::PythonRun& run);
    [[nodiscard]] bool addRun(Walk& walk, util::PythonRun run);
    /// Null: there is no code.
    [[nodiscard]] const CodeObject* codeAt(std::uint64_t address);
    [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t address)
    {
        return m_memory.get<std::uint64_t>(address);
    }

    Interpreter m_interpreter;
    Layout m_layout{};
    PagedMemory m_memory;
    ObjectReader m_objects;
    util::PythonStacks m_result;
    std::unordered_map<std::uint64_t, std::pair<std::uint32_t, CodeObject>> m_codes; // with their places in the result
    std::size_t m_threads = 0;
    std::size_t m_mostCalls = 0;
};

} // namespace dbgr::python
