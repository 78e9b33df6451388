// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/found_lines_model.h"

#include "ui/dialogs/palette_role.h"

#include <QSet>

#include <numeric>
#include <string_view>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kMostShown = 300; // more do not fit into a row

QString decoded(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

struct Shown
{
    QString text;
    QList<int> letters; // that were looked for
};

Shown shown(const FoundLines::Line& line)
{
    const std::string_view all = line.found.text;
    const auto& [begin, length] = line.found.match;
    const std::size_t first = std::min(all.find_first_not_of(" \t"), begin);
    const QString before = decoded(all.substr(first, begin - first));
    const QString found = decoded(all.substr(begin, length));
    const QString place = line.file.mid(line.file.lastIndexOf(u'/') + 1) + u':' + QString::number(line.found.line) +
                          QStringLiteral("   ");
    Shown row{place + before + found + decoded(all.substr(begin + length)), {}};
    row.text.replace(u'\t', u' ');
    row.text.truncate(kMostShown);
    const qsizetype from = place.size() + before.size();
    const qsizetype to = qMin(from + found.size(), row.text.size());
    if (from < to) {
        row.letters.resize(to - from);
        std::iota(row.letters.begin(), row.letters.end(), static_cast<int>(from));
    }
    return row;
}

} // namespace

FoundLines lookThrough(const std::vector<FileToSearch>& files, const session::LinePattern& pattern, std::size_t most,
                       const std::atomic<bool>& stop)
{
    FoundLines all;
    QSet<QString> seen; // what is missing where it was may be found by its name, for several files
    for (const FileToSearch& file : files) {
        if (all.lines.size() > most || stop)
            break;
        bool isHere = false;
        for (const QString& local : file.where) {
            auto lines = session::linesWith(pattern, local.toLocal8Bit().toStdString(), most + 1 - all.lines.size());
            if (!lines)
                continue;
            isHere = true;
            if (seen.contains(local))
                break;
            seen.insert(local);
            for (session::FoundLine& one : *lines)
                all.lines.push_back({file.name, std::move(one)});
            break;
        }
        ++(isHere ? all.searched : all.missing);
    }
    all.more = all.lines.size() > most;
    if (all.more)
        all.lines.resize(most);
    return all;
}

void FoundLinesModel::setLines(std::vector<FoundLines::Line> lines, bool more)
{
    beginResetModel();
    m_lines = std::move(lines);
    m_more = more;
    endResetModel();
}

debug::SourceLocation FoundLinesModel::place(int row) const
{
    const FoundLines::Line& line = m_lines.at(std::size_t(row));
    return {line.file.toStdString(), line.found.line, 0};
}

int FoundLinesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size()) + (m_more ? 1 : 0);
}

QVariant FoundLinesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (std::size_t(index.row()) >= m_lines.size()) {
        if (role == EnabledRole)
            return false;
        return role == Qt::DisplayRole ? tr("There are more: type more of what you look for") : QVariant();
    }
    const FoundLines::Line& line = m_lines.at(std::size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return shown(line).text;
    case PositionsRole:
        return QVariant::fromValue(shown(line).letters);
    case EnabledRole:
        return true;
    case TipRole:
        return line.file + u':' + QString::number(line.found.line);
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_found_lines_model.cpp"
