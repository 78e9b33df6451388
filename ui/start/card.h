// SPDX-License-Identifier: GPL-3.0-or-later
// A quiet frame around things that belong together. Thread: GUI.
#pragma once

#include <QFrame>

namespace dbgr::ui {

class Theme;

class Card final : public QFrame
{
    Q_OBJECT

public:
    explicit Card(const Theme& theme, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
};

} // namespace dbgr::ui
