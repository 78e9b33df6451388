// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/paths.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/libstdcxx.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "util/string_util.h"

#include <lldb/API/SBError.h>
#include <lldb/API/SBType.h>

#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kLongestPath = 1000; // every character may be one step of a recursion

lldb::SBValue withoutReference(lldb::SBValue value)
{
    return value.GetType().GetCanonicalType().IsReferenceType() ? value.Dereference() : value;
}

/// What a plain or smart pointer, or a reference to one, is as a plain pointer.
lldb::SBValue asPointer(lldb::SBValue value)
{
    value = withoutReference(value);
    if (lldb::SBValue held = smartPointer(value); held.IsValid())
        return held;
    return value.GetType().GetCanonicalType().IsPointerType() ? value : lldb::SBValue();
}

lldb::SBValue pointee(lldb::SBValue value)
{
    lldb::SBValue pointer = asPointer(value);
    return pointer.IsValid() ? pointer.Dereference() : pointer;
}

lldb::SBValue member(lldb::SBValue value, const std::string& name)
{
    value = withoutReference(value);
    if (smartPointer(value).IsValid()) // its own members are nobody's business
        return {};
    if (auto held = heldByOptional(value); held && held->IsValid())
        return member(*held, name);
    lldb::SBValue found = value.GetChildMemberWithName(name.c_str());
    return found.IsValid() ? found : value.GetNonSyntheticValue().GetChildMemberWithName(name.c_str());
}

lldb::SBValue element(lldb::SBValue value, std::int64_t index)
{
    if (index < 0 || index > std::numeric_limits<std::uint32_t>::max())
        return {};
    if (lldb::SBValue pointer = asPointer(value); pointer.IsValid()) // of any type: the element is not its member
        return pointer.GetValueForExpressionPath(("[" + std::to_string(index) + "]").c_str());
    value = inside(withoutReference(value));
    if (!isSequence(value) && !value.GetType().GetCanonicalType().IsArrayType())
        return {};
    return value.GetChildAtIndex(static_cast<std::uint32_t>(index));
}

/// Where the last step of the path begins: ".name", "->name" or "[index]"; npos if there is none.
std::size_t lastStep(std::string_view path)
{
    int depth = 0;
    for (std::size_t i = path.size(); i-- > 0;) {
        depth += path[i] == ']' ? 1 : path[i] == '[' ? -1 : 0;
        if (depth == 0 && path[i] == '[')
            return path.ends_with(']') ? i : std::string_view::npos;
        if (depth == 0 && path[i] == '.')
            return i;
        if (depth == 0 && path[i] == '>' && i > 0)
            return i - 1;
    }
    return std::string_view::npos;
}

class PathWalk
{
public:
    explicit PathWalk(lldb::SBFrame frame) : m_frame(frame) {}

    lldb::SBValue to(std::string_view path)
    {
        path = util::trimmed(path);
        if (path.starts_with('*'))
            return pointee(to(path.substr(1)));
        if (path.starts_with('&'))
            return withoutReference(to(path.substr(1))).AddressOf();
        const std::size_t step = lastStep(path);
        if (step == std::string_view::npos)
            return path.empty()
                       ? lldb::SBValue()
                       : m_frame.GetValueForVariablePath(std::string(path).c_str(), lldb::eDynamicDontRunTarget);
        return taken(to(path.substr(0, step)), path.substr(step));
    }

private:
    lldb::SBValue taken(lldb::SBValue from, std::string_view step)
    {
        if (!from.IsValid())
            return from;
        if (step.starts_with('[')) {
            const std::optional<std::int64_t> index = number(step.substr(1, step.size() - 2));
            return index ? element(from, *index) : lldb::SBValue();
        }
        const bool arrow = step.starts_with('-');
        return member(arrow ? pointee(from) : from, std::string(step.substr(arrow ? 2 : 1)));
    }
    std::optional<std::int64_t> number(std::string_view index)
    {
        if (const auto literal = util::parseNumber<std::int64_t>(index))
            return literal;
        lldb::SBError error;
        lldb::SBValue variable = withoutReference(to(index));
        const bool isNumber =
            variable.IsValid() && (variable.GetType().GetCanonicalType().GetTypeFlags() & lldb::eTypeIsInteger);
        const std::int64_t value = isNumber ? variable.GetValueAsSigned(error, 0) : 0;
        return isNumber && error.Success() ? std::optional(value) : std::nullopt;
    }

    lldb::SBFrame m_frame;
};

} // namespace

bool looksLikePath(std::string_view expression)
{
    const std::string_view text = util::trimmed(expression);
    const std::size_t start = text.find_first_not_of("*&");
    if (start == std::string_view::npos || std::isdigit(static_cast<unsigned char>(text[start])))
        return false;
    for (std::size_t i = start; i < text.size(); ++i) {
        if (text[i] == '-') {
            if (i + 1 == text.size() || text[++i] != '>')
                return false;
        } else if (!std::isalnum(static_cast<unsigned char>(text[i])) &&
                   std::string_view("_.:[]").find(text[i]) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

lldb::SBValue valueAtPath(lldb::SBFrame frame, std::string_view path)
{
    if (path.size() > kLongestPath || !looksLikePath(path))
        return {};
    return PathWalk(frame).to(path);
}

} // namespace dbgr::daemon
