// SPDX-License-Identifier: GPL-3.0-or-later
// The session as text for people: what happened in lines that begin with the ranks it happened to, output marked
// [rank] (standard error [rank!]), answers as tables with equal things folded. Thread: the session's.
#pragma once

#include "app/dbgr/printer.h"
#include "app/dbgr/source_files.h"
#include "app/dbgr/text_format.h"

#include <optional>
#include <string>

namespace dbgr::app {

class TextPrinter final : public Printer
{
public:
    /// \param errors where errors go; may be the same as `out`
    /// \param sources must live as long as this
    TextPrinter(Writer out, Writer errors, SourceFiles& sources, Style style);

    void event(const session::SessionEvent& event) override;
    void breakpoint(const session::Breakpoint& breakpoint) override;
    void command(const std::string& prompt, const std::string& line) override;
    void reply(const Reply& reply) override;
    void error(const util::Error& error, const std::string& command) override;
    void note(const std::string& text) override;

private:
    void show(const session::LauncherStarted& event);
    void show(const session::LaunchProgress& event);
    void show(const session::JobLaunched& event);
    void show(const session::JobHeld& event);
    void show(const session::JobAttached& event);
    void show(const debug::AttachFailed& event);
    void show(const debug::StopGroup& event);
    void show(const session::OutputText& event);
    void show(const session::CommandFailed& event);
    void show(const session::InputDone& event);
    void show(const debug::EngineBusy& event);
    void show(const debug::RanksLost& event);
    void show(const session::NodeLost& event);
    void show(const debug::RanksExited& event);
    void show(const debug::RanksDetached& event);
    void show(const session::BackendWarning& event);
    void show(const session::BackendFailed& event);
    void show(const session::Ended& event);
    /// What a person does not need to hear of.
    template <class Event>
    void show(const Event&)
    {}

    void line(const util::RankSet& ranks, const std::string& text);
    void sourceLine(const debug::SourceLocation& where);

    Writer m_out;
    Writer m_errors;
    SourceFiles& m_sources;
    Style m_style;
    std::string m_lastStep; ///< of the launch
};

} // namespace dbgr::app
