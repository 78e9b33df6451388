// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/job_list_model.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace dbgr::ui {

using launchers::RunningJob;

namespace {

/// Newest first; jobs of one moment in an order of their own, always the same.
bool standsBefore(const RunningJob& a, const RunningJob& b)
{
    return std::make_tuple(b.started, b.pid, b.nspace) < std::make_tuple(a.started, a.pid, a.nspace);
}

} // namespace

JobListModel::JobListModel(const Theme* theme, QObject* parent) : QAbstractTableModel(parent), m_theme(theme)
{
    if (theme)
        connect(theme, &Theme::changed, this, [this] {
            if (!m_rows.empty())
                emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1), {Qt::ForegroundRole});
        });
}

void JobListModel::setJobs(std::vector<RunningJob> jobs, const std::optional<JobKey>& kept)
{
    dropMissing(jobs, kept);
    for (RunningJob& job : jobs)
        put(std::move(job));
}

void JobListModel::dropMissing(const std::vector<RunningJob>& jobs, const std::optional<JobKey>& kept)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        Row& old = m_rows[std::size_t(row)];
        const auto same =
            std::find_if(jobs.begin(), jobs.end(), [&](const RunningJob& job) { return keyOf(job) == keyOf(old.job); });
        const bool another = same != jobs.end() && same->started != old.job.started; // the number was given again
        if (same != jobs.end() && !another)
            continue;
        if (!another && kept == keyOf(old.job)) {
            if (!std::exchange(old.ended, true))
                emit dataChanged(index(row, 0), index(row, Columns - 1));
            continue;
        }
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

void JobListModel::put(RunningJob job)
{
    if (const int row = rowOf(keyOf(job)); row >= 0) {
        m_rows[std::size_t(row)] = {std::move(job), false};
        emit dataChanged(index(row, 0), index(row, Columns - 1));
        return;
    }
    const auto before =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return standsBefore(job, row.job); });
    const int row = static_cast<int>(before - m_rows.begin());
    beginInsertRows({}, row, row);
    m_rows.insert(before, {std::move(job), false});
    endInsertRows();
}

void JobListModel::setNow(Time now)
{
    m_now = now;
    if (!m_rows.empty())
        emit dataChanged(index(0, Age), index(rowCount() - 1, Age), {Qt::DisplayRole});
}

const RunningJob* JobListModel::job(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[std::size_t(row)].job : nullptr;
}

bool JobListModel::hasEnded(int row) const
{
    return row >= 0 && row < rowCount() && m_rows[std::size_t(row)].ended;
}

int JobListModel::rowOf(const JobKey& key) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return keyOf(row.job) == key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int JobListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JobListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QString JobListModel::textOf(const Row& row, int column) const
{
    switch (column) {
    case Command:
        return commandText(row.job);
    case Launcher:
        return QString::fromStdString(row.job.launcher.name);
    case Process:
        return QString::number(row.job.pid.value());
    case Ranks:
        return rankCountText(row.job);
    case Hosts:
        return hostCountText(row.job);
    case Age:
        return ageText(std::chrono::duration_cast<std::chrono::seconds>(m_now - row.job.started));
    case State:
        return row.ended ? tr("has ended") : stateText(row.job);
    default:
        return {};
    }
}

QVariant JobListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows.at(std::size_t(index.row()));
    const int column = index.column();
    const bool isNumber = column >= Process;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, column);
    case Qt::ToolTipRole:
        return column == Command || column == State ? textOf(row, column) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
        return column == Command ? QVariant(tr("%1, %2").arg(textOf(row, Command), textOf(row, State))) : QVariant();
    case Qt::ForegroundRole: // words say it, too
        return m_theme && !isReady(row) ? QVariant(m_theme->color(ColorRole::DimText)) : QVariant();
    case ReadyRole:
        return isReady(row);
    case FreeRole:
        return isReady(row) && row.job.debuggedBy.empty();
    default:
        return {};
    }
}

QVariant JobListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static constexpr const char* kTitles[Columns] = {QT_TR_NOOP("Command"), QT_TR_NOOP("State"), QT_TR_NOOP("Launcher"),
                                                     QT_TR_NOOP("Process"), QT_TR_NOOP("Ranks"), QT_TR_NOOP("Hosts"),
                                                     QT_TR_NOOP("Runs for")};
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns)
        return {};
    if (role == Qt::DisplayRole)
        return tr(kTitles[section]);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section >= Process ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace dbgr::ui

#include "moc_job_list_model.cpp"
