// SPDX-License-Identifier: GPL-3.0-or-later
// A tree with parentheses around each operation: (+ a (* b c)).
#pragma once

#include "util/overloaded.h"
#include "values/expr/tree.h"
#include "values/print/scalar_text.h"

#include <string>

namespace dbgr::test {

inline std::string treeText(const values::Node& tree);

inline std::string treeText(const values::NodePtr& tree)
{
    return tree ? treeText(*tree) : "";
}

inline std::string treeText(const values::node::Item& item)
{
    std::string text = item.keyword.empty() ? "" : item.keyword + "=";
    text += treeText(item.first);
    if (item.isRange)
        text += ":" + treeText(item.last) + (item.step ? ":" + treeText(item.step) : "");
    return text;
}

inline std::string treeText(const values::node::TypeName& type)
{
    std::string text = type.kind == values::NumberKind::Real ? "real" : type.isSigned ? "int" : "uint";
    return text + std::to_string(type.bytes);
}

inline std::string treeText(const values::node::TypeId& id)
{
    static constexpr const char* kTags[] = {"", "struct ", "union ", "enum "};
    std::string text = id.parts.empty() ? treeText(id.builtin) : kTags[int(id.tag)];
    for (const std::string& part : id.parts)
        text += (&part == id.parts.data() ? "" : "::") + part;
    text += std::string(id.pointers, '*') + (id.pointersToArray > 0 ? "(" : "") + std::string(id.pointersToArray, '*') +
            (id.pointersToArray > 0 ? ")" : "");
    for (const std::uint64_t extent : id.extents)
        text += "[" + std::to_string(extent) + "]";
    return text + (id.isReference ? "&" : "");
}

inline std::string treeText(const values::node::Member& member)
{
    std::string text = treeText(member.of) + (member.isArrow ? "->" : ".");
    for (const std::string& part : member.base)
        text += part + "::";
    return text + member.name;
}

inline std::string treeText(const values::node::Index& index)
{
    // C has one subscript in brackets; which brackets were typed is not kept
    std::string text;
    for (const values::node::Item& item : index.items)
        text += (&item == index.items.data() ? "" : ",") + treeText(item);
    return treeText(index.of) + "(" + text + ")";
}

inline std::string literalText(const values::node::Literal& literal)
{
    const bool isFortran = literal.value.kind == values::NumberKind::Text ||
                           (literal.value.kind == values::NumberKind::Logical && literal.value.bytes == 4);
    const auto language = isFortran ? values::Language::Fortran : values::Language::C;
    return values::scalarText(literal.value, language) + (literal.kindName.empty() ? "" : "_" + literal.kindName);
}

inline std::string treeText(const values::Node& tree)
{
    using namespace values::node;
    static constexpr const char* kUnary[] = {"+", "-", "not", "~"};
    return std::visit(
        util::Overloaded{
            [](const Literal& one) { return literalText(one); }, [](const Name& one) { return one.name; },
            [](const ScopedName& one) { return one.scope + "::" + one.name; },
            [](const Member& one) { return treeText(one); },
            [](const Comma& one) { return "(, " + treeText(one.left) + " " + treeText(one.right) + ")"; },
            [](const MethodCall& one) {
                return treeText(one.of) + (one.isArrow ? "->" : ".") + one.name + "[" + treeText(one.argument) + "]";
            },
            [](const TuplePart& one) { return "(get " + std::to_string(one.index) + " " + treeText(one.of) + ")"; },
            [](const Index& one) { return treeText(one); },
            [](const Unary& one) {
                return std::string("(") + kUnary[int(one.operation)] + " " + treeText(one.operand) + ")";
            },
            [](const Binary& one) {
                return "(" + std::string(values::wordOf(one.operation)) + " " + treeText(one.left) + " " +
                       treeText(one.right) + ")";
            },
            [](const Conditional& one) {
                return "(? " + treeText(one.condition) + " " + treeText(one.yes) + " " + treeText(one.no) + ")";
            },
            [](const ComplexPair& one) {
                return "(complex " + treeText(one.real) + " " + treeText(one.imaginary) + ")";
            },
            [](const Dereference& one) { return "(deref " + treeText(one.pointer) + ")"; },
            [](const AddressOf& one) { return "(address " + treeText(one.of) + ")"; },
            [](const Repeat& one) { return "(@ " + treeText(one.first) + " " + treeText(one.count) + ")"; },
            [](const Cast& one) {
                return (one.isPlain ? "(reinterpret " : "(cast ") + treeText(one.to) + " " + treeText(one.operand) +
                       ")";
            },
            [](const SizeOf& one) {
                return "(sizeof " + std::visit([](const auto& of) { return treeText(of); }, one.of) + ")";
            }},
        tree.kind);
}

} // namespace dbgr::test
