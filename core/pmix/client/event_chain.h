// SPDX-License-Identifier: BSD-3-Clause
// The handlers of a process for events, and the order in which they are asked: one after the other, each with what
// those before it had to say, until one declares the matter settled. Between a client and its users. Thread: the
// client's.
// \std PMIx 5.0, "Event Notification"
#pragma once

#include "pmix/ops/event.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/lifetime.h"
#include "util/result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix {

struct EventHandler
{
    using Id = std::uint64_t;
    /// Ends a handler's turn, at any time; of no effect when called twice.
    using Finish = std::function<void(Status status, std::vector<Info> results)>;
    /// \param results of the handlers before this one, the latest first: each one's status under its name, then its own
    using Run = std::function<void(Id id, const Event& event, const std::vector<Info>& results, const Finish& finish)>;

    enum class Place
    {
        Prepend,
        Append,
        First, ///< before all others; there can be one
        Last,  ///< behind all others; there can be one
        Before,
        After,
    };

    std::vector<Status> codes; ///< none: the default handler
    std::string name;
    Place place = Place::Prepend;
    std::string neighbour;      ///< the name that Before and After mean
    bool oneshot = false;       ///< forgotten once it was asked
    std::vector<Proc> affected; ///< only events about these; none: any
    Run run;
};

/// Order: the first handler, those of one code, those of several, the default ones, the last handler.
class EventChain
{
public:
    using Id = EventHandler::Id;
    /// Told of each handler that a oneshot ended.
    using OnEnded = std::function<void(const std::vector<Status>& codes)>;

    void setEnded(OnEnded ended) { m_ended = std::move(ended); }

    /// \errors Status::ErrEventRegistration when the place is taken, Status::ErrNotFound without that neighbour
    [[nodiscard]] util::Result<Id> add(EventHandler handler);
    /// \return its codes \errors Status::ErrNotFound
    util::Result<std::vector<Status>> remove(Id id);

    /// Whether a handler would be asked.
    [[nodiscard]] bool wants(const Event& event) const;
    /// Asks the handlers. They may add and remove handlers, and destroy this.
    /// \param done once nobody is left to ask: whether any of them had to do with it, that is, did not say
    /// Status::EventNoActionTaken
    using Done = std::function<void(bool handled)>;
    void raise(Event event, Done done);
    /// The same for one handler alone.
    void raiseFor(Id id, Event event, Done done);

private:
    enum Group
    {
        kFirst,
        kSingle,
        kMulti,
        kDefault,
        kLast,
        kGroups
    };
    struct Entry
    {
        Id id;
        EventHandler handler;
    };
    struct Round
    {
        Event event;
        std::vector<Id> left; // in reverse order
        std::vector<Info> results;
        Done done;
        bool handled = false;
    };

    [[nodiscard]] static Group groupOf(const EventHandler& handler);
    [[nodiscard]] const EventHandler* find(Id id) const;
    [[nodiscard]] std::vector<Id> chosen(const Event& event) const;
    void step(const std::shared_ptr<Round>& round);

    std::array<std::list<Entry>, kGroups> m_groups;
    Id m_next = 1;
    OnEnded m_ended;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
