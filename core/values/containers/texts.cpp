// SPDX-License-Identifier: BSD-3-Clause
// std::string and std::string_view of all kinds of characters.
#include "values/containers/families.h"
#include "values/containers/sketch.h"

#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

enum TextPart : std::size_t
{
    kTextData,
    kTextLength,
    kTextBuffer,
    kTextCapacity
};

/// Before C++11's: what the pointer leads to has its length and capacity before it.
bool isSharedText(const ContainerLayout& layout)
{
    return layout.parts.size() == 1;
}

/// clang describes the class around the pointer where its constructor is, which is in the library. Nothing but the
/// pointer is in it.
bool needTextData(ClassPlanner& planner)
{
    if (planner.need({"_M_dataplus", "_M_p"}))
        return true;
    auto around = partAt(planner.reader, planner.layout.self, {"_M_dataplus"});
    const ClassPart letter = planner.argument(0);
    if (!around || around->type->kind != TypeKind::Incomplete || !letter.isKnown())
        return false;
    planner.layout.hasMadeTypes = true;
    planner.layout.parts.push_back({planner.reader.madeTypes().pointerTo(letter.type), letter.file, around->offset});
    return true;
}

bool planText(ClassPlanner& planner)
{
    if (!needTextData(planner))
        return false;
    planner.layout.element = planner.pointee(kTextData);
    const bool isNew = planner.has({"_M_string_length"});
    return planner.layout.element.isKnown() &&
           (!isNew || (planner.need({"_M_string_length"}) && planner.need({"_M_local_buf"}) &&
                       planner.need({"_M_allocated_capacity"})));
}

/// All texts have a 0 behind their end, short ones in the object itself.
Shape sketchText(Sketch& object)
{
    const Word data = object.word(kTextData);
    const std::uint64_t bytes = object.elementBytes();
    Word length = 0;
    Word capacity = 0;
    if (isSharedText(object.layout())) {
        constexpr std::uint64_t kHeader = 3 * kWordBytes; // length, capacity, users
        length = object.pointerAt(data - kHeader);
        capacity = object.pointerAt(data - kHeader + kWordBytes);
    } else {
        length = object.word(kTextLength);
        capacity = length; // where it is made up: nobody knows whether it was a short one
        if (!object.isMadeUp()) {
            constexpr std::uint64_t kBufferBytes = 16;
            const Word room = object.word(kTextCapacity);
            capacity = choice(data == object.addressOf(kTextBuffer), kBufferBytes / bytes - 1, room);
        }
    }
    object.requireMemory(data, 1);
    object.require(length <= capacity && length <= kMostContainerBytes / bytes);
    Shape text = object.row(ContainerKind::Text, data, length);
    object.require(object.read(data + length * bytes, static_cast<unsigned>(bytes)) == 0);
    return text;
}

bool planView(ClassPlanner& planner)
{
    if (!planner.need({"_M_str"}) || !planner.need({"_M_len"}))
        return false;
    planner.layout.element = planner.pointee(kTextData);
    return planner.layout.element.isKnown();
}

Shape sketchView(Sketch& object)
{
    const Word data = object.word(kTextData);
    return object.row(ContainerKind::Text, data, object.word(kTextLength));
}

} // namespace

const Family& textFamily()
{
    static const Family family{"std", {"basic_string"}, planText, nullptr, nullptr, sketchText};
    return family;
}

const Family& viewFamily()
{
    static const Family family{"std", {"basic_string_view"}, planView, nullptr, nullptr, sketchView};
    return family;
}

} // namespace dbgr::values
