// SPDX-License-Identifier: BSD-3-Clause
#include "session/stdin_router.h"

#include "session/session_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

using util::RankSet;

util::Result<InputId> StdinRouter::push(const RankSet& ranks, std::string text, bool eof)
{
    if (ranks.empty())
        return util::fail(Errc::NoRanks, "sending input: no ranks were named");
    if (text.empty() && !eof)
        return util::fail(std::make_error_code(std::errc::invalid_argument), "sending input: there is none");
    if (const RankSet closed = ranks & m_closed; !closed.empty())
        return util::fail(Errc::InputClosed,
                          "sending input to ranks " + closed.toString() + ": the end of their input was sent before");
    if (text.size() > kMaxQueuedBytes - m_queuedBytes)
        return util::fail(Errc::InputFull,
                          "sending " + std::to_string(text.size()) + " bytes of input to ranks " + ranks.toString() +
                              ": " + std::to_string(m_queuedBytes) + " bytes still wait to be taken",
                          "Send it again when the ranks have read what is there.");
    m_last = m_last.next();
    m_queuedBytes += text.size();
    if (eof)
        m_closed |= ranks;
    m_texts.push_back(Text{m_last, ranks, std::move(text), 0, eof, false});
    return m_last;
}

std::vector<StdinRouter::Piece> StdinRouter::takeReady()
{
    std::vector<Piece> pieces;
    RankSet waiting; // ranks of all earlier texts
    for (Text& text : m_texts) {
        if (!text.underWay && !text.ranks.intersects(waiting))
            pieces.push_back(nextPiece(text));
        waiting |= text.ranks;
    }
    return pieces;
}

StdinRouter::Piece StdinRouter::nextPiece(Text& text)
{
    Piece piece{text.id, text.ranks, text.bytes.substr(text.sent, m_maxPieceBytes), false};
    text.sent += piece.bytes.size();
    text.underWay = true;
    piece.eof = text.eof && text.sent == text.bytes.size();
    return piece;
}

std::optional<StdinRouter::Done> StdinRouter::onAnswer(InputId id, const util::Result<void>& result)
{
    const auto it = std::find_if(m_texts.begin(), m_texts.end(), [id](const Text& text) { return text.id == id; });
    if (it == m_texts.end() || !it->underWay)
        return std::nullopt;
    it->underWay = false;
    if (result && it->sent < it->bytes.size())
        return std::nullopt;
    return finish(it, result);
}

std::vector<StdinRouter::Done> StdinRouter::dropRanks(const RankSet& ranks, const util::Error& why)
{
    std::vector<Done> done;
    for (auto it = m_texts.begin(); it != m_texts.end();) {
        const auto text = it++;
        const RankSet left = text->ranks - ranks;
        if (left.empty())
            done.push_back(finish(text, util::fail(why)));
        else
            text->ranks = left;
    }
    return done;
}

std::vector<StdinRouter::Done> StdinRouter::forgetJob(const util::Error& why)
{
    std::vector<Done> done;
    while (!m_texts.empty())
        done.push_back(finish(m_texts.begin(), util::fail(why)));
    m_closed = {};
    return done;
}

StdinRouter::Done StdinRouter::finish(std::list<Text>::iterator text, util::Result<void> result)
{
    Done done{text->id, text->ranks, std::move(result)};
    m_queuedBytes -= text->bytes.size();
    if (text->eof && !done.result)
        m_closed -= text->ranks; // it can be tried again
    m_texts.erase(text);
    return done;
}

} // namespace dbgr::session
