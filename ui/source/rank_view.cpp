// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/rank_view.h"

#include "session/describe.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/source/source_pane.h"
#include "ui/stacks/view_status.h"
#include "ui/theme/theme.h"
#include "ui/window/ui_context.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace dbgr::ui {

RankView::RankView(UiContext& context, const SourceTools& tools, util::Rank rank, QWidget* parent)
    : QWidget(parent), m_context(context), m_rank(rank), m_place(new CurrentPlace(context.bridge, rank, this)),
      m_status(new ViewStatus(this)), m_pane(new SourcePane(context, *m_place, tools, this))
{
    setObjectName(QStringLiteral("rankView"));
    setAccessibleName(tr("Source of rank %1").arg(rank.value()));
    m_pane->setEmptyText(tr("No source of rank %1 yet").arg(rank.value()),
                         tr("It opens by itself where the rank stops."));
    auto* const close = new QToolButton;
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the second view"));
    close->setAccessibleName(close->toolTip());
    const auto showIcon = [this, close] { close->setIcon(m_context.theme.icon(QStringLiteral("close"))); };
    showIcon();
    m_status->addButton(close);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_status);
    layout->addWidget(m_pane, 1);

    connect(&context.theme, &Theme::changed, close, showIcon);
    connect(close, &QToolButton::clicked, this, &RankView::closeWanted);
    connect(m_place, &CurrentPlace::sourceWanted, m_pane, &SourcePane::showLocation);
    connect(m_place, &CurrentPlace::changed, this, &RankView::showStatus);
    connect(&context.bridge, &SessionBridge::jobChanged, this, &RankView::showStatus);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &RankView::showStatus);
    connect(&context.bridge, &SessionBridge::stateChanged, this, &RankView::showStatus);
    showStatus();
}

RankView::~RankView()
{
    delete m_pane; // before the place that it looks at
}

QString RankView::headline() const
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    if (processes.all().empty())
        return tr("Rank %1: there is no job").arg(m_rank.value());
    if (!processes.all().contains(m_rank))
        return tr("Rank %1: the job has no such rank").arg(m_rank.value());
    QString text =
        tr("Rank %1, %2").arg(m_rank.value()).arg(QString::fromStdString(session::describe(processes.at(m_rank))));
    if (m_place->isStale())
        return text;
    if (!m_place->problem().isEmpty())
        text += QStringLiteral(": ") + m_place->problem();
    else if (!m_place->frame() || !m_place->frame()->where.known())
        text += tr("; there is no source of it");
    return text;
}

void RankView::showStatus()
{
    m_status->setText(headline());
    m_status->setState(m_place->isStale() && !m_place->frames().empty(), m_place->underWay());
}

} // namespace dbgr::ui

#include "moc_rank_view.cpp"
