// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/info.h"

#include <algorithm>

namespace dbgr::pmix {

const Value* find(std::span<const Info> infos, std::string_view key)
{
    const auto found = std::find_if(infos.begin(), infos.end(), [key](const Info& info) { return info.key == key; });
    return found == infos.end() ? nullptr : &found->value;
}

} // namespace dbgr::pmix
