// SPDX-License-Identifier: GPL-3.0-or-later
// Commands from a person at a terminal: prompt, history and completion by readline, driven by the event loop, so that
// what happens meanwhile is written above the prompt. The only file that sees readline, whose state is global: one
// object a process. Thread: the loop's.
#pragma once

#include "app/dbgr/command_source.h"
#include "net/event_loop.h"

#include <functional>
#include <string>

namespace dbgr::app {

class TerminalSource final : public CommandSource
{
public:
    /// \param promptFd standard output, or standard error where that is not a terminal or is for JSON
    /// \param historyFile "" keeps none; it is made 0600
    TerminalSource(net::EventLoop& loop, int promptFd, std::string historyFile);
    ~TerminalSource() override;
    TerminalSource(const TerminalSource&) = delete;
    TerminalSource& operator=(const TerminalSource&) = delete;

    void next(const std::string& prompt, Taker taker) override;
    [[nodiscard]] bool interactive() const override { return true; }

    /// Takes the prompt and what was typed off the screen, runs `write`, and puts them back below.
    void above(const std::function<void()>& write);
    /// Ctrl-C: throws away what was typed. \return false if nothing was
    bool clearLine();

private:
    static void onLine(char* text);
    void takeLine(char* text);
    void remember(const std::string& line);
    void endPrompt();

    net::EventLoop& m_loop;
    std::string m_historyFile;
    Taker m_taker; ///< set while the prompt stands
    util::Subscription m_watch;
    util::Subscription m_resized;
};

/// $XDG_STATE_HOME/dbgr/history, or ~/.local/state/dbgr/history; its folder is made. "" if there is no place for it.
[[nodiscard]] std::string historyPath();

} // namespace dbgr::app
