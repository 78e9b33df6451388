// SPDX-License-Identifier: BSD-3-Clause
// The bytes in a pmix_data_buffer_t. Thread: any.
#pragma once

#include <pmix_common.h>

#include <string>
#include <string_view>

namespace dbgr::pmix::capi {

/// What was not unpacked yet; a view of the buffer's memory.
[[nodiscard]] std::string_view unreadBytes(const pmix_data_buffer_t& buffer);

/// Puts bytes behind what is there. False without memory.
[[nodiscard]] bool appendBytes(pmix_data_buffer_t& buffer, std::string_view bytes);

} // namespace dbgr::pmix::capi
