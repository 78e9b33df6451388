// SPDX-License-Identifier: BSD-3-Clause
// The variables of one rank at one stop. What a frame sees, what an expression is there. Way: engine -> Reader.
// Thread: one at a time; made anew for each stop.
#pragma once

#include "util/result.h"
#include "values/assign/assignment.h"
#include "values/assign/return_value.h"
#include "values/expr/evaluator.h"
#include "values/expr/tree.h"
#include "values/expr/visible_names.h"
#include "values/file/loaded_files.h"
#include "values/names/globals.h"
#include "values/names/lookup.h"
#include "values/print/printer.h"
#include "values/target/code_frame.h"
#include "values/target/memory.h"
#include "values/target/module_map.h"
#include "values/target/stop_memory.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <forward_list>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

class Reader
{
public:
    /// The memory outlives this. \param names of those files, for several readers of them; null: its own
    Reader(std::shared_ptr<const LoadedFiles> files, Memory& memory, std::shared_ptr<OuterNames> names = nullptr);
    /// All outlive this.
    Reader(DebugFileStore& store, ModuleMap& modules, Memory& memory);

    /// Of the code there; Other where nothing is known of it.
    [[nodiscard]] Language language(const FrameRef& frame);
    [[nodiscard]] Language languageAt(Address code)
    {
        CodeFrame place(code);
        return m_lookup.language({&place, kInnermostFrame});
    }
    /// See Lookup::variables(). Not settled. \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> variables(const FrameRef& frame);
    /// See Lookup::globals(). Not settled. \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> globals(const FrameRef& frame) { return m_lookup.globals(frame); }
    /// See forEachDeclared() of names/globals.h.
    void forEachDeclared(NameIndex::Sort sort, std::string_view text, const std::function<bool(const Declared&)>& visit)
    {
        values::forEachDeclared(*m_files, sort, text, visit);
    }
    /// \errors those of Evaluator
    [[nodiscard]] util::Result<Answer> evaluate(const FrameRef& frame, const Tree& expression);

    /// In a rank that is not in the procedure which is meant: only what all its calls share has a value.
    /// \param code in the procedure; 0: none is meant \errors those of Evaluator; NoSuchName for what is of one call
    [[nodiscard]] util::Result<Answer> evaluateAt(Address code, const Tree& expression);

    /// See Lookup::find(). Not settled. \errors NoSuchName
    [[nodiscard]] util::Result<Value> find(const FrameRef& frame, std::string_view name)
    {
        return m_lookup.find(frame, name);
    }
    /// See Lookup::findQualified(). Not settled. \errors NoSuchName
    [[nodiscard]] util::Result<Value> findQualified(const FrameRef& frame, const std::vector<std::string>& parts)
    {
        return m_lookup.findQualified(frame, parts);
    }
    /// See Lookup::type(). \errors NoSuchName
    [[nodiscard]] util::Result<NamedType> type(const FrameRef& frame, const std::vector<std::string>& parts);

    /// Whether a condition holds: its value is not zero. \errors those of Evaluator, Wrong for what is no number
    [[nodiscard]] util::Result<bool> isTrue(const FrameRef& frame, const Tree& condition);

    /// The same of all parts of a condition, also of those that need not be looked at. \errors as isTrue()
    [[nodiscard]] util::Result<void> check(const FrameRef& frame, const Tree& condition);
    /// The same of an expression that may be more than a number. \errors those of Evaluator
    [[nodiscard]] util::Result<void> checkValue(const FrameRef& frame, const Tree& expression);

    /// A program of core/bytecode that judges a condition where the frame stands, in any rank that has the same files
    /// at the same addresses: it leaves 0 where isTrue() says false, and fails where that has no answer. The frame's
    /// registers and the memory mean nothing. \errors NotOurs: there is none
    [[nodiscard]] util::Result<std::vector<std::byte>> compiled(const FrameRef& frame, const Tree& condition);

    /// The same for an expression that is to be shown: a program that reads all that evaluate() and checkedText() look
    /// at there, registers and memory. What it leaves means nothing; it fails where something cannot be read, and there
    /// only. \errors NotOurs: there is none
    [[nodiscard]] util::Result<std::vector<std::byte>> compiledToShow(const FrameRef& frame, const Tree& expression,
                                                                      const TextLimits& limits);
    /// A program that leaves the canonical address of the frame. \errors NotOurs: there is none
    [[nodiscard]] util::Result<std::vector<std::byte>> compiledFrameAddress(const FrameRef& frame);

    /// Stores a value where the target is, as the program would: converted, and all of it or nothing.
    /// \return what was there before, for write() \errors those of Evaluator and planAssignment()
    [[nodiscard]] util::Result<Writes> assign(const FrameRef& frame, const Tree& target, const Tree& value);

    /// What the procedure of the frame would give to its caller. \errors those of Evaluator and returnValue()
    [[nodiscard]] util::Result<ReturnValue> returnValue(const FrameRef& frame, const Tree& value);

    [[nodiscard]] ValueReader& values() { return m_values; }
    [[nodiscard]] const LoadedFiles& files() const { return *m_files; }

private:
    [[nodiscard]] util::Result<Answer> evaluateAll(const FrameRef& frame, const Tree& expression);
    /// A value, or the name of one of the target's type. \errors those of Evaluator
    [[nodiscard]] util::Result<Answer> valueFor(const FrameRef& frame, const Answer& target, const Tree& value);

    StopMemory m_memory;
    std::shared_ptr<const LoadedFiles> m_files;
    ValueReader m_values;
    Lookup m_lookup;
    std::forward_list<CodeFrame> m_places;
};

} // namespace dbgr::values
