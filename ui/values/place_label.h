// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that is cut where there is no room for it, and shown whole in its tooltip. Thread: GUI.
#pragma once

#include <QString>
#include <QWidget>

namespace dbgr::ui {

class Theme;

class PlaceLabel final : public QWidget
{
    Q_OBJECT

public:
    explicit PlaceLabel(const Theme& theme, QWidget* parent = nullptr);

    /// \param old it is of an earlier stop
    void setText(const QString& text, bool old);
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_text;
    bool m_old = false;
};

} // namespace dbgr::ui
