// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/value_text.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/libstdcxx.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/unreadable.h"
#include "util/string_util.h"

#include <lldb/API/SBType.h>

#include <algorithm>
#include <string_view>

namespace dbgr::daemon {

namespace {

constexpr std::uint32_t kMaxChildren = 1'000'000;
constexpr std::string_view kCut = "...";
constexpr std::string_view kNothing = "nullopt"; // of a std::optional

std::string withoutZeros(std::string_view address)
{
    if (!address.starts_with("0x"))
        return std::string(address);
    const std::size_t digit = std::min(address.find_first_not_of('0', 2), address.size() - 1);
    return "0x" + std::string(address.substr(digit));
}

/// LLDB's way to say that a summary cannot be made.
bool isNoSummary(std::string_view summary)
{
    return summary == "Summary Unavailable" || summary == "unable to read data";
}

/// What the value is without its members; "" for a struct that LLDB has no summary for.
std::string scalarText(lldb::SBValue& value)
{
    lldb::SBType type = value.GetType().GetCanonicalType();
    const char* plain = value.GetValue();
    if (plain && pointsNowhere(value))
        return withoutZeros(plain) + " <the memory there cannot be read>";
    const char* summary = value.GetSummary();
    if (summary && !util::trimmed(summary).empty() && !isNoSummary(summary))
        return std::string(util::trimmed(summary));
    if (!plain)
        return {};
    return type.IsPointerType() ? withoutZeros(plain) : plain;
}

/// A text in quotes, which is worth more than its characters one by one, or than the inside of a std::string.
bool isWholeText(std::string_view scalar)
{
    const std::size_t quote = scalar.find('"');
    return quote != std::string_view::npos && quote <= 2; // after L, u, U or u8
}

bool hasBraces(lldb::SBValue& value)
{
    return !value.GetType().GetCanonicalType().IsPointerType() && value.MightHaveChildren() &&
           value.GetNumChildren(1) > 0;
}

class Writer
{
public:
    explicit Writer(const TextLimits& limits) : m_limits(limits) {}

    void add(lldb::SBValue value, std::uint32_t depth);
    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void addChildren(lldb::SBValue& value, std::uint32_t depth);
    void addName(const char* name);
    [[nodiscard]] bool full() const { return m_text.size() >= m_limits.bytes; }

    TextLimits m_limits;
    std::string m_text;
};

void Writer::add(lldb::SBValue value, std::uint32_t depth)
{
    value = inside(value);
    if (const lldb::SBError error = value.GetError(); error.Fail()) {
        m_text += "<" + wordsOf(error) + ">";
        return;
    }
    if (const std::string why = whyUnreadable(value); !why.empty()) {
        m_text += "<" + why + ">";
        return;
    }
    if (isOptional(value)) { // inside() looks into those that hold something
        m_text += kNothing;
        return;
    }
    const std::string scalar = scalarText(value);
    m_text += scalar.substr(0, m_limits.bytes);
    if (scalar.size() > m_limits.bytes)
        m_text += kCut;
    if (isWholeText(scalar) || !hasBraces(value))
        return;
    if (!scalar.empty())
        m_text += ' ';
    if (depth == m_limits.depth)
        m_text += scalar.empty() ? "{...}" : kCut;
    else
        addChildren(value, depth + 1);
}

void Writer::addChildren(lldb::SBValue& value, std::uint32_t depth)
{
    const std::uint32_t count = value.GetNumChildren(m_limits.children + 1);
    m_text += '{';
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0)
            m_text += ", ";
        if (i == m_limits.children || full()) {
            m_text += kCut;
            break;
        }
        lldb::SBValue child = value.GetChildAtIndex(i);
        addName(child.GetName());
        add(child, depth);
    }
    m_text += '}';
}

void Writer::addName(const char* name)
{
    if (!name || *name == '[' || *name == '\0') // an element: its place in the line names it
        return;
    m_text += name;
    m_text += " = ";
}

} // namespace

std::string oneLine(lldb::SBValue value, const TextLimits& limits)
{
    Writer writer(limits);
    writer.add(value, 0);
    return writer.take();
}

lldb::SBValue inside(lldb::SBValue value)
{
    if (value.GetType().GetCanonicalType().IsReferenceType()) {
        if (lldb::SBValue target = value.Dereference(); target.IsValid())
            value = target;
    }
    constexpr const char* kElementsOfStdArray = "_M_elems";
    const bool isPointer = value.GetType().GetCanonicalType().IsPointerType();
    if (!isPointer && text(value.GetTypeName()).starts_with("std::array<")) {
        if (lldb::SBValue elements = value.GetChildMemberWithName(kElementsOfStdArray); elements.IsValid())
            value = elements;
    }
    if (auto held = heldByOptional(value); held && held->IsValid())
        return inside(*held);
    if (lldb::SBValue pointer = owningPointer(value); pointer.IsValid())
        value = pointer;
    return value;
}

std::uint32_t childCountOf(lldb::SBValue value)
{
    value = inside(value);
    if (isOptional(value) || !value.MightHaveChildren() || !whyUnreadable(value).empty() ||
        isWholeText(scalarText(value)))
        return 0;
    const std::uint32_t count = value.GetNumChildren(kMaxChildren);
    return count == 1 && !value.GetChildAtIndex(0).IsValid() ? 0 : count; // a pointer to a std::unique_ptr
}

} // namespace dbgr::daemon
