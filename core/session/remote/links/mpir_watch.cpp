// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/mpir_watch.h"

#include <utility>

namespace dbgr::session {

MpirWatch::MpirWatch(util::Scheduler& scheduler, mpir::Target launcher, Ready ready, Done done)
    : m_scheduler(scheduler), m_launcher(std::move(launcher)), m_ready(std::move(ready)), m_done(std::move(done))
{
    m_timer = m_scheduler.after(std::chrono::milliseconds(0), [this] { look(); });
}

void MpirWatch::look()
{
    // Whatever is wrong with a table may be so because it is being filled just now. One that has ended is seen by
    // others.
    if (!m_ready || m_ready(m_launcher)) {
        auto table = mpir::readProctable(m_launcher);
        if (table) {
            m_timer.cancel();
            const Done done = std::move(m_done);
            return done(*table);
        }
        m_missing = std::move(table).error();
    }
    m_timer = m_scheduler.after(kPeriod, [this] { look(); });
}

JobLaunched jobOf(const mpir::Proctable& table, std::string nspace)
{
    JobLaunched job;
    job.nspace = std::move(nspace);
    job.ranks.reserve(table.size());
    for (const mpir::TableEntry& entry : table)
        job.ranks.push_back(
            {util::Rank(static_cast<std::uint32_t>(job.ranks.size())), entry.host, entry.pid, entry.executable});
    return job;
}

} // namespace dbgr::session
