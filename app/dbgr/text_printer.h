// SPDX-License-Identifier: GPL-3.0-or-later
// The session as text for people: what happened in lines that begin with the ranks it happened to, output marked
// [rank] (standard error [rank!]), answers as tables with equal things folded. Thread: the session's.
#pragma once

#include "app/dbgr/printer.h"
#include "app/dbgr/source_files.h"
#include "app/dbgr/text_format.h"
#include "session/story.h"

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
    void output(const session::OutputText& event);
    void tell(const session::Story& story);
    /// The launch says the same step again and again, as it goes on.
    [[nodiscard]] bool isRepeated(const session::SessionEvent& event);
    void line(const util::RankSet& ranks, const std::string& text);
    void sourceLine(const debug::SourceLocation& where);

    Writer m_out;
    Writer m_errors;
    SourceFiles& m_sources;
    Style m_style;
    std::string m_lastStep; ///< of the launch
};

} // namespace dbgr::app
