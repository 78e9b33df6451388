// SPDX-License-Identifier: BSD-3-Clause
// Output that nobody has taken yet: a cache for each process and channel, its limits, and which streams have ended.
// Thread: its owner's. \std PMIX_IOF_CACHE_SIZE, PMIX_IOF_DROP_OLDEST, PMIX_IOF_DROP_NEWEST
#pragma once

#include "pmix/server/output_cache.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/proc.h"

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// One channel of one process.
struct OutputStream
{
    Proc source;
    IofChannel channel = IofChannel::Stdout;

    friend auto operator<=>(const OutputStream&, const OutputStream&) = default;
};

/// Some channels of the processes that a request names: with a wildcard rank all of a namespace, and with an empty
/// namespace those of all jobs.
struct OutputSource
{
    Proc procs;
    IofChannels channels;

    [[nodiscard]] bool covers(const Proc& proc) const
    {
        return (procs.nspace.empty() || procs.nspace == proc.nspace) &&
               (procs.rank == kRankWildcard || procs.rank == proc.rank);
    }
    [[nodiscard]] bool covers(const OutputStream& stream) const
    {
        return channels.has(stream.channel) && covers(stream.source);
    }
};

/// One spelling for each set of processes, so that it can be looked up.
[[nodiscard]] Proc normalizedSource(const Proc& source);
/// The names under which the output of a process can have been asked for, its own first.
[[nodiscard]] std::array<Proc, 4> namesOfSource(const Proc& process);

struct CacheLimit
{
    std::size_t bytes = 0; ///< for each stream
    bool dropOldest = false;
};

class OutputStore
{
public:
    /// What all streams together may take, whatever their limits.
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
    /// How many limits are remembered; the oldest is forgotten.
    static constexpr std::size_t kMaxLimits = 256;

    explicit OutputStore(CacheLimit usual) : m_usual(usual) {}

    [[nodiscard]] const CacheLimit& usualLimit() const { return m_usual; }
    /// For what is there, and for what comes. The last one that fits a stream holds.
    void setLimit(const OutputSource& source, const CacheLimit& limit);

    void append(const OutputStream& stream, std::string_view bytes);
    void markEnded(const OutputStream& stream) { streamOf(stream).ended = true; }

    /// In order, also those that have nothing but an end.
    [[nodiscard]] std::vector<OutputStream> matching(const OutputSource& source) const;
    /// The oldest bytes, at most `most`, which it then has no longer; empty when there are none.
    [[nodiscard]] std::string take(const OutputStream& stream, std::size_t most);
    [[nodiscard]] bool hasEnded(const OutputStream& stream) const;

    void forgetJob(const std::string& nspace);

private:
    struct Stream
    {
        OutputCache cache;
        bool ended = false;
    };
    struct Limit
    {
        OutputSource source;
        CacheLimit limit;
    };

    Stream& streamOf(const OutputStream& stream);

    CacheLimit m_usual;
    std::map<OutputStream, Stream> m_streams;
    std::size_t m_bytes = 0;
    std::vector<Limit> m_limits;
};

} // namespace dbgr::pmix
