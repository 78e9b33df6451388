// SPDX-License-Identifier: BSD-3-Clause
// Encodings of elements that are more than a number. Between Packer and ElementWriter. Thread: any.
#pragma once

#include "pmix/codec/element_writer.h"
#include "pmix/types/all_types.h"

#include <span>

namespace dbgr::pmix {

void write(ElementWriter& writer, bool flag);
/// As text with six decimals; the protocol loses what is beyond.
void write(ElementWriter& writer, double number);
void write(ElementWriter& writer, const NullableString& text);
void write(ElementWriter& writer, const ByteObject& object);
void write(ElementWriter& writer, const Buffer& buffer);
void write(ElementWriter& writer, const Regex& regex);
void write(ElementWriter& writer, const Timeval& time);
void write(ElementWriter& writer, const Proc& proc);
void write(ElementWriter& writer, const Envar& envar);
void write(ElementWriter& writer, const App& app);
void write(ElementWriter& writer, const Query& query);
void write(ElementWriter& writer, const RegAttr& attribute);
void write(ElementWriter& writer, const ProcInfo& info);
void write(ElementWriter& writer, const ProcStats& stats);
void write(ElementWriter& writer, const NodePid& nodePid);
void write(ElementWriter& writer, const Coord& coord);
void write(ElementWriter& writer, const Geometry& geometry);
void write(ElementWriter& writer, const DeviceDistance& distance);
void write(ElementWriter& writer, const Endpoint& endpoint);
void write(ElementWriter& writer, const Device& device);
void write(ElementWriter& writer, const ResourceUnit& unit);
// The ones that hold values of any type, and so can nest.
void write(ElementWriter& writer, const Value& value);
void write(ElementWriter& writer, const DataArray& array);
void write(ElementWriter& writer, const Info& info);
void write(ElementWriter& writer, const KeyValue& keyValue);
void write(ElementWriter& writer, const PublishedData& data);

/// A size and the infos.
void writeInfos(ElementWriter& writer, std::span<const Info> infos);

/// One element of type D.
template <DataType D>
void writeElement(ElementWriter& writer, const TypeOf<D>& element)
{
    if constexpr (D == DataType::Undef)
        ;
    else if constexpr (D == DataType::Pointer)
        writer.byte(1); // a pointer means nothing to the other side; this stands for it
    else if constexpr (D == DataType::Size)
        writer.size(element);
    else if constexpr (D == DataType::Pid)
        writer.pid(element);
    else if constexpr (D == DataType::Int || D == DataType::Uint)
        writer.taggedInt(static_cast<std::int32_t>(element));
    else if constexpr (D == DataType::Command)
        writer.traits().wideTags ? writer.number(static_cast<std::uint32_t>(element)) : writer.number(element);
    else if constexpr (kIsNumber<TypeOf<D>>)
        writer.number(element);
    else
        write(writer, element);
}

} // namespace dbgr::pmix
