// SPDX-License-Identifier: GPL-3.0-or-later
// The session as JSON: one object a line, {"event": ...} or {"reply": ...}; docs/manual/json.md is the schema.
// Thread: the session's.
#pragma once

#include "app/dbgr/printer.h"
#include "util/rank_set.h"

#include <map>
#include <string>

namespace dbgr::app {

class JsonPrinter final : public Printer
{
public:
    explicit JsonPrinter(Writer out) : m_out(std::move(out)) {}

    void event(const session::SessionEvent& event) override;
    void breakpoint(const session::Breakpoint& breakpoint) override;
    void command(const std::string&, const std::string&) override {}
    [[nodiscard]] bool wantsTrees() const override { return true; }
    void reply(const Reply& reply) override;
    void error(const util::Error& error, const std::string& command) override;
    void note(const std::string&) override {}

private:
    Writer m_out;
    std::map<std::string, util::RankSet> m_hosts; ///< of the job
};

} // namespace dbgr::app
