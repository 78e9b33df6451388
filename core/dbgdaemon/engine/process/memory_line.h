// SPDX-License-Identifier: BSD-3-Clause
// How dbgd-engine reads memory of ranks that it may not look into itself (they have hidden since they were attached to,
// or calls are filtered): by orders to the keeper, which has had their memory open since then, over a socket of their
// own. Thread: engine; it waits, for kLimit at the most.
#pragma once

#include "keeper/control/messages.h"
#include "util/remote_address.h"
#include "util/unique_fd.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace dbgr::daemon {

class MemoryLine
{
public:
    static constexpr std::chrono::seconds kLimit{5};

    /// \param socket of datagrams, whose other end the keeper has
    explicit MemoryLine(util::UniqueFd socket) : m_socket(std::move(socket)) {}

    /// All of `out`, or false.
    [[nodiscard]] bool read(keeper::Slot slot, util::RemoteAddress address, std::span<std::byte> out);

private:
    [[nodiscard]] bool readPiece(keeper::Slot slot, util::RemoteAddress address, std::span<std::byte> out);
    [[nodiscard]] std::optional<keeper::Notice> answer();

    const util::UniqueFd m_socket;
    std::uint32_t m_last = 0;
};

} // namespace dbgr::daemon
