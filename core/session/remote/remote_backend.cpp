// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_backend.h"

#include "session/remote/remote_job.h"

#include <utility>

namespace dbgr::session {

namespace {

using Sink = std::function<void(std::vector<BackendEvent>)>;

/// Gathers events on the net thread; the first of a batch wakes the session's thread, which takes all that is there.
/// Shared by the two threads' sides, but each member belongs to one of them.
class Outbox : public std::enable_shared_from_this<Outbox>
{
public:
    Outbox(util::Executor& net, util::Executor& session) : m_net(net), m_session(session) {}

    /// Nothing: what was not told by now never will be. \thread session
    void setSink(Sink sink) { m_sink = std::move(sink); }

    /// \thread net
    void add(BackendEvent event)
    {
        m_events.push_back(std::move(event));
        if (std::exchange(m_wakeUpSent, true))
            return;
        m_net.post([self = shared_from_this()] { self->flush(); });
    }

private:
    /// A round later, so that what one message brought goes in one batch. \thread net
    void flush()
    {
        m_wakeUpSent = false;
        m_session.post([self = shared_from_this(), events = std::exchange(m_events, {})]() mutable {
            if (self->m_sink)
                self->m_sink(std::move(events));
        });
    }

    util::Executor& m_net;
    util::Executor& m_session;
    std::vector<BackendEvent> m_events; // net
    bool m_wakeUpSent = false;          // net
    Sink m_sink;                        // session
};

class RemoteBackend final : public Backend
{
public:
    RemoteBackend(net::EventLoop& loop, util::Executor& sessionExecutor, RemoteConfig config)
        : m_loop(loop), m_sessionExecutor(sessionExecutor), m_config(std::move(config))
    {}
    ~RemoteBackend() override { dropJob(); }

    void setSink(Sink sink) override { m_sink = std::move(sink); }
    void launch(launchers::LaunchSpec spec) override
    {
        newJob();
        onNet([spec = std::move(spec)](RemoteJob& job) { job.launch(spec); });
    }
    void attach(launchers::AttachSpec spec) override
    {
        newJob();
        onNet([spec = std::move(spec)](RemoteJob& job) { job.attach(spec); });
    }
    void attachAgain() override
    {
        onNet([](RemoteJob& job) { job.attachAgain(); });
    }
    void submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline) override
    {
        onNet([=](RemoteJob& job) { job.submit(id, command, deadline); });
    }
    void cancel(util::RequestId id) override
    {
        onNet([id](RemoteJob& job) { job.cancel(id); });
    }
    void release(const util::RankSet& ranks) override
    {
        onNet([=](RemoteJob& job) { job.release(ranks); });
    }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override
    {
        onNet([=](RemoteJob& job) { job.sendInput(id, ranks, bytes, eof); });
    }
    void detach() override
    {
        onNet([](RemoteJob& job) { job.detach(); });
    }
    void kill() override
    {
        onNet([](RemoteJob& job) { job.kill(); });
    }
    void leave() override
    {
        onNet([](RemoteJob& job) { job.leave(); });
    }

private:
    void newJob()
    {
        dropJob();
        m_outbox = std::make_shared<Outbox>(m_loop, m_sessionExecutor);
        m_outbox->setSink(m_sink);
        m_job = std::make_shared<RemoteJob>(m_loop, m_config,
                                            [outbox = m_outbox](BackendEvent event) { outbox->add(std::move(event)); });
    }
    /// Its outbox goes with it: late words of a job must not be taken for those of the next.
    void dropJob()
    {
        if (!m_job)
            return;
        m_outbox->setSink(nullptr);
        if (m_loop.isCurrent())
            m_job.reset();
        else
            m_loop.post([job = std::exchange(m_job, nullptr)]() mutable { job.reset(); });
    }

    template <class Call>
    void onNet(Call call)
    {
        m_loop.post([job = std::weak_ptr(m_job), call = std::move(call)] {
            if (const auto alive = job.lock())
                call(*alive);
        });
    }

    net::EventLoop& m_loop;
    util::Executor& m_sessionExecutor;
    RemoteConfig m_config;
    Sink m_sink;
    // Of the last launch; none before
    std::shared_ptr<Outbox> m_outbox;
    std::shared_ptr<RemoteJob> m_job; // lives on the net thread
};

} // namespace

std::unique_ptr<Backend> makeRemoteBackend(net::EventLoop& loop, util::Executor& sessionExecutor, RemoteConfig config)
{
    return std::make_unique<RemoteBackend>(loop, sessionExecutor, std::move(config));
}

} // namespace dbgr::session
