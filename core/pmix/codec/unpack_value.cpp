// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/unpack_composite_p.h"

namespace dbgr::pmix {

namespace {

/// What a value of that type holds, without the type itself.
Value readPayload(ElementReader& reader, DataType type)
{
    Value value;
    if (!reader.enter())
        return value;
    switch (type) {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    case DataType::name:                                                                                               \
        value = Value::of<DataType::name>(readElement<DataType::name>(reader));                                        \
        break;
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    }
    reader.leave();
    return value;
}

/// The type within an info, which 2.0 writes as an int.
DataType readInfoType(ElementReader& reader)
{
    if (!reader.traits().wideTags)
        return reader.typeTag();
    const auto type = static_cast<DataType>(reader.taggedInt());
    if (reader.ok() && !hasType(reader.format().version, type))
        reader.fail(Status::ErrUnknownDataType, toString(type) + " does not exist in serialisation v20");
    return reader.ok() ? type : DataType::Undef;
}

} // namespace

void read(ElementReader& reader, Value& value)
{
    value = readPayload(reader, reader.typeTag());
}

void read(ElementReader& reader, DataArray& array)
{
    array.element = reader.typeTag();
    // A 6.x library leaves the size of a null array out, also when it speaks v41 with us; then nothing may follow.
    if (array.element == DataType::Undef && (reader.traits().nullArrayIsTag || reader.remaining() == 0))
        return;
    const std::size_t count = reader.count(reader.size());
    if (array.element == DataType::Undef && count > 0)
        reader.fail(Status::ErrUnpackFailure, "an array of " + std::to_string(count) + " elements without a type");
    for (std::size_t i = 0; i < count && reader.ok(); ++i) {
        if (array.element == DataType::Info)
            read(reader, array.infos.emplace_back());
        else
            array.values.push_back(readPayload(reader, array.element));
    }
}

void read(ElementReader& reader, Info& info)
{
    info.key = reader.string();
    info.flags = reader.number<std::uint32_t>();
    info.value = readPayload(reader, readInfoType(reader));
}

void read(ElementReader& reader, KeyValue& keyValue)
{
    keyValue.key = reader.string();
    read(reader, keyValue.value);
}

void read(ElementReader& reader, PublishedData& data)
{
    read(reader, data.publisher);
    data.key = reader.string();
    data.value = readPayload(reader, readInfoType(reader));
}

std::vector<Info> readInfos(ElementReader& reader)
{
    std::vector<Info> infos;
    const std::size_t count = reader.count(reader.size());
    for (std::size_t i = 0; i < count && reader.ok(); ++i)
        read(reader, infos.emplace_back());
    return infos;
}

} // namespace dbgr::pmix
