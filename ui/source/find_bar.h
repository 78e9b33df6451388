// SPDX-License-Identifier: GPL-3.0-or-later
// Finding text in the file shown: as it is typed, around the end, with the number of matches. Thread: GUI.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace dbgr::ui {

class SourceView;
class Theme;

class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(Theme& theme, QWidget* parent = nullptr);

    /// Where to find; null: nowhere. The text stays.
    void setView(SourceView* view);
    /// Opens it and takes the keyboard; begins with what is selected.
    void open();
    void close();
    void findNext();
    void findPrevious();
    /// The text of the view is another one now.
    void refresh();

signals:
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void go(bool forward, bool stay);
    /// \param number of the match that is selected; 0 none
    void showCount(int number);
    void restyle();
    QToolButton* addButton(const QString& name, const QString& tip);

    Theme& m_theme;
    SourceView* m_view = nullptr;
    QLineEdit* m_edit;
    QLabel* m_count;
    QToolButton* m_case;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
    int m_found = 0;
};

} // namespace dbgr::ui
