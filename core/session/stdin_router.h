// SPDX-License-Identifier: BSD-3-Clause
// Input for ranks on its way to the backend: cut in pieces, one piece under way for each target, in order for each
// rank. Sans-IO: takes text and answers, gives the pieces to send. Thread: the session's.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

/// One call of Session::sendInput; 1, 2, ...
using InputId = util::StrongId<struct InputIdTag, std::uint64_t>;

/// Flow:
/// 1. push() queues a text (and the end of input) for a set of ranks;
/// 2. takeReady() yields the pieces that may be sent now: the first piece of every text of which no rank waits for
///    an earlier one;
/// 3. onAnswer() for each piece; then 2 again. A text is done when its last piece is answered, or one piece failed.
class StdinRouter
{
public:
    /// Waiting bytes of all texts together; beyond it push() refuses, which is the backpressure.
    static constexpr std::size_t kMaxQueuedBytes = 1 << 20;

    struct Piece
    {
        InputId id;
        util::RankSet ranks;
        std::string bytes;
        bool eof = false;
    };
    struct Done
    {
        InputId id;
        util::RankSet ranks;
        util::Result<void> result;
    };

    /// \param maxPieceBytes at most this many bytes in one piece
    explicit StdinRouter(std::size_t maxPieceBytes) : m_maxPieceBytes(maxPieceBytes) {}

    /// \errors Errc::NoRanks, Errc::InputFull, Errc::InputClosed (for any of the ranks), std::errc::invalid_argument
    /// (neither text nor end)
    [[nodiscard]] util::Result<InputId> push(const util::RankSet& ranks, std::string text, bool eof);
    /// The pieces to send now; each is given once.
    [[nodiscard]] std::vector<Piece> takeReady();
    /// What became of the piece under way for `id`; yields the end of the text, when this was it.
    [[nodiscard]] std::optional<Done> onAnswer(InputId id, const util::Result<void>& result);
    /// Ranks that read no more: they are taken out of everything waiting. Texts with nobody left fail with `why`.
    [[nodiscard]] std::vector<Done> dropRanks(const util::RankSet& ranks, const util::Error& why);
    /// Another job begins: whatever waits fails with `why`, and no input has ended. Ids go on.
    [[nodiscard]] std::vector<Done> forgetJob(const util::Error& why);

    [[nodiscard]] std::size_t queuedBytes() const { return m_queuedBytes; }
    /// Ranks that take no more: the end of their input was sent, or is on its way.
    [[nodiscard]] const util::RankSet& closed() const { return m_closed; }

private:
    struct Text
    {
        InputId id;
        util::RankSet ranks;
        std::string bytes;
        std::size_t sent = 0; ///< bytes given out so far
        bool eof = false;
        bool underWay = false; ///< a piece waits for its answer
    };

    [[nodiscard]] Piece nextPiece(Text& text);
    Done finish(std::list<Text>::iterator text, util::Result<void> result);

    std::size_t m_maxPieceBytes;
    std::list<Text> m_texts; ///< in the order of push()
    std::size_t m_queuedBytes = 0;
    util::RankSet m_closed; ///< the end of input was queued for these
    InputId m_last{};
};

} // namespace dbgr::session
