// SPDX-License-Identifier: BSD-3-Clause
// Python's objects out of the memory of its process: texts, bytes, code. Each is known by its type before anything in
// it is believed, and has limits. Way: StackReader -> here -> PagedMemory. Thread: one at a time.
#pragma once

#include "python/interpreter.h"
#include "python/layout.h"
#include "python/paged_memory.h"
#include "util/python_stacks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::python {

/// With what tells where calls are in it.
struct CodeObject
{
    util::PythonCode code;
    std::uint64_t begin = 0;       ///< the first instruction; to 3.10: 0, calls count from 0
    std::uint64_t bytes = 0;       ///< of all instructions
    std::int64_t firstTraced = -2; ///< bytes; a call that has not come so far has not begun
};

class ObjectReader
{
public:
    static constexpr std::size_t kMostLetters = 4096;
    static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

    /// All outlive this.
    ObjectReader(const Interpreter& interpreter, const Layout& layout, PagedMemory& memory)
        : m_interpreter(interpreter), m_layout(layout), m_memory(memory)
    {}

    /// Whether an object of that type is, or may be, alive there.
    [[nodiscard]] bool isObject(std::uint64_t address, std::uint64_t type);
    /// As UTF-8; what is no character, or would move a cursor, as Python writes it: \x0a, \udc80. Nothing: no text.
    [[nodiscard]] std::optional<std::string> text(std::uint64_t address);
    [[nodiscard]] std::optional<std::vector<std::byte>> bytes(std::uint64_t address);
    [[nodiscard]] std::optional<CodeObject> code(std::uint64_t address);

private:
    [[nodiscard]] bool readInstructions(std::uint64_t address, CodeObject& object);

    const Interpreter& m_interpreter;
    const Layout& m_layout;
    PagedMemory& m_memory;
};

} // namespace dbgr::python
