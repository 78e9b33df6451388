// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/content_plan.h"

#include "dbgdaemon/engine/lldb/convert.h"

#include <algorithm>
#include <string_view>

namespace dbgr::daemon {

namespace {

bool isCharacter(lldb::SBType type)
{
    switch (type.GetCanonicalType().GetBasicType()) {
    case lldb::eBasicTypeChar:
    case lldb::eBasicTypeSignedChar:
    case lldb::eBasicTypeUnsignedChar:
    case lldb::eBasicTypeWChar:
    case lldb::eBasicTypeSignedWChar:
    case lldb::eBasicTypeUnsignedWChar:
    case lldb::eBasicTypeChar16:
    case lldb::eBasicTypeChar32:
    case lldb::eBasicTypeChar8:
        return true;
    default:
        return false;
    }
}

/// \param size of a complex number: of both parts
bool isReal(lldb::BasicType type)
{
    return type == lldb::eBasicTypeFloat || type == lldb::eBasicTypeDouble || type == lldb::eBasicTypeLongDouble;
}

bool isComplex(lldb::BasicType type)
{
    return type == lldb::eBasicTypeFloatComplex || type == lldb::eBasicTypeDoubleComplex ||
           type == lldb::eBasicTypeLongDoubleComplex;
}

ContentPlan::Kind kindOfBuiltin(lldb::SBType type, PlanBook& book)
{
    const lldb::BasicType basic = type.GetBasicType();
    if (isReal(basic))
        return plan::Real{};
    if (isComplex(basic))
        return plan::Array{2, book.add({plan::Real{}, type.GetByteSize() / 2, type.GetByteSize() / 2})};
    return plan::Scalar{};
}

/// Bits of a field, read from the bytes that hold them.
plan::Part bitsOf(lldb::SBTypeMember& member, PlanBook& book)
{
    const std::uint64_t first = member.GetOffsetInBits();
    const std::uint32_t count = member.GetBitfieldSizeInBits();
    const std::uint64_t bytes = (first % 8 + count + 7) / 8;
    return {first / 8, book.add({plan::Bits{static_cast<std::uint32_t>(first % 8), count}, bytes, 1})};
}

void planRecord(lldb::SBType type, PlanBook& book, ContentPlan& plan)
{
    if (type.GetNumberOfVirtualBaseClasses() > 0) // where they are only an object knows
        return;
    plan::Record record;
    const auto addPart = [&](const plan::Part& part) {
        plan.align = std::max(plan.align, part.plan->align);
        if (part.plan->size > 0)
            record.parts.push_back(part);
    };
    for (std::uint32_t i = 0; i < type.GetNumberOfDirectBaseClasses(); ++i) {
        lldb::SBTypeMember base = type.GetDirectBaseClassAtIndex(i);
        if (base.GetType().GetNumberOfFields() > 0 || base.GetType().GetNumberOfDirectBaseClasses() > 0)
            addPart({base.GetOffsetInBytes(), book.of(base.GetType())});
    }
    for (std::uint32_t i = 0; i < type.GetNumberOfFields(); ++i) {
        lldb::SBTypeMember field = type.GetFieldAtIndex(i);
        addPart(field.IsBitfield() ? bitsOf(field, book)
                                   : plan::Part{field.GetOffsetInBytes(), book.of(field.GetType())});
    }
    plan.kind = std::move(record);
}

void planClass(lldb::SBType type, PlanBook& book, ContentPlan& plan)
{
    if (type.GetTypeClass() == lldb::eTypeClassUnion)
        plan.kind = plan::Scalar{}; // who knows which of its members holds
    else if (const std::string name = text(type.GetName());
             !planLibraryType(type, name, book, plan) && !planEigenType(type, name, book, plan))
        planRecord(type, book, plan);
}

void planArray(lldb::SBType type, PlanBook& book, ContentPlan& plan)
{
    const ContentPlan* const element = book.of(type.GetArrayElementType());
    plan.align = element->align;
    if (element->size > 0)
        plan.kind = plan::Array{plan.size / element->size, element};
}

void planPointer(lldb::SBType type, ContentPlan& plan)
{
    lldb::SBType target = type.GetPointeeType();
    if (isCharacter(target))
        plan.kind = plan::CharPointer{static_cast<std::uint32_t>(target.GetByteSize())};
    else
        plan.kind = plan::Scalar{};
}

void planType(lldb::SBType type, PlanBook& book, ContentPlan& plan)
{
    switch (type.GetTypeClass()) {
    case lldb::eTypeClassBuiltin:
        plan.kind = kindOfBuiltin(type, book);
        break;
    case lldb::eTypeClassEnumeration:
    case lldb::eTypeClassMemberPointer:
    case lldb::eTypeClassVector:
        plan.kind = plan::Scalar{};
        break;
    case lldb::eTypeClassPointer:
        planPointer(type, plan);
        break;
    case lldb::eTypeClassReference:
        plan.size = plan.align = sizeof(void*); // LLDB says how large what it refers to is
        plan.kind = plan::Indirect{book.of(type.GetDereferencedType())};
        break;
    case lldb::eTypeClassArray:
        planArray(type, book, plan);
        break;
    case lldb::eTypeClassStruct:
    case lldb::eTypeClassClass:
    case lldb::eTypeClassUnion:
        planClass(type, book, plan);
        break;
    case lldb::eTypeClassComplexFloat:
        plan.kind = plan::Array{2, book.add({plan::Real{}, plan.size / 2, plan.size / 2})};
        break;
    case lldb::eTypeClassComplexInteger:
        plan.kind = plan::Scalar{};
        break;
    default:
        break;
    }
}

bool findAmongBases(lldb::SBType type, std::initializer_list<const char*> names, FoundMember& found)
{
    for (std::uint32_t i = 0; i < type.GetNumberOfDirectBaseClasses(); ++i) {
        lldb::SBTypeMember base = type.GetDirectBaseClassAtIndex(i);
        if (findMember(base.GetType(), names, found)) {
            found.offset += base.GetOffsetInBytes();
            return true;
        }
    }
    return false;
}

} // namespace

const ContentPlan* PlanBook::of(lldb::SBType type)
{
    type = type.GetCanonicalType().GetUnqualifiedType();
    const std::string name = text(type.GetName());
    const std::uint64_t size = type.GetByteSize();
    const bool hasOwnName = !name.empty() && name.find('(') == std::string::npos; // else "(unnamed struct)"
    if (hasOwnName) {
        if (const auto known = m_byType.find({name, size}); known != m_byType.end())
            return known->second;
    }
    m_plans.push_back(std::make_unique<ContentPlan>());
    ContentPlan& plan = *m_plans.back();
    if (hasOwnName)
        m_byType.emplace(std::pair(name, size), &plan); // before its parts are looked at: they may hold it
    plan.size = size;
    plan.align = std::clamp<std::uint64_t>(size, 1, 16);
    const bool isCompound = type.GetTypeClass() & (lldb::eTypeClassStruct | lldb::eTypeClassClass);
    if (isCompound)
        plan.align = 1;
    planType(type, *this, plan);
    return &plan;
}

const ContentPlan* PlanBook::add(ContentPlan plan)
{
    m_plans.push_back(std::make_unique<ContentPlan>(std::move(plan)));
    return m_plans.back().get();
}

bool findMember(lldb::SBType type, std::initializer_list<const char*> names, FoundMember& found)
{
    found = {type.GetCanonicalType(), 0};
    for (const char* const name : names) {
        lldb::SBType inside = found.type;
        bool here = false;
        for (std::uint32_t i = 0; i < inside.GetNumberOfFields() && !here; ++i) {
            lldb::SBTypeMember field = inside.GetFieldAtIndex(i);
            if (text(field.GetName()) != name)
                continue;
            found = {field.GetType().GetCanonicalType(), found.offset + field.GetOffsetInBytes()};
            here = true;
        }
        if (FoundMember below; !here && findAmongBases(inside, {name}, below)) {
            found = {below.type, found.offset + below.offset};
            here = true;
        }
        if (!here)
            return false;
    }
    return true;
}

} // namespace dbgr::daemon
