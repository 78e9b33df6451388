// SPDX-License-Identifier: BSD-3-Clause
#include "values/describe/value_tree.h"

#include "values/containers/containers.h"
#include "values/print/type_text.h"
#include "values/values_error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

using debug::ValueTree;

ValueTree::Kind kindOf(const Type& type)
{
    switch (type.canonical->kind) {
    case TypeKind::Boolean:
        return ValueTree::Kind::Logical;
    case TypeKind::Signed:
    case TypeKind::Unsigned:
        return ValueTree::Kind::Integer;
    case TypeKind::Character:
        return ValueTree::Kind::Character;
    case TypeKind::Real:
        return ValueTree::Kind::Real;
    case TypeKind::Complex:
        return ValueTree::Kind::Complex;
    case TypeKind::Enumeration:
        return ValueTree::Kind::Enumeration;
    case TypeKind::Text:
        return ValueTree::Kind::Text;
    case TypeKind::Array:
        return ValueTree::Kind::Array;
    case TypeKind::Structure:
    case TypeKind::Union:
        return ValueTree::Kind::Record;
    case TypeKind::Pointer:
        return ValueTree::Kind::Pointer;
    default:
        return ValueTree::Kind::Other;
    }
}

ValueTree::Kind kindOf(const Number& number)
{
    switch (number.kind) {
    case NumberKind::Integer:
        return number.enumeration   ? ValueTree::Kind::Enumeration
               : number.isCharacter ? ValueTree::Kind::Character
                                    : ValueTree::Kind::Integer;
    case NumberKind::Real:
        return ValueTree::Kind::Real;
    case NumberKind::Complex:
        return ValueTree::Kind::Complex;
    case NumberKind::Logical:
        return ValueTree::Kind::Logical;
    case NumberKind::Text:
        return ValueTree::Kind::Text;
    case NumberKind::Pointer:
        return ValueTree::Kind::Pointer;
    }
    return ValueTree::Kind::Other;
}

/// Makes one tree, and no more nodes than anybody wants to read.
class TreeMaker
{
public:
    TreeMaker(ValueReader& reader, const TextLimits& limits, Format format)
        : m_reader(reader), m_limits(limits), m_format(format)
    {
        m_limits.depth = std::min<std::uint32_t>(m_limits.depth, ValueTree::kMaxDepth - 1);
    }

