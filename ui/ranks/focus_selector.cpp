// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/focus_selector.h"

#include "session/describe.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/focus_commands.h"
#include "ui/ranks/rank_hosts.h"
#include "ui/ranks/rank_legend.h"
#include "ui/ranks/rank_tip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/widgets/rank_set_text.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace dbgr::ui {

using session::RankState;
using util::RankSet;

namespace {

constexpr std::size_t kMostHosts = 20;
constexpr int kEditWidth = 150;

/// Of a state whose ranks all look the same.
RankLook lookOfState(RankState state)
{
    session::RankRecord record;
    record.state = state;
    return lookOf(record);
}

} // namespace

FocusSelector::FocusSelector(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_edit(new RankSetEdit(context, this)), m_button(new QToolButton(this)),
      m_info(new QLabel(this)), m_menu(new QMenu(this))
{
    m_info->setObjectName(QStringLiteral("focusInfo"));
    m_info->setForegroundRole(QPalette::WindowText); // in a toolbar it would be that of buttons
    auto* const label = new QLabel(tr("Focus"), this);
    label->setBuddy(m_edit);
    m_edit->setFixedWidth(kEditWidth);
    m_edit->setAccessibleName(tr("Ranks in focus"));
    m_edit->setPlaceholderText(tr("no ranks"));
    m_button->setArrowType(Qt::DownArrow);
    m_button->setAutoRaise(true);
    m_button->setToolTip(tr("Choose the ranks to focus on"));
    m_button->setAccessibleName(m_button->toolTip());

    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(label);
    layout->addSpacing(4);
    layout->addWidget(m_edit);
    layout->addWidget(m_button);
    layout->addWidget(m_info, 1);
    // It takes the room that there is, whatever it says: what stands behind it must not move under the mouse.
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_info->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_info->setMinimumWidth(0);

    // The button's own menu would draw a second arrow.
    connect(m_button, &QToolButton::clicked, this,
            [this] { m_menu->popup(m_button->mapToGlobal(m_button->rect().bottomLeft())); });
    connect(m_menu, &QMenu::aboutToShow, this, &FocusSelector::fillMenu);
    connect(m_edit, &RankSetEdit::rankSetEntered, this, [this](const RankSet& ranks) { focusOn(m_context, ranks); });
    connect(m_edit, &RankSetEdit::problemChanged, this, &FocusSelector::showInfo);
    connect(context.actions.get(action::kFocusBox), &QAction::triggered, this, [this] {
        m_edit->setFocus(Qt::ShortcutFocusReason);
        m_edit->selectAll();
    });
    connect(&context.bridge, &SessionBridge::jobChanged, this, &FocusSelector::takeFocus);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &FocusSelector::takeFocus);
    connect(&context.place, &CurrentPlace::changed, this, &FocusSelector::showInfo);
    connect(&context.theme, &Theme::changed, this, &FocusSelector::showInfo);
    takeFocus();
}

void FocusSelector::takeFocus()
{
    const session::Session& session = m_context.bridge.session();
    const RankSet& focus = session.focus();
    const bool hasRanks = !session.processes().all().empty();
    m_edit->setEnabled(hasRanks);
    m_button->setEnabled(hasRanks);
    m_edit->setRanks(focus);
    m_edit->setToolTip(tr("Commands and views are about these ranks: %1. Type others, such as 0-3,7.")
                           .arg(focus.empty() ? tr("none") : shortText(focus)));
    remember(focus);
    showInfo();
}

void FocusSelector::showInfo()
{
    const session::Session& session = m_context.bridge.session();
    QString text = m_edit->problem();
    QPalette colours;
    colours.setColor(QPalette::WindowText,
                     m_context.theme.color(text.isEmpty() ? ColorRole::DimText : ColorRole::ErrorText));
    m_info->setPalette(colours);
    if (const auto leader = session.leadingRank(); text.isEmpty() && leader) {
        text = countText(session.focus());
        if (session.focus().size() > 1)
            text += tr(", rank %1 leads").arg(leader->value());
        if (const auto thread = m_context.place.threadNumber())
            text += tr(", thread %1").arg(*thread);
    }
    m_infoText = text;
    m_info->setToolTip(text);
    fitInfo();
}

void FocusSelector::fitInfo()
{
    m_info->setText(m_info->fontMetrics().elidedText(m_infoText, Qt::ElideRight, m_info->width()));
}

void FocusSelector::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate(); // or the label would still have its old width
    fitInfo();
}

void FocusSelector::remember(const RankSet& ranks)
{
    if (ranks.empty() || ranks == m_context.bridge.session().processes().all())
        return;
    std::erase(m_recent, ranks);
    m_recent.insert(m_recent.begin(), ranks);
    if (m_recent.size() > kMostRecent)
        m_recent.pop_back();
}

void FocusSelector::fillMenu()
{
    m_menu->clear();
    const RankSet& all = m_context.bridge.session().processes().all();
    addChoice(*m_menu, tr("All"), all);
    m_menu->addSection(tr("By state"));
    addStates(*m_menu);
    m_menu->addSection(tr("By host"));
    addHosts(*m_menu);
    addGroups(*m_menu);
    addRecent(*m_menu);
}

void FocusSelector::addStates(QMenu& menu)
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    for (std::size_t i = 0; i < session::kRankStates; ++i) {
        const auto state = static_cast<RankState>(i);
        if (processes.count(state) == 0)
            continue;
        const RankLook look = lookOfState(state);
        QString name = lookName(look);
        name.front() = name.front().toUpper();
        addChoice(menu, name, processes.inState(state));
        menu.actions().constLast()->setIcon(lookIcon(look, m_context.theme));
    }
}

void FocusSelector::addHosts(QMenu& menu)
{
    const auto hosts = hostsOf(m_context.bridge.session().processes());
    for (std::size_t i = 0; i < std::min(hosts.size(), kMostHosts); ++i)
        addChoice(menu, QString::fromStdString(hosts[i].first), hosts[i].second);
    if (hosts.size() > kMostHosts)
        menu.addAction(tr("... and %1 more hosts: choose them in the grid").arg(hosts.size() - kMostHosts))
            ->setEnabled(false);
}

/// The user's own, as far as they have ranks now.
void FocusSelector::addGroups(QMenu& menu)
{
    const session::RankGroups& groups = m_context.bridge.session().groups();
    const std::vector<RankSet> ranks = groups.ranksOfAll();
    bool first = true;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].empty())
            continue;
        if (std::exchange(first, false))
            menu.addSection(tr("Groups"));
        addChoice(menu, QString::fromStdString(groups.all()[i].name), ranks[i]);
    }
}

void FocusSelector::addRecent(QMenu& menu)
{
    const RankSet& all = m_context.bridge.session().processes().all();
    bool first = true;
    for (const RankSet& each : m_recent) {
        const RankSet ranks = each & all; // another job may have fewer
        if (ranks.empty())
            continue;
        if (std::exchange(first, false))
            menu.addSection(tr("Before"));
        addChoice(menu, {}, ranks);
    }
}

void FocusSelector::addChoice(QMenu& menu, const QString& text, const RankSet& ranks)
{
    // Behind the tab: where menus show keys, aligned.
    QAction* const choice =
        menu.addAction(text.isEmpty() ? shortText(ranks) : QStringLiteral("%1\t%2").arg(text, shortText(ranks)), this,
                       [this, ranks] { focusOn(m_context, ranks); });
    if (ranks != m_context.bridge.session().focus())
        return;
    choice->setCheckable(true);
    choice->setChecked(true);
}

} // namespace dbgr::ui

#include "moc_focus_selector.cpp"
