// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_values.h"

#include "dbgdaemon/engine/lldb/content.h"
#include "dbgdaemon/engine/lldb/value_style.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "debug/debug_error.h"
#include "util/content_hash.h"
#include "values/compare/content.h"
#include "values/expr/parser.h"
#include "values/print/printer.h"
#include "values/print/type_text.h"
#include "values/values_error.h"

#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBThread.h>

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kMostChildren = 1'000'000;

/// Of numbers that were computed: the text says all that there is, if it is long enough.
debug::Content contentOfText(values::Printer whole, const values::Answer& answer, values::Language language)
{
    const std::string text = whole.text(answer, language);
    util::ContentHash hash;
    hash.add(std::as_bytes(std::span(text)));
    return {hash.value(), false, 0};
}

/// "(2,1)": the subscripts of the k-th element.
std::string subscriptsOf(const values::ArrayView& view, std::uint64_t k)
{
    std::string text;
    for (const values::Extent& extent : view.extents) { // Fortran: the first one varies fastest
        const auto index = static_cast<std::int64_t>(k % extent.count);
        text += (text.empty() ? "(" : ",") + std::to_string(extent.lower + index);
        k /= extent.count;
    }
    return text + ")";
}

} // namespace

RankValues::RankValues(lldb::SBTarget target, lldb::SBProcess process)
    : m_memory(process), m_modules(target), m_reader(debugFiles(), m_modules, m_memory)
{}

values::FrameRef RankValues::refOf(lldb::SBFrame frame)
{
    values::FrameRef ref = m_frames.refOf(frame);
    // Of procedures that LLDB knows nothing of it cannot tell which are inlined: the innermost one is meant.
    if (!frame.GetFunction().IsValid())
        ref.inlineDepth = std::numeric_limits<unsigned>::max();
    return ref;
}

util::Result<std::vector<NamedValue>> RankValues::variables(lldb::SBFrame frame)
{
    auto found = m_reader.variables(refOf(frame));
    if (!found)
        return util::fail(debug::Errc::NoDebugInfo, found.error().message(), found.error().advice);
    const std::uint32_t line = frame.GetLineEntry().GetLine();
    std::vector<NamedValue> result;
    std::set<std::string> names;
    for (values::Value& value : *found) {
        NamedValue named{std::move(value), "", "", false};
        named.name = named.value.name;
        named.early = !named.value.isArgument && named.value.declaredLine > line;
        if (names.insert(values::folded(named.name)).second) // the name means the first one only
            named.path = named.name;
        result.push_back(std::move(named));
    }
    return result;
}

util::Result<std::vector<NamedValue>> RankValues::children(const NamedValue& parent, std::uint32_t first,
                                                           std::uint32_t count)
{
    const auto asOurs = [](const util::Error& error) {
        return util::fail(debug::Errc::BadExpression, error.message(), error.advice);
    };
    auto settled = m_reader.values().settled(parent.value);
    if (!settled)
        return asOurs(settled.error());
    std::vector<NamedValue> result;
    if (settled->array) {
        const std::uint64_t end = std::min<std::uint64_t>(settled->array->count(), std::uint64_t{first} + count);
        for (std::uint64_t k = first; k < end; ++k) {
            const std::string at = subscriptsOf(*settled->array, k);
            result.push_back(
                {m_reader.values().elementAt(*settled, k), at, parent.path.empty() ? "" : parent.path + at});
        }
        return result;
    }
    auto members = m_reader.values().members(*settled);
    if (!members)
        return asOurs(members.error());
    for (std::size_t i = first; i < members->size() && result.size() < count; ++i) {
        const std::string name = (*members)[i].name;
        result.push_back({std::move((*members)[i]), name, parent.path.empty() ? "" : parent.path + "%" + name});
    }
    return result;
}

