// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that a test compiles and stops, and their stacks by StackSampler.
#pragma once

#include "dbgdaemon/engine/sample/stack_sampler.h"
#include "tests/support/sample/sampled_process.h"
#include "tests/unit/values/compiled_program.h"

#include <QtTest>

#include <memory>
#include <string>
#include <vector>

namespace dbgr::test {

#if defined(__x86_64__)
inline constexpr bool kCanSample = true;
#else
inline constexpr bool kCanSample = false;
#endif

class SampleRig
{
public:
    /// \return whether it stands before its first instruction
    [[nodiscard]] bool start(const QString& compiler, const QStringList& options, const QString& source,
                             const QByteArray& text)
    {
        folder.write(source, text);
        if (folder.run(compiler, QStringList{"-g", "-o", "program", source} + options).isNull())
            return false;
        process = SampledProcess::start(folder.path("program"));
        return process != nullptr;
    }
    /// \pre it stands
    [[nodiscard]] daemon::SampledThread stack(std::uint32_t maxFrames = 1000)
    {
        auto stacks = sampler.stacksOf(process->snapshot(), maxFrames);
        return stacks ? stacks->threads.front() : daemon::SampledThread{{}, {}, {}, stacks.error().message(), 0};
    }

    CompiledFolder folder;
    values::DebugFileStore store;
    daemon::StackSampler sampler{store};
    std::unique_ptr<SampledProcess> process;
};

/// "here stop.c:3 < inner stop.c:9 (inlined) < main stop.c:20", without what is outside of main.
inline std::string textOf(const std::vector<debug::Frame>& frames, const std::string& outermost = "main")
{
    std::string text;
    for (const debug::Frame& frame : frames) {
        text += (text.empty() ? "" : " < ") + (frame.function.empty() ? "?" : frame.function);
        if (frame.where.known())
            text +=
                " " + frame.where.file.substr(frame.where.file.rfind('/') + 1) + ":" + std::to_string(frame.where.line);
        text += frame.inlined ? " (inlined)" : "";
        if (frame.function == outermost)
            break;
    }
    return text;
}

inline bool has(const std::vector<debug::Frame>& frames, const std::string& function)
{
    for (const debug::Frame& frame : frames) {
        if (frame.function == function)
            return true;
    }
    return false;
}

} // namespace dbgr::test
