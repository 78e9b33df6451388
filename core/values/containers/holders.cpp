// SPDX-License-Identifier: BSD-3-Clause
// std::optional and std::variant; and what stands for one value: std::complex, std::atomic, std::reference_wrapper.
#include "values/containers/families.h"
#include "values/containers/sketch.h"

#include <utility>

namespace dbgr::values {

namespace {

enum HolderPart : std::size_t
{
    kHeld,
    kHolderState
};

Container holding(const Source& source, const ClassPart& type)
{
    Container made = source.container(ContainerKind::Holder, 1);
    made.whole = source.at(source.addressOf(kHeld), type);
    return made;
}

Container holdingNothing(const Source& source, const char* word)
{
    Container made = source.container(ContainerKind::Holder, 0);
    made.note = word;
    return made;
}

/// What it holds lies in a union, under names that have changed; its type is the argument.
bool planOptional(ClassPlanner& planner)
{
    planner.layout.element = planner.argument(0);
    return planner.layout.element.isKnown() &&
           (planner.need({"_M_payload", "_M_payload"}) || planner.need({"_M_payload", "_M_empty"})) &&
           planner.need({"_M_payload", "_M_engaged"});
}

Shape sketchOptional(Sketch& object)
{
    Shape shape;
    shape.kind = ContainerKind::Holder;
    shape.count = object.word(kHolderState);
    object.require(shape.count <= 1);
    shape.whole = Shape::Whole::Element;
    shape.place = object.addressOf(kHeld);
    shape.note = "nullopt";
    shape.isNoted = shape.count == 0;
    return shape;
}

bool planVariant(ClassPlanner& planner)
{
    return !planner.layout.arguments.empty() && planner.need({"_M_u"}) && planner.need({"_M_index"});
}

util::Result<Container> openVariant(const Source& source)
{
    DBGR_TRY(const std::uint64_t index, source.word(kHolderState));
    const std::uint64_t bits = 8 * source.layout.parts[kHolderState].type->canonical->bytes;
    const std::uint64_t none = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if (index == none)
        return holdingNothing(source, "<valueless>");
    if (index >= source.layout.arguments.size())
        return garbage();
    const ClassPart& type = source.layout.arguments[static_cast<std::size_t>(index)].type;
    return type.isKnown() ? util::Result<Container>(holding(source, type)) : garbage();
}

bool planPlain(ClassPlanner& planner)
{
    if (planner.layout.name == "complex")
        return planner.need({"_M_value"}) && planner.layout.parts[0].type->canonical->kind == TypeKind::Complex;
    return planner.need({"_M_i"}) || planner.need({"_M_base", "_M_i"}) || planner.need({"_M_b", "_M_p"}) ||
           planner.need({"_M_fp"});
}

/// \param place of the one value that the object stands for
Shape plainShape(Shape::Whole whole, const Word& place)
{
    Shape shape;
    shape.kind = ContainerKind::Plain;
    shape.count = 1;
    shape.whole = whole;
    shape.place = place;
    return shape;
}

Shape sketchPlain(Sketch& object)
{
    return plainShape(Shape::Whole::Part, object.addressOf(0));
}

bool planReference(ClassPlanner& planner)
{
    if (!planner.need({"_M_data"}))
        return false;
    planner.layout.element = planner.pointee(0);
    return planner.layout.element.isKnown();
}

Shape sketchReference(Sketch& object)
{
    return plainShape(Shape::Whole::Element, object.word(0));
}

} // namespace

const Family& optionalFamily()
{
    static const Family family{"std", {"optional"}, planOptional, nullptr, nullptr, sketchOptional};
    return family;
}

const Family& variantFamily()
{
    static const Family family{"std", {"variant"}, planVariant, openVariant, nullptr};
    return family;
}

const Family& plainFamily()
{
    static const Family family{"std", {"complex", "atomic", "atomic_flag"}, planPlain, nullptr, nullptr, sketchPlain};
    return family;
}

const Family& referenceFamily()
{
    static const Family family{"std", {"reference_wrapper"}, planReference, nullptr, nullptr, sketchReference};
    return family;
}

} // namespace dbgr::values
