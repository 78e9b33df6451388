// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/call_stack_model.h"

#include "ui/bridge/current_place.h"
#include "ui/stacks/frame_text.h"

#include <utility>

namespace dbgr::ui {

CallStackModel::CallStackModel(CurrentPlace& place, QObject* parent) : QAbstractTableModel(parent), m_place(place)
{
    connect(&place, &CurrentPlace::changed, this, &CallStackModel::follow);
    follow();
}

void CallStackModel::choose(const QModelIndex& index)
{
    if (index.isValid())
        m_place.chooseFrame(static_cast<quint32>(index.row()));
}

QString CallStackModel::stackText() const
{
    QString text;
    for (std::size_t i = 0; i < m_frames.size(); ++i)
        text += QStringLiteral("#%1  %2\n").arg(i).arg(frameText(m_frames[i]));
    return text;
}

void CallStackModel::follow()
{
    const std::vector<debug::Frame>& frames = m_place.frames();
    if (frames.empty() && m_place.underWay())
        return; // what was known stays until the answer is there
    resize(frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (m_frames[i] == frames[i])
            continue;
        m_frames[i] = frames[i];
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, kColumns - 1));
    }
    markChosen();
}

/// Rows come and go at the inner end.
void CallStackModel::resize(std::size_t frames)
{
    if (frames > m_frames.size()) {
        const std::size_t more = frames - m_frames.size();
        beginInsertRows({}, 0, static_cast<int>(more) - 1);
        m_frames.insert(m_frames.begin(), more, debug::Frame());
        m_chosen += m_chosen < 0 ? 0 : static_cast<int>(more);
        endInsertRows();
    } else if (frames < m_frames.size()) {
        const auto fewer = static_cast<std::ptrdiff_t>(m_frames.size() - frames);
        beginRemoveRows({}, 0, static_cast<int>(fewer) - 1);
        m_frames.erase(m_frames.begin(), m_frames.begin() + fewer);
        m_chosen = std::max(-1, m_chosen - static_cast<int>(fewer));
        endRemoveRows();
    }
}

void CallStackModel::markChosen()
{
    const int chosen = m_frames.empty() ? -1 : static_cast<int>(m_place.frameIndex());
    const int before = std::exchange(m_chosen, chosen);
    if (before == chosen)
        return;
    for (const int row : {before, chosen}) {
        if (row >= 0)
            emit dataChanged(index(row, 0), index(row, kColumns - 1), {ChosenRole});
    }
}

int CallStackModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_frames.size());
}

int CallStackModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant CallStackModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const debug::Frame& frame = m_frames[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case Number:
            return frame.index;
        case Function:
            return functionText(frame);
        default:
            return placeText(frame);
        }
    case Qt::ToolTipRole:
        return frameTip(frame);
    case Qt::TextAlignmentRole:
        return (Qt::AlignVCenter | (index.column() == Number ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    case ChosenRole:
        return index.row() == m_chosen;
    case SourceRole:
        return frame.where.known();
    default:
        return {};
    }
}

QVariant CallStackModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return (Qt::AlignVCenter | (section == Number ? Qt::AlignRight : Qt::AlignLeft)).toInt();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#");
    case Function:
        return tr("Function");
    case Place:
        return tr("Place");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_call_stack_model.cpp"
