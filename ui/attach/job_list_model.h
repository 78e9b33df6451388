// SPDX-License-Identifier: GPL-3.0-or-later
// The running jobs as a table, newest first. A new listing changes only the rows that are others, so that a view keeps
// its selection and place. Way: job_watch -> here -> the attach dialog's list. Thread: GUI.
#pragma once

#include "launchers/running_job.h"
#include "ui/attach/job_words.h"

#include <QAbstractTableModel>

#include <chrono>
#include <optional>
#include <vector>

namespace dbgr::ui {

class Theme;

class JobListModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Command,
        State,
        Launcher,
        Process,
        Ranks,
        Hosts,
        Age,
        Columns,
    };
    enum Role
    {
        /// It can be attached to, as far as can be seen.
        ReadyRole = Qt::UserRole,
        /// Nobody debugs it, either.
        FreeRole,
    };
    using Time = std::chrono::system_clock::time_point;

    /// \param theme outlives the model; null: no colours
    explicit JobListModel(const Theme* theme = nullptr, QObject* parent = nullptr);

    /// \param kept a job that stays, as one that has ended, when it is no longer listed: the user is looking at it
    void setJobs(std::vector<launchers::RunningJob> jobs, const std::optional<JobKey>& kept);
    /// Ages are told at this time.
    void setNow(Time now);
    /// Null: no such row.
    [[nodiscard]] const launchers::RunningJob* job(int row) const;
    [[nodiscard]] bool hasEnded(int row) const;
    /// -1 none.
    [[nodiscard]] int rowOf(const JobKey& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        launchers::RunningJob job;
        bool ended = false;
    };

    [[nodiscard]] static bool isReady(const Row& row) { return !row.ended && !row.job.refusal; }
    [[nodiscard]] QString textOf(const Row& row, int column) const;
    void dropMissing(const std::vector<launchers::RunningJob>& jobs, const std::optional<JobKey>& kept);
    void put(launchers::RunningJob job);

    const Theme* m_theme;
    std::vector<Row> m_rows;
    Time m_now = std::chrono::system_clock::now();
};

} // namespace dbgr::ui
