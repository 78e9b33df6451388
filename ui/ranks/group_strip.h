// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of ranks as buttons above the grid: all, hosts, programs and the user's own, with how their ranks stand
// and how many they are. A click focuses. Thread: GUI.
#pragma once

#include "session/rank_groups.h"
#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QWidget>

#include <string>
#include <vector>

class QToolButton;

namespace dbgr::ui {

class GroupLineEdit;
class RankLooks;

class GroupStrip final : public QWidget
{
    Q_OBJECT

public:
    /// Of so many hosts, or programs, each has a button.
    static constexpr std::size_t kMostPlaces = 8;

    /// \param looks outlives this
    GroupStrip(UiContext& context, const RankLooks& looks, QWidget* parent = nullptr);

    /// Asks for the name of a group of these ranks.
    void askForName(const util::RankSet& ranks);
    void refresh();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange(width, false); }
    [[nodiscard]] QSize sizeHint() const override { return {width(), arrange(width(), false)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, arrange(width(), false)}; }

signals:
    /// A group was named, or not, and the keyboard is free.
    void keyboardLeft();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Item
    {
        std::string name; ///< as an expression takes it
        QString text;
        QString tip;
        util::RankSet ranks;
        bool own = false;
        bool frozen = false;
    };
    [[nodiscard]] std::vector<Item> items() const;
    [[nodiscard]] Item ownItem(const session::RankGroup& group, util::RankSet ranks) const;
    void addPlaces(std::vector<Item>& items, const char* kind,
                   const std::vector<session::PredefinedGroups::NamedRanks>& places) const;
    [[nodiscard]] QToolButton* makeButton();
    void show(QToolButton& button, const Item& item) const;
    void showMenu(const Item& item, const QPoint& where);
    void remove(const std::string& group);
    void freeze(const std::string& group);
    /// Moves the keyboard to the next button, or the one before.
    void moveKeyboard(const QToolButton* from, int step);
    /// Wraps what is shown. \param move or only measure \return the height
    int arrange(int width, bool move) const;

    UiContext& m_context;
    const RankLooks& m_looks;
    std::vector<Item> m_items;
    std::vector<QToolButton*> m_buttons; ///< one an item; those behind are hidden
    QToolButton* m_new;
    GroupLineEdit* m_line;
};

} // namespace dbgr::ui
