// SPDX-License-Identifier: BSD-3-Clause
// Has breakpoints of lines go where their lines went: it reads the source as it is when they are set, and looks for the
// same text when a program that was built since is started. Never while the source is newer than the program: its lines
// are those of the text before. Thread: the session's; reads files.
#pragma once

#include "debug/breakpoint.h"
#include "session/session_event.h"
#include "util/error.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::session {

class LineFollower
{
public:
    /// Where a source file of the program may be on this machine, the likeliest place first.
    using Finder = std::function<std::vector<std::string>(const std::string& path)>;
    /// Else it is looked for by its path, and then by its name in the working directory.
    void findBy(Finder finder) { m_finder = std::move(finder); }

    /// \param programs that the ranks of the job execute: paths
    void beginJob(std::set<std::string> programs);
    void forgetJob();
    /// It is known what the ranks of the job execute.
    [[nodiscard]] bool knowsJob() const { return m_knowsJob; }

    /// What stands where the program has a line. Nothing, if that cannot be read here, is blank, or is newer than the
    /// program. \param program that has the line: its path
    [[nodiscard]] std::optional<debug::LineText> textAt(const debug::SourceLocation& where,
                                                        const std::string& program) const;

    struct Outcome
    {
        std::optional<LineFollowed> followed; ///< nothing: there is nothing to say of it
        std::optional<util::Error> warning;   ///< once of each file in a job
    };
    /// Takes a breakpoint to the line where its text is now. What is neither moved nor waits for the program to be
    /// built is forgotten: its line has another text from now on.
    [[nodiscard]] Outcome follow(debug::BreakpointSpec& spec);

private:
    /// The one of the job that has the same name, if there is one.
    [[nodiscard]] std::string programFor(const std::string& before) const;
    [[nodiscard]] std::optional<std::string> pathOf(const std::string& file) const;
    [[nodiscard]] std::optional<util::Error> warnOnce(const std::string& file, bool isNewer);

    Finder m_finder;
    std::set<std::string> m_programs;
    std::set<std::string> m_warned; ///< files
    bool m_knowsJob = false;
};

} // namespace dbgr::session
