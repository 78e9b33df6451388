// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/engine_client.h"

#include "debug/debug_error.h"

namespace dbgr::test {

EngineClient::EngineClient(net::EventLoop& loop, daemon::Engine& engine) : m_loop(loop), m_engine(engine)
{
    m_engine.start({[this](daemon::EngineEvent event) { m_events.push_back(std::move(event)); },
                    [this](util::RequestId id, debug::EngineReply reply) {
                        m_replies.insert_or_assign(id, std::move(reply));
                        m_answered.push_back(id);
                    }});
}

util::RequestId EngineClient::send(const util::RankSet& ranks, debug::EngineRequest request)
{
    m_lastId = m_lastId.next();
    m_engine.submit(m_lastId, {ranks, std::move(request)});
    return m_lastId;
}

std::optional<debug::EngineReply> EngineClient::take(util::RequestId id)
{
    if (!runUntil(m_loop, [&] { return m_replies.contains(id); }))
        return std::nullopt;
    debug::EngineReply reply = std::move(m_replies.at(id));
    m_replies.erase(id);
    return reply;
}

debug::EngineReply EngineClient::ask(const util::RankSet& ranks, debug::EngineRequest request)
{
    if (auto reply = take(send(ranks, std::move(request))))
        return *std::move(reply);
    return {{}, {{ranks, {debug::Errc::Timeout, "the engine did not answer the test", {}}}}};
}

std::error_code EngineClient::failure(const debug::EngineReply& reply)
{
    return reply.failures.size() == 1 ? reply.failures.front().error.code : std::error_code();
}

} // namespace dbgr::test
