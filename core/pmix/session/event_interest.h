// SPDX-License-Identifier: BSD-3-Clause
// Which events anybody here wants, so that a server is told of each once: handlers come and go, registrations with the
// server only as the first and the last of them do. Thread: its owner's.
#pragma once

#include "pmix/types/status.h"

#include <map>
#include <span>
#include <vector>

namespace dbgr::pmix {

class EventInterest
{
public:
    /// What a registration, or its end, means for the server.
    struct Change
    {
        std::vector<Status> codes;
        bool byDefault = false; ///< the default handler
        [[nodiscard]] bool any() const { return byDefault || !codes.empty(); }
    };

    /// One more wants these; no code at all: the default handler. \return what is new
    Change add(std::span<const Status> codes);
    /// The undoing of one add(). \return what nobody wants any more
    Change remove(std::span<const Status> codes);
    [[nodiscard]] Change all() const;

private:
    std::map<Status, int> m_counts;
    int m_defaults = 0;
};

} // namespace dbgr::pmix
