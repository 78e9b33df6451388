// SPDX-License-Identifier: GPL-3.0-or-later
// `sample`: where ranks are, running ones too, once or several times.
#include "app/dbgr/command_runner.h"

#include <utility>

namespace dbgr::app {

void CommandRunner::carryOut(const SampleCommand& command)
{
    m_sampling.emplace(Sampling{command, {}, {}, 0, m_scheduler.now()});
    sample();
}

void CommandRunner::sample()
{
    const auto taken = [this, alive = std::weak_ptr(m_alive)](util::Result<session::Answer<debug::StackTree>> answer) {
        if (!alive.expired() && m_sampling)
            takeSample(std::move(answer));
    };
    m_session.sample(m_session.focus(), taken);
}

/// Ranks may end between two samples: what there is of them is told.
void CommandRunner::takeSample(util::Result<session::Answer<debug::StackTree>> answer)
{
    Sampling& sampling = *m_sampling;
    if (!answer && sampling.taken == 0) {
        m_sampling.reset();
        return fail(answer.error());
    }
    if (!answer)
        return finishSampling({{m_session.focus(), std::move(answer).error()}});
    util::RankSet sampled = m_session.focus();
    for (const debug::RankFailure& failure : answer->failures)
        sampled -= failure.ranks;
    sampling.ranks |= sampled;
    sampling.tree.merge(answer->value);
    if (++sampling.taken == sampling.command.samples)
        return finishSampling(std::move(answer->failures));
    // At even times, as long as an answer does not take longer.
    sampling.next = std::max(sampling.next + sampling.command.every, m_scheduler.now());
    sampling.timer = m_scheduler.after(sampling.next - m_scheduler.now(), [this] { sample(); });
}

void CommandRunner::finishSampling(std::vector<debug::RankFailure> failures)
{
    Sampling sampling = *std::exchange(m_sampling, std::nullopt);
    StacksReply shown{sampling.ranks, std::move(sampling.tree), {}, sampling.taken};
    shown.running = sampling.ranks & m_session.processes().inState(session::RankState::Running);
    if (!sampling.command.all)
        shown = withoutHelpers(std::move(shown));
    succeed({std::move(shown), std::move(failures)});
}

bool CommandRunner::endSampling()
{
    if (!m_sampling)
        return false;
    if (m_sampling->taken > 0)
        finishSampling({});
    return true;
}

} // namespace dbgr::app
