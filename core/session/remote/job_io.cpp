// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/job_io.h"

#include "util/log.h"

namespace dbgr::session {

std::vector<pmix::Proc> procsOf(const std::string& nspace, const util::RankSet& ranks)
{
    std::vector<pmix::Proc> procs;
    ranks.forEach([&](util::Rank rank) { procs.push_back({nspace, pmix::ProcRank(rank.value())}); });
    return procs;
}

void JobIo::setJob(const std::string& nspace)
{
    if (!m_nspace.empty())
        return;
    m_nspace = nspace;
    for (const Early& early : std::exchange(m_early, {}))
        onOutput(early.source, early.channel, early.bytes);
}

void JobIo::onOutput(const pmix::Proc& source, pmix::IofChannel channel, std::string_view bytes)
{
    if (m_nspace.empty()) {
        m_earlyBytes += bytes.size();
        if (m_earlyBytes <= kMaxEarlyBytes)
            m_early.push_back({source, channel, std::string(bytes)});
        else
            util::log::warning("launch", "output dropped: the job is not known yet", {{"bytes", bytes.size()}});
        return;
    }
    if (source.nspace != m_nspace || source.rank >= pmix::kRankInvalid || bytes.empty())
        return;
    const OutputChannel to = channel == pmix::IofChannel::Stdout ? OutputChannel::Stdout : OutputChannel::Stderr;
    m_tell(OutputBytes{util::Rank(source.rank.value()), to, std::string(bytes)});
}

void JobIo::send(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    m_check(ranks,
            m_lifetime.guard([this, id, ranks, bytes = std::move(bytes), eof](util::Result<void> reaches) mutable {
                if (reaches)
                    push(id, ranks, std::move(bytes), eof);
                else
                    m_tell(InputAccepted{id, std::move(reaches)});
            }));
}

void JobIo::push(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    const auto targets = procsOf(m_nspace, ranks);
    const auto done = [this, id](util::Result<void> result) { m_tell(InputAccepted{id, std::move(result)}); };
    if (!eof)
        return m_tool.pushIo(targets, std::move(bytes), done, kPushMayTake);
    const auto close = [this, targets, done] { m_tool.closeIo(targets, done, kPushMayTake); };
    if (bytes.empty())
        return close();
    m_tool.pushIo(
        targets, std::move(bytes),
        [done, close](util::Result<void> result) { result ? close() : done(std::move(result)); }, kPushMayTake);
}

} // namespace dbgr::session
