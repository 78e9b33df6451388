// SPDX-License-Identifier: BSD-3-Clause
// std::unique_ptr, whatever its deleter is, std::shared_ptr and std::weak_ptr.
#include "values/containers/families.h"
#include "values/containers/sketch.h"
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

/// \param isOwned whether what it leads to is there
Shape pointerShape(Sketch& object, const Word& isOwned)
{
    Shape shape;
    shape.kind = ContainerKind::Pointer;
    const bool leads = leadsSomewhere(object.layout().parts[kOwnedPointer]);
    shape.count = leads ? object.kept(isOwned) : Word(0);
    shape.whole = Shape::Whole::Part;
    shape.part = kOwnedPointer;
    shape.place = object.addressOf(kOwnedPointer);
    shape.isOpenEnded = object.layout().element.isKnown();
    return shape;
}

Shape sketchUniquePointer(Sketch& object)
{
    return pointerShape(object, object.word(kOwnedPointer) != 0);
}

bool planSharedPointer(ClassPlanner& planner)
{
    markArrays(planner);
    return planner.need({"_M_ptr"}) && planner.need({"_M_refcount", "_M_pi"}) &&
           isPlainPointer(planner.layout.parts[kOwnedPointer]);
}

/// What nobody owns any more may be gone. Counts: virtual functions, owners, watchers. Without counts it owns nothing,
/// and may lead to something nevertheless.
Shape sketchSharedPointer(Sketch& object)
{
    const Word target = object.word(kOwnedPointer);
    const Word counts = object.word(kOwnerCounts);
    const bool isWeak = object.layout().name == "weak_ptr";
    Word owners = 0;
    object.when(counts != 0, [&] {
        constexpr std::uint64_t kOwners = kWordBytes;
        constexpr std::uint64_t kBytesOfCount = 4;
        constexpr std::uint64_t kMostUsers = 0x7FFF'FFFF;
        object.requireMemory(counts, 2 * kWordBytes);
        owners = object.read(counts + kOwners, kBytesOfCount);
        const Word watchers = object.read(counts + (kOwners + kBytesOfCount), kBytesOfCount);
        object.require(owners <= kMostUsers && watchers <= kMostUsers && watchers >= 1);
        if (!isWeak)
            object.require(owners > 0);
        if (leadsSomewhere(object.layout().parts[kOwnedPointer]))
            object.when(owners > 0 && target != 0, [&] { object.requireMemory(target, 1); });
    });
    Shape shape = pointerShape(object, target != 0 && (counts == 0 || owners > 0));
    shape.note = "<expired>";
    shape.isNoted = counts != 0 && owners == 0;
    return shape;
}

} // namespace

const Family& uniquePointerFamily()
{
    static const Family family{"std", {"unique_ptr"}, planUniquePointer, nullptr, nullptr, sketchUniquePointer};
    return family;
}

const Family& sharedPointerFamily()
{
    static const Family family{"std",   {"shared_ptr", "weak_ptr"}, planSharedPointer, nullptr,
                               nullptr, sketchSharedPointer};
    return family;
}

} // namespace dbgr::values
