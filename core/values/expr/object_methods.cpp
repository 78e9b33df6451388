// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/object_methods.h"

#include <algorithm>
#include <initializer_list>

namespace dbgr::values {

namespace {

/// By what objects have one: their kind, and for some their class.
enum class MethodOwners
{
    Sized,    ///< all but tuples, pointers and the like
    Ordered,  ///< those with a first and a last element
    OnePiece, ///< elements lie one behind the other
    Texts,
    Numbered,
    Keyed,
    Maps,
    Holders,
    Optionals,
    SmartPointers,
    References,
    Atomics,
    Complexes
};

struct NamedMethod
{
    std::string_view name;
    MethodOwners owners;
    bool needsArgument;
    ObjectMethod method;
};

constexpr NamedMethod kObjectMethods[] = {
    {"size", MethodOwners::Sized, false, ObjectMethod::Size},
    {"length", MethodOwners::Texts, false, ObjectMethod::Size},
    {"empty", MethodOwners::Sized, false, ObjectMethod::Empty},
    {"front", MethodOwners::Ordered, false, ObjectMethod::Front},
    {"back", MethodOwners::Ordered, false, ObjectMethod::Back},
    {"data", MethodOwners::OnePiece, false, ObjectMethod::Data},
    {"c_str", MethodOwners::Texts, false, ObjectMethod::Data},
    {"has_value", MethodOwners::Holders, false, ObjectMethod::HasValue},
    {"value", MethodOwners::Optionals, false, ObjectMethod::Value},
    {"get", MethodOwners::SmartPointers, false, ObjectMethod::Whole},
    {"get", MethodOwners::References, false, ObjectMethod::Whole},
    {"load", MethodOwners::Atomics, false, ObjectMethod::Whole},
    {"real", MethodOwners::Complexes, false, ObjectMethod::Real},
    {"imag", MethodOwners::Complexes, false, ObjectMethod::Imaginary},
    {"at", MethodOwners::Maps, true, ObjectMethod::At},
    {"at", MethodOwners::Numbered, true, ObjectMethod::At},
    {"count", MethodOwners::Keyed, true, ObjectMethod::Count},
    {"contains", MethodOwners::Keyed, true, ObjectMethod::Contains},
};

bool isAmong(ContainerKind kind, std::initializer_list<ContainerKind> kinds)
{
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool own(MethodOwners owners, ContainerKind kind, std::string_view kindName)
{
    using enum ContainerKind;
    switch (owners) {
    case MethodOwners::Sized:
        return isAmong(kind, {Array, Text, Sequence, Map, Set});
    case MethodOwners::Ordered:
        return isAmong(kind, {Array, Text, Sequence});
    case MethodOwners::OnePiece:
        return isAmong(kind, {Array, Text});
    case MethodOwners::Texts:
        return kind == Text;
    case MethodOwners::Numbered:
        return hasNumberedItems(kind);
    case MethodOwners::Keyed:
        return isAmong(kind, {Map, Set});
    case MethodOwners::Maps:
        return kind == Map;
    case MethodOwners::Holders:
        return kind == Holder;
    case MethodOwners::Optionals:
        return kind == Holder && kindName == "optional";
    case MethodOwners::SmartPointers:
        return kind == Pointer && kindName != "weak_ptr";
    case MethodOwners::References:
        return kind == Plain && kindName == "reference_wrapper";
    case MethodOwners::Atomics:
        return kind == Plain && kindName.starts_with("atomic");
    default:
        return kind == Plain && kindName == "complex";
    }
}

} // namespace

std::optional<ObjectMethod> methodOf(ContainerKind kind, std::string_view kindName, std::string_view name,
                                     bool hasArgument)
{
    for (const NamedMethod& one : kObjectMethods) {
        const bool isIt = one.name == name && (hasArgument || !one.needsArgument) && own(one.owners, kind, kindName);
        if (isIt)
            return one.method;
    }
    return std::nullopt;
}

} // namespace dbgr::values
