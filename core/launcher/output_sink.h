// SPDX-License-Identifier: BSD-3-Clause
// Where a job's output goes: our own standard channels, files, or both. Behind Job, before the writer of the terminal.
// Thread: any, one at a time. Writing to a file that is full or gone is complained of once; the job goes on.
// \std PMIX_IOF_OUTPUT_TO_FILE, PMIX_IOF_OUTPUT_TO_DIRECTORY, PMIX_IOF_FILE_PATTERN, PMIX_IOF_FILE_ONLY
#pragma once

#include "launcher/output_format.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::launcher {

class OutputSink
{
public:
    struct Ways
    {
        /// To our own standard output (Stdout) or error (all else).
        std::function<void(pmix::IofChannel channel, std::string_view bytes)> show;
        std::function<void(const util::Error& why)> complain;
    };

    OutputSink(OutputSpec spec, OutputJob job, Ways ways);

    /// \param show also on our own channels, unless the job wants files only
    void write(util::Rank rank, pmix::IofChannel channel, std::string_view bytes, bool show);
    /// Writes what was held back for the end of its line, and closes the channel's files that nobody else writes to.
    void end(util::Rank rank, pmix::IofChannel channel, bool show);

    /// "F.NSPACE.RANK.out", or "F.out" with %n, %r and %h filled in where F is a pattern; "" without one.
    [[nodiscard]] static std::string fileName(const OutputSpec& spec, const OutputJob& job, util::Rank rank,
                                              pmix::IofChannel channel);
    /// "D/NSPACE/rank.RANK/stdout"; "" without D.
    [[nodiscard]] static std::string fileInDirectory(const OutputSpec& spec, const OutputJob& job, util::Rank rank,
                                                     pmix::IofChannel channel);

private:
    /// Where a merged channel goes.
    [[nodiscard]] pmix::IofChannel placeOf(pmix::IofChannel channel) const;
    /// "" for a kind of file that is not wanted.
    [[nodiscard]] std::array<std::string, 2> pathsOf(util::Rank rank, pmix::IofChannel channel) const;
    void put(util::Rank rank, pmix::IofChannel channel, std::string_view bytes, bool show);
    void putToFile(const std::string& path, std::string_view bytes);
    /// Null: it cannot be written to, which was said.
    [[nodiscard]] const util::UniqueFd* fileAt(const std::string& path);
    void giveUp(const std::string& path, const util::Error& why);

    const OutputSpec m_spec;
    OutputFormatter m_formatter;
    const Ways m_ways;
    std::map<std::string, util::UniqueFd> m_files; ///< by path: a pattern may name one for several ranks
    std::set<std::string> m_begun;                 ///< these are written on to, not begun anew
    std::set<std::string> m_broken;
};

} // namespace dbgr::launcher
