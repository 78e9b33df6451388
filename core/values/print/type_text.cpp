// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/type_text.h"

#include "values/print/type_name.h"
#include "values/value/compiler_quirks.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestType = 30; // pointers to pointers to ...; others are cut

// --- C ---------------------------------------------------------------------------------------------------------------

/// What stands around a name: int (*x)[3] is "int (*" and ")[3]".
struct Declarator
{
    std::string before, behind;
};

std::optional<std::uint64_t> constantCount(const Dimension& dimension)
{
    if (dimension.count.constant)
        return static_cast<std::uint64_t>(*dimension.count.constant);
    if (dimension.upper.constant)
        return static_cast<std::uint64_t>(*dimension.upper.constant + 1);
    return std::nullopt;
}

std::string bracketsOf(const Type& array)
{
    std::string text;
    for (const Dimension& dimension : array.dimensions) {
        const auto count = constantCount(dimension);
        text += "[" + (count ? std::to_string(*count) : "") + "]";
    }
    return text;
}

std::string withBlank(std::string text)
{
    const bool isStar = text.ends_with('*') || text.ends_with('(') || text.ends_with('&');
    return isStar ? text : text + " ";
}

std::string declaratorText(const Declarator& declarator)
{
    const bool isFunction = declarator.behind.starts_with('(') && !declarator.before.ends_with('*');
    return declarator.before + (isFunction ? " " : "") + declarator.behind;
}

Declarator declarator(const Type* type, unsigned depth);

/// "int, const char *, ..."; of functions that take functions that take others, no more than a line could hold.
std::string parametersOf(const Type& function, unsigned depth)
{
    constexpr unsigned kDeepestParameters = 6;
    if (depth > kDeepestParameters && !function.parameters.empty())
        return "...";
    std::string text;
    for (const Type* const parameter : function.parameters)
        text += (text.empty() ? "" : ", ") + declaratorText(declarator(parameter, depth + 2));
    if (function.hasMoreParameters)
        text += text.empty() ? "..." : ", ...";
    return text;
}

Declarator declarator(const Type* type, unsigned depth)
{
    if (!type)
        return {"void", ""};
    if (!type->name.empty())
        return {shortTypeName(*type), ""};
    if (depth == kDeepestType)
        return {"...", ""};
    switch (type->kind) {
    case TypeKind::Pointer:
    case TypeKind::Reference: {
        const char* const mark = type->kind == TypeKind::Pointer ? "*" : "&";
        Declarator inside = declarator(type->target, depth + 1);
        const bool isLoose = type->target && type->target->name.empty() &&
                             (type->target->kind == TypeKind::Array || type->target->kind == TypeKind::Function);
        if (isLoose)
            return {withBlank(inside.before) + "(" + mark, ")" + inside.behind};
        return {withBlank(inside.before) + mark, inside.behind};
    }
    case TypeKind::MemberPointer: { // int Shape::*, int (Shape::*)()
        const std::string mark = (type->holder ? shortTypeName(*type->holder) : "") + "::*";
        const Declarator inside = declarator(type->target, depth + 1);
        if (type->target && type->target->kind == TypeKind::Function)
            return {withBlank(inside.before) + "(" + mark, ")" + inside.behind};
        return {withBlank(inside.before) + mark, inside.behind};
    }
    case TypeKind::Array: {
        const Declarator inside = declarator(type->target, depth + 1);
        return {inside.before, bracketsOf(*type) + inside.behind};
    }
    case TypeKind::Function: {
        const Declarator inside = declarator(type->target, depth + 1);
        return {inside.before, "(" + parametersOf(*type, depth) + ")" + inside.behind};
    }
    case TypeKind::Void:
        return {"void", ""};
    default: {
        static constexpr std::array<std::pair<TypeKind, const char*>, 4> kNameless{
            {{TypeKind::Structure, "struct {...}"},
             {TypeKind::Union, "union {...}"},
             {TypeKind::Enumeration, "enum {...}"},
             {TypeKind::Incomplete, "<incomplete type>"}}};
        const auto known =
            std::find_if(kNameless.begin(), kNameless.end(), [&](const auto& one) { return one.first == type->kind; });
        return {known == kNameless.end() ? "<a type without a name>" : known->second, ""};
    }
    }
}

std::string textOfC(const Type& type)
{
    return declaratorText(declarator(&type, 0));
}

/// "double [3][4]"
std::string arrayOfC(const ArrayView& view)
{
    Declarator text = declarator(view.element, 0);
    std::string brackets;
    for (std::size_t i = 0; i < view.extents.size(); ++i) {
        const bool isOpen = view.isOpenEnded && i == 0;
        brackets += "[" + (isOpen ? "" : std::to_string(view.extents[i].count)) + "]";
    }
    return declaratorText({text.before, brackets + text.behind});
}

// --- Fortran ---------------------------------------------------------------------------------------------------------

std::string characterTypeText(const Type& type, std::optional<std::uint64_t> length)
{
    if (!length && type.length.constant)
        length = static_cast<std::uint64_t>(*type.length.constant);
    const std::string kind = type.characterBytes == 1 ? "" : "kind=" + std::to_string(type.characterBytes) + ",";
    return "character(" + kind + "len=" + (length ? std::to_string(*length) : ":") + ")";
}

