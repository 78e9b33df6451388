// SPDX-License-Identifier: BSD-3-Clause
// The border between C++ and a C program: errors become codes, and no exception passes. Thread: any.
#pragma once

#include "pmix/types/status.h"
#include "util/error.h"

#include <pmix_common.h>

#include <new>
#include <utility>

namespace dbgr::pmix::capi {

/// The code to return for an error of ours.
[[nodiscard]] inline pmix_status_t statusOf(const util::Error& error)
{
    return error.code.category() == pmixCategory() ? error.code.value() : PMIX_ERROR;
}

/// Runs `work`, of which only running out of memory can throw.
template <class Work>
[[nodiscard]] pmix_status_t guarded(Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return PMIX_ERR_NOMEM;
    }
}

} // namespace dbgr::pmix::capi
