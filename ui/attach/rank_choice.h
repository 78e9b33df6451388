// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks of a job that runs are to be attached to: as text, and host by host, always the same. Pure.
// Thread: GUI.
#pragma once

#include "session/backend_event.h"
#include "util/rank_set.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class RankChoice
{
public:
    struct Host
    {
        QString name;
        util::RankSet ranks;
    };

    /// How many ranks there are, where that is all that is known. The choice stays as far as it can.
    void setCount(std::uint32_t ranks);
    /// Every rank and where it is. The choice stays as far as it can.
    void setPlaces(const std::vector<session::RankPlace>& places);
    /// In the order of their lowest ranks; empty until setPlaces().
    [[nodiscard]] const std::vector<Host>& hosts() const { return m_hosts; }
    /// Empty while nothing is known.
    [[nodiscard]] const util::RankSet& all() const { return m_all; }

    /// What the user typed: "all", "0-3,7".
    void setText(const QString& text);
    [[nodiscard]] const QString& text() const { return m_text; }
    /// Why the text is no choice; "" it is one.
    [[nodiscard]] QString problem() const;
    /// Nothing: all ranks, also those that nobody knows of yet. \pre problem() is empty
    [[nodiscard]] std::optional<util::RankSet> ranks() const;

    [[nodiscard]] Qt::CheckState stateOf(const Host& host) const;
    /// With all of a host's ranks, or without them; the text follows.
    void choose(const Host& host, bool chosen);

private:
    [[nodiscard]] util::Result<util::RankSet> read() const;
    /// The ranks that the text names now, as far as it can be read.
    [[nodiscard]] util::RankSet chosen() const;
    [[nodiscard]] bool meansAll() const;

    std::vector<Host> m_hosts;
    util::RankSet m_all;
    QString m_text = QStringLiteral("all");
};

} // namespace dbgr::ui
