// SPDX-License-Identifier: BSD-3-Clause
// dbgd-engine: the engine's side of ProcessEngine. Runs one engine, and says over dbgwire what comes of it.
// Way: dbgwire, datagrams -> EngineHost -> Engine -> EngineHost -> dbgwire. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/process/memory_line.h"
#include "dbgdaemon/engine/process/samples.h"
#include "dbgwire/channel.h"
#include "keeper/stub/wishes.h"
#include "net/event_loop.h"
#include "util/executor.h"
#include "util/subscription.h"
#include "util/unique_fd.h"

#include <functional>
#include <map>
#include <memory>

namespace dbgr::daemon {

class EngineHost
{
public:
    /// What dbgd-engine has inherited.
    struct Inherited
    {
        std::unique_ptr<net::ByteStream> stream;
        util::UniqueFd handover; ///< of handover.h
        util::UniqueFd samples;  ///< of samples.h
        util::UniqueFd memory;   ///< of memory_line.h
        keeper::Wishes wishes;
    };
    /// Who makes stacks of samples, and the thread on which that is done; it is neither net's nor the engine's.
    struct SampleReader
    {
        util::Executor& thread;
        ReadSamples read;
    };

    /// \param engine is not started; it and the reader's thread live longer than this
    EngineHost(net::EventLoop& loop, Inherited inherited, Engine& engine, SampleReader reader);

    /// `ended`: dbgd is gone, or has no use for us any more. What ranks we have the keeper holds.
    void start(std::function<void()> ended);

private:
    void attach(const debug::AttachOrder& order);
    void takeSamples();
    void readSamples(const util::RankSet& ranks, const debug::Sample& how, dbgwire::Channel::Respond respond);
    void end();

    net::EventLoop& m_loop;
    std::unique_ptr<net::ByteStream> m_stream;
    util::UniqueFd m_handover;
    SampleDesk m_samples;
    const std::shared_ptr<MemoryLine> m_memory; // shared with what the engine has of each rank
    const keeper::Wishes m_wishes;
    Engine& m_engine;
    const SampleReader m_reader;
    util::Subscription m_samplesCome;
    std::unique_ptr<dbgwire::Channel> m_channel;
    std::map<util::RequestId, dbgwire::Channel::Respond> m_asked; // by dbgd's number
    std::function<void()> m_ended;
};

} // namespace dbgr::daemon
