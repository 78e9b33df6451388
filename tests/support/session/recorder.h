// SPDX-License-Identifier: GPL-3.0-or-later
// An observer that keeps what it was told. Thread: the test's.
#pragma once

#include "session/observer.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::test {

class Recorder final : public session::Observer
{
public:
    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events) override;

    std::vector<session::ChangeSet> batches;
    std::vector<session::SessionEvent> events; ///< of all batches
    std::function<void()> onBatch;             ///< runs inside sessionChanged()

    void clear();
    /// All events of one kind, in order.
    template <class Event>
    [[nodiscard]] std::vector<Event> all() const
    {
        std::vector<Event> found;
        for (const session::SessionEvent& event : events) {
            if (const auto* one = std::get_if<Event>(&event))
                found.push_back(*one);
        }
        return found;
    }
    /// What all OutputText of a rank and channel say together.
    [[nodiscard]] std::string text(util::Rank rank, session::OutputChannel channel) const;
};

} // namespace dbgr::test
