// SPDX-License-Identifier: BSD-3-Clause
// A whole value as one line: {x = 1, y = {1, 2, ...}}, ((1, 2), (3, 4)), <not allocated>. Way: engine -> Printer ->
// ValueReader. Thread: as ValueReader.
#pragma once

#include "values/expr/answer.h"
#include "values/print/format.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace dbgr::values {

/// Where the line is cut; what was left out shows as "...".
struct TextLimits
{
    std::uint32_t depth = 3;      ///< levels of braces
    std::uint32_t children = 100; ///< in one pair of braces
    std::size_t bytes = 1000;
};

class Printer
{
public:
    /// \param reader outlives this
    Printer(ValueReader& reader, const TextLimits& limits, Format format = Format::Natural)
        : m_reader(reader), m_limits(limits), m_format(format)
    {}

    /// Pointers are not followed, but char*, which shows as its text, and what Fortran follows by itself; components of
    /// Fortran that point to derived types show where these are. Objects of libraries show what they hold. Why there is
    /// nothing stands in angle brackets.
    [[nodiscard]] std::string text(const Value& value);
    /// \param language of what was computed
    [[nodiscard]] std::string text(const Answer& answer, Language language);

private:
    ValueReader& m_reader;
    TextLimits m_limits;
    Format m_format;
};

} // namespace dbgr::values
