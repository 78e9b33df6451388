// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/keys.h"

#include <algorithm>
#include <iterator>

namespace dbgr::pmix {

namespace {

constexpr KeyInfo kKeyTable[] = {
#define DBGR_PMIX_KEY(constant, name, key, type, since, until) {name, key, DataType::type, since, until},
#include "pmix/types/keys.inc"
#undef DBGR_PMIX_KEY
};

} // namespace

const KeyInfo* describeKey(std::string_view key)
{
    const auto* found =
        std::find_if(std::begin(kKeyTable), std::end(kKeyTable), [key](const KeyInfo& k) { return k.key == key; });
    return found == std::end(kKeyTable) ? nullptr : found;
}

} // namespace dbgr::pmix
