// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/readable.h"

#include "values/containers/containers.h"

#include <array>
#include <cstddef>

namespace dbgr::values {

namespace {

/// What was made up has no memory behind its parts that are not known; they say so one by one.
util::Result<void> checkByte(ValueReader& reader, Address address)
{
    if (StopMemory::isMadeUp(address))
        return util::ok();
    std::array<std::byte, 1> byte{};
    return reader.memory().read(address, byte);
}

util::Result<void> checkArray(ValueReader& reader, const Value& array)
{
    const std::uint64_t count = array.array->count();
    if (count == 0)
        return util::ok();
    DBGR_TRY(checkByte(reader, reader.elementAt(array, 0).address));
    if (array.array->isOpenEnded)
        return util::ok();
    const auto bytes = reader.elementBytes(array);
    const std::int64_t last = bytes && *bytes > 0 ? static_cast<std::int64_t>(*bytes - 1) : 0;
    return checkByte(reader, reader.elementAt(array, count - 1).address.plus(last));
}

/// Both ends of bytes that lie in a row.
util::Result<void> checkEnds(ValueReader& reader, Address begin, std::uint64_t bytes)
{
    if (bytes == 0)
        return util::ok();
    DBGR_TRY(checkByte(reader, begin));
    return checkByte(reader, begin.plus(static_cast<std::int64_t>(bytes - 1)));
}

util::Result<void> checkRecord(ValueReader& reader, const Value& record)
{
    DBGR_TRY(checkEnds(reader, record.address, reader.bytesOf(record).value_or(1)));
    if (const auto container = Containers(reader).open(record); container && !*container)
        return util::fail(container->error());
    return util::ok();
}

} // namespace

util::Result<void> checkReadable(ValueReader& reader, const Value& settled)
{
    if (settled.isArray())
        return checkArray(reader, settled);
    switch (settled.type->canonical->kind) {
    case TypeKind::Structure:
    case TypeKind::Union:
        return checkRecord(reader, settled);
    case TypeKind::Text: // which may be long
        return checkEnds(reader, settled.address, reader.bytesOf(settled).value_or(1));
    case TypeKind::Void:
    case TypeKind::Incomplete:
    case TypeKind::Function:
        return util::ok();
    default:
        break;
    }
    const auto bytes = reader.read(settled);
    return bytes ? util::ok() : util::fail(bytes.error());
}

} // namespace dbgr::values
