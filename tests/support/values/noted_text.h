// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of an expression: of a process that stands, and of a note that its program has made there, which goes
// the way that notes of tracepoints go.
#pragma once

#include "bytecode/trace_note.h"
#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "tests/support/values/frame_target.h"
#include "values/noted_thread.h"
#include "values/parts/checked_text.h"
#include "values/reader.h"

#include <optional>
#include <string>

namespace dbgr::test {

inline constexpr values::TextLimits kShownLimits{3, 100, 1000}; // those of what is asked for

/// As tracepoints log it.
inline util::Result<std::string> shownText(values::Reader& reader, const values::FrameRef& here,
                                           const values::Tree& tree, values::Language language)
{
    DBGR_TRY(const values::Answer answer, reader.evaluate(here, tree));
    return values::checkedText(reader.values(), answer, language, kShownLimits);
}

struct NotedText
{
    enum class Outcome
    {
        NoProgram,
        Fails,  ///< the hit would be told
        Misses, ///< the reader asked for something that was not noted
        Wrong,  ///< `text` is why nothing is shown
        Shown
    };
    Outcome outcome = Outcome::NoProgram;
    std::string text;
};

/// \param process a memory and a module map
template <class Process>
NotedText notedText(values::DebugFileStore& store, Process& process, const values::FrameRef& here,
                    const values::Tree& tree, values::Language language)
{
    using Outcome = NotedText::Outcome;
    const values::Address pc = here.physical->lookupPc();
    daemon::ImaginedMemory nothing;
    daemon::ImaginedFrame imagined(pc);
    values::Reader compiler(store, process, nothing);
    const values::FrameRef there{&imagined, values::kInnermostFrame};
    const auto bytes = compiler.compiledToShow(there, tree, kShownLimits);
    const auto program = bytes ? bytecode::Program::read(*bytes) : std::nullopt;
    if (!program)
        return {};
    const auto address = compiler.compiledFrameAddress(there);
    const auto frameAddress = address ? bytecode::Program::read(*address) : std::nullopt;
    FrameTarget thread(*here.physical, process);
    bytecode::TraceNote made;
    bytecode::NotingTarget noting(thread, made);
    if (!bytecode::run(*program, noting))
        return {Outcome::Fails, {}};
    const auto note = bytecode::decodeNote(bytecode::encode(made));
    if (!note || *note != made)
        return {Outcome::Misses, "another note"};
    values::NotedThread noted(*note, pc, frameAddress);
    values::Reader reader(store, process, noted.memory());
    const auto text = shownText(reader, {&noted.frame(), values::kInnermostFrame}, tree, language);
    const Outcome outcome = noted.hasMissed() ? Outcome::Misses : text ? Outcome::Shown : Outcome::Wrong;
    return {outcome, text ? *text : text.error().message()};
}

} // namespace dbgr::test
