// SPDX-License-Identifier: BSD-3-Clause
// Decodings of elements that are more than a number. Between Unpacker and ElementReader. Thread: any.
// After an error the reader yields zeros and nothing, so these need not check, except before they loop.
#pragma once

#include "pmix/codec/element_reader.h"
#include "pmix/types/all_types.h"

#include <vector>

namespace dbgr::pmix {

void read(ElementReader& reader, bool& flag);
void read(ElementReader& reader, float& number);
void read(ElementReader& reader, double& number);
void read(ElementReader& reader, NullableString& text);
void read(ElementReader& reader, ByteObject& object);
void read(ElementReader& reader, Buffer& buffer);
void read(ElementReader& reader, Regex& regex);
void read(ElementReader& reader, Timeval& time);
void read(ElementReader& reader, Proc& proc);
void read(ElementReader& reader, Envar& envar);
void read(ElementReader& reader, App& app);
void read(ElementReader& reader, Query& query);
void read(ElementReader& reader, RegAttr& attribute);
void read(ElementReader& reader, ProcInfo& info);
void read(ElementReader& reader, ProcStats& stats);
void read(ElementReader& reader, NodePid& nodePid);
void read(ElementReader& reader, Coord& coord);
void read(ElementReader& reader, Geometry& geometry);
void read(ElementReader& reader, DeviceDistance& distance);
void read(ElementReader& reader, Endpoint& endpoint);
void read(ElementReader& reader, Device& device);
void read(ElementReader& reader, ResourceUnit& unit);
// The ones that hold values of any type, and so can nest.
void read(ElementReader& reader, Value& value);
void read(ElementReader& reader, DataArray& array);
void read(ElementReader& reader, Info& info);
void read(ElementReader& reader, KeyValue& keyValue);
void read(ElementReader& reader, PublishedData& data);

/// A size and the infos.
[[nodiscard]] std::vector<Info> readInfos(ElementReader& reader);

/// One element of type D.
template <DataType D>
TypeOf<D> readElement(ElementReader& reader)
{
    using T = TypeOf<D>;
    if constexpr (D == DataType::Undef) {
        return {};
    } else if constexpr (D == DataType::Pointer) {
        reader.byte();
        return {};
    } else if constexpr (D == DataType::Size) {
        return reader.size();
    } else if constexpr (D == DataType::Pid) {
        return reader.pid();
    } else if constexpr (D == DataType::Int || D == DataType::Uint) {
        return static_cast<T>(reader.taggedInt());
    } else if constexpr (D == DataType::Command) {
        // Of 2.0's four bytes the upper three were never set.
        return reader.traits().wideTags ? static_cast<T>(reader.number<std::uint32_t>() & 0xff) : reader.number<T>();
    } else if constexpr (kIsNumber<T>) {
        return reader.number<T>();
    } else {
        T element{};
        read(reader, element);
        return element;
    }
}

} // namespace dbgr::pmix
