// SPDX-License-Identifier: BSD-3-Clause
// pmix_query_t: keys asked for together, with what narrows the question. Thread: any; a plain value.
#pragma once

#include "pmix/types/info.h"

#include <string>
#include <vector>

namespace dbgr::pmix {

struct Query
{
    std::vector<std::string> keys;
    std::vector<Info> qualifiers;

    friend bool operator==(const Query&, const Query&) = default;
};

} // namespace dbgr::pmix
