// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/pack_composite_p.h"

namespace dbgr::pmix {

namespace {

/// What a value holds, without its type.
void writePayload(ElementWriter& writer, const Value& value)
{
    if (!writer.enter())
        return;
    switch (value.type()) {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    case DataType::name:                                                                                               \
        writeElement<DataType::name>(writer, value.get<DataType::name>());                                             \
        break;
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    }
    writer.leave();
}

/// The type within an info, which 2.0 writes as an int.
void writeInfoType(ElementWriter& writer, DataType type)
{
    if (writer.traits().wideTags)
        writer.taggedInt(static_cast<std::int32_t>(type));
    else
        writer.typeTag(type);
}

} // namespace

void write(ElementWriter& writer, const Value& value)
{
    writer.typeTag(value.type());
    writePayload(writer, value);
}

void write(ElementWriter& writer, const DataArray& array)
{
    writer.typeTag(array.element);
    if (array.element == DataType::Undef && writer.traits().nullArrayIsTag)
        return;
    writer.size(array.size());
    if (array.element == DataType::Info) {
        for (const Info& info : array.infos)
            write(writer, info);
        return;
    }
    for (const Value& value : array.values) {
        if (value.type() != array.element) {
            writer.fail(Status::ErrPackFailure,
                        "an array of " + toString(array.element) + " holds a " + toString(value.type()));
            return;
        }
        writePayload(writer, value);
    }
}

void write(ElementWriter& writer, const Info& info)
{
    writer.string(std::string_view(info.key));
    writer.number(info.flags);
    writeInfoType(writer, info.value.type());
    writePayload(writer, info.value);
}

void write(ElementWriter& writer, const KeyValue& keyValue)
{
    writer.string(std::string_view(keyValue.key));
    write(writer, keyValue.value);
}

void write(ElementWriter& writer, const PublishedData& data)
{
    write(writer, data.publisher);
    writer.string(std::string_view(data.key));
    writeInfoType(writer, data.value.type());
    writePayload(writer, data.value);
}

void writeInfos(ElementWriter& writer, std::span<const Info> infos)
{
    writer.size(infos.size());
    for (const Info& info : infos)
        write(writer, info);
}

} // namespace dbgr::pmix
