// SPDX-License-Identifier: BSD-3-Clause
// Objects of libraries: size=3 {1, 2, 3}, "text", what a pointer leads to, what an optional holds.
#include "values/print/value_writer.h"

#include "values/print/letters.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::string_view kItemsCut = "...";
constexpr unsigned kMostHolders = 20; // in each other: what was overwritten may hold itself

} // namespace

/// \returns false for what is no object of a library
bool ValueWriter::addContainer(const Value& value, std::uint32_t depth)
{
    const auto opened = Containers(m_reader).open(value);
    if (!opened)
        return false;
    if (!*opened) {
        addError(opened->error());
        return true;
    }
    const Container& container = **opened;
    switch (container.kind) {
    case ContainerKind::Text:
        addText(container);
        break;
    case ContainerKind::Pointer:
    case ContainerKind::Holder:
    case ContainerKind::Plain:
        addHeld(container, depth);
        break;
    default:
        if (container.kindName == "array" && container.whole)
            addArray(*container.whole, depth);
        else
            addItems(container, depth);
    }
    return true;
}

/// What adds no braces of its own.
void ValueWriter::addHeld(const Container& container, std::uint32_t depth)
{
    if (m_holders == kMostHolders) {
        m_text += kItemsCut;
        return;
    }
    ++m_holders;
    if (container.whole)
        add(*container.whole, depth);
    if (!container.note.empty())
        m_text += (container.whole ? " " : "") + container.note;
    --m_holders;
}

void ValueWriter::addText(const Container& text)
{
    const Type& letter = *text.whole->array->element->canonical;
    const std::uint64_t shown = std::min<std::uint64_t>(text.count, m_limits.bytes);
    std::vector<std::byte> bytes(static_cast<std::size_t>(shown * letter.bytes));
    const auto done = m_reader.memory().read(text.whole->array->base, bytes);
    if (!done)
        return addError(done.error());
    const bool isKnown = letter.letters != Letters::None && unitBytes(letter.letters) == letter.bytes;
    m_text += lettersText(bytes, isKnown ? letter.letters : Letters::Char);
    if (text.count > shown)
        m_text += kItemsCut;
}

void ValueWriter::addItems(const Container& container, std::uint32_t depth)
{
    const bool isTuple = container.kind == ContainerKind::Tuple;
    if (!isTuple) {
        m_text += container.note.empty() ? "size=" + std::to_string(container.count) : container.note;
        if (container.count == 0)
            return;
        m_text += ' ';
    }
    m_text += '{';
    if (depth == m_limits.depth) {
        m_text += std::string(kItemsCut) + '}';
        return;
    }
    std::uint64_t k = 0;
    const auto done = Containers(m_reader).forEach(container, 0, [&](const Item& item) {
        m_text += k == 0 ? "" : ", ";
        if (k == m_limits.children || isFull()) {
            m_text += std::string(kItemsCut) + " (" + std::to_string(container.count - k) + " more)";
            return false;
        }
        addItem(item, depth + 1);
        ++k;
        return true;
    });
    if (!done) {
        m_text += k == 0 ? "" : ", ";
        addError(done.error());
    }
    m_text += '}';
}

void ValueWriter::addItem(const Item& item, std::uint32_t depth)
{
    if (!item.key) {
        if (!item.value.name.empty())
            m_text += item.value.name + " = ";
        return add(item.value, depth);
    }
    if (depth == m_limits.depth) {
        m_text += "{...}";
        return;
    }
    m_text += "{first = ";
    add(*item.key, depth + 1);
    m_text += ", second = ";
    add(item.value, depth + 1);
    m_text += '}';
}

} // namespace dbgr::values
