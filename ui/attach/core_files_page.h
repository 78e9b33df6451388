// SPDX-License-Identifier: GPL-3.0-or-later
// Core files of many ranks, to be looked at as one job: chosen, or dropped here from a file manager. Thread: GUI.
#pragma once

#include "ui/attach/attach_page.h"
#include "ui/window/ui_context.h"

#include <QStringListModel>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace dbgr::ui {

class FilteredView;

class CoreFilesPage final : public AttachPage
{
    Q_OBJECT

public:
    explicit CoreFilesPage(UiContext& context, QWidget* parent = nullptr);
    ~CoreFilesPage() override;

    [[nodiscard]] util::Result<AttachChoice> choice() const override;
    void begin() override;
    /// Those that are there already are left out.
    void addFiles(const QStringList& files);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeFiles();
    void makeProgram();
    void chooseFiles();
    void chooseProgram();
    void removeSelected();
    void enableButtons();
    void showProblem();
    void showLook();

    UiContext& m_context;
    QStringListModel m_files;
    FilteredView* m_list = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QLineEdit* m_program = nullptr;
    QToolButton* m_browse = nullptr;
    QLabel* m_programLabel = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace dbgr::ui
