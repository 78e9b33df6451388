// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in a window of its own: the list of pages or what a search found, and the page beside it. Thread: GUI.
#pragma once

#include "ui/help/manual.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace dbgr::ui {

class ManualBrowser;
class Theme;

class HelpWindow final : public QDialog
{
    Q_OBJECT

public:
    explicit HelpWindow(const Theme& theme, QWidget* parent = nullptr);

    /// \param page "ranks.md", "window.md#the-focus"; "message:TEXT" the entry that has an error's text; "" the list
    void open(const QString& page);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeBar();
    QToolButton* makeButton(const QString& name, const QString& text, const QKeySequence& keys);
    void makeKeys();
    void connectAll();
    void showPages();
    void showHits();
    void addHeading(const QString& text);
    void choose(QListWidgetItem* item);
    void followPage();
    void showIcons();
    void move(int step);

    const Theme& m_theme;
    Manual m_manual;
    QLineEdit* m_search;
    QListWidget* m_list;
    ManualBrowser* m_text;
    QToolButton* m_back;
    QToolButton* m_forward;
};

} // namespace dbgr::ui
