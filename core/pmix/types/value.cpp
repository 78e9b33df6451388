// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/value.h"

#include "pmix/types/all_types.h"

#include <limits>

namespace dbgr::pmix {

Value::Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Value::Value(DataType type, Payload payload) : m_type(type), m_payload(std::move(payload))
{}

bool operator==(const Value& a, const Value& b)
{
    return a.m_type == b.m_type && a.m_payload == b.m_payload;
}

Value Value::boolean(bool value)
{
    return of<DataType::Bool>(value);
}

Value Value::string(std::string text)
{
    return of<DataType::String>(std::move(text));
}

Value Value::proc(Proc proc)
{
    return of<DataType::Proc>(std::move(proc));
}

Value Value::infos(std::vector<Info> infos)
{
    return of<DataType::DataArray>(DataArray::ofInfos(std::move(infos)));
}

std::optional<std::uint64_t> Value::asUnsigned() const
{
    if (const auto* number = std::get_if<std::uint64_t>(&m_payload))
        return *number;
    if (const auto* number = std::get_if<std::int64_t>(&m_payload); number && *number >= 0)
        return static_cast<std::uint64_t>(*number);
    if (const auto* flag = std::get_if<bool>(&m_payload))
        return *flag ? 1 : 0;
    return std::nullopt;
}

std::optional<std::int64_t> Value::asSigned() const
{
    if (const auto* number = std::get_if<std::int64_t>(&m_payload))
        return *number;
    const auto number = asUnsigned();
    if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::optional<ProcRank> Value::asRank() const
{
    const auto number = asSigned();
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return ProcRank(static_cast<std::uint32_t>(*number));
}

std::optional<Status> Value::asStatus() const
{
    const auto number = asSigned();
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return static_cast<Status>(*number);
}

std::optional<bool> Value::asBool() const
{
    if (m_type == DataType::Undef)
        return true;
    if (const auto* number = std::get_if<std::int64_t>(&m_payload))
        return *number != 0;
    if (const auto number = asUnsigned())
        return *number != 0;
    return std::nullopt;
}

std::optional<std::string> Value::asString() const
{
    if (const auto* text = std::get_if<NullableString>(&m_payload))
        return textOf(*text);
    return std::nullopt;
}

std::optional<Proc> Value::asProc() const
{
    if (const auto* proc = std::get_if<Proc>(&m_payload))
        return *proc;
    return std::nullopt;
}

const DataArray* Value::asArray() const
{
    const auto* array = std::get_if<Indirect<DataArray>>(&m_payload);
    return array ? &**array : nullptr;
}

const std::vector<Info>* Value::asInfos() const
{
    const DataArray* array = asArray();
    return array && array->element == DataType::Info ? &array->infos : nullptr;
}

const std::string* Value::asBytes() const
{
    const auto* object = std::get_if<ByteObject>(&m_payload);
    return object ? &object->bytes : nullptr;
}

} // namespace dbgr::pmix
