// SPDX-License-Identifier: GPL-3.0-or-later
// How many ranks are in which state, and what their marks mean: one button for each state that has ranks.
// Thread: GUI.
#pragma once

#include "ui/theme/rank_look.h"

#include <QWidget>

#include <array>
#include <cstdint>

class QToolButton;

namespace dbgr::ui {

class RankLooks;
class Theme;

class RankLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit RankLegend(const Theme& theme, QWidget* parent = nullptr);

    void setCounts(const RankLooks& looks);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A state was clicked.
    void clicked(dbgr::ui::RankLook look);
    void doubleClicked(dbgr::ui::RankLook look);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showIcons();
    /// Wraps the buttons. \param move or only measure \return the height
    int arrange(int width, bool move) const;

    const Theme& m_theme;
    std::array<QToolButton*, kRankLooks.size()> m_buttons{};
    std::array<std::uint64_t, kRankLooks.size()> m_counts{};
};

/// Colour and mark of a state, for buttons and menus.
[[nodiscard]] QIcon lookIcon(RankLook look, const Theme& theme);

} // namespace dbgr::ui
