// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_table.h"

#include "mpir/mpir_error.h"
#include "util/descendants.h"

#include <memory>
#include <utility>

namespace dbgr::session {

OrteTable::OrteTable(util::Scheduler& scheduler, util::Pid started, Callbacks callbacks)
    : m_scheduler(scheduler), m_started(started), m_callbacks(std::move(callbacks))
{}

void OrteTable::start()
{
    m_next = m_scheduler.after(std::chrono::milliseconds(0), [this] { open(); });
}

void OrteTable::stop()
{
    m_next.cancel();
    if (!m_complete)
        m_watch.reset();
}

void OrteTable::open()
{
    auto mpirun = mpir::Target::open(m_started);
    if (!mpirun && mpirun.error().code != mpir::Errc::NoTable)
        return m_callbacks.failed(std::move(mpirun).error());
    if (!mpirun && m_callbacks.foundBelow)
        openBelow(mpirun);
    if (!mpirun) { // its libraries are being loaded
        m_missing = std::move(mpirun).error();
        m_next = m_scheduler.after(kPause, [this] { open(); });
        return;
    }
    // What mpirun is just filling may look complete; then it is not the same at the next look.
    const auto before = std::make_shared<std::optional<mpir::Proctable>>();
    const auto isSettled = [this, before](mpir::Target& target) {
        auto now = mpir::readProctable(target);
        const bool same = now && *before == *now;
        if (!now)
            m_missing = now.error();
        *before = now ? std::optional(*std::move(now)) : std::nullopt;
        return same;
    };
    m_watch.emplace(m_scheduler, *std::move(mpirun), isSettled, [this](const mpir::Proctable& table) {
        m_complete = true;
        m_callbacks.complete(table);
    });
}

/// A script, or whatever else was started, may run mpirun as a child. Its ranks, which have such a table too, but an
/// empty one, are below it.
void OrteTable::openBelow(util::Result<mpir::Target>& mpirun)
{
    for (const util::Pid pid : util::descendantsOf(m_started)) {
        auto target = mpir::Target::open(pid);
        if (!target)
            continue;
        mpirun = std::move(target);
        return m_callbacks.foundBelow(pid);
    }
}

} // namespace dbgr::session
