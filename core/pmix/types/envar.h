// SPDX-License-Identifier: BSD-3-Clause
// PMIX_ENVAR: one change to a job's environment. Thread: any; a plain value.
#pragma once

#include "pmix/types/byte_object.h"

#include <string>

namespace dbgr::pmix {

struct Envar
{
    std::string name;
    NullableString value;
    /// Stands between parts when the value is appended or prepended.
    char separator = ':';

    friend bool operator==(const Envar&, const Envar&) = default;
};

} // namespace dbgr::pmix
