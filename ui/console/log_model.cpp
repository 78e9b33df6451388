// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/log_model.h"

#include "session/describe.h"
#include "session/story.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"
#include "util/log.h"

#include <utility>

namespace dbgr::ui {

namespace {

using Importance = LogModel::Importance;

/// "02:07.123".
QString timeText(qint64 milliseconds)
{
    const auto padded = [](qint64 number, int width) {
        return QString::number(number).rightJustified(width, QLatin1Char('0'));
    };
    return padded(milliseconds / 60000, 2) + QLatin1Char(':') + padded(milliseconds / 1000 % 60, 2) + QLatin1Char('.') +
           padded(milliseconds % 1000, 3);
}

Importance importanceOf(session::Tone tone)
{
    switch (tone) {
    case session::Tone::Detail:
    case session::Tone::Quiet:
        return Importance::Detail;
    case session::Tone::Command:
    case session::Tone::Plain:
    case session::Tone::Good:
    case session::Tone::Outcome:
        return Importance::Info;
    case session::Tone::Bad:
    case session::Tone::Warning:
        return Importance::Warning;
    case session::Tone::Failure:
    case session::Tone::Fatal:
        break;
    }
    return Importance::Error;
}

Importance importanceOf(util::log::Level level)
{
    switch (level) {
    case util::log::Level::Debug:
    case util::log::Level::Info: // of dbgr's inside
        return Importance::Detail;
    case util::log::Level::Warning:
        return Importance::Warning;
    case util::log::Level::Error:
        break;
    }
    return Importance::Error;
}

QString importanceName(Importance importance)
{
    switch (importance) {
    case Importance::Detail:
        return LogModel::tr("detail");
    case Importance::Info:
        return LogModel::tr("info");
    case Importance::Warning:
        return LogModel::tr("warning");
    case Importance::Error:
        break;
    }
    return LogModel::tr("error");
}

} // namespace

LogModel::LogModel(SessionBridge& bridge, const Theme& theme, QObject* parent)
    : LogModel(
          bridge, theme, [&bridge] { return qint64(bridge.jobTime().count()); }, parent)
{}

LogModel::LogModel(SessionBridge& bridge, const Theme& theme, Clock clock, QObject* parent)
    : QAbstractTableModel(parent), m_theme(theme), m_clock(std::move(clock))
{
    connect(&bridge, &SessionBridge::happened, this, [this](const std::vector<session::SessionEvent>& events) {
        for (const session::SessionEvent& event : events) {
            if (const auto story = session::storyOf(event))
                take(*story);
        }
    });
    m_log = util::log::observe(util::log::Level::Info, m_scheduler, [this](const util::log::Record& record) {
        add({m_clock(),
             importanceOf(record.level),
             false,
             {},
             QStringLiteral("[%1] %2").arg(QString::fromStdString(record.category),
                                           QString::fromStdString(record.text))});
    });
}

void LogModel::take(const session::Story& story)
{
    const bool again = std::exchange(m_lastText, story.text) == story.text && story.tone == session::Tone::Quiet;
    if (!again)
        add({m_clock(), importanceOf(story.tone), story.tone == session::Tone::Command, story.ranks,
             QString::fromStdString(story.text)});
}

void LogModel::add(Row row)
{
    // Many at a time, since it costs the same.
    if (const int rows = rowCount(); rows == kMostRows) {
        constexpr int kGone = kMostRows / 10;
        beginRemoveRows({}, 0, kGone - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + kGone);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back(std::move(row));
    endInsertRows();
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == TimeColumn)
            return timeText(row.time);
        if (index.column() == RanksColumn)
            return QString::fromStdString(session::shortRanks(row.ranks));
        return (row.command ? QStringLiteral("> ") : QString()) + row.text.simplified();
    case Qt::ToolTipRole:
        if (index.column() == RanksColumn)
            return QString::fromStdString(row.ranks.toString());
        return index.column() == TextColumn ? row.text : QString();
    case Qt::AccessibleDescriptionRole:
        return importanceName(row.importance);
    case Qt::ForegroundRole:
        return colour(row, index.column());
    case Qt::FontRole:
        return index.column() == TextColumn ? QVariant() : QVariant(m_theme.fixedFont());
    case Qt::DecorationRole:
        if (index.column() != TextColumn || row.importance < Importance::Warning)
            return {};
        return m_theme.icon(row.importance == Importance::Error ? QStringLiteral("error") : QStringLiteral("warning"));
    case ImportanceRole:
        return static_cast<int>(row.importance);
    default:
        return {};
    }
}

QVariant LogModel::colour(const Row& row, int column) const
{
    if (column != TextColumn || row.importance == Importance::Detail)
        return m_theme.color(ColorRole::DimText);
    if (row.importance == Importance::Error)
        return m_theme.color(ColorRole::ErrorText);
    return m_theme.color(row.command ? ColorRole::Input : ColorRole::Text);
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case RanksColumn:
        return tr("Ranks");
    case TextColumn:
        return tr("What happened");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_log_model.cpp"
