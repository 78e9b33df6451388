// SPDX-License-Identifier: BSD-3-Clause
// The values of one rank at one stop as our own reader sees them: where LLDB knows nothing of the language (Fortran).
// Way: variables, expressions -> RankValues -> values::Reader. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_frames.h"
#include "dbgdaemon/engine/lldb/rank_memory.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "debug/change.h"
#include "debug/description.h"
#include "debug/engine_request.h"
#include "debug/statistics.h"
#include "debug/variable.h"
#include "util/result.h"
#include "values/compare/content.h"
#include "values/print/printer.h"
#include "values/reader.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBTarget.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

/// A value and how a person names it.
struct NamedValue
{
    values::Value value;
    std::string name; ///< in its list: "x", "(2,1)"
    std::string path; ///< an expression: "state%x", "a(2,1)"; "" none
    bool early = false;
};

class RankValues
{
public:
    RankValues(lldb::SBTarget target, lldb::SBProcess process);

    /// \errors NoDebugInfo
    [[nodiscard]] util::Result<std::vector<NamedValue>> variables(lldb::SBFrame frame);
    /// What it holds, from the `first` one on.
    [[nodiscard]] util::Result<std::vector<NamedValue>> children(const NamedValue& parent, std::uint32_t first,
                                                                 std::uint32_t count);
    /// All but its ranks. Nothing for what may be a question to LLDB, and no value.
    [[nodiscard]] std::optional<debug::ValueGroup> evaluate(lldb::SBFrame frame, const std::string& expression,
                                                            const debug::ValueStyle& style = {});
    /// Whether a condition has a value, and that is zero or false. Judged once a stop, however often it is asked.
    [[nodiscard]] bool isFalse(lldb::SBFrame frame, const std::string& condition);
    /// Changes a variable; all but its ranks. Nothing for what may be a question to LLDB.
    [[nodiscard]] std::optional<debug::ChangeGroup> assign(lldb::SBFrame frame, const debug::Assign& request);
    /// Types and names; all but its ranks. Nothing for what may be a question to LLDB.
    [[nodiscard]] std::optional<debug::Description> describe(lldb::SBFrame frame, const debug::Describe& request);
    /// All but its ranks; what is wrong is its problem.
    [[nodiscard]] debug::StatisticsGroup statistics(lldb::SBFrame frame, const std::string& expression);
    /// What was where something was changed, and what shows it.
    struct Undo
    {
        values::Writes before;
        std::function<debug::ValueGroup()> look;
    };
    void noteUndo(std::uint64_t number, Undo undo);
    /// Nothing: there is nothing to be undone by that number.
    [[nodiscard]] std::optional<debug::ChangeGroup> takeBack(std::uint64_t number);
    /// Somebody else has changed the rank's memory. Values keep their places.
    void forgetMemory()
    {
        m_reader.values().memory().forgetPages();
        m_memory.forgetRegions();
        m_isFalse.clear();
    }
    /// All but its handle.
    [[nodiscard]] debug::Variable toVariable(const NamedValue& named);

private:
    [[nodiscard]] values::FrameRef refOf(lldb::SBFrame frame);
    [[nodiscard]] debug::Variable described(const NamedValue& named, const values::TextLimits& text,
                                            const values::ContentLimits& content);
    [[nodiscard]] debug::ValueGroup groupOf(const values::Answer& answer, values::Language language,
                                            const debug::ValueStyle& style = {});
    [[nodiscard]] debug::ValueGroup usualGroupOf(const values::Answer& answer, values::Language language);
    [[nodiscard]] std::uint32_t childCountOf(const values::Value& settled);

    RankMemory m_memory;
    RankModules m_modules;
    RankFrames m_frames;
    values::Reader m_reader;
    std::map<std::pair<std::uint64_t, std::string>, bool> m_isFalse; ///< conditions, by thread
    std::map<std::uint64_t, Undo> m_undos;                           ///< by the number of what was done
};

} // namespace dbgr::daemon
