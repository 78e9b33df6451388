// SPDX-License-Identifier: BSD-3-Clause
// The process dbgd-engine as dbgd has it: started, given ranks, spoken to over dbgwire, and its end. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "dbgdaemon/engine/rank_sample.h"
#include "dbgwire/channel.h"
#include "net/child_process.h"
#include "net/event_loop.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::daemon {

class EngineChild
{
public:
    struct Handlers
    {
        std::function<void()> onReady; ///< it can be given ranks and asked
        std::function<void(const debug::DaemonEvent&)> onEvent;
        std::function<void(const std::string& how)> onGone; ///< the process; what was asked is not answered any more
    };
    /// For a process that has closed its connection.
    static constexpr std::chrono::seconds kEndMayTake{1};

    /// \errors those of socketpair(), net::ChildProcess::start()
    [[nodiscard]] static util::Result<std::unique_ptr<EngineChild>> start(net::EventLoop& loop, net::ChildSpec program,
                                                                          RankHolder& holder, Handlers handlers);
    ~EngineChild() { dismiss(); }
    EngineChild(const EngineChild&) = delete;
    EngineChild& operator=(const EngineChild&) = delete;

    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// The connection of a rank, which is ours no longer then; attach() comes behind all of them.
    /// \return false: it is busy, later
    [[nodiscard]] bool give(AttachTarget& target);
    /// A sample, for a request that comes behind all of them. \return false: it is busy, later
    [[nodiscard]] bool give(RankSample& sample);
    void attach(const std::vector<AttachTarget>& targets);
    /// \return by which cancel() names it
    util::RequestId ask(const debug::EngineCommand& command, dbgwire::Channel::Respond done);
    /// The answer is to come soon; it still does when it takes long.
    void cancel(util::RequestId asked);
    /// Its end is told, as this.
    void kill(std::string why);
    /// Ends it; nothing more is told. Also inside a callback, after which this may be destroyed.
    void dismiss();

private:
    EngineChild(net::EventLoop& loop, Handlers handlers) : m_loop(loop), m_handlers(std::move(handlers)) {}
    [[nodiscard]] util::Result<void> run(net::ChildSpec program, RankHolder& holder);
    void onExited();

    net::EventLoop& m_loop;
    const Handlers m_handlers;
    std::unique_ptr<net::ChildProcess> m_process;
    std::unique_ptr<dbgwire::Channel> m_channel;
    util::UniqueFd m_handover;
    util::UniqueFd m_samples;
    bool m_isReady = false;
    std::string m_why; // it was killed by us
    util::Subscription m_end;
};

} // namespace dbgr::daemon
