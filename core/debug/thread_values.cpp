// SPDX-License-Identifier: BSD-3-Clause
#include "debug/thread_values.h"

#include <algorithm>
#include <utility>

namespace dbgr::debug {

void RankThreadValues::add(ThreadIndex thread, ValueGroup value)
{
    const auto same =
        std::ranges::find_if(values, [&](const ThreadValues& known) { return known.value.sameAs(value); });
    if (same == values.end()) {
        values.push_back({{thread}, std::move(value)});
        return;
    }
    same->threads.push_back(thread);
    same->value.content.join(value.content);
    same->value.early |= value.early;
}

} // namespace dbgr::debug
