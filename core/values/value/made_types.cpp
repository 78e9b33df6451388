// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/made_types.h"

namespace dbgr::values {

Type& MadeTypes::make(TypeKind kind, const Type* target)
{
    Type& type = *m_types.emplace_back(std::make_unique<Type>());
    type.kind = kind;
    type.language = target && target->language != Language::Other ? target->language : Language::C;
    type.target = target;
    return type;
}

const Type* MadeTypes::pointerTo(const Type* target)
{
    if (!target && !m_void) {
        Type& type = make(TypeKind::Void, nullptr);
        type.name = "void";
        m_void = &type;
    }
    const Type*& known = m_pointers[target ? target : m_void];
    if (!known) {
        Type& type = make(TypeKind::Pointer, target ? target : m_void);
        type.bytes = sizeof(std::uint64_t);
        known = &type;
    }
    return known;
}

const Type* MadeTypes::arrayOf(const Type& element, std::uint64_t count)
{
    const Type*& known = m_arrays[{&element, count}];
    if (!known) {
        Type& type = make(TypeKind::Array, &element);
        Dimension& dimension = type.dimensions.emplace_back();
        dimension.count.constant = static_cast<std::int64_t>(count);
        known = &type;
    }
    return known;
}

const Type* MadeTypes::someFunction()
{
    if (!m_function)
        m_function = &make(TypeKind::Function, pointerTo(nullptr)->target);
    return m_function;
}

const Type* MadeTypes::truth()
{
    if (!m_truth) {
        Type& type = make(TypeKind::Boolean, nullptr);
        type.language = Language::Cxx;
        type.name = "bool";
        type.bytes = 1;
        m_truth = &type;
    }
    return m_truth;
}

} // namespace dbgr::values
