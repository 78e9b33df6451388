// SPDX-License-Identifier: BSD-3-Clause
// What stands before each line of a job's output, as OpenPMIx writes it; and which bytes wait for the rest of their
// line. Thread: any; pure.
#pragma once

#include "launcher/job_spec.h"
#include "pmix/types/iof_channel.h"
#include "util/ids.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::launcher {

/// Whose output it is.
struct OutputJob
{
    std::string nspace;
    std::uint32_t size = 0;
    std::string host;
    std::function<std::optional<util::Pid>(util::Rank)> pidOf; ///< for PMIX_IOF_TAG_DETAILED_OUTPUT; may be empty
    std::function<std::time_t()> now;                          ///< for PMIX_IOF_TIMESTAMP_OUTPUT; empty: the system's
};

class OutputFormatter
{
public:
    /// A line without end that is longer than this is written in pieces.
    static constexpr std::size_t kMaxHeldBytes = std::size_t{64} << 10;
    /// Output without marks is passed on as it comes, but for the end of a block of this size, or more: reading has cut
    /// that line, and another rank's output would stand in the midst of it.
    static constexpr std::size_t kCutBlockBytes = 4096;

    OutputFormatter(OutputSpec spec, OutputJob job);

    /// What is to be written now; empty while a line is incomplete. Dies with the next call.
    [[nodiscard]] std::string_view format(util::Rank rank, pmix::IofChannel channel, std::string_view bytes);
    /// What was held back, when a channel has ended.
    [[nodiscard]] std::string_view end(util::Rank rank, pmix::IofChannel channel);

    [[nodiscard]] const OutputJob& job() const { return m_job; }

private:
    struct Stream
    {
        std::string held;
        bool midLine = false; ///< the beginning of the line was written
        std::string mark;     ///< what stands before each line
        std::time_t markTime = 0;
    };
    using Key = std::pair<util::Rank, pmix::IofChannel>;

    [[nodiscard]] std::string_view passOn(Stream& stream, std::string_view bytes);
    void putLine(Stream& stream, std::string_view text, std::string_view streamName);
    void refreshMark(Stream& stream, const Key& key);
    [[nodiscard]] std::string lineMark(const Key& key, const std::string& time) const;
    [[nodiscard]] std::string xmlMark(const Key& key, const std::string& time) const;
    [[nodiscard]] std::optional<util::Pid> pidOf(util::Rank rank) const;

    const OutputSpec m_spec;
    const OutputJob m_job;
    const bool m_marked;
    std::map<Key, Stream> m_streams;
    std::string m_ready;
};

/// "stdout", "stderr", "stddiag"
[[nodiscard]] std::string_view streamName(pmix::IofChannel channel);

} // namespace dbgr::launcher
