// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs that the user started, newest first, as rows of a list that lasts over sessions. Thread: GUI.
#pragma once

#include "ui/start/launch_request.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <vector>

namespace dbgr::ui {

class Settings;

class LaunchHistory final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Command,
        Folder,
        When,
        ColumnCount
    };
    static constexpr std::size_t kMost = 30;

    explicit LaunchHistory(Settings& settings, QObject* parent = nullptr);

    /// The newest one; the same request again moves to the front.
    void add(const LaunchRequest& request, const QDateTime& when = QDateTime::currentDateTime());
    void remove(int row);
    /// \pre 0 <= row < rowCount()
    [[nodiscard]] const LaunchRequest& request(int row) const { return m_entries.at(std::size_t(row)).request; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry
    {
        LaunchRequest request;
        QDateTime when;
    };
    void load();
    void store();

    Settings& m_settings;
    std::vector<Entry> m_entries;
};

/// "today 14:03", "yesterday 09:12", "3 May 2025".
[[nodiscard]] QString whenText(const QDateTime& when, const QDateTime& now);

} // namespace dbgr::ui
