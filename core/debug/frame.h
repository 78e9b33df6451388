// SPDX-License-Identifier: BSD-3-Clause
// One frame of a stack, as a person names it. Made in the engine, shown in every face. Thread: any; a value.
#pragma once

#include <cstdint>
#include <string>

namespace dbgr::debug {

/// A place in the source. `line` 0: no debug information for it.
struct SourceLocation
{
    std::string file;         ///< as the compiler wrote it, made absolute where it could be; "" unknown
    std::uint32_t line = 0;   ///< from 1
    std::uint32_t column = 0; ///< from 1; 0 unknown

    [[nodiscard]] bool known() const { return line != 0; }
    /// Wherever in it.
    [[nodiscard]] bool sameLine(const SourceLocation& other) const { return line == other.line && file == other.file; }
    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

struct Frame
{
    std::uint32_t index = 0; ///< 0 is the innermost
    std::string function;    ///< with arguments' types where the language has them; "" unknown
    SourceLocation where;
    std::string module;   ///< base name of the file that holds the code; of Python, the program's text
    std::uint64_t pc = 0; ///< differs from rank to rank, so it is never compared between ranks
    bool inlined = false;
    /// A call of a Python program: index and pc are those of the interpreter's call that carries it out.
    bool isPython = false;

    /// The same place in the program for people, who see lines, though perhaps in another rank.
    [[nodiscard]] bool samePlace(const Frame& other) const
    {
        return function == other.function && where.sameLine(other.where) && module == other.module;
    }
    friend bool operator==(const Frame&, const Frame&) = default;
};

} // namespace dbgr::debug
