// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/layout.h"

#include "values/values_error.h"

#include <array>
#include <utility>

namespace dbgr::values {

bool ClassPlanner::need(std::initializer_list<std::string_view> path)
{
    auto part = partAt(reader, layout.self, path);
    if (!part)
        return false;
    layout.parts.push_back(*part);
    return true;
}

ClassPart ClassPlanner::argument(std::size_t k) const
{
    return k < layout.arguments.size() ? layout.arguments[k].type : ClassPart{};
}

ClassPart ClassPlanner::pointee(std::size_t k) const
{
    const ClassPart& pointer = layout.parts[k];
    const Type& plain = *pointer.type->canonical;
    return plain.kind == TypeKind::Pointer ? whole(reader, {plain.target, pointer.file, 0}) : ClassPart{};
}

void ClassPlanner::setNodes(const ClassPart& element, std::uint64_t links)
{
    const std::uint64_t alignment = alignmentOf(reader, element);
    layout.element = element;
    layout.element.offset = static_cast<std::int64_t>((links + alignment - 1) / alignment * alignment);
}

util::Result<std::uint64_t> Source::word(std::size_t part) const
{
    const std::uint64_t bytes = layout.parts[part].type->canonical->bytes;
    if (bytes == 0 || bytes > kWordBytes)
        return util::fail(Errc::NotRecorded, "the compiler did not record how large its members are");
    return reader.memory().getUnsigned(addressOf(part), static_cast<std::size_t>(bytes));
}

util::Result<Address> Source::pointerAt(Address address) const
{
    DBGR_TRY(const std::uint64_t target, reader.memory().getUnsigned(address, kWordBytes));
    return Address{target};
}

util::Result<void> Source::requireMemory(Address address, std::uint64_t bytes) const
{
    if (bytes == 0)
        return {};
    if (bytes > kMostContainerBytes || address.value + bytes < address.value)
        return garbage();
    std::array<std::byte, 1> one{};
    DBGR_TRY(reader.memory().read(address, one));
    return reader.memory().read(address.plus(static_cast<std::int64_t>(bytes - 1)), one);
}

util::Result<std::uint64_t> Source::elementBytes() const
{
    const std::uint64_t bytes = layout.element.isKnown() ? sizeOf(*layout.element.type) : 0;
    if (bytes == 0)
        return util::fail(Errc::NotRecorded, "the compiler did not record what its elements are");
    return bytes;
}

Value Source::at(Address address, const ClassPart& type) const
{
    Value value;
    value.type = type.type;
    value.file = type.file;
    value.address = address;
    return value;
}

Container Source::container(ContainerKind kind, std::uint64_t count) const
{
    Container made;
    made.kind = kind;
    made.count = count;
    made.kindName = layout.name;
    made.layout = &layout;
    made.object = object;
    return made;
}

util::Result<Container> Source::array(ContainerKind kind, Address first, std::uint64_t count) const
{
    DBGR_TRY(const std::uint64_t bytes, elementBytes());
    if (count > kMostContainerBytes / bytes)
        return garbage();
    DBGR_TRY(requireMemory(first, count * bytes));
    Container made = container(kind, count);
    made.whole = row(first, count);
    return made;
}

Value Source::row(Address first, std::uint64_t count) const
{
    const auto bytes = static_cast<std::int64_t>(sizeOf(*layout.element.type));
    Value elements = at(first, layout.element);
    elements.type = reader.madeTypes().arrayOf(*layout.element.type, count);
    elements.array = ArrayView{layout.element.type, first, {{0, count, bytes}}, false};
    return elements;
}

tl::unexpected<util::Error> garbage()
{
    return util::fail(Errc::Unreadable, "it is not set up yet, or was overwritten");
}

} // namespace dbgr::values
