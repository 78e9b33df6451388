// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_panes.h"

#include "session/describe.h"
#include "session/output_store.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/pane_tabs.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/window/ui_context.h"

#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

ConsolePanes::ConsolePanes(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tabs(new PaneTabs(context.theme, this)),
      m_field(new RankSetEdit(context, this))
{
    m_tabs->setObjectName(QStringLiteral("consolePanes"));
    m_tabs->setAccessibleName(tr("Whose output is shown"));
    m_field->setObjectName(QStringLiteral("consoleRanks"));
    m_field->setAccessibleName(tr("Ranks whose output to show"));
    m_field->setPlaceholderText(tr("ranks ..."));
    m_field->setToolTip(tr("Show the output of these ranks: 0-3,7"));
    m_field->setEmptyAllowed(true);
    m_field->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_field);
    addPane(0, {Pane::Kind::All, {}, 0});
    addPane(1, {Pane::Kind::Focus, {}, 0});
    followJob();
    connect(m_tabs, &QTabBar::currentChanged, this, &ConsolePanes::choose);
    connect(m_field, &RankSetEdit::rankSetEntered, this, [this](const util::RankSet& ranks) {
        if (!ranks.empty())
            showRanks(ranks);
        m_field->clear();
    });
    connect(&context.bridge, &SessionBridge::jobChanged, this, &ConsolePanes::followJob);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &ConsolePanes::followJob);
    connect(&context.bridge, &SessionBridge::outputChanged, this, &ConsolePanes::followOutput);
    connect(&context.bridge, &SessionBridge::focusChanged, this, [this] {
        if (m_panes[static_cast<std::size_t>(m_tabs->currentIndex())].kind == Pane::Kind::Focus)
            choose(m_tabs->currentIndex());
    });
}

void ConsolePanes::addPane(int at, Pane pane)
{
    m_panes.insert(m_panes.begin() + at, pane);
    m_tabs->insertTab(at, titleOf(pane));
}

void ConsolePanes::removePane(int at)
{
    m_panes.erase(m_panes.begin() + at);
    m_tabs->removeTab(at);
}

QString ConsolePanes::titleOf(const Pane& pane) const
{
    switch (pane.kind) {
    case Pane::Kind::All:
        return tr("all");
    case Pane::Kind::Focus:
        return tr("focus");
    case Pane::Kind::Launcher:
        return tr("launcher");
    case Pane::Kind::Rank:
    case Pane::Kind::Custom:
        break;
    }
    return QString::fromStdString(session::shortRanks(pane.ranks));
}

int ConsolePanes::find(Pane::Kind kind) const
{
    const auto found =
        std::find_if(m_panes.begin(), m_panes.end(), [kind](const Pane& pane) { return pane.kind == kind; });
    return found == m_panes.end() ? -1 : static_cast<int>(found - m_panes.begin());
}

void ConsolePanes::showAll()
{
    m_tabs->setCurrentIndex(0);
}

void ConsolePanes::showRanks(const util::RankSet& ranks)
{
    const auto same =
        std::find_if(m_panes.begin(), m_panes.end(), [&](const Pane& pane) { return pane.ranks == ranks; });
    if (same != m_panes.end()) {
        m_tabs->setCurrentIndex(static_cast<int>(same - m_panes.begin()));
        return;
    }
    int custom = find(Pane::Kind::Custom);
    if (custom < 0) {
        custom = 2; // behind the focus, where it stays in sight however many ranks there are
        addPane(custom, {Pane::Kind::Custom, ranks, 0});
    }
    m_panes[static_cast<std::size_t>(custom)].ranks = ranks;
    m_tabs->setTabText(custom, titleOf(m_panes[static_cast<std::size_t>(custom)]));
    if (m_tabs->currentIndex() == custom)
        choose(custom);
    else
        m_tabs->setCurrentIndex(custom);
}

void ConsolePanes::followJob()
{
    const auto size = static_cast<std::uint32_t>(m_context.bridge.session().processes().size());
    const std::uint32_t wanted = std::min(size, kMostRankTabs);
    std::uint32_t have = static_cast<std::uint32_t>(
        std::count_if(m_panes.begin(), m_panes.end(), [](const Pane& pane) { return pane.kind == Pane::Kind::Rank; }));
    // Between two jobs there are no ranks; the pane that is shown stays for the next.
    for (; size > 0 && have > wanted; --have)
        removePane(static_cast<int>(m_panes.size()) - 1);
    for (; have < wanted; ++have)
        addPane(static_cast<int>(m_panes.size()), {Pane::Kind::Rank, util::RankSet(util::Rank(have)), 0});
    m_field->setVisible(size > 1);
    followOutput();
}

void ConsolePanes::followOutput()
{
    const session::OutputStore& output = m_context.bridge.session().output();
    if (find(Pane::Kind::Launcher) < 0 && !output.linesOf(std::nullopt).empty())
        addPane(2, {Pane::Kind::Launcher, {}, 0});
    for (std::size_t i = 0; i < m_panes.size(); ++i) {
        Pane& pane = m_panes[i];
        if (pane.kind != Pane::Kind::Rank) {
            m_tabs->setNews(static_cast<int>(i), false);
            continue;
        }
        const bool shown = m_source.kind == ConsoleSource::Kind::All ||
                           (m_source.kind == ConsoleSource::Kind::Ranks && m_source.ranks.containsAll(pane.ranks));
        if (shown && isVisible())
            pane.seen = output.lastSequence();
        const auto& lines = output.linesOf(*pane.ranks.lowest());
        m_tabs->setNews(static_cast<int>(i), !lines.empty() && lines.back() > pane.seen);
    }
}

void ConsolePanes::choose(int at)
{
    if (at < 0)
        return;
    const Pane& pane = m_panes[static_cast<std::size_t>(at)];
    switch (pane.kind) {
    case Pane::Kind::All:
        m_source = {};
        break;
    case Pane::Kind::Focus:
        m_source = {ConsoleSource::Kind::Ranks, m_context.bridge.session().focus()};
        break;
    case Pane::Kind::Launcher:
        m_source = {ConsoleSource::Kind::Launcher, {}};
        break;
    case Pane::Kind::Rank:
    case Pane::Kind::Custom:
        m_source = {ConsoleSource::Kind::Ranks, pane.ranks};
        break;
    }
    followOutput();
    emit sourceChanged(m_source);
}

} // namespace dbgr::ui

#include "moc_console_panes.cpp"
