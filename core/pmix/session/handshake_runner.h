// SPDX-License-Identifier: BSD-3-Clause
// Drives a handshake over a stream, with a time limit, and hands the stream on. Before the connection in a message's
// way. Thread: that of its scheduler.
#pragma once

#include "net/byte_stream.h"
#include "pmix/handshake/action.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/overloaded.h"
#include "util/result.h"
#include "util/scheduler.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace dbgr::pmix {

/// \tparam Handshake ToolHandshake or ServerHandshake
template <class Handshake>
class HandshakeRunner
{
public:
    struct Outcome
    {
        std::unique_ptr<net::ByteStream> stream;
        Handshake handshake;
        /// What the peer sent behind the handshake: the beginning of its frames.
        std::string surplus;
    };
    /// Runs once, from the scheduler, when somebody has to decide about the peer; decide() may be called inside.
    using OnVerdictWanted = std::function<void(const Handshake&)>;
    /// Runs once, from the scheduler or inside decide(); may destroy the runner.
    using OnDone = std::function<void(util::Result<Outcome>)>;

    HandshakeRunner(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> stream, Handshake handshake,
                    util::Duration limit, OnDone onDone, OnVerdictWanted onVerdictWanted = {})
        : m_stream(std::move(stream)), m_handshake(std::move(handshake)), m_onVerdictWanted(std::move(onVerdictWanted)),
          m_onDone(std::move(onDone))
    {
        m_timer = scheduler.after(limit, [this] {
            finish(util::fail(Status::ErrTimeout, "the PMIx handshake with " + m_stream->peerAddress() +
                                                      " was not done within its time limit"));
        });
        m_stream->setClosed([this](const util::Result<void>& why) {
            finish(util::fail(Status::ErrLostConnection, m_stream->peerAddress() +
                                                             " closed the connection during the PMIx handshake" +
                                                             (why ? "" : ": " + why.error().message())));
        });
        m_stream->setReader([this](std::string_view bytes) {
            m_received += bytes;
            advance();
        });
        m_start = scheduler.after(util::Duration::zero(), [this] { advance(); });
    }
    HandshakeRunner(const HandshakeRunner&) = delete;
    HandshakeRunner& operator=(const HandshakeRunner&) = delete;

    /// After OnVerdictWanted, once; the time limit goes on until then.
    void decide(util::Result<Proc> verdict)
    {
        m_handshake.decide(std::move(verdict));
        m_stream->resumeReading();
        advance(); // may destroy this
    }

    [[nodiscard]] std::string peerAddress() const { return m_stream->peerAddress(); }

private:
    void advance()
    {
        while (step())
            ;
    }

    /// \return whether there may be more to do right now
    bool step()
    {
        return std::visit(util::Overloaded{
                              [this](const WriteBytes& write) {
                                  m_stream->write(write.bytes);
                                  m_handshake.written();
                                  return true;
                              },
                              [this](const ReadBytes& read) {
                                  if (m_received.size() < read.count)
                                      return false;
                                  m_handshake.feed(std::string_view(m_received).substr(0, read.count));
                                  m_received.erase(0, read.count);
                                  return true;
                              },
                              [this](const AwaitVerdict&) {
                                  m_stream->pauseReading(); // what a peer sends meanwhile stays with the system
                                  if (const auto ask = std::exchange(m_onVerdictWanted, nullptr))
                                      ask(m_handshake); // may destroy this
                                  return false;
                              },
                              [this](const HandshakeDone&) {
                                  // Until the next owner is there, the stream keeps bytes and end to itself.
                                  m_stream->setReader(nullptr);
                                  m_stream->setClosed(nullptr);
                                  finish(Outcome{std::move(m_stream), std::move(m_handshake), std::move(m_received)});
                                  return false;
                              },
                              [this](const HandshakeFailed& failed) {
                                  finish(util::fail(failed.error));
                                  return false;
                              },
                          },
                          m_handshake.next());
    }

    void finish(util::Result<Outcome> outcome)
    {
        m_timer.cancel();
        m_start.cancel();
        if (m_stream)
            m_stream->close();
        if (const auto onDone = std::exchange(m_onDone, nullptr))
            onDone(std::move(outcome)); // may destroy this
    }

    std::unique_ptr<net::ByteStream> m_stream;
    Handshake m_handshake;
    OnVerdictWanted m_onVerdictWanted;
    OnDone m_onDone;
    std::string m_received;
    util::Subscription m_timer;
    util::Subscription m_start;
};

} // namespace dbgr::pmix
