// SPDX-License-Identifier: BSD-3-Clause
// pmix_regattr_t: an attribute that a function of a peer supports. Thread: any; a plain value.
#pragma once

#include "pmix/types/data_type.h"

#include <string>
#include <vector>

namespace dbgr::pmix {

struct RegAttr
{
    std::string name;
    std::string key;
    DataType type = DataType::Undef;
    std::vector<std::string> description;

    friend bool operator==(const RegAttr&, const RegAttr&) = default;
};

} // namespace dbgr::pmix
