// SPDX-License-Identifier: GPL-3.0-or-later
// The functions, source files or other places that the letters typed so far may mean, best first. Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "ui/dialogs/fuzzy_match.h"

#include <QAbstractListModel>

#include <vector>

namespace dbgr::ui {

/// A function, a variable, a type, a source file, or a line that has a name.
struct CodePlace
{
    QString name; ///< "work(int)", "ring.cpp"
    debug::SourceLocation where;
    bool isFile = false;
    QString note = {};   ///< behind the path, in the tip; "" nothing
    bool isData = false; ///< a variable or a type
};

class PlaceModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostRows = 500;

    explicit PlaceModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// Those that there are; files first while nothing is typed.
    void setPlaces(std::vector<CodePlace> places);
    void setPattern(const QString& pattern);
    /// \pre 0 <= row < rowCount()
    [[nodiscard]] const CodePlace& place(int row) const { return m_places.at(m_rows.at(std::size_t(row)).place); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// PaletteRole: the detail is the file and line, or the file's folder; the tip is the whole path, and the note.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row
    {
        std::size_t place;
        int score;
        QList<int> positions;
    };
    void sort();

    std::vector<CodePlace> m_places;
    QString m_pattern;
    std::vector<Row> m_rows;
};

} // namespace dbgr::ui
