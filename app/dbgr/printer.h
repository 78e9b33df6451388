// SPDX-License-Identifier: GPL-3.0-or-later
// How a session is told: as text for people (TextPrinter) or as JSON lines for programs (JsonPrinter).
// Way: session, batch -> printer -> standard output. Thread: the session's.
#pragma once

#include "app/dbgr/reply.h"
#include "session/breakpoint_store.h"
#include "session/session_event.h"
#include "util/error.h"

#include <functional>
#include <string>
#include <string_view>

namespace dbgr::app {

/// Takes whole lines.
using Writer = std::function<void(std::string_view lines)>;

class Printer
{
public:
    virtual ~Printer() = default;

    /// Something happened. BreakpointUpdated says nothing here: see breakpoint().
    virtual void event(const session::SessionEvent& event) = 0;
    /// A breakpoint found or lost its place by itself.
    virtual void breakpoint(const session::Breakpoint& breakpoint) = 0;
    /// A command that nobody saw being typed is about to be done.
    virtual void command(const std::string& prompt, const std::string& line) = 0;
    /// Whether replies are read by a program, for which values are told part by part.
    [[nodiscard]] virtual bool wantsTrees() const { return false; }
    virtual void reply(const Reply& reply) = 0;
    /// \param command the line that failed; "" the session itself
    virtual void error(const util::Error& error, const std::string& command) = 0;
    /// A word for people, on which no program needs to depend.
    virtual void note(const std::string& text) = 0;
};

} // namespace dbgr::app
