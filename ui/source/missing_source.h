// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in place of a source that is not here, or cannot be shown: why, and what to do. Thread: GUI.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace dbgr::ui {

class Theme;
struct SourceText;

class MissingSource final : public QWidget
{
    Q_OBJECT

public:
    explicit MissingSource(Theme& theme, QWidget* parent = nullptr);

    void explain(const SourceText& source);

signals:
    void mapWanted();
    void openWanted();

private:
    void restyle();

    Theme& m_theme;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_path;
    QLabel* m_tried;
    QPushButton* m_map;
    QPushButton* m_open;
};

} // namespace dbgr::ui
