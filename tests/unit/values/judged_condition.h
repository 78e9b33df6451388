// SPDX-License-Identifier: GPL-3.0-or-later
// A condition's program held against what our reader says of the condition.
#pragma once

#include "bytecode/machine.h"
#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "tests/support/values/frame_target.h"
#include "tests/unit/values/stopped_program.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

enum class Has
{
    Program, ///< that says what the reader says
    Failure, ///< a program that fails, as the reader has no answer either
    Nothing
};

inline QString nameOf(Has has)
{
    return has == Has::Program ? "a program" : has == Has::Failure ? "a program that fails" : "none";
}

/// Where the process stands, made without looking at it. Nothing: there is none.
inline std::optional<bytecode::Program> programOf(StoppedProgram& program, const values::Tree& tree)
{
    daemon::ImaginedMemory nothing;
    values::Reader reader(program.store, *program.process, nothing);
    daemon::ImaginedFrame frame(program.frame().physical->pc());
    const auto bytes = reader.compiled({&frame, values::kInnermostFrame}, tree);
    return bytes ? bytecode::Program::read(*bytes) : std::nullopt;
}

/// What there is of a condition, after it was held against the reader; what is wrong is in `problem`.
/// \param reader of the same memory
inline Has judged(const values::FrameRef& here, const values::Tree& tree, const bytecode::Program& program,
                  values::Reader& reader, values::Memory& memory, QString& problem)
{
    FrameTarget target(*here.physical, memory);
    const auto found = bytecode::run(program, target);
    const auto truth = reader.isTrue(here, tree);
    if (truth && found && (*found != 0) != *truth)
        problem = "the reader says otherwise";
    if (!truth && found)
        problem = QString::fromStdString("the reader says: " + truth.error().message());
    return found ? Has::Program : Has::Failure;
}

inline Has judged(StoppedProgram& program, const std::string& condition, QString& problem)
{
    const values::FrameRef here = program.frame();
    const auto tree = values::parse(condition, program.reader->language(here));
    if (!tree)
        qFatal("%s is no expression", condition.c_str());
    const auto code = programOf(program, *tree);
    return code ? judged(here, *tree, *code, *program.reader, *program.process, problem) : Has::Nothing;
}

} // namespace dbgr::test
