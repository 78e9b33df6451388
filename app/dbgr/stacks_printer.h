// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr --stacks`: of a session only the merged stacks are told, all samples as one, when it is over; and what went
// wrong. Way: session, batch -> here -> standard output. Thread: the session's.
#pragma once

#include "app/dbgr/command_line.h"
#include "app/dbgr/command_source.h"
#include "app/dbgr/printer.h"

#include <optional>
#include <vector>

namespace dbgr::app {

/// What is done in the session: the job runs when it has been attached to.
[[nodiscard]] std::vector<ScriptLine> linesFor(const StacksRequest& request);

class StacksPrinter final : public Printer
{
public:
    /// \param problems is told what went wrong; outlives this
    StacksPrinter(StacksRequest request, Writer out, Printer& problems);

    void event(const session::SessionEvent& event) override;
    void breakpoint(const session::Breakpoint&) override {}
    void command(const std::string&, const std::string&) override {}
    void reply(const Reply& reply) override;
    void error(const util::Error& error, const std::string& command) override;
    void note(const std::string&) override {}

    /// Writes all that there is. \return whether there is anything
    [[nodiscard]] bool finish();

private:
    StacksRequest m_request;
    Writer m_out;
    Printer& m_problems;
    std::optional<StacksReply> m_stacks;
};

} // namespace dbgr::app
