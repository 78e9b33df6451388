// SPDX-License-Identifier: BSD-3-Clause
// pmix_data_type_t: the codes that say what a value is, and the C++ type that holds each. Thread: any.
#pragma once

#include "pmix/types/byte_object.h"
#include "pmix/types/codes.h"
#include "pmix/types/command.h"
#include "pmix/types/envar.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "pmix/types/timeval.h"
#include "util/ids.h"

#include <cstdint>
#include <string>
#include <variant>

namespace dbgr::pmix {

class Value;
struct App;
struct Coord;
struct DataArray;
struct Device;
struct DeviceDistance;
struct Endpoint;
struct Geometry;
struct Info;
struct KeyValue;
struct NodePid;
struct ProcInfo;
struct ProcStats;
struct PublishedData;
struct Query;
struct RegAttr;
struct ResourceUnit;

/// The type of a value. Codes are equal in all versions; which version has which is the codec's knowledge.
/// Left out, because nobody sends them: 29 MODEX and 44 INFO_ARRAY (obsolete), 56 TOPO (its size depends on the
/// sender's hwloc), 62-64 DISK/NET/NODE_STATS (dropped in 6.1).
enum class DataType : std::uint16_t
{
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until) name = code,
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
};

template <DataType D>
struct DataTypeTraits;

#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    template <>                                                                                                        \
    struct DataTypeTraits<DataType::name>                                                                              \
    {                                                                                                                  \
        using Type = cppType;                                                                                          \
    };
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE

/// The C++ type that holds one element of type D: TypeOf<DataType::Size> is std::uint64_t.
template <DataType D>
using TypeOf = typename DataTypeTraits<D>::Type;

/// The Standard's name, "data type 99" for a code that we do not know.
[[nodiscard]] std::string toString(DataType type);

/// True for the codes of data_types.inc.
[[nodiscard]] bool isKnown(DataType type);

} // namespace dbgr::pmix
