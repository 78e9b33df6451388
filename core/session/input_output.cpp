// SPDX-License-Identifier: BSD-3-Clause
#include "session/input_output.h"

#include "session/rank_refusal.h"

#include <utility>

namespace dbgr::session {

void InputOutput::sendReady()
{
    for (StdinRouter::Piece& piece : input.takeReady()) {
        RequestBook::Request request;
        request.what = "sending input to " + ranksText(piece.ranks);
        request.ranks = piece.ranks;
        request.limit = kInputLimit;
        request.handler = [this, id = piece.id](util::Result<debug::EngineReply> reply) {
            if (auto done = input.onAnswer(id, reply.map([](const auto&) {})))
                tellDone({*std::move(done)});
            sendReady();
        };
        const util::RequestId id = m_parts.requests.open(std::move(request));
        m_parts.backend.sendInput(id, piece.ranks, std::move(piece.bytes), piece.eof);
    }
}

void InputOutput::tellDone(std::vector<StdinRouter::Done> done)
{
    for (StdinRouter::Done& one : done) {
        output.inputDone(one.id, one.result);
        m_parts.publisher.changes().input = true;
        m_parts.publisher.changes().output = true;
        m_parts.publisher.tell(InputDone{one.id, std::move(one.ranks), std::move(one.result)});
    }
    if (!done.empty())
        m_parts.publishSoon();
}

void InputOutput::tellTails(std::vector<OutputStore::Tail> tails)
{
    for (OutputStore::Tail& tail : tails) {
        m_parts.publisher.changes().output = true;
        m_parts.publisher.tell(OutputText{tail.source, tail.channel, std::move(tail.text)});
    }
}

void InputOutput::watchTails()
{
    if (m_tailTimer.active() || !output.hasTails())
        return;
    m_tailTimer = m_parts.scheduler.after(kTailDelay, [this] {
        m_tailTimer.cancel();
        tellTails(output.takeQuietTails());
        watchTails();
        m_parts.publish();
    });
}

} // namespace dbgr::session
