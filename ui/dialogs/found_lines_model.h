// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that a search has found, file by file, and the search itself. Thread: lookThrough(): any; else GUI.
#pragma once

#include "debug/frame.h"
#include "session/source_search.h"

#include <QAbstractListModel>
#include <QString>
#include <QStringList>

#include <atomic>
#include <cstddef>
#include <vector>

namespace dbgr::ui {

struct FileToSearch
{
    QString name;      ///< as the program calls it
    QStringList where; ///< it may be on this machine; the first place that has it counts
};

struct FoundLines
{
    struct Line
    {
        QString file; ///< as the program calls it
        session::FoundLine found;
    };
    std::vector<Line> lines;
    bool more = false; ///< it was looked for no further
    std::size_t searched = 0;
    std::size_t missing = 0; ///< files that are not here, or no text
};

/// \param stop ends it early
[[nodiscard]] FoundLines lookThrough(const std::vector<FileToSearch>& files, const session::LinePattern& pattern,
                                     std::size_t most, const std::atomic<bool>& stop);

class FoundLinesModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit FoundLinesModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// \param more a last row, which cannot be chosen, says so
    void setLines(std::vector<FoundLines::Line> lines, bool more = false);
    /// \pre the row is of a line
    [[nodiscard]] debug::SourceLocation place(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// PaletteRole: the name is "ring.cpp:41" with the line's text behind it, the tip is the whole path.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<FoundLines::Line> m_lines;
    bool m_more = false;
};

} // namespace dbgr::ui
