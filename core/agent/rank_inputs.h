// SPDX-License-Identifier: BSD-3-Clause
// The standard inputs of ranks that read from dbgd: our ends of their pipes (input_pipe.h). What a pipe does not take
// waits here, as it would in a launcher. Way: front end (debug::GiveInput) -> Daemon -> here -> the rank. Thread: net.
#pragma once

#include "debug/engine_reply.h"
#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/rank_set.h"
#include "util/unique_fd.h"

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace dbgr::agent {

class RankInputs
{
public:
    using Done = std::function<void(std::vector<debug::RankFailure>)>;

    /// For one rank: so much waits here as if it was taken; with more, who gives waits, too.
    static constexpr std::size_t kMayWaitBytes = std::size_t{1} << 20;
    /// No more than that is kept.
    static constexpr std::size_t kMaxWaitingBytes = 2 * kMayWaitBytes;

    explicit RankInputs(net::EventLoop& loop) : m_loop(loop) {}

    /// \param pipe the end that is written to; what is no pipe is closed
    void add(util::Rank rank, util::UniqueFd pipe);
    /// `done` runs once, never inside the call, when it is taken, with the ranks that do not get it.
    void give(const util::RankSet& ranks, std::string_view bytes, bool eof, Done done);
    /// Their input ends behind what their pipes have taken. What waits has failed.
    void end(const util::RankSet& ranks);

private:
    /// One call, until all of its ranks have answered.
    struct Giving
    {
        std::size_t awaited = 0;
        std::vector<debug::RankFailure> failures;
        Done done;
    };
    struct Input
    {
        std::unique_ptr<net::ByteStream> pipe;
        std::vector<std::shared_ptr<Giving>> waiting; ///< until nothing else does
        bool eof = false;                             ///< to be closed then
    };
    [[nodiscard]] util::Result<void> write(util::Rank rank, std::string_view bytes, bool eof);
    void checkTaken(util::Rank rank);
    void finish(util::Rank rank, const util::Result<void>& result);
    void answer(const std::shared_ptr<Giving>& giving, util::Rank rank, const util::Result<void>& result);

    net::EventLoop& m_loop;
    std::map<util::Rank, Input> m_inputs;
    util::RankSet m_ended; ///< had one
    util::Lifetime m_lifetime;
};

} // namespace dbgr::agent
