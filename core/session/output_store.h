// SPDX-License-Identifier: BSD-3-Clause
// What the ranks and the launcher wrote, cut at lines, within limits. Owned by the session, read by faces.
// Thread: the session's.
#pragma once

#include "session/backend_event.h"
#include "util/ids.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::session {

struct OutputLine
{
    std::uint64_t sequence = 0; ///< the order of all lines of the session, from 1
    OutputChannel channel = OutputChannel::Stdout;
    std::string text;  ///< without its line end
    bool open = false; ///< more of it may come: nothing ended it yet
};

/// Bytes come in pieces that know nothing of lines; those of one (rank, channel) belong together.
class OutputStore
{
public:
    struct Limits
    {
        std::size_t linesPerRank = 10000;
        std::size_t bytesPerRank = 1 << 20;
        /// Of all ranks together; the rank that has most loses its oldest lines first.
        std::size_t bytesInAll = std::size_t(64) << 20;
        /// A line longer than this is cut in two.
        std::size_t bytesPerLine = 1 << 16;
    };
    using Source = std::optional<util::Rank>; ///< none: the launcher itself

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
    /// Forgets all of it, for another job; sequence numbers go on.
    void clear();
    [[nodiscard]] bool hasTails() const { return !m_tails.empty(); }

    /// The lines kept of one source, oldest first; what was lost to the limits is counted by dropped().
    [[nodiscard]] const std::deque<OutputLine>& lines(Source source) const;
    [[nodiscard]] std::uint64_t dropped(Source source) const;
    /// The lines of all sources in the order in which they began, from `firstSequence` on, at most `max`.
    [[nodiscard]] std::vector<std::pair<Source, OutputLine>> merged(std::uint64_t firstSequence, std::size_t max) const;

private:
    struct Ring
    {
        std::deque<OutputLine> lines;
        std::size_t bytes = 0;
        std::uint64_t dropped = 0;
        std::array<std::uint64_t, 2> open{}; ///< by channel: the sequence of the line that goes on; 0 none
    };

    struct OpenText
    {
        std::string text;
        bool quiet = false; ///< nothing came since takeQuietTails()
    };

    [[nodiscard]] std::vector<Tail> takeTailsIf(bool alsoFresh);
    void keep(Source source, OutputChannel channel, std::string_view text);
    OutputLine& lineFor(Ring& ring, OutputChannel channel);
    void trim(Ring& ring);
    /// Takes a quarter from the largest ring until all together fit; a quarter, so that it is not looked for each time.
    void trimAll();
    void dropOldest(Ring& ring);

    Limits m_limits;
    std::map<Source, Ring> m_rings;
    std::map<std::pair<Source, OutputChannel>, OpenText> m_tails; ///< not given out yet
    std::size_t m_bytes = 0;
    std::uint64_t m_lastSequence = 0;
};

} // namespace dbgr::session
