// SPDX-License-Identifier: BSD-3-Clause
// Bytes over a local socket, and with them descriptors: the other process has them as its own. Thread: any.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// With one message; what a sender adds is closed.
inline constexpr std::size_t kMaxPassedDescriptors = 3;

struct BytesWithDescriptors
{
    std::string bytes; ///< never empty
    std::vector<UniqueFd> descriptors;
};

/// Does not wait. \param descriptors at most kMaxPassedDescriptors; stay ours
/// \errors those of sendmsg(); std::errc::resource_unavailable_try_again when the other side does not read
[[nodiscard]] Result<void> sendWithDescriptors(int socket, std::string_view bytes,
                                               std::span<const UniqueFd> descriptors);

/// What there is; nothing when none has come yet. Descriptors are close-on-exec. \param maxBytes not 0
/// \errors std::errc::connection_reset at the end of the connection; those of recvmsg()
[[nodiscard]] Result<std::optional<BytesWithDescriptors>> receiveWithDescriptors(int socket, std::size_t maxBytes);

} // namespace dbgr::util
