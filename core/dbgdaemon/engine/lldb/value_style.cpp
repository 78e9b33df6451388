// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/value_style.h"

#include "values/describe/value_tree.h"
#include "values/print/format.h"

#include <algorithm>
#include <array>
#include <utility>

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

lldb::Format lldbFormatOf(char letter)
{
    static constexpr std::array<std::pair<char, lldb::Format>, 9> kFormats{{{'x', lldb::eFormatHex},
                                                                            {'d', lldb::eFormatDecimal},
                                                                            {'u', lldb::eFormatUnsigned},
                                                                            {'o', lldb::eFormatOctal},
                                                                            {'t', lldb::eFormatBinary},
                                                                            {'c', lldb::eFormatChar},
                                                                            {'f', lldb::eFormatFloat},
                                                                            {'e', lldb::eFormatFloat},
                                                                            {'a', lldb::eFormatPointer}}};
    const auto found =
        std::find_if(kFormats.begin(), kFormats.end(), [&](const auto& one) { return one.first == letter; });
    return found == kFormats.end() ? lldb::eFormatDefault : found->second;
}

/// Of the value and of what it holds, as far as a line shows it.
void setFormat(lldb::SBValue value, lldb::Format format, const TextLimits& limits, std::uint32_t depth)
{
    value.SetFormat(format);
    lldb::SBValue parts = inside(value);
    if (depth == limits.depth)
        return;
    const std::uint32_t count = std::min(childCountOf(value), limits.children);
    for (std::uint32_t i = 0; i < count; ++i)
        setFormat(parts.GetChildAtIndex(i), format, limits, depth + 1);
}

} // namespace

TextLimits limitsOf(const debug::ValueStyle& style)
{
    TextLimits limits = kLongText;
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
    const TextLimits limits = limitsOf(style);
    if (style.tree)
        group.tree = values::treeOf(reader, answer, language, limits, formatOf(style));
    if (style.isUsual() || !group.problem.empty())
        return;
    group.value = values::Printer(reader, limits, formatOf(style)).text(answer, language);
}

std::string styledLine(lldb::SBValue value, const debug::ValueStyle& style)
{
    const TextLimits limits = limitsOf(style);
    const lldb::Format format = lldbFormatOf(style.format);
    if (format == lldb::eFormatDefault)
        return oneLine(value, limits);
    setFormat(value, format, limits, 0);
    std::string line = oneLine(value, limits);
    setFormat(value, lldb::eFormatDefault, limits, 0); // LLDB keeps its values, and their formats
    return line;
}

} // namespace dbgr::daemon
