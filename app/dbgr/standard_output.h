// SPDX-License-Identifier: GPL-3.0-or-later
// Writes lines to a descriptor at once, unbuffered, and remembers when nobody reads them any more. Thread: one.
#pragma once

#include <functional>
#include <string_view>

namespace dbgr::app {

class StandardOutput
{
public:
    /// \param fd stays the caller's
    explicit StandardOutput(int fd) : m_fd(fd) {}

    /// Called once, when a write fails for good: the reader is gone, the disk is full.
    void onFailure(std::function<void()> callback) { m_onFailure = std::move(callback); }
    void write(std::string_view text);

private:
    int m_fd;
    bool m_failed = false;
    std::function<void()> m_onFailure;
};

} // namespace dbgr::app
