// SPDX-License-Identifier: BSD-3-Clause
// std::string and std::string_view of all kinds of characters.
#include "values/containers/families.h"

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
util::Result<Container> openText(const Source& source)
{
    DBGR_TRY(const std::uint64_t data, source.word(kTextData));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    std::uint64_t length = 0;
    std::uint64_t capacity = 0;
    if (isSharedText(source.layout)) {
        constexpr std::int64_t kHeader = 3 * kWordBytes; // length, capacity, users
        DBGR_TRY(const Address known, source.pointerAt(Address{data}.plus(-kHeader)));
        DBGR_TRY(const Address room, source.pointerAt(Address{data}.plus(-kHeader + std::int64_t{kWordBytes})));
        length = known.value;
        capacity = room.value;
    } else {
        DBGR_TRY(length, source.word(kTextLength));
        constexpr std::uint64_t kBufferBytes = 16;
        const bool isShort = data == source.addressOf(kTextBuffer).value;
        DBGR_TRY(const std::uint64_t room, isShort ? kBufferBytes / bytes - 1 : source.word(kTextCapacity));
        capacity = source.isMadeUp() ? length : room; // nobody knows whether it was a short one
    }
    DBGR_TRY(source.requireMemory(Address{data}, 1));
    if (length > capacity || length > kMostContainerBytes / bytes)
        return garbage();
    DBGR_TRY(Container text, source.array(ContainerKind::Text, Address{data}, length));
    const Address end = Address{data}.plus(times(static_cast<std::int64_t>(bytes), length));
    DBGR_TRY(const std::uint64_t last, source.reader.memory().getUnsigned(end, static_cast<std::size_t>(bytes)));
    if (last != 0)
        return garbage();
    return text;
}

bool planView(ClassPlanner& planner)
{
    if (!planner.need({"_M_str"}) || !planner.need({"_M_len"}))
        return false;
    planner.layout.element = planner.pointee(kTextData);
    return planner.layout.element.isKnown();
}

util::Result<Container> openView(const Source& source)
{
    DBGR_TRY(const std::uint64_t data, source.word(kTextData));
    DBGR_TRY(const std::uint64_t length, source.word(kTextLength));
    return source.array(ContainerKind::Text, Address{data}, length);
}

} // namespace

const Family& textFamily()
{
    static const Family family{"std", {"basic_string"}, planText, openText, nullptr};
    return family;
}

const Family& viewFamily()
{
    static const Family family{"std", {"basic_string_view"}, planView, openView, nullptr};
    return family;
}

} // namespace dbgr::values
