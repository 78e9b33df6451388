// SPDX-License-Identifier: GPL-3.0-or-later
// Commands from a pipe or a file on standard input. Thread: the loop's.
#pragma once

#include "app/dbgr/command_source.h"
#include "net/event_loop.h"

namespace dbgr::app {

/// Reads no more than the next command needs, so that whoever writes can wait for answers.
class PipeSource final : public CommandSource
{
public:
    /// \param fd stays the caller's
    PipeSource(net::EventLoop& loop, int fd) : m_loop(loop), m_fd(fd) {}

    void next(const std::string& prompt, Taker taker) override;

private:
    void onReadable();
    /// Gives out the next whole line, or what is left at the end, if there is one yet.
    void give();

    net::EventLoop& m_loop;
    int m_fd;
    std::string m_buffer;
    bool m_atEnd = false;
    Taker m_taker;
    util::Subscription m_watch;
};

} // namespace dbgr::app
