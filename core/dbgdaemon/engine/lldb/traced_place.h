// SPDX-License-Identifier: BSD-3-Clause
// A tracepoint at one address whose hits the keeper notes: the programs that read what is logged there, and what a note
// says, read as if the rank still stood. Way: BreakpointTable -> TracedPlace -> values::Reader. Thread: engine.
#pragma once

#include "bytecode/program.h"
#include "bytecode/trace_note.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "debug/breakpoint.h"
#include "debug/trace.h"
#include "util/ids.h"
#include "values/expr/tree.h"
#include "values/names/outer_names.h"
#include "values/target/address.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::daemon {

class TracedPlace
{
public:
    /// Null: something of what is logged there has no program. \param modules current
    [[nodiscard]] static std::shared_ptr<const TracedPlace>
    of(std::shared_ptr<RankModules> modules, values::Address place, const debug::BreakpointSpec& spec);

    [[nodiscard]] util::BreakpointId id() const { return m_id; }
    /// What the keeper runs, one program for each expression.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& programs() const { return m_programs; }
    /// One value for each expression, as they were when the note was made.
    [[nodiscard]] std::vector<debug::TracedValue> read(const bytecode::TraceNote& note) const;

private:
    TracedPlace() = default;

    util::BreakpointId m_id;
    values::Address m_place;
    std::shared_ptr<RankModules> m_modules; // of when the programs were made: a library may be gone when notes are read
    std::shared_ptr<values::OuterNames> m_names;
    values::Language m_language = values::Language::Other;
    std::vector<values::Tree> m_expressions;
    std::vector<std::vector<std::byte>> m_programs;
    std::optional<bytecode::Program> m_frameAddress;
};

} // namespace dbgr::daemon
