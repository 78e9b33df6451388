// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_values.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/early.h"
#include "dbgdaemon/engine/lldb/lldb_values.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/value_style.h"
#include "debug/debug_error.h"
#include "util/content_hash.h"
#include "values/expr/leading_name.h"
#include "values/names/birth.h"
#include "values/parts/checked_text.h"
#include "values/print/type_text.h"
#include "values/values_error.h"

#include <lldb/API/SBThread.h>
#include <lldb/API/SBType.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kMostChildren = 1'000'000;

/// Of numbers that were computed: the text says all that there is, if it is long enough.
debug::Content contentOfText(values::Printer whole, const values::Answer& answer, values::Language language)
{
    const std::string text = whole.text(answer, language);
    util::ContentHash hash;
    hash.add(std::as_bytes(std::span(text)));
    const auto* const number = std::get_if<values::Number>(&answer);
    const bool isAddress = number && number->kind == values::NumberKind::Pointer;
    return {hash.value(), false, 0, isAddress && language != values::Language::Fortran};
}

debug::VariableKind kindOf(const values::Value& variable)
{
    const bool isStatic = variable.variable && values::isOfNoCall(*variable.variable);
    return variable.isArgument ? debug::VariableKind::Argument
           : isStatic          ? debug::VariableKind::Static
                               : debug::VariableKind::Local;
}

/// Its place.
void takeFrom(lldb::SBValue seen, values::Value& variable)
{
    const lldb::addr_t place = seen.IsValid() ? seen.GetLoadAddress() : LLDB_INVALID_ADDRESS;
    if (place == LLDB_INVALID_ADDRESS)
        return;
    variable.address = {place};
    variable.variable.reset();
}

/// What values are read from, so that no page is read twice.
class PageMemory final : public values::Memory
{
public:
    explicit PageMemory(values::StopMemory& pages) : m_pages(pages) {}
    bool read(values::Address address, std::span<std::byte> out) override
    {
        return !values::StopMemory::isMadeUp(address) && m_pages.read(address, out).has_value();
    }

private:
    values::StopMemory& m_pages;
};

debug::ValueGroup withProblem(std::string words)
{
    return {{}, "", "", std::move(words)};
}

} // namespace

bool isForCompiler(const util::Error& error, values::Language language)
{
    const bool leaves = error.code == values::Errc::NotOurs || error.code == values::Errc::NoSuchName;
    return leaves && language != values::Language::Fortran;
}

RankValues::RankValues(std::shared_ptr<RankMemory> memory, std::shared_ptr<RankModules> modules)
    : m_memory(std::move(memory)), m_modules(std::move(modules)), m_reader(m_modules->files(), *m_memory)
{}

std::shared_ptr<const OwnStack> RankValues::ownStack(const std::shared_ptr<const StandingThread>& thread,
                                                     std::size_t mostCalls)
{
    const auto [known, isNew] = m_stacks.try_emplace(thread->id);
    OwnCalls& calls = known->second;
    if (isNew || (mostCalls > calls.asked && calls.stack && !calls.stack->isWhole())) {
        PageMemory memory(m_reader.values().memory());
        std::optional<OwnStack> stack = OwnStack::of(thread, memory, m_modules, mostCalls);
        calls.asked = mostCalls;
        calls.stack = stack ? std::make_shared<const OwnStack>(*std::move(stack)) : nullptr;
    }
    return calls.stack;
}

/// Thread-local variables of libraries: only LLDB knows where they are.
bool RankValues::isOthers(const values::Value& variable, values::Language language)
{
    if (!variable.variable || !values::isThreadLocal(*variable.variable))
        return false;
    const auto settled = m_reader.values().settled(variable);
    return !settled && isForCompiler(settled.error(), language);
}

util::Result<std::vector<ListedValue>> RankValues::variables(const ShownFrame& frame)
{
    const values::FrameRef ref = refOf(frame);
    auto found = m_reader.variables(ref);
    if (!found)
        return util::fail(debug::Errc::NoDebugInfo, found.error().message(), found.error().advice);
    const values::Language language = m_reader.language(ref);
    std::vector<ListedValue> result;
    std::set<std::string> names;
    for (values::Value& value : *found) {
        const bool isOneOf = value.oneOfLine > 0;
        const std::string name = value.name + (isOneOf ? " (line " + std::to_string(value.oneOfLine) + ")" : "");
        const bool isFirst = names.insert(language == values::Language::Fortran ? values::folded(name) : name).second;
        const debug::VariableKind kind = kindOf(value);
        const bool early = isEarly(frame, value);
        if (isOthers(value, language))
            takeFrom(frame.lldb().FindVariable(name.c_str()), value);
        // the name means the first one only
        result.push_back({{std::move(value), name, isFirst && !isOneOf ? name : ""}, language, kind, early});
    }
    return result;
}

util::Result<std::vector<ListedValue>> RankValues::children(const ListedValue& parent, std::uint32_t first,
                                                            std::uint32_t count)
{
    auto parts = values::partsOf(m_reader.values(), parent.part.value, parent.part.path, parent.language, first, count);
    if (!parts)
        return util::fail(debug::Errc::BadExpression, parts.error().message(), parts.error().advice);
    std::vector<ListedValue> result;
    for (values::NamedPart& part : *parts)
        result.push_back({std::move(part), parent.language, debug::VariableKind::Member, false});
    return result;
}

