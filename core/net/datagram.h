// SPDX-License-Identifier: BSD-3-Clause
// Messages between two processes of ours on one node, one a datagram, with descriptors: a socket pair that one of them
// made and the other inherited. Thread: any; nothing blocks.
#pragma once

#include "util/passed_descriptors.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace dbgr::net {

inline constexpr std::size_t kMaxDatagramBytes = 8192;

/// Our end of a new control socket, and the other one; both close-on-exec and non-blocking. \errors those of
/// socketpair()
[[nodiscard]] util::Result<std::pair<util::UniqueFd, util::UniqueFd>> controlSocketPair();

/// \errors those of util::sendWithDescriptors()
[[nodiscard]] util::Result<void> sendDatagram(int socket, std::string_view bytes,
                                              std::span<const util::UniqueFd> descriptors);

/// Whether one could not be sent because the other side is busy: its socket is full, or more descriptors are under way
/// than one process may have there.
[[nodiscard]] bool isForLater(const util::Error& error);

/// The next one; nothing when none has come yet. \errors those of util::receiveWithDescriptors()
[[nodiscard]] util::Result<std::optional<util::BytesWithDescriptors>> receiveDatagram(int socket);

} // namespace dbgr::net
