// SPDX-License-Identifier: BSD-3-Clause
// Whose output it is, where a launcher merges its ranks' and marks each part with a tag. Way: launcher's pipe -> here
// -> OutputBytes with ranks. Thread: any; pure.
//
// What launchers do (Open MPI 4.1, MPICH 4.0, Slurm 22.05), and what cannot be known:
// - Orte    "[1,0]<stdout>:": before each piece that mpirun read from a rank, and after each line end in it; so tags
//           stand in the middle of lines too, and partial lines and prompts come as they were written. A rank that
//           prints such a tag itself is believed.
// - Hydra   "[0] ": as above. But programs print "x[0] = 3" themselves: in the middle of a line a tag counts only where
//           a read begins. Pieces of unfinished lines of several ranks that came in one read stay with the first rank,
//           with the tags in them.
// - Slurm   "0: ", with blanks or zeros in front: before each line. An unfinished line waits in Slurm until it is
//           finished (unless srun -u), or gets a line end from Slurm.
// The end of what was read waits for the rest where it may be half a tag: a prompt that ends with "[1".
// Text without a tag at the beginning of its line is the launcher's. Behind an unfinished line of a rank it cannot be
// told from that rank's.
#pragma once

#include "session/backend_event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

enum class TagSyntax
{
    Orte,
    Hydra,
    Slurm,
};

class TaggedOutput
{
public:
    /// No tag is longer; so many bytes of a channel may wait for the rest of one.
    static constexpr std::size_t kMaxTagBytes = 48;

    explicit TaggedOutput(TagSyntax syntax) : m_syntax(syntax) {}

    /// From now on a tag with a rank that the job doesn't have is text. \param size ranks in the job
    void setJobSize(std::uint32_t size) { m_jobSize = size; }

    /// \param read what one read of the launcher's pipe yielded \return without tags, in order
    [[nodiscard]] std::vector<OutputBytes> feed(const OutputBytes& read);
    /// No more will come: what waited is text.
    [[nodiscard]] std::vector<OutputBytes> finish();

private:
    struct Owner
    {
        std::optional<util::Rank> rank;
        OutputChannel channel = OutputChannel::Stdout;
        friend bool operator==(const Owner&, const Owner&) = default;
    };
    struct Tag
    {
        Owner owner;
        std::size_t sizeBytes = 0; ///< to be left out
    };
    enum class Verdict
    {
        Tag,
        Text,
        Unfinished, ///< it may become a tag
    };
    /// One pipe.
    struct Stream
    {
        Owner owner;
        bool atLineStart = true;
        std::string held; ///< perhaps the beginning of a tag
    };
    class Reader;

    [[nodiscard]] Stream& stream(OutputChannel channel);
    [[nodiscard]] Verdict readTag(std::string_view text, OutputChannel channel, Tag& tag) const;
    [[nodiscard]] bool mayBeTagged(const Stream& stream, std::size_t at) const;

    const TagSyntax m_syntax;
    std::uint32_t m_jobSize = UINT32_MAX;
    Stream m_stdout;
    Stream m_stderr{{std::nullopt, OutputChannel::Stderr}, true, {}};
};

} // namespace dbgr::session