    [[nodiscard]] ValueTree of(const Value& value, std::uint32_t depth)
    {
        --m_left;
        ValueTree node;
        node.name = value.name;
        node.kind = kindOf(*value.type);
        const bool isLink = depth > 0 && isFortranLink(value);
        auto settled = m_reader.settled(value);
        if (!settled) {
            node.type = typeText(*value.type);
            if (isLink)
                node.kind = ValueTree::Kind::Pointer;
            return withProblem(std::move(node), settled.error());
        }
        node.type = typeText(*settled, value.type);
        if (isLink) { // a list that ends where it begins would never end here
            node.kind = ValueTree::Kind::Pointer;
            node.value = textOf(settled->address);
            return node;
        }
        node.kind = settled->isArray() ? ValueTree::Kind::Array : kindOf(*settled->type);
        if (settled->isArray())
            addElements(node, *settled, depth);
        else if (settled->type->canonical->isRecord())
            addRecord(node, *settled, depth);
        else if (const auto bytes = m_reader.read(*settled); !bytes)
            return withProblem(std::move(node), bytes.error());
        else
            node.value = Printer(m_reader, m_limits, m_format).text(*settled);
        return node;
    }
    [[nodiscard]] ValueTree of(const NumberArray& numbers, Language language)
    {
        ValueTree node;
        node.kind = ValueTree::Kind::Array;
        for (const std::uint64_t count : numbers.shape)
            node.bounds.emplace_back(language == Language::Fortran ? 1 : 0, count);
        for (const Number& number : numbers.elements) {
            if (isFull(node))
                break;
            node.parts.push_back(of(number, language));
        }
        node.left = numbers.elements.size() - node.parts.size();
        return node;
    }
    [[nodiscard]] ValueTree of(const Number& number, Language language)
    {
        --m_left;
        ValueTree node;
        node.kind = kindOf(number);
        node.type = typeText(number, language);
        node.value = Printer(m_reader, m_limits, m_format).text(number, language);
        return node;
    }

private:
    static bool isFortranLink(const Value& value)
    {
        const Type& type = *value.type;
        return type.isFortran() && type.kind == TypeKind::Pointer && type.target && type.target->isRecord();
    }
    static ValueTree withProblem(ValueTree node, const util::Error& error)
    {
        node.problem = isState(error.code) ? error.code.message() : error.message();
        return node;
    }
    [[nodiscard]] bool isFull(const ValueTree& node) const
    {
        return node.parts.size() >= m_limits.children || m_left <= 0;
    }
    void addElements(ValueTree& node, const Value& array, std::uint32_t depth)
    {
        for (const Extent& extent : array.array->extents)
            node.bounds.emplace_back(extent.lower, extent.count);
        if (array.array->isOpenEnded) {
            node.problem = "nobody knows how many elements it has";
            return;
        }
        const std::uint64_t count = array.array->count();
        std::uint64_t k = 0;
        for (; k < count && depth < m_limits.depth && !isFull(node); ++k) {
            Value element = m_reader.elementAt(array, k);
            element.name.clear();
            node.parts.push_back(of(element, depth + 1));
        }
        node.left = count - k;
    }
    void addRecord(ValueTree& node, const Value& record, std::uint32_t depth)
    {
        const auto opened = Containers(m_reader).open(record);
        if (!opened)
            return addMembers(node, record, depth);
        if (!*opened) {
            node.problem = opened->error().message();
            return;
        }
        const Container& container = **opened;
        switch (container.kind) {
        case ContainerKind::Text:
        case ContainerKind::Pointer:
            node.kind = container.kind == ContainerKind::Text ? ValueTree::Kind::Text : ValueTree::Kind::Pointer;
            node.value = Printer(m_reader, m_limits, m_format).text(record);
            break;
        case ContainerKind::Holder:
        case ContainerKind::Plain:
            addHeld(node, container, depth);
            break;
        default:
            addItems(node, container, depth);
        }
    }
    /// One value, which has the name and the type of what it is in.
    void addHeld(ValueTree& node, const Container& container, std::uint32_t depth)
    {
        if (!container.whole || depth == ValueTree::kMaxDepth) {
            node.kind = ValueTree::Kind::Other;
            node.value = container.note;
            return;
        }
        ValueTree held = of(*container.whole, depth + 1);
        held.name = std::move(node.name);
        held.type = std::move(node.type);
        node = std::move(held);
    }
    void addItems(ValueTree& node, const Container& container, std::uint32_t depth)
    {
        const bool isTuple = container.kind == ContainerKind::Tuple;
        node.kind = isTuple ? ValueTree::Kind::Record : ValueTree::Kind::Array;
        if (container.kind == ContainerKind::Array && container.whole)
            return addElements(node, *container.whole, depth);
        if (!isTuple)
            node.bounds.emplace_back(0, container.count);
        node.left = container.count;
        if (depth >= m_limits.depth)
            return;
        const auto done = Containers(m_reader).forEach(container, 0, [&](const Item& item) {
            if (isFull(node))
                return false;
            node.parts.push_back(item.key ? ofEntry(item, depth + 1) : of(item.value, depth + 1));
            if (isTuple && node.parts.back().name.empty())
                node.parts.back().name = "[" + std::to_string(node.parts.size() - 1) + "]";
            --node.left;
            return true;
        });
        if (!done)
            node.problem = done.error().message();
    }
    [[nodiscard]] ValueTree ofEntry(const Item& item, std::uint32_t depth)
    {
        --m_left;
        ValueTree entry;
        entry.kind = ValueTree::Kind::Record;
        if (item.entry)
            entry.type = typeText(*item.entry->type);
        entry.left = 2;
        if (depth >= m_limits.depth)
            return entry;
        for (const auto& [name, value] : {std::pair("key", &*item.key), std::pair("value", &item.value)}) {
            entry.parts.push_back(of(*value, depth + 1));
            entry.parts.back().name = name;
            --entry.left;
        }
        return entry;
    }
    void addMembers(ValueTree& node, const Value& record, std::uint32_t depth)
    {
        const auto members = m_reader.members(record);
        if (!members) {
            node.problem = members.error().message();
            return;
        }
        std::size_t i = 0;
        for (; i < members->size() && depth < m_limits.depth && !isFull(node); ++i)
            node.parts.push_back(of((*members)[i], depth + 1));
        node.left = members->size() - i;
    }

    ValueReader& m_reader;
    TextLimits m_limits;
    Format m_format;
    std::int64_t m_left = ValueTree::kMaxNodes; ///< nodes that may still be made
};

} // namespace

debug::ValueTree treeOf(ValueReader& reader, const Answer& answer, Language language, const TextLimits& limits,
                        Format format)
{
    TreeMaker maker(reader, limits, format);
    if (const auto* const value = std::get_if<Value>(&answer))
        return maker.of(*value, 0);
    if (const auto* const numbers = std::get_if<NumberArray>(&answer))
        return maker.of(*numbers, language);
    return maker.of(std::get<Number>(answer), language);
}

} // namespace dbgr::values
