// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/launch_history.h"

#include "ui/settings/setting_keys.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dbgr::ui {

namespace {

QJsonObject toJson(const LaunchRequest& request, const QDateTime& when)
{
    return {{"command", request.command},
            {"folder", request.folder},
            {"environment", QJsonArray::fromStringList(request.environment)},
            {"hold", QLatin1String(launchers::name(request.hold))},
            {"firstStop", request.firstStop},
            {"when", when.toUTC().toString(Qt::ISODate)}};
}

LaunchRequest requestOf(const QJsonObject& object)
{
    LaunchRequest request{object.value("command").toString(),
                          object.value("folder").toString(),
                          {},
                          holdPointOf(object.value("hold").toString()),
                          object.value("firstStop").toString()};
    for (const QJsonValue& entry : object.value("environment").toArray())
        request.environment << entry.toString();
    return request;
}

/// "~/src/ring": the home folder says nothing.
QString shortFolder(const QString& folder)
{
    const QString home = QDir::homePath();
    return folder == home || folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
}

} // namespace

QString whenText(const QDateTime& when, const QDateTime& now)
{
    const QLocale locale;
    const qint64 days = when.date().daysTo(now.date());
    const QString time = locale.toString(when.time(), QStringLiteral("HH:mm"));
    if (days == 0)
        return LaunchHistory::tr("today %1").arg(time);
    return days == 1 ? LaunchHistory::tr("yesterday %1").arg(time)
                     : locale.toString(when.date(), QStringLiteral("d MMM yyyy"));
}

LaunchHistory::LaunchHistory(Settings& settings, QObject* parent) : QAbstractTableModel(parent), m_settings(settings)
{
    load();
}

void LaunchHistory::add(const LaunchRequest& request, const QDateTime& when)
{
    const auto known =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.request == request; });
    if (known == m_entries.end()) {
        beginInsertRows({}, 0, 0);
        m_entries.insert(m_entries.begin(), {request, when});
        endInsertRows();
    } else {
        const auto row = static_cast<int>(known - m_entries.begin());
        if (row > 0)
            beginMoveRows({}, row, row, {}, 0);
        std::rotate(m_entries.begin(), known, known + 1);
        if (row > 0)
            endMoveRows();
        m_entries.front().when = when;
        emit dataChanged(index(0, When), index(0, When));
    }
    if (m_entries.size() > kMost)
        remove(static_cast<int>(kMost));
    store();
}

void LaunchHistory::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
    store();
}

int LaunchHistory::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LaunchHistory::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant LaunchHistory::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const Entry& entry = m_entries.at(std::size_t(index.row()));
    const bool whole = role == Qt::ToolTipRole;
    switch (index.column()) {
    case Command:
        return entry.request.command;
    case Folder:
        return whole ? entry.request.folder : shortFolder(entry.request.folder);
    case When:
        return whole ? QLocale().toString(entry.when, QLocale::ShortFormat)
                     : whenText(entry.when, QDateTime::currentDateTime());
    default:
        return {};
    }
}

QVariant LaunchHistory::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Command:
        return tr("Command");
    case Folder:
        return tr("Folder");
    case When:
        return tr("When");
    default:
        return {};
    }
}

void LaunchHistory::load()
{
    const QJsonArray stored = QJsonDocument::fromJson(m_settings.value(setting::kLaunchHistory).toUtf8()).array();
    for (const QJsonValue& value : stored) {
        const QJsonObject object = value.toObject();
        Entry entry{requestOf(object),
                    QDateTime::fromString(object.value("when").toString(), Qt::ISODate).toLocalTime()};
        if (!entry.request.command.isEmpty() && m_entries.size() < kMost)
            m_entries.push_back(std::move(entry));
    }
}

void LaunchHistory::store()
{
    QJsonArray array;
    for (const Entry& entry : m_entries)
        array.append(toJson(entry.request, entry.when));
    m_settings.set(setting::kLaunchHistory, QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact)));
}

} // namespace dbgr::ui

#include "moc_launch_history.cpp"