debug::Variable RankValues::toVariable(const ListedValue& listed)
{
    const auto shown = m_reader.values().shown(listed.part.value);
    debug::Variable result = described(listed.part.value, shown, kListed);
    if (result.problem.empty())
        result.childCount =
            static_cast<std::uint32_t>(std::min(values::partCountOf(m_reader.values(), *shown), kMostChildren));
    result.name = listed.part.name;
    result.path = listed.part.path;
    result.kind = listed.kind;
    result.early = listed.early;
    return result;
}

debug::Variable RankValues::described(const values::Value& value, const util::Result<values::Value>& shown,
                                      const Detail& detail)
{
    debug::Variable result;
    values::ValueReader& reader = m_reader.values();
    if (!shown) {
        result.type = values::typeText(*value.type);
        result.problem = shown.error().message();
        return result;
    }
    result.type = values::typeText(*shown, value.type);
    auto text = values::checkedText(reader, *shown, detail.text);
    if (!text) {
        result.problem = text.error().message();
        return result;
    }
    result.value = *std::move(text);
    result.content = values::contentOf(reader, *shown, detail.content);
    return result;
}

debug::ValueGroup RankValues::groupOf(const values::Answer& answer, values::Language language, const Detail& detail,
                                      const debug::ValueStyle& style)
{
    debug::ValueGroup group = usualGroupOf(answer, language, detail);
    applyStyle(group, m_reader.values(), answer, language, style);
    return group;
}

debug::ValueGroup RankValues::usualGroupOf(const values::Answer& answer, values::Language language,
                                           const Detail& detail)
{
    if (const auto* const value = std::get_if<values::Value>(&answer)) {
        debug::Variable variable = described(*value, m_reader.values().shown(*value), detail);
        return {{}, std::move(variable.value), std::move(variable.type), std::move(variable.problem), variable.content};
    }
    debug::ValueGroup group;
    group.value = values::Printer(m_reader.values(), detail.text).text(answer, language);
    constexpr values::TextLimits kWhole{20, 2'000'000, std::size_t{64} << 20};
    group.content = contentOfText(values::Printer(m_reader.values(), kWhole), answer, language);
    if (const auto* const number = std::get_if<values::Number>(&answer))
        group.type = values::typeText(*number, language);
    else if (const auto& array = std::get<values::NumberArray>(answer); !array.elements.empty())
        group.type = values::typeText(array.elements.front(), language);
    return group;
}

bool RankValues::isFalse(const ShownFrame& frame, const std::string& condition)
{
    const auto [known, isNew] = m_isFalse.try_emplace({frame.thread().GetThreadID(), condition}, false);
    if (!isNew)
        return known->second;
    const values::FrameRef ref = refOf(frame);
    const auto tree = parsed(condition, m_reader.language(ref));
    const auto truth = tree ? m_reader.isTrue(ref, *tree) : util::Result<bool>(true);
    return known->second = truth && !*truth;
}

std::optional<debug::ValueGroup> RankValues::evaluate(const ShownFrame& frame, const std::string& expression,
                                                      const debug::ValueStyle& style)
{
    const values::FrameRef ref = refOf(frame);
    const values::Language language = m_reader.language(ref);
    const auto tree = parsed(expression, language);
    if (!tree && language != values::Language::Fortran)
        return std::nullopt; // there is more in C++ than we read
    const auto answer = tree ? m_reader.evaluate(ref, *tree) : util::Result<values::Answer>(util::fail(tree.error()));
    if (!answer)
        return isForCompiler(answer.error(), language) ? std::nullopt
                                                       : std::optional(withProblem(answer.error().message()));
    if (const auto* const value = std::get_if<values::Value>(&*answer); value && isOthers(*value, language))
        return std::nullopt;
    debug::ValueGroup group = groupOf(*answer, language, kAsked, style);
    if (const std::string name = values::leadingName(*tree); !name.empty())
        group.early = isEarly(frame, name, [&] { return m_reader.find(ref, name); });
    return group;
}

std::optional<debug::ValueGroup> RankValues::evaluateAt(values::Address code, const std::string& expression,
                                                        const debug::ValueStyle& style)
{
    const values::Language language = m_reader.languageAt(code);
    const auto tree = parsed(expression, language);
    if (!tree)
        return std::nullopt;
    const auto answer = m_reader.evaluateAt(code, *tree);
    if (answer)
        return groupOf(*answer, language, kAsked, style);
    const bool isUnknown =
        answer.error().code == values::Errc::NotOurs || answer.error().code == values::Errc::NoSuchName;
    return isUnknown ? std::nullopt : std::optional(withProblem(answer.error().message()));
}

debug::ValueGroup RankValues::shown(const ShownFrame& frame, lldb::SBValue value, const Detail& detail,
                                    const debug::ValueStyle& style)
{
    const values::FrameRef ref = refOf(frame);
    const auto ours = toValue(m_reader, ref, value);
    if (ours) {
        debug::ValueGroup group = groupOf(*ours, values::Language::Cxx, detail, style);
        if (isCode(value.GetType()))
            group.type = text(value.GetDisplayTypeName());
        return group;
    }
    const std::string plain = text(value.GetValue()); // of types that the program says nothing about
    if (plain.empty())
        return withProblem(ours.error().message());
    debug::ValueGroup group;
    group.value = plain;
    group.type = text(value.GetDisplayTypeName());
    util::ContentHash hash;
    hash.add(std::as_bytes(std::span(plain)));
    lldb::SBType type = value.GetType().GetCanonicalType();
    group.content = {hash.value(), false, 0, type.IsPointerType() || type.IsReferenceType()};
    return group;
}

} // namespace dbgr::daemon
