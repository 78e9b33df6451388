// SPDX-License-Identifier: BSD-3-Clause
// Keeps a rank's dynamic loader from stopping it for LLDB: a parallel program loads and unloads a hundred components,
// and LLDB wants a stop before and after each. Instead, LLDB hears at the next stop of any kind that the list of
// libraries has changed, and reads it then. Only where breakpoints may be in libraries to come the loader stops the
// rank, and LLDB learns of it where there is something to learn. Asked by Conversation. Thread: the keeper's.
#pragma once

#include "keeper/stub/wishes.h"
#include "keeper/target/link_map.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::keeper {

/// Libraries in which LLDB has found no place for any breakpoint, by LoaderWish::about. What one rank has taught holds
/// for all ranks of the node.
using BarrenLibraries = std::map<std::uint32_t, std::set<std::string>>;

class LoaderWatch
{
public:
    LoaderWatch(std::function<LoaderWish()> wish, LinkMapReader reader, std::shared_ptr<BarrenLibraries> barren)
        : m_wish(std::move(wish)), m_reader(std::move(reader)), m_barren(std::move(barren))
    {}

    /// How the rank was let go before a stop, as far as it matters here.
    enum class Ran
    {
        Freely,   ///< every thread that ran
        LoneStep, ///< one thread did one instruction, all others stood
        WithAStep ///< some thread did one, others ran
    };
    /// What becomes of a stop.
    enum class Verdict
    {
        Tell,         ///< as it is
        TellWithNews, ///< and that the list of libraries has changed
        PassOver      ///< nobody is to know; the rank goes on
    };

    /// The trap that is not to stand in the text while the rank runs now. \pre the rank stands
    [[nodiscard]] std::optional<RemoteAddress> leftOut();
    void onResume(Ran how);
    void onInsert(RemoteAddress address);
    /// \param trap where a thread stands by a breakpoint while no other thread has anything to tell; nothing: another
    ///             stop
    [[nodiscard]] Verdict onStop(std::optional<RemoteAddress> trap);

    /// Whether it is there that the loader tells of libraries. \pre the rank stands
    [[nodiscard]] bool isTrap(RemoteAddress address);

    /// The list of libraries for LLDB, which knows what is on it from now on; an empty one as long as there is none.
    [[nodiscard]] std::string listing();
    /// How often it was asked for.
    [[nodiscard]] std::uint32_t listings() const { return m_listings; }

    /// The rank has become another program.
    void forget();

private:
    using Objects = std::vector<LoadedObject>;

    [[nodiscard]] Verdict onTrap(const LinkMap& now, const LoaderWish& wish, bool isNews);
    [[nodiscard]] std::set<std::string> filesMissing(const Objects& from, const Objects& in) const;

    std::function<LoaderWish()> m_wish;
    LinkMapReader m_reader;
    std::shared_ptr<BarrenLibraries> m_barren;
    std::optional<Objects> m_told; // what LLDB has read
    bool m_settled = false;        // LLDB has read a whole list, and knows the program's first libraries
    std::uint32_t m_listings = 0;
    Ran m_ran = Ran::Freely;
    std::optional<RemoteAddress> m_trap;
    std::uint32_t m_learningAbout = 0;
    std::set<std::string> m_learning; // barren, unless LLDB inserts a breakpoint before the rank goes on
};

} // namespace dbgr::keeper
