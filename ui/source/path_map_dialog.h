// SPDX-License-Identifier: GPL-3.0-or-later
// The table of source folders that were moved: look, add, edit, remove. What is changed holds at once.
// Thread: GUI.
#pragma once

#include <QDialog>

class QPushButton;
class QTableView;

namespace dbgr::ui {

class PathMap;
class PathMapModel;

class PathMapDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PathMapDialog(PathMap& map, QWidget* parent = nullptr);

private:
    void add();
    void removeSelected();
    void chooseFolder();

    PathMapModel* m_model;
    QTableView* m_table;
    QPushButton* m_browse;
    QPushButton* m_remove;
};

} // namespace dbgr::ui
