// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/enclosing.h"

#include <dwarf.h>

#include <optional>

namespace dbgr::values {

namespace {

constexpr unsigned kMostCompletions = 8; // a clone of an original of a specification
constexpr std::size_t kDeepestPath = 100;
constexpr const char* kUnnamedNamespace = "(anonymous namespace)";

/// The child that the entry is, or is below.
std::optional<Die> childTowards(const Die& parent, std::uint64_t offset)
{
    std::optional<Die> child = parent.firstChild();
    while (child) {
        std::optional<Die> next = child->sibling();
        if (child->offset() > offset)
            return std::nullopt;
        if (!next || next->offset() > offset)
            return child;
        if (next->offset() <= child->offset()) // it leads in a circle
            return std::nullopt;
        child = std::move(next);
    }
    return std::nullopt;
}

} // namespace

Die declarationOf(const Die& die)
{
    Die result = die;
    for (unsigned i = 0; i < kMostCompletions; ++i) {
        std::optional<Dwarf_Attribute> completed = result.own(DW_AT_abstract_origin);
        if (!completed)
            completed = result.own(DW_AT_specification);
        const std::optional<Die> next = completed ? referenceOf(*completed) : std::nullopt;
        if (!next)
            break;
        result = *next;
    }
    return result;
}

std::vector<Die> enclosing(const Die& die)
{
    std::vector<Die> path;
    const std::uint64_t offset = die.offset();
    std::optional<Die> next = childTowards(die.unit(), offset);
    while (next && next->offset() != offset && path.size() < kDeepestPath) {
        path.push_back(*next);
        next = childTowards(path.back(), offset);
    }
    return path;
}

bool isClassTag(unsigned tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool isTransparent(const Die& die)
{
    if (die.tag() == DW_TAG_enumeration_type)
        return !die.flag(DW_AT_enum_class);
    return die.tag() == DW_TAG_namespace && (die.name().empty() || die.flag(DW_AT_export_symbols));
}

bool isPath(std::span<const Die> path, std::span<const std::string> names)
{
    for (const Die& part : path) {
        const unsigned tag = part.tag();
        if (tag != DW_TAG_namespace && tag != DW_TAG_enumeration_type && !isClassTag(tag))
            return false;
        if (!names.empty() && part.name() == names.front())
            names = names.subspan(1);
        else if (!isTransparent(part))
            return false;
    }
    return names.empty();
}

namespace {

constexpr unsigned kDeepestArgument = 12;

std::string nameOfArgument(const std::optional<Die>& type, unsigned depth);
std::string nameOfPart(const Die& part, unsigned depth);

std::string qualified(const Die& die, unsigned depth)
{
    std::string text;
    const Die declared = declarationOf(die);
    std::vector<Die> path = enclosing(declared);
    path.push_back(declared);
    for (const Die& part : path) {
        if (part.tag() == DW_TAG_lexical_block)
            continue;
        const std::string name = nameOfPart(part, depth);
        text +=
            (text.empty() ? "" : "::") + (name.empty() && part.tag() == DW_TAG_namespace ? kUnnamedNamespace : name);
    }
    return text;
}

void addArguments(const Die& parent, unsigned depth, std::string& to)
{
    parent.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if (tag == DW_TAG_GNU_template_parameter_pack)
            return addArguments(child, depth, to);
        const std::optional<std::int64_t> number = child.number(DW_AT_const_value);
        if (tag == DW_TAG_template_type_parameter)
            to += (to.empty() ? "" : ", ") + nameOfArgument(child.reference(DW_AT_type), depth + 1);
        else if (tag == DW_TAG_template_value_parameter)
            to += (to.empty() ? "" : ", ") + (number ? std::to_string(*number) : "?");
    });
}

/// Some compilers leave out the arguments of templates, which are below the entry.
std::string nameOfPart(const Die& part, unsigned depth)
{
    const std::string name = part.name();
    if (!isClassTag(part.tag()) || name.empty() || name.find('<') != std::string::npos || depth == kDeepestArgument)
        return name;
    std::string arguments;
    addArguments(part, depth, arguments);
    return arguments.empty() ? name : name + "<" + arguments + (arguments.ends_with('>') ? " >" : ">");
}

std::string nameOfArgument(const std::optional<Die>& type, unsigned depth)
{
    if (!type)
        return "void";
    if (depth == kDeepestArgument)
        return "...";
    const std::optional<Die> inner = type->reference(DW_AT_type);
    switch (type->tag()) {
    case DW_TAG_const_type:
        return "const " + nameOfArgument(inner, depth + 1);
    case DW_TAG_volatile_type:
        return "volatile " + nameOfArgument(inner, depth + 1);
    case DW_TAG_pointer_type:
        return nameOfArgument(inner, depth + 1) + "*";
    case DW_TAG_reference_type:
        return nameOfArgument(inner, depth + 1) + "&";
    case DW_TAG_rvalue_reference_type:
        return nameOfArgument(inner, depth + 1) + "&&";
    case DW_TAG_typedef:
        return nameOfArgument(inner, depth + 1);
    case DW_TAG_array_type:
        return nameOfArgument(inner, depth + 1) + "[]";
    case DW_TAG_subroutine_type:
        return nameOfArgument(inner, depth + 1) + "()";
    default:
        return qualified(*type, depth);
    }
}

} // namespace

std::string qualifiedName(const Die& die)
{
    return qualified(die, 0);
}

std::vector<std::string> partsOfName(std::string_view qualified)
{
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < qualified.size(); ++at) {
        const char c = qualified[at];
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (depth != 0 || !qualified.substr(at).starts_with("::"))
            continue;
        parts.emplace_back(qualified.substr(begin, at - begin));
        begin = at + 2;
        ++at;
    }
    parts.emplace_back(qualified.substr(begin));
    return parts;
}

} // namespace dbgr::values
