// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/value_style.h"

#include "dbgdaemon/engine/lldb/rank_values.h"
#include "values/describe/value_tree.h"
#include "values/print/format.h"

#include <algorithm>
#include <cstddef>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kMostElements = 100'000;
constexpr std::uint32_t kDeepest = 20;
constexpr std::size_t kBytesOfElement = 100; // of more elements, more text
constexpr std::size_t kMostBytes = std::size_t{512} << 10;

values::Format formatOf(const debug::ValueStyle& style)
{
    return values::formatOf(style.format).value_or(values::Format::Natural);
}

} // namespace

values::TextLimits limitsOf(const debug::ValueStyle& style)
{
    values::TextLimits limits = kAsked.text;
    if (style.depth > 0)
        limits.depth = std::min(style.depth, kDeepest);
    if (style.elements > 0) {
        limits.children = std::min(style.elements, kMostElements);
        limits.bytes = std::clamp(limits.children * kBytesOfElement, limits.bytes, kMostBytes);
    }
    return limits;
}

void applyStyle(debug::ValueGroup& group, values::ValueReader& reader, const values::Answer& answer,
                values::Language language, const debug::ValueStyle& style)
{
    const values::TextLimits limits = limitsOf(style);
    if (style.tree)
        group.tree = values::treeOf(reader, answer, language, limits, formatOf(style));
    if (style.isUsual() || !group.problem.empty())
        return;
    group.value = values::Printer(reader, limits, formatOf(style)).text(answer, language);
}

} // namespace dbgr::daemon
