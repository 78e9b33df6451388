// SPDX-License-Identifier: BSD-3-Clause
// std::unique_ptr, whatever its deleter is, std::shared_ptr and std::weak_ptr.
#include "values/containers/families.h"
#include "values/containers/tuples.h"

#include <utility>

namespace dbgr::values {

namespace {

enum PointerPart : std::size_t
{
    kOwnedPointer,
    kOwnerCounts
};

bool leadsSomewhere(const ClassPart& pointer)
{
    const TypeKind kind = pointer.type->canonical->target->canonical->kind;
    return kind != TypeKind::Void && kind != TypeKind::Function;
}

/// Of T[]; of T[5], too, as nobody looks at those.
void markArrays(ClassPlanner& planner)
{
    const ClassPart target = planner.argument(0);
    if (target.isKnown() && target.type->canonical->kind == TypeKind::Array)
        planner.layout.element = target;
}

bool isPlainPointer(const ClassPart& part)
{
    return part.type->canonical->kind == TypeKind::Pointer;
}

/// The pointer is the first of a tuple, in classes in classes; the deleter the second, unless it has no data.
bool planUniquePointer(ClassPlanner& planner)
{
    constexpr unsigned kDeepestMember = 4;
    ClassPart inner = planner.layout.self;
    for (unsigned i = 0; i < kDeepestMember && classNameOf(*inner.type) != "tuple"; ++i) {
        const auto next = partAt(planner.reader, inner, {"_M_t"});
        if (!next)
            return false;
        inner = *next;
    }
    const auto parts = tupleParts(planner.reader, inner);
    if (!parts || parts->empty() || !isPlainPointer(parts->front()))
        return false;
    planner.layout.parts = {parts->front()};
    markArrays(planner);
    return true;
}

Container pointerContainer(const Source& source, bool leads)
{
    Container made = source.container(ContainerKind::Pointer, leads ? 1 : 0);
    made.whole = source.at(source.addressOf(kOwnedPointer), source.layout.parts[kOwnedPointer]);
    made.isOpenEnded = source.layout.element.isKnown();
    return made;
}

util::Result<Container> openUniquePointer(const Source& source)
{
    DBGR_TRY(const std::uint64_t target, source.word(kOwnedPointer));
    return pointerContainer(source, target != 0 && leadsSomewhere(source.layout.parts[kOwnedPointer]));
}

bool planSharedPointer(ClassPlanner& planner)
{
    markArrays(planner);
    return planner.need({"_M_ptr"}) && planner.need({"_M_refcount", "_M_pi"}) &&
           isPlainPointer(planner.layout.parts[kOwnedPointer]);
}

/// What nobody owns any more may be gone. Counts: virtual functions, owners, watchers.
util::Result<Container> openSharedPointer(const Source& source)
{
    DBGR_TRY(const std::uint64_t target, source.word(kOwnedPointer));
    DBGR_TRY(const std::uint64_t counts, source.word(kOwnerCounts));
    const bool leads = target != 0 && leadsSomewhere(source.layout.parts[kOwnedPointer]);
    if (counts == 0) // it owns nothing, and may lead to something nevertheless
        return pointerContainer(source, leads);
    DBGR_TRY(source.requireMemory(Address{counts}, 2 * kWordBytes));
    constexpr std::int64_t kOwners = kWordBytes;
    DBGR_TRY(const std::int64_t owners, source.reader.memory().getSigned(Address{counts}.plus(kOwners), 4));
    DBGR_TRY(const std::int64_t watchers, source.reader.memory().getSigned(Address{counts}.plus(kOwners + 4), 4));
    const bool isWeak = source.layout.name == "weak_ptr";
    if (owners < 0 || watchers < 1 || (owners == 0 && !isWeak))
        return garbage();
    if (owners > 0 && leads) {
        DBGR_TRY(source.requireMemory(Address{target}, 1));
    }
    Container made = pointerContainer(source, leads && owners > 0);
    if (owners == 0)
        made.note = "<expired>";
    return made;
}

} // namespace

const Family& uniquePointerFamily()
{
    static const Family family{"std", {"unique_ptr"}, planUniquePointer, openUniquePointer, nullptr};
    return family;
}

const Family& sharedPointerFamily()
{
    static const Family family{"std", {"shared_ptr", "weak_ptr"}, planSharedPointer, openSharedPointer, nullptr};
    return family;
}

} // namespace dbgr::values
