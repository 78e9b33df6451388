// SPDX-License-Identifier: BSD-3-Clause
// What the ranks and the launcher wrote and what the user sent them, cut at lines, within limits. Owned by the session,
// read by faces, which keep the sequence number of the last line that they saw. Thread: the session's.
#pragma once

#include "session/line_log.h"
#include "session/output_line.h"
#include "util/ids.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::session {

/// Bytes come in pieces that know nothing of lines; those of one (rank, channel) belong together.
class OutputStore
{
public:
    struct Limits
    {
        std::size_t linesPerRank = 1000000;
        std::size_t bytesPerRank = std::size_t(128) << 20;
        /// Of all together; the rank that has most loses its oldest lines first.
        std::size_t bytesInAll = std::size_t(256) << 20;
        /// A line longer than this is cut in two.
        std::size_t bytesPerLine = 1 << 16;
    };
    using Source = OutputSource;

    OutputStore() : OutputStore(Limits()) {}
    explicit OutputStore(Limits limits) : m_limits(limits) {}

    /// Takes in bytes. \return those that are now whole lines, with what stood open before them, line ends included
    [[nodiscard]] std::string append(Source source, OutputChannel channel, std::string_view bytes);

    struct Tail
    {
        Source source;
        OutputChannel channel = OutputChannel::Stdout;
        std::string text;
    };
    /// Text that stands without a line end and was not given out yet; what follows continues it.
    [[nodiscard]] std::vector<Tail> takeTails();
    /// The same, but only where nothing came since the last call: text that waits to be continued, like a prompt.
    [[nodiscard]] std::vector<Tail> takeQuietTails();
    [[nodiscard]] bool hasTails() const { return !m_tails.empty(); }

    /// The user sent this: it becomes lines of their own. Lines that these ranks left open, prompts, end here, so that
    /// what they say next stands behind it.
    void addInput(InputId id, const util::RankSet& ranks, std::string_view text, bool eof);
    void inputDone(InputId id, const util::Result<void>& result);
    /// Null once its lines are dropped.
    [[nodiscard]] const SentInput* sentInput(InputId id) const;

    /// Forgets all of it, for another job; sequence numbers go on.
    void clear();
    /// Drops what is above other limits.
    void setLimits(const Limits& limits);

    // What a face reads.
    /// Lines above the last one that a face saw are new to it; 0 nothing yet.
    [[nodiscard]] std::uint64_t lastSequence() const { return m_lastSequence; }
    /// Calls f(const OutputLine&) for at most `max` lines behind `after`, of all sources in the order in which they
    /// began. \return the sequence of the last one, or `after`
    template <class F>
    std::uint64_t visit(std::uint64_t after, std::size_t max, F&& f) const
    {
        return m_log.visit(after, max, std::forward<F>(f));
    }
    /// O(log n). Null if it was dropped. Valid until the store changes.
    [[nodiscard]] const OutputLine* find(std::uint64_t sequence) const { return m_log.find(sequence); }
    /// The lines kept of one source, by sequence, oldest first.
    [[nodiscard]] const std::deque<std::uint64_t>& linesOf(Source source) const;
    /// How many lines of a source were lost to the limits.
    [[nodiscard]] std::uint64_t dropped(Source source) const;
    /// The same of all sources; when it stands still, nothing was dropped.
    [[nodiscard]] std::uint64_t droppedInAll() const { return m_dropped; }
    /// Whether a line of that source and kind, once seen, is still there: cheaper than find().
    [[nodiscard]] bool keeps(std::uint64_t sequence, Source source, LineKind kind) const;

private:
    struct Ring
    {
        std::deque<std::uint64_t> lines;
        std::size_t bytes = 0;
        std::uint64_t dropped = 0;
        std::uint64_t lostThrough = 0;       ///< the last line that was dropped
        std::array<std::uint64_t, 2> open{}; ///< by channel: the line that goes on; 0 none
    };
    struct OpenText
    {
        std::string text;
        bool quiet = false; ///< nothing came since takeQuietTails()
    };

    [[nodiscard]] static std::uint64_t ringKey(Source source, LineKind kind);
    [[nodiscard]] const Ring* ringOf(Source source, LineKind kind) const;
    [[nodiscard]] std::vector<Tail> takeTailsIf(bool alsoFresh);
    void keep(Source source, OutputChannel channel, std::string_view text);
    OutputLine& lineFor(Ring& ring, Source source, OutputChannel channel);
    OutputLine& addLine(Ring& ring, OutputLine line);
    void endOpenLines(Ring& ring);
    void trim(Ring& ring);
    /// Takes a piece from the largest ring until all together fit: small enough for a frame, but not line by line.
    void trimAll();
    void dropOldest(Ring& ring);

    Limits m_limits;
    LineLog m_log;
    std::unordered_map<std::uint64_t, Ring> m_rings;
    std::map<InputId, SentInput> m_inputs;
    std::map<std::pair<Source, OutputChannel>, OpenText> m_tails; ///< not given out yet
    std::size_t m_bytes = 0;
    std::uint64_t m_lastSequence = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_clearedThrough = 0;
};

} // namespace dbgr::session
