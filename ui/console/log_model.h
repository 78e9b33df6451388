// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgr did, a row for each: the session's story with times, and what dbgr's parts wrote to its own log. Keeps the
// newest rows. Way: session_bridge, util/log -> here -> log_dock. Thread: GUI.
#pragma once

#include "ui/bridge/qt_scheduler.h"
#include "util/rank_set.h"
#include "util/subscription.h"

#include <QAbstractTableModel>
#include <QString>

#include <deque>
#include <functional>
#include <string>

namespace dbgr::session {
struct Story;
}

namespace dbgr::ui {

class SessionBridge;
class Theme;

class LogModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kMostRows = 10000;

    enum Column
    {
        TimeColumn,
        RanksColumn,
        TextColumn,
        ColumnCount,
    };
    /// Ascending in what they matter.
    enum class Importance
    {
        Detail,
        Info,
        Warning,
        Error,
    };
    enum Role
    {
        ImportanceRole = Qt::UserRole, ///< int
    };
    /// Milliseconds since dbgr was started.
    using Clock = std::function<qint64()>;

    LogModel(SessionBridge& bridge, const Theme& theme, QObject* parent = nullptr);
    /// For tests.
    LogModel(SessionBridge& bridge, const Theme& theme, Clock clock, QObject* parent = nullptr);

    /// Whom a row is about; empty: nobody in particular.
    [[nodiscard]] const util::RankSet& ranks(int row) const { return m_rows[static_cast<std::size_t>(row)].ranks; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        qint64 time = 0;
        Importance importance = Importance::Info;
        bool command = false; ///< of the user
        util::RankSet ranks;
        QString text; ///< of several lines where an error comes with advice
    };

    void take(const session::Story& story);
    void add(Row row);
    [[nodiscard]] QVariant colour(const Row& row, int column) const;

    const Theme& m_theme;
    Clock m_clock;
    std::deque<Row> m_rows;
    std::string m_lastText; ///< of the story: steps repeat themselves
    QtScheduler m_scheduler;
    util::Subscription m_log;
};

} // namespace dbgr::ui
