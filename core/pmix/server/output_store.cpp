// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/output_store.h"

#include <algorithm>

namespace dbgr::pmix {

Proc normalizedSource(const Proc& source)
{
    return source.rank == kRankLocalNode ? Proc{source.nspace, kRankWildcard} : source;
}

std::array<Proc, 4> namesOfSource(const Proc& process)
{
    return {process, Proc{process.nspace, kRankWildcard}, Proc{{}, kRankWildcard}, Proc{{}, process.rank}};
}

void OutputStore::setLimit(const OutputSource& source, const CacheLimit& limit)
{
    std::erase_if(m_limits, [&](const Limit& each) {
        return each.source.procs == source.procs && each.source.channels == source.channels;
    });
    if (m_limits.size() >= kMaxLimits)
        m_limits.erase(m_limits.begin());
    m_limits.push_back({source, limit});
    for (auto& [stream, kept] : m_streams) {
        if (!source.covers(stream))
            continue;
        m_bytes -= kept.cache.size();
        kept.cache.setLimit(limit.bytes, limit.dropOldest);
        m_bytes += kept.cache.size();
    }
}

OutputStore::Stream& OutputStore::streamOf(const OutputStream& stream)
{
    const auto [found, isNew] = m_streams.try_emplace(stream);
    if (isNew) {
        const auto limit = std::find_if(m_limits.rbegin(), m_limits.rend(),
                                        [&](const Limit& each) { return each.source.covers(stream); });
        const CacheLimit& chosen = limit == m_limits.rend() ? m_usual : limit->limit;
        found->second.cache.setLimit(chosen.bytes, chosen.dropOldest);
    }
    return found->second;
}

void OutputStore::append(const OutputStream& stream, std::string_view bytes)
{
    OutputCache& cache = streamOf(stream).cache;
    const std::size_t before = cache.size();
    cache.append(bytes, kMaxBytes - m_bytes);
    m_bytes = m_bytes - before + cache.size();
}

std::vector<OutputStream> OutputStore::matching(const OutputSource& source) const
{
    std::vector<OutputStream> found;
    const std::string& nspace = source.procs.nspace;
    for (auto each = m_streams.lower_bound({Proc{nspace, ProcRank(0)}, IofChannel(0)}); each != m_streams.end();
         ++each) {
        if (!nspace.empty() && each->first.source.nspace != nspace)
            break;
        if (source.covers(each->first))
            found.push_back(each->first);
    }
    return found;
}

std::string OutputStore::take(const OutputStream& stream, std::size_t most)
{
    const auto found = m_streams.find(stream);
    if (found == m_streams.end())
        return {};
    std::string bytes = found->second.cache.take(most);
    m_bytes -= bytes.size();
    return bytes;
}

bool OutputStore::hasEnded(const OutputStream& stream) const
{
    const auto found = m_streams.find(stream);
    return found != m_streams.end() && found->second.ended;
}

void OutputStore::forgetJob(const std::string& nspace)
{
    const auto isOfJob = [&](const auto& each) { return each.first.source.nspace == nspace; };
    for (const auto& each : m_streams)
        m_bytes -= isOfJob(each) ? each.second.cache.size() : 0;
    std::erase_if(m_streams, isOfJob);
    std::erase_if(m_limits, [&](const Limit& each) { return each.source.procs.nspace == nspace; });
}

} // namespace dbgr::pmix