/// Without attributes and bounds.
std::string elementOfFortran(const Type& type, std::optional<std::uint64_t> length)
{
    switch (type.kind) {
    case TypeKind::Text:
        return characterTypeText(type, length);
    case TypeKind::Structure:
        return isClassContainer(type) ? declaredClass(type.name) : "type(" + type.name + ")";
    case TypeKind::Function:
        return "procedure";
    case TypeKind::Void:
        return "type(*)";
    default:
        return type.name.empty() ? textOfC(type) : type.name;
    }
}

const char* attributeOf(const Type& type)
{
    if (type.kind == TypeKind::Pointer)
        return type.target && type.target->kind == TypeKind::Function ? ", pointer" : ", allocatable or pointer";
    if (type.allocated.exists())
        return ", allocatable";
    return type.associated.exists() ? ", pointer" : "";
}

/// "10" of 1:10, as it is declared.
std::string boundsInWords(const std::optional<std::int64_t>& lower, const std::optional<std::int64_t>& upper,
                          const char* unknown)
{
    if (!lower || !upper)
        return lower && lower != 1 ? std::to_string(*lower) + ":" + unknown : unknown;
    return (*lower == 1 ? "" : std::to_string(*lower) + ":") + std::to_string(*upper);
}

std::string declaredBounds(const Type& array)
{
    std::string text;
    for (const Dimension& one : array.dimensions) {
        const std::optional<std::int64_t> lower = one.lower.exists() ? one.lower.constant : 1;
        std::optional<std::int64_t> upper = one.upper.constant;
        if (!upper && one.count.constant && lower)
            upper = *lower + *one.count.constant - 1;
        text += (text.empty() ? "" : ",") + boundsInWords(lower, upper, ":");
    }
    return " (" + text + ")";
}

std::string currentBounds(const ArrayView& view)
{
    std::string text;
    for (std::size_t i = 0; i < view.extents.size(); ++i) {
        const bool isOpen = view.isOpenEnded && i + 1 == view.extents.size();
        const auto upper = isOpen ? std::nullopt : std::optional(view.extents[i].upper());
        text += (i == 0 ? "" : ",") + boundsInWords(view.extents[i].lower, upper, "*");
    }
    return text.empty() ? "" : " (" + text + ")";
}

std::string textOfFortran(const Type& type, unsigned depth)
{
    const bool isOuter = type.kind == TypeKind::Pointer || type.kind == TypeKind::Array;
    if (!isOuter || !type.target || depth == kDeepestType)
        return elementOfFortran(type, {}) + (type.kind == TypeKind::Text ? attributeOf(type) : "");
    const std::string bounds = type.kind == TypeKind::Array ? declaredBounds(type) : "";
    return textOfFortran(*type.target, depth + 1) + attributeOf(type) + bounds;
}

std::string textOfFortran(const Value& value, const Type* declared)
{
    const Type& type = value.isArray() ? *value.array->element : *value.type;
    std::string text = elementOfFortran(type, value.length);
    if (value.isClass)
        text = "class, now " + text;
    if (declared)
        text += attributeOf(*declared);
    return value.isArray() ? text + currentBounds(*value.array) : text;
}

// --- computed --------------------------------------------------------------------------------------------------------

std::string realName(unsigned bytes)
{
    switch (bytes) {
    case 2:
        return "_Float16";
    case 4:
        return "float";
    case 8:
        return "double";
    default:
        return bytes == kLongDoubleBytes ? "long double" : "_Float128";
    }
}

std::string numberTypeOfC(const Number& number)
{
    switch (number.kind) {
    case NumberKind::Real:
        return realName(number.bytes);
    case NumberKind::Complex:
        return "complex " + realName(number.bytes);
    case NumberKind::Logical:
        return "bool";
    case NumberKind::Text:
        return "char[" + std::to_string(number.text.size() + 1) + "]";
    case NumberKind::Pointer: {
        Type pointer;
        pointer.kind = TypeKind::Pointer;
        pointer.target = number.pointee;
        return textOfC(pointer);
    }
    default: {
        static constexpr std::array<std::pair<unsigned, const char*>, 4> kNames{
            {{1, "char"}, {2, "short"}, {4, "int"}, {8, "long"}}};
        const auto known =
            std::find_if(kNames.begin(), kNames.end(), [&](const auto& one) { return one.first == number.bytes; });
        const std::string name = known == kNames.end() ? "__int128" : known->second;
        const char* const sign = number.isSigned ? (number.bytes == 1 ? "signed " : "") : "unsigned ";
        return sign + name;
    }
    }
}

std::string numberTypeOfFortran(const Number& number)
{
    static constexpr std::array<const char*, 6> kNames{"integer", "real", "complex", "logical", "character", "integer"};
    if (number.kind == NumberKind::Text)
        return "character(len=" + std::to_string(number.text.size()) + ")";
    return std::string(kNames[static_cast<std::size_t>(number.kind)]) + "(kind=" + std::to_string(number.bytes) + ")";
}

} // namespace

std::string typeText(const Type& type)
{
    return type.isFortran() ? textOfFortran(type, 0) : textOfC(type);
}

std::string typeText(const Value& settled, const Type* declared)
{
    if (!settled.type)
        return {};
    if (settled.type->isFortran())
        return textOfFortran(settled, declared);
    return settled.isArray() ? arrayOfC(*settled.array) : textOfC(*settled.type);
}

std::string typeText(const Number& number, Language language)
{
    if (number.enumeration && !number.enumeration->name.empty())
        return shortTypeName(*number.enumeration);
    return language == Language::Fortran ? numberTypeOfFortran(number) : numberTypeOfC(number);
}

} // namespace dbgr::values
