// SPDX-License-Identifier: GPL-3.0-or-later
// What a test does with an engine: sends commands, waits for replies and events. Thread: the test's, which is net's.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "net/event_loop.h"
#include "tests/support/net/run_until.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::test {

class EngineClient
{
public:
    EngineClient(net::EventLoop& loop, daemon::Engine& engine);

    void attach(std::vector<daemon::AttachTarget> targets) { m_engine.attach(std::move(targets)); }
    /// Sends the command and waits for its reply. A reply that never comes is an empty one with a Timeout failure.
    [[nodiscard]] debug::EngineReply ask(const util::RankSet& ranks, debug::EngineRequest request);
    /// ask(), and the body, which must be of this kind; else an empty one.
    template <class Body>
    [[nodiscard]] Body get(const util::RankSet& ranks, debug::EngineRequest request)
    {
        debug::EngineReply reply = ask(ranks, std::move(request));
        Body* body = std::get_if<Body>(&reply.body);
        return body ? std::move(*body) : Body{};
    }
    /// Sends only. take() gets the reply.
    util::RequestId send(const util::RankSet& ranks, debug::EngineRequest request);
    [[nodiscard]] std::optional<debug::EngineReply> take(util::RequestId id);
    /// The code of the only failure of a reply; none if there is no failure, or more than one.
    [[nodiscard]] static std::error_code failure(const debug::EngineReply& reply);

    /// Takes the oldest event of that kind that was not taken yet, waiting for it; none when it does not come in time.
    template <class Event>
    [[nodiscard]] std::optional<Event> next(util::Duration limit = std::chrono::seconds(20))
    {
        std::optional<Event> found;
        const auto taken = [&] { return found || (found = takeOldest<Event>()); };
        static_cast<void>(runUntil(m_loop, taken, limit));
        return found;
    }
    /// Events of that kind of that many ranks, in the order of the ranks.
    template <class Event>
    [[nodiscard]] std::map<util::Rank, Event> nextOfEach(std::size_t count)
    {
        std::map<util::Rank, Event> all;
        while (all.size() < count) {
            std::optional<Event> event = next<Event>();
            if (!event)
                break;
            all.insert_or_assign(event->rank, *std::move(event));
        }
        return all;
    }
    /// Events not taken yet, of all kinds.
    [[nodiscard]] const std::vector<daemon::EngineEvent>& events() const { return m_events; }
    template <class Event>
    [[nodiscard]] bool has() const
    {
        for (const daemon::EngineEvent& event : m_events) {
            if (std::holds_alternative<Event>(event))
                return true;
        }
        return false;
    }
    /// Ids of replies, in the order of their coming.
    [[nodiscard]] const std::vector<util::RequestId>& answered() const { return m_answered; }

private:
    template <class Event>
    std::optional<Event> takeOldest()
    {
        for (auto it = m_events.begin(); it != m_events.end(); ++it) {
            if (Event* event = std::get_if<Event>(&*it)) {
                std::optional<Event> taken = std::move(*event);
                m_events.erase(it);
                return taken;
            }
        }
        return std::nullopt;
    }

    net::EventLoop& m_loop;
    daemon::Engine& m_engine;
    util::RequestId m_lastId;
    std::vector<daemon::EngineEvent> m_events;
    std::map<util::RequestId, debug::EngineReply> m_replies;
    std::vector<util::RequestId> m_answered;
};

} // namespace dbgr::test
