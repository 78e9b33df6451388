// SPDX-License-Identifier: BSD-3-Clause
// The lines of a recorded script. Breakpoints have their own numbers there: those that the session took back got none
// where the script runs, and what was said of them is left out. Pure. Thread: the session's.
#pragma once

#include "util/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::session {

class ScriptLines
{
public:
    /// Forgets all that there is.
    void begin(std::string header);
    /// What follows is done by something that the script has already: it is not written. Breakpoints that are set so
    /// have their numbers nevertheless.
    void mute(bool on) { m_muted = on; }
    [[nodiscard]] bool isMuted() const { return m_muted; }

    void add(std::string line);
    /// One that sets a breakpoint.
    void addSetting(util::BreakpointId id, std::string line);
    /// One that names a breakpoint: "disable 2.1" is "disable ", the number, ".1".
    void addAbout(util::BreakpointId id, std::string before, std::string behind = {});
    /// The breakpoint begins with these of its places off.
    void switchOff(util::BreakpointId id, const std::vector<std::uint32_t>& places);
    /// The session has taken it back.
    void refuse(util::BreakpointId id);

    /// For append(): the line that was added last.
    [[nodiscard]] std::size_t last() const { return m_lines.size() - 1; }
    void append(std::size_t line, const std::string& text) { m_lines[line].text += text; }
    /// Each with its end.
    [[nodiscard]] std::string text() const;

private:
    struct Line
    {
        std::string text;
        std::optional<util::BreakpointId> sets = {};
        std::optional<util::BreakpointId> names = {}; ///< its number stands behind the text
        std::string behind = {};
        std::vector<std::uint32_t> off = {};
        bool hidden = false;
    };
    void put(Line line);

    std::vector<Line> m_lines;
    std::set<util::BreakpointId> m_refused;
    bool m_muted = false;
};

} // namespace dbgr::session
