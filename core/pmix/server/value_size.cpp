// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/value_size.h"

#include "pmix/codec/limits.h"
#include "pmix/codec/pack.h"
#include "pmix/types/all_types.h"

namespace dbgr::pmix {

namespace {

/// A map's node and a value's own fields.
constexpr std::size_t kOverhead = 128;

/// For all the rarer types, whatever they contain.
std::size_t sizeWhenPacked(const Value& value)
{
    Packer packer{WireFormat{}};
    packer.pack<DataType::Value>(value);
    const auto bytes = packer.finish();
    return bytes ? sizeof(Value) + bytes->size() : limits::kMaxStringBytes;
}

} // namespace

std::size_t sizeOf(const Value& value)
{
    if (const std::string* bytes = value.asBytes())
        return bytes->size();
    if (const DataArray* array = value.asArray()) {
        std::size_t sum = sizeOf(array->infos);
        for (const Value& each : array->values)
            sum += kOverhead + sizeOf(each);
        return sum;
    }
    if (value.type() == DataType::String)
        return textOf(value.get<DataType::String>()).size();
    return value.asUnsigned() || value.asSigned() ? sizeof(Value) : sizeWhenPacked(value);
}

std::size_t sizeOf(std::string_view key, const Value& value)
{
    return kOverhead + key.size() + sizeOf(value);
}

std::size_t sizeOf(std::span<const Info> infos)
{
    std::size_t sum = 0;
    for (const Info& each : infos)
        sum += sizeOf(each.key, each.value);
    return sum;
}

} // namespace dbgr::pmix
