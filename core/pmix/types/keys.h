// SPDX-License-Identifier: BSD-3-Clause
// The keys of infos and of job information: keys::kDebugStopInInit is "pmix.dbg.init". Thread: any.
#pragma once

#include "pmix/types/data_type.h"

#include <string_view>

namespace dbgr::pmix {

namespace keys {
#define DBGR_PMIX_KEY(constant, name, key, type, since, until) inline constexpr std::string_view constant = key;
#include "pmix/types/keys.inc"
#undef DBGR_PMIX_KEY
} // namespace keys

/// What is known of a key.
struct KeyInfo
{
    std::string_view name; ///< PMIX_DEBUG_STOP_IN_INIT
    std::string_view key;  ///< pmix.dbg.init
    DataType type;         ///< Undef where several are allowed
    int since;             ///< first major version of OpenPMIx with it, from 3
    int until;             ///< last one, up to 6
};

/// The first entry of a key (3.x and 4.x gave one of them two names), or null.
[[nodiscard]] const KeyInfo* describeKey(std::string_view key);

} // namespace dbgr::pmix
