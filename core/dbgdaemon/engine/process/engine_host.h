// SPDX-License-Identifier: BSD-3-Clause
// dbgd-engine: the engine's side of ProcessEngine. Runs one engine, and says over dbgwire what comes of it.
// Way: dbgwire, datagrams -> EngineHost -> Engine -> EngineHost -> dbgwire. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgwire/channel.h"
#include "keeper/stub/wishes.h"
#include "net/event_loop.h"
#include "util/unique_fd.h"

#include <functional>
#include <map>
#include <memory>

namespace dbgr::daemon {

class EngineHost
{
public:
    /// \param handover the socket of datagrams. \param engine lives longer than this, and is not started
    EngineHost(net::EventLoop& loop, std::unique_ptr<net::ByteStream> stream, util::UniqueFd handover,
               keeper::Wishes wishes, Engine& engine);

    /// `ended`: dbgd is gone, or has no use for us any more. What ranks we have the keeper holds.
    void start(std::function<void()> ended);

private:
    void attach(const debug::AttachOrder& order);
    void end();

    net::EventLoop& m_loop;
    std::unique_ptr<net::ByteStream> m_stream;
    util::UniqueFd m_handover;
    const keeper::Wishes m_wishes;
    Engine& m_engine;
    std::unique_ptr<dbgwire::Channel> m_channel;
    std::map<util::RequestId, dbgwire::Channel::Respond> m_asked;
    util::RequestId m_lastId;
    std::function<void()> m_ended;
};

} // namespace dbgr::daemon
