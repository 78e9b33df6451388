// SPDX-License-Identifier: GPL-3.0-or-later
// All commands with their keys, to look them up and to change them. Thread: GUI.
#pragma once

#include "ui/dialogs/keys_model.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QKeySequenceEdit;
class QLabel;
class QPushButton;

namespace dbgr::ui {

class FilteredView;

class KeysPage final : public QWidget
{
    Q_OBJECT

public:
    explicit KeysPage(UiContext& context, QWidget* parent = nullptr);
    ~KeysPage() override;

private:
    void makeView();
    [[nodiscard]] QWidget* makeEditor();
    void showCommand();
    void takeKeys();
    void showConflict();
    /// Of the selected command; -1 none.
    [[nodiscard]] int row() const;

    UiContext& m_context;
    KeysModel m_model;
    FilteredView* m_view = nullptr;
    QLabel* m_name = nullptr;
    QKeySequenceEdit* m_edit = nullptr;
    QPushButton* m_take = nullptr;
    QPushButton* m_none = nullptr;
    QPushButton* m_reset = nullptr;
    QLabel* m_conflict = nullptr;
};

} // namespace dbgr::ui
