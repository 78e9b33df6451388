// SPDX-License-Identifier: BSD-3-Clause
// Where a process has code, and of which files. Thread: that of its files.
#pragma once

#include "values/target/address.h"
#include "values/unwind/code_file.h"

#include <algorithm>
#include <cstdint>
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
    CodeMap() = default;
    explicit CodeMap(std::vector<CodeRange> ranges) : m_ranges(std::move(ranges))
    {
        std::sort(m_ranges.begin(), m_ranges.end(),
                  [](const CodeRange& a, const CodeRange& b) { return a.begin < b.begin; });
    }

    /// Null: no code is there.
    [[nodiscard]] const CodeRange* at(Address pc) const
    {
        const auto after = std::upper_bound(m_ranges.begin(), m_ranges.end(), pc,
                                            [](Address at, const CodeRange& range) { return at < range.begin; });
        return after != m_ranges.begin() && pc < std::prev(after)->end ? &*std::prev(after) : nullptr;
    }

private:
    std::vector<CodeRange> m_ranges; // by where they begin
};

} // namespace dbgr::values
