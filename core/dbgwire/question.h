// SPDX-License-Identifier: BSD-3-Clause
// What is asked of daemons, put into bytes once for all of them. Thread: any; a value.
#pragma once

#include "debug/engine_request.h"

#include <string>

namespace dbgr::dbgwire {

class Question
{
public:
    explicit Question(const debug::EngineRequest& request);

    /// "print": for errors.
    [[nodiscard]] const char* what() const { return m_what; }
    /// As a user types it.
    [[nodiscard]] const std::string& asTyped() const { return m_asTyped; }
    /// As encodeQuestion() makes them.
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    const char* m_what;
    std::string m_asTyped;
    std::string m_bytes;
};

} // namespace dbgr::dbgwire
