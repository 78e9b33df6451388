// SPDX-License-Identifier: BSD-3-Clause
// Where a process has code, and of which files. Thread: that of its files.
#pragma once

#include "values/target/address.h"
#include "values/unwind/code_file.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::values {

/// One mapping.
struct CodeRange
{
    Address begin, end;
    std::uint64_t bias = 0;
    CodeFile* file = nullptr; ///< null: of no file, or one that cannot be read
    std::string module;       ///< base name of the file, as stacks have it; "" none

    [[nodiscard]] FileAddress inFile(Address address) const { return {address.value - bias}; }
};

class CodeMap
{
public:
    /// Finds a range's file, when code of it is met.
    using Open = std::function<CodeFile*(const CodeRange&)>;

    CodeMap() = default;
    /// \param open none: the ranges have their files
    explicit CodeMap(std::vector<CodeRange> ranges, Open open = {})
        : m_ranges(std::move(ranges)), m_open(std::move(open))
    {
        std::sort(m_ranges.begin(), m_ranges.end(),
                  [](const CodeRange& a, const CodeRange& b) { return a.begin < b.begin; });
    }

    /// Null: no code is there.
    [[nodiscard]] const CodeRange* at(Address pc) const
    {
        const auto after = std::upper_bound(m_ranges.begin(), m_ranges.end(), pc,
                                            [](Address at, const CodeRange& range) { return at < range.begin; });
        if (after == m_ranges.begin() || pc >= std::prev(after)->end)
            return nullptr;
        CodeRange& range = *std::prev(after);
        if (m_open && !range.file)
            range.file = m_open(range);
        return &range;
    }

private:
    mutable std::vector<CodeRange> m_ranges; // by where they begin
    Open m_open;
};

} // namespace dbgr::values
