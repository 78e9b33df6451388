// SPDX-License-Identifier: BSD-3-Clause
// How somebody wants to see a value. Thread: any; a value.
#pragma once

#include <cstdint>

namespace dbgr::debug {

struct ValueStyle
{
    char format = 0;            ///< that of print/x; 0: after the type
    std::uint32_t depth = 0;    ///< levels of braces; 0: as many as is usual
    std::uint32_t elements = 0; ///< in one pair of braces; 0: as many as is usual
    bool tree = false;          ///< its parts one by one, too

    [[nodiscard]] bool isUsual() const { return format == 0 && depth == 0 && elements == 0; }
    friend bool operator==(const ValueStyle&, const ValueStyle&) = default;
};

} // namespace dbgr::debug
