// SPDX-License-Identifier: BSD-3-Clause
// The variables of one rank at one stop. What a frame sees, what an expression is there. Way: engine -> Reader.
// Thread: one at a time; made anew for each stop.
#pragma once

#include "util/result.h"
#include "values/assign/assignment.h"
#include "values/expr/evaluator.h"
#include "values/expr/tree.h"
#include "values/file/loaded_files.h"
#include "values/names/globals.h"
#include "values/names/lookup.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"
#include "values/target/stop_memory.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <functional>
#include <string_view>
#include <vector>

namespace dbgr::values {

class Reader
{
public:
    /// All outlive this.
    Reader(DebugFileStore& store, ModuleMap& modules, Memory& memory);

    /// Of the code there; Other where nothing is known of it.
    [[nodiscard]] Language language(const FrameRef& frame);
    /// See Lookup::variables(). Not settled. \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> variables(const FrameRef& frame);
    /// See Lookup::globals(). Not settled. \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> globals(const FrameRef& frame) { return m_lookup.globals(frame); }
    /// See forEachDeclared() of names/globals.h.
    void forEachDeclared(NameIndex::Sort sort, std::string_view text, const std::function<bool(const Declared&)>& visit)
    {
        values::forEachDeclared(m_files, sort, text, visit);
    }
    /// \errors those of Evaluator
    [[nodiscard]] util::Result<Answer> evaluate(const FrameRef& frame, const Tree& expression);

    /// Whether a condition holds: its value is not zero. \errors those of Evaluator, Wrong for what is no number
    [[nodiscard]] util::Result<bool> isTrue(const FrameRef& frame, const Tree& condition);

    /// Stores a value where the target is, as the program would: converted, and all of it or nothing.
    /// \return what was there before, for write() \errors those of Evaluator and planAssignment()
    [[nodiscard]] util::Result<Writes> assign(const FrameRef& frame, const Tree& target, const Tree& value);

    [[nodiscard]] ValueReader& values() { return m_values; }
    [[nodiscard]] const LoadedFiles& files() const { return m_files; }

private:
    StopMemory m_memory;
    LoadedFiles m_files;
    ValueReader m_values;
    Lookup m_lookup;
};

} // namespace dbgr::values
