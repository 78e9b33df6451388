// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what expressions are in the ranks of the focus that stand: only those that a view shows, a few at a time, once
// for each stop. Way: view -> want() -> Session::evaluate -> Across -> model. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/values/across.h"

#include "util/ids.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;

class Comparisons final : public QObject
{
    Q_OBJECT

public:
    /// Questions that are under way at a time.
    static constexpr std::size_t kWindow = 8;

    /// \param least with fewer ranks than this nothing is asked
    Comparisons(SessionBridge& bridge, CurrentPlace& place, std::size_t least, QObject* parent = nullptr);

    /// Asks nothing while not active.
    void setActive(bool active);
    /// What is to be known, the most urgent first; replaces the last wish.
    void want(std::vector<std::string> expressions);

    /// What is known of now or, if isStale(), of before; null: nothing.
    [[nodiscard]] const Across* find(const std::string& expression) const;
    /// Nothing is known of how it is now.
    [[nodiscard]] bool isStale(const std::string& expression) const;
    /// Will be known soon.
    [[nodiscard]] bool isUnderWay(const std::string& expression) const { return m_asked.count(expression) > 0; }
    /// How many ranks the focus has, whether they stand or not.
    [[nodiscard]] std::uint64_t focusSize() const;

signals:
    void arrived(const std::string& expression);
    /// What was known is old.
    void outdated();

private:
    using Values = std::vector<debug::ValueGroup>;
    struct Scope
    {
        util::RankSet ranks;
        session::FrameChoice choice;
    };
    struct Entry
    {
        Across across;
        std::uint64_t knownIn = 0; ///< the epoch of `across`; 0 none
        std::uint64_t askedIn = 0;
    };

    [[nodiscard]] Scope scopeOfNow() const;
    void follow();
    void outdate();
    void pump();
    void ask(const std::string& expression);
    void take(const std::string& expression, util::Result<session::Answer<Values>> answer);

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    std::size_t m_least;
    bool m_active = false;
    std::vector<std::string> m_wanted;
    Scope m_scope;
    std::uint64_t m_epoch = 1; ///< counts the times that all answers became old
    std::map<std::string, Entry> m_entries;
    std::map<std::string, LatestAnswer<Values>> m_asked;
};

} // namespace dbgr::ui
