// SPDX-License-Identifier: BSD-3-Clause
// What becomes of signals, in all ranks of all jobs of a session. Owned and changed by the session, read by faces.
// Thread: the session's.
#pragma once

#include "debug/signal_rule.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::session {

/// "SIGUSR1", "usr1", "rtmin+2", "10"; nothing: there is none that is called so.
[[nodiscard]] std::optional<int> signalByName(std::string_view name);

/// As signalByName() takes it: "SIGUSR1"; "32" for one without a name.
[[nodiscard]] std::string signalWord(int signal);

class SignalTable
{
public:
    [[nodiscard]] debug::SignalRule rule(int signal) const;
    /// Those that are not as is usual, by signal.
    [[nodiscard]] const std::map<int, debug::SignalRule>& changed() const { return m_changed; }
    /// \return whether that is new
    bool set(const debug::SignalRule& rule);

    /// Of a signal that stops nobody, where that is to be told.
    struct Seen
    {
        util::RankSet ranks;
        std::uint64_t times = 0;
    };
    /// Ranks have got one. \return those of them that had not, since the rule was made or the job began
    util::RankSet note(const debug::SignalsSeen& seen);
    [[nodiscard]] Seen seen(int signal) const;
    /// Another job begins.
    void forgetJob() { m_seen.clear(); }

private:
    std::map<int, debug::SignalRule> m_changed;
    std::map<int, Seen> m_seen;
};

} // namespace dbgr::session
