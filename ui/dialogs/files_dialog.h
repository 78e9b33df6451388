// SPDX-License-Identifier: GPL-3.0-or-later
// The program's source files as a tree, by its debug information. Return or a double click opens one; typing filters.
// Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "ui/bridge/program_names.h"
#include "ui/dialogs/file_tree.h"
#include "ui/window/ui_context.h"

#include <QDialog>
#include <QStandardItemModel>

#include <vector>

class QLabel;
class QTreeView;

namespace dbgr::ui {

class FilteredView;

class FilesDialog final : public QDialog
{
    Q_OBJECT

public:
    FilesDialog(UiContext& context, QWidget* parent);
    ~FilesDialog() override;

signals:
    void chosen(const dbgr::debug::SourceLocation& where);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void ask();
    void take(const util::Result<debug::Description>& found);
    void say(const QString& words);
    void open(const QModelIndex& ofView);
    static void add(QStandardItem* parent, const std::vector<FileNode>& nodes);

    UiContext& m_context;
    QStandardItemModel m_model;
    QLabel* m_words;
    QTreeView* m_tree;
    FilteredView* m_view;
    ProgramNames m_names;
    QStringList m_files; ///< that are shown
};

} // namespace dbgr::ui
