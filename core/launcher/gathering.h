// SPDX-License-Identifier: BSD-3-Clause
// One answer for several operations under way. Thread: its users'.
#pragma once

#include "util/result.h"

#include <functional>
#include <utility>

namespace dbgr::launcher {

/// Shared by all of them; answers when the last lets go of it, with the first error that was noted.
class Gathering
{
public:
    using Done = std::function<void(util::Result<void>)>;

    explicit Gathering(Done done) : m_done(std::move(done)) {}
    Gathering(const Gathering&) = delete;
    Gathering& operator=(const Gathering&) = delete;
    ~Gathering() { m_done(std::move(m_result)); }

    void note(util::Result<void> result)
    {
        if (m_result && !result)
            m_result = std::move(result);
    }

private:
    Done m_done;
    util::Result<void> m_result;
};

} // namespace dbgr::launcher
