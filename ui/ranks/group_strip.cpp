// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/group_strip.h"

#include "session/describe.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/group_edits.h"
#include "ui/ranks/group_icon.h"
#include "ui/ranks/group_line_edit.h"
#include "ui/ranks/rank_looks.h"
#include "ui/ranks/rank_menu.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace dbgr::ui {

using util::RankSet;

namespace {

constexpr int kStripMargin = 2;

QString ranksNow(const RankSet& ranks)
{
    return ranks.empty() ? GroupStrip::tr("no ranks now") : QString::fromStdString(session::shortRanks(ranks));
}

} // namespace

GroupStrip::GroupStrip(UiContext& context, const RankLooks& looks, QWidget* parent)
    : QWidget(parent), m_context(context), m_looks(looks), m_new(new QToolButton(this)),
      m_line(new GroupLineEdit(context, this))
{
    m_new->setAutoRaise(true);
    m_new->setObjectName(QStringLiteral("newGroup"));
    m_new->setAccessibleName(tr("Make a group"));
    m_new->setToolTip(tr("Name the ranks that are selected in the grid, or else the focus (Ctrl+Shift+G). Ranks and "
                         "groups that are dropped here get a name, too"));
    const auto showIcon = [this] { m_new->setIcon(m_context.theme.icon(QStringLiteral("add"))); };
    showIcon();
    connect(m_new, &QToolButton::clicked, context.actions.get(action::kNewGroup), &QAction::trigger);
    connect(m_line, &GroupLineEdit::closed, this, [this](bool hadKeyboard) {
        rearrange();
        if (hadKeyboard)
            emit keyboardLeft();
    });
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Groups of ranks"));
    setAcceptDrops(true);
    connect(&context.theme, &Theme::changed, this, [this, showIcon] {
        showIcon();
        refresh();
    });
    connect(&context.bridge, &SessionBridge::groupsChanged, this, &GroupStrip::refresh);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &GroupStrip::refresh);
    connect(&context.bridge, &SessionBridge::jobChanged, this, &GroupStrip::refresh);
    refresh();
}

void GroupStrip::askForName(const RankSet& ranks)
{
    m_line->askForName(ranks);
    rearrange();
}

void GroupStrip::askForNewName(const std::string& group)
{
    m_line->askForNewName(group);
    rearrange();
}

void GroupStrip::askForCopy(const std::string& group)
{
    const session::RankGroup* const own = m_context.bridge.session().groups().find(group);
    if (own)
        m_line->askForNameOfCopy({group, own->definition.text(), own->origin});
    else
        m_line->askForNameOfCopy({group, group, {}});
    rearrange();
}

// ---- What is shown.

std::vector<GroupStrip::Item> GroupStrip::items() const
{
    const session::Session& session = m_context.bridge.session();
    const session::RankGroups& groups = session.groups();
    const RankSet& all = session.processes().all();
    std::vector<Item> items;
    if (all.empty())
        return items;
    items.push_back({"all", tr("all"), tr("All ranks of the job"), all});
    addPlaces(items, "host", groups.predefined().hosts());
    addPlaces(items, "program", groups.predefined().programs());
    std::vector<RankSet> ranks = groups.ranksOfAll();
    for (std::size_t i = 0; i < ranks.size(); ++i)
        items.push_back(ownItem(groups.all()[i], std::move(ranks[i])));
    return items;
}

/// A single host, or program, is all.
void GroupStrip::addPlaces(std::vector<Item>& items, const char* kind,
                           const std::vector<session::PredefinedGroups::NamedRanks>& places) const
{
    if (places.size() < 2 || places.size() > kMostPlaces)
        return;
    for (const auto& [name, ranks] : places) {
        const std::string expression = session::placeName(kind, name);
        items.push_back({expression, QString::fromStdString(name), QString::fromStdString(expression), ranks});
    }
}

GroupStrip::Item GroupStrip::ownItem(const session::RankGroup& group, RankSet ranks) const
{
    const QString origin = QString::fromStdString(group.origin);
    const QString tip = group.follows()    ? tr("Follows %1").arg(QString::fromStdString(group.definition.text()))
                        : origin.isEmpty() ? tr("Frozen: always these ranks")
                                           : tr("Frozen: chosen once, %1").arg(origin);
    return {group.name, QString::fromStdString(group.name), tip, std::move(ranks), true, !group.follows()};
}

const GroupStrip::Item* GroupStrip::itemOf(const std::string& name) const
{
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [&](const Item& item) { return item.name == name; });
    return found == m_items.end() ? nullptr : &*found;
}

void GroupStrip::refresh()
{
    m_items = items();
    while (m_buttons.size() < m_items.size())
        m_buttons.push_back(makeButton());
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < m_items.size());
        if (i < m_items.size())
            show(*m_buttons[i], m_items[i]);
    }
    m_new->setVisible(!m_items.empty());
    rearrange();
}

QToolButton* GroupStrip::makeButton()
{
    auto* const button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->installEventFilter(this);
    const std::size_t slot = m_buttons.size();
    connect(button, &QToolButton::clicked, this, [this, slot] {
        const RankSet ranks = m_items[slot].ranks;
        refresh(); // which of them is in focus the session says
        if (!ranks.empty())
            focusOn(m_context, ranks);
    });
    return button;
}

