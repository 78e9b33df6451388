// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of ranks as buttons above the grid: all, hosts, programs and the user's own, with how their ranks stand
// and how many they are. A click focuses; what is dropped on one of the user's own is added to it, or removed from it.
// Thread: GUI.
#pragma once

#include "session/rank_groups.h"
#include "ui/ranks/rank_drag.h"
#include "ui/window/ui_context.h"
#include "util/rank_set.h"

#include <QPoint>
#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QMenu;
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
    /// What "Selected Ranks" means in the menus of the groups.
    void setSelection(const util::RankSet& ranks) { m_selection = ranks; }
    void refresh();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange(width, false); }
    [[nodiscard]] QSize sizeHint() const override { return {width(), arrange(width(), false)}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, arrange(width(), false)}; }

signals:
    /// A group was named, or not, and the keyboard is free.
    void keyboardLeft();
    /// The mouse has taken hold of a group's button, and moves: its ranks are to be dragged.
    void groupPulled(const DraggedRanks& what);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
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
    /// What comes of it when the mouse lets go.
    struct Drop
    {
        enum class What
        {
            Refused,
            Add,
            Remove,
            Make, ///< another group
        };
        What what = What::Refused;
        QToolButton* button = nullptr; ///< at which it is told
        std::string group;             ///< whose ranks are changed
        QString tip;
    };
    [[nodiscard]] std::vector<Item> items() const;
    [[nodiscard]] const Item* itemOf(const std::string& name) const;
    [[nodiscard]] Item ownItem(const session::RankGroup& group, util::RankSet ranks) const;
    void addPlaces(std::vector<Item>& items, const char* kind,
                   const std::vector<session::PredefinedGroups::NamedRanks>& places) const;
    [[nodiscard]] QToolButton* makeButton();
    void show(QToolButton& button, const Item& item) const;
    bool actByKey(const Item& item, int key);
    void showMenu(const Item& item, const QPoint& where);
    void addForOwn(QMenu& menu, const Item& item);
    void askForNewName(const std::string& group);
    /// Asks for the name of a group that is made of the same.
    void askForCopy(const std::string& group);
    void remove(const std::string& group);
    void freeze(const std::string& group);
    /// Moves the keyboard to the next button, or the one before.
    void moveKeyboard(const QToolButton* from, int step);
    /// Wraps what is shown. \param move or only measure \return the height
    int arrange(int width, bool move) const;
    void rearrange();
    // Dragging
    /// Whether the event is the mouse's that pulls at the button, which is then not clicked.
    [[nodiscard]] bool takePull(QToolButton& button, const Item& item, const QEvent& event);
    /// Nothing unless the job has these ranks, and that group.
    [[nodiscard]] std::optional<DraggedRanks> readDragged(const QMimeData* data) const;
    [[nodiscard]] Drop dropAt(const QPoint& where, const DraggedRanks& what, bool takesOut) const;
    void showDrop(const Drop& drop);
    void endDrop();
    void carryOut(const Drop& drop, const DraggedRanks& what);

    UiContext& m_context;
    const RankLooks& m_looks;
    std::vector<Item> m_items;
    std::vector<QToolButton*> m_buttons; ///< one an item; those behind are hidden
    QToolButton* m_new;
    GroupLineEdit* m_line;
    util::RankSet m_selection;
    std::optional<QPoint> m_grip;          ///< where the mouse went down on a button
    std::optional<DraggedRanks> m_dragged; ///< what hovers above
    QToolButton* m_dropButton = nullptr;   ///< that looks as if it were pressed meanwhile
};

} // namespace dbgr::ui
