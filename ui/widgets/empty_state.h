// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a view that has nothing to show: what is missing, and what would fill it. Thread: GUI.
#pragma once

#include <QString>
#include <QWidget>

namespace dbgr::ui {

class Theme;

/// Lies over a view (its viewport) and follows its size; lets the mouse through. Hidden until show() or setVisible().
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    EmptyState(const Theme& theme, QWidget* over);

    /// \param title "No breakpoints" \param hint "Click in the margin of the source, or press F9 in a line"
    void setText(const QString& title, const QString& hint);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const Theme& m_theme;
    QString m_title;
    QString m_hint;
};

} // namespace dbgr::ui