void GroupStrip::show(QToolButton& button, const Item& item) const
{
    button.setText(QStringLiteral("%1 %L2").arg(item.text).arg(item.ranks.size()));
    button.setIconSize(groupIconSize(item.frozen));
    button.setIcon(groupIcon(item.ranks, item.frozen, m_looks, m_context.theme));
    const QString tip = item.own
                            ? tr("%1: %2. A click focuses on them. Ranks that are dropped here are added, with Shift "
                                 "held removed")
                            : tr("%1: %2. A click focuses on them");
    button.setToolTip(tip.arg(item.tip, ranksNow(item.ranks)));
    button.setAccessibleName(tr("Group %1, %L2 ranks").arg(item.text).arg(item.ranks.size()));
    button.setChecked(!item.ranks.empty() && item.ranks == m_context.bridge.session().focus());
}

int GroupStrip::arrange(int width, bool move) const
{
    int x = kStripMargin;
    int y = kStripMargin;
    int lineHeight = 0;
    const auto place = [&](QToolButton* button) {
        const QSize size = button->sizeHint().boundedTo({std::max(width - 2 * kStripMargin, 1), 1 << 10});
        if (x > kStripMargin && x + size.width() > width) {
            x = kStripMargin;
            y += lineHeight;
            lineHeight = 0;
        }
        if (move)
            button->setGeometry(QRect({x, y}, size));
        x += size.width();
        lineHeight = std::max(lineHeight, size.height());
    };
    for (std::size_t i = 0; i < m_items.size(); ++i)
        place(m_buttons[i]);
    if (!m_items.empty())
        place(m_new);
    const int line = m_line->isHidden() ? 0 : m_line->sizeHint().height();
    if (move && line > 0)
        m_line->setGeometry(kStripMargin, y + lineHeight, width - 2 * kStripMargin, line);
    return m_items.empty() && line == 0 ? 0 : y + lineHeight + line + kStripMargin;
}

void GroupStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    rearrange();
}

void GroupStrip::rearrange()
{
    arrange(width(), true);
    updateGeometry();
}

// ---- What can be done.

bool GroupStrip::eventFilter(QObject* watched, QEvent* event)
{
    const auto at = std::find(m_buttons.begin(), m_buttons.end(), watched);
    const auto slot = static_cast<std::size_t>(at - m_buttons.begin());
    if (slot >= m_items.size())
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ContextMenu) {
        showMenu(m_items[slot], static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    }
    if (takePull(**at, m_items[slot], *event))
        return true;
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (const int key = static_cast<QKeyEvent*>(event)->key(); key) {
    case Qt::Key_Left:
        moveKeyboard(*at, -1);
        return true;
    case Qt::Key_Right:
        moveKeyboard(*at, 1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        (*at)->click();
        return true;
    default:
        return actByKey(m_items[slot], key) || QWidget::eventFilter(watched, event);
    }
}

/// Groups that every job has stay as they are.
bool GroupStrip::actByKey(const Item& item, int key)
{
    if (key != Qt::Key_F2 && key != Qt::Key_Delete)
        return false;
    if (item.own && key == Qt::Key_Delete)
        remove(std::string(item.name));
    else if (item.own)
        askForNewName(std::string(item.name));
    return true;
}

void GroupStrip::moveKeyboard(const QToolButton* from, int step)
{
    const auto at = std::find(m_buttons.begin(), m_buttons.end(), from) - m_buttons.begin() + step;
    if (at >= 0 && at < static_cast<std::ptrdiff_t>(m_items.size()))
        m_buttons[static_cast<std::size_t>(at)]->setFocus(Qt::TabFocusReason);
    else if (at > 0)
        m_new->setFocus(Qt::TabFocusReason);
}

void GroupStrip::showMenu(const Item& item, const QPoint& where)
{
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!item.ranks.empty())
        fillRankMenu(*menu, m_context, item.ranks, std::nullopt);
    menu->addSeparator();
    QAction* const copy = menu->addAction(tr("Make Group Like %1...").arg(item.text), this,
                                          [this, name = item.name] { askForCopy(name); });
    copy->setStatusTip(tr("Names another group that follows the same, or has the same ranks"));
    if (item.own)
        addForOwn(*menu, item);
    menu->popup(where);
}

void GroupStrip::addForOwn(QMenu& menu, const Item& item)
{
    const std::string name = item.name;
    const RankSet selected = m_selection & m_context.bridge.session().processes().all();
    QAction* const add = menu.addAction(tr("Add Selected Ranks to %1").arg(item.text), this,
                                        [this, name, selected] { addToGroup(m_context, name, selected); });
    add->setStatusTip(tr("The ranks that are selected in the grid are added to the group"));
    add->setEnabled(!selected.empty());
    QAction* const takeOut = menu.addAction(tr("Remove Selected Ranks from %1").arg(item.text), this,
                                            [this, name, selected] { removeFromGroup(m_context, name, selected); });
    takeOut->setStatusTip(tr("The ranks that are selected in the grid are removed from the group"));
    takeOut->setEnabled(selected.intersects(item.ranks));
    menu.addSeparator();
    menu.addAction(tr("Rename Group...\tF2"), this, [this, name] { askForNewName(name); });
    menu.addAction(tr("Freeze Group"), this, [this, name] { freeze(name); })->setEnabled(!item.frozen);
    menu.addAction(tr("Delete Group\tDel"), this, [this, name] { remove(name); });
}

void GroupStrip::remove(const std::string& group)
{
    m_context.notices.showResult(QStringLiteral("group"), m_context.bridge.session().deleteGroup(group));
}

void GroupStrip::freeze(const std::string& group)
{
    m_context.notices.showResult(QStringLiteral("group"), m_context.bridge.session().freezeGroup(group, group));
}

} // namespace dbgr::ui

#include "moc_group_strip.cpp"