std::uint32_t RankValues::childCountOf(const values::Value& settled)
{
    if (settled.array)
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(settled.array->count(), kMostChildren));
    if (!settled.type->isRecord())
        return 0;
    const auto members = m_reader.values().members(settled);
    return members ? static_cast<std::uint32_t>(members->size()) : 0;
}

debug::Variable RankValues::toVariable(const NamedValue& named)
{
    return described(named, kShortText, kListedContent);
}

debug::Variable RankValues::described(const NamedValue& named, const values::TextLimits& text,
                                      const values::ContentLimits& content)
{
    debug::Variable result;
    result.name = named.name;
    result.path = named.path;
    result.early = named.early;
    result.kind = named.value.recordType   ? debug::VariableKind::Member
                  : named.value.isArgument ? debug::VariableKind::Argument
                                           : debug::VariableKind::Local;
    const auto settled = m_reader.values().settled(named.value);
    if (!settled) {
        result.type = values::typeText(*named.value.type);
        result.problem = settled.error().message();
        return result;
    }
    result.type = values::typeText(*settled, named.value.type);
    result.childCount = childCountOf(*settled);
    if (result.childCount == 0 && !settled->array) { // a number, which has a text or none
        if (const auto bytes = m_reader.values().read(*settled); !bytes) {
            result.problem = bytes.error().message();
            return result;
        }
    }
    result.value = values::Printer(m_reader.values(), text).text(*settled);
    result.content = values::contentOf(m_reader.values(), *settled, content);
    return result;
}

debug::ValueGroup RankValues::groupOf(const values::Answer& answer, values::Language language,
                                      const debug::ValueStyle& style)
{
    debug::ValueGroup group = usualGroupOf(answer, language);
    applyStyle(group, m_reader.values(), answer, language, style);
    return group;
}

debug::ValueGroup RankValues::usualGroupOf(const values::Answer& answer, values::Language language)
{
    if (const auto* const value = std::get_if<values::Value>(&answer)) {
        debug::Variable variable = described({*value, value->name, "", false}, kLongText, kAskedContent);
        return {{}, std::move(variable.value), std::move(variable.type), std::move(variable.problem), variable.content};
    }
    debug::ValueGroup group;
    group.value = values::Printer(m_reader.values(), kLongText).text(answer, language);
    constexpr values::TextLimits kWhole{20, 2'000'000, std::size_t{64} << 20};
    group.content = contentOfText(values::Printer(m_reader.values(), kWhole), answer, language);
    if (const auto* const number = std::get_if<values::Number>(&answer))
        group.type = values::typeText(*number, language);
    else if (const auto& array = std::get<values::NumberArray>(answer); !array.elements.empty())
        group.type = values::typeText(array.elements.front(), language);
    return group;
}

bool RankValues::isFalse(lldb::SBFrame frame, const std::string& condition)
{
    const auto [known, isNew] = m_isFalse.try_emplace({frame.GetThread().GetThreadID(), condition}, false);
    if (!isNew)
        return known->second;
    const values::FrameRef ref = refOf(frame);
    const auto tree = values::parse(condition, m_reader.language(ref));
    const auto truth = tree ? m_reader.isTrue(ref, *tree) : util::Result<bool>(true);
    return known->second = truth && !*truth;
}

std::optional<debug::ValueGroup> RankValues::evaluate(lldb::SBFrame frame, const std::string& expression,
                                                      const debug::ValueStyle& style)
{
    const values::FrameRef ref = refOf(frame);
    const values::Language language = m_reader.language(ref);
    const auto problem = [](const util::Error& error) -> std::optional<debug::ValueGroup> {
        if (error.code == values::Errc::NotOurs)
            return std::nullopt;
        return debug::ValueGroup{{}, "", "", error.message()};
    };
    const auto tree = values::parse(expression, language);
    if (!tree)
        return problem(tree.error());
    const auto answer = m_reader.evaluate(ref, *tree);
    if (!answer)
        return problem(answer.error());
    return groupOf(*answer, language, style);
}

} // namespace dbgr::daemon
