// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/data_type.h"

namespace dbgr::pmix {

namespace {

const char* knownName(DataType type)
{
    switch (type) {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    case DataType::name:                                                                                               \
        return text;
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    }
    return nullptr;
}

} // namespace

std::string toString(DataType type)
{
    const char* name = knownName(type);
    return name ? name : "data type " + std::to_string(static_cast<unsigned>(type));
}

bool isKnown(DataType type)
{
    return knownName(type) != nullptr;
}

} // namespace dbgr::pmix
