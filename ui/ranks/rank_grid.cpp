// SPDX-License-Identifier: GPL-3.0-or-later
// The grid's news, geometry and painting. What mouse and keys do is in rank_grid_input.cpp.
#include "ui/ranks/rank_grid.h"

#include "ui/bridge/counted.h"
#include "ui/bridge/session_bridge.h"
#include "ui/ranks/rank_tip.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace dbgr::ui {

using util::Rank;
using util::RankSet;

namespace {

const SettingKey<int> kCellSide{"ranks/cellSide", 0}; // 0: as large as there is room for

/// More single cells than this are repainted as one area: a region of many rectangles costs more than it saves.
constexpr int kMostRepaintedRuns = 100;

} // namespace

RankGrid::RankGrid(UiContext& context, QWidget* parent)
    : QAbstractScrollArea(parent), m_context(context), m_empty(new EmptyState(context.theme, viewport())),
      m_cells(context.theme)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Ranks"));
    m_empty->setText(tr("No ranks yet"), tr("Launch a job: one cell for each of its ranks comes here"));
    if (const int side = context.settings.value(kCellSide); side > 0)
        m_sideWanted = side;

    connect(&context.bridge, &SessionBridge::jobChanged, this, &RankGrid::takeJob);
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &RankGrid::takeRanks);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &RankGrid::takeFocus);
    connect(&context.theme, &Theme::changed, this, &RankGrid::relayout);
    takeJob();
    takeFocus();
}

void RankGrid::takeJob()
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    m_looks.reset(processes);
    takeSilence();
    m_layout.setRanks(processes);
    m_empty->setVisible(processes.all().empty());
    if (!processes.all().empty() && !processes.all().containsAll(m_selection))
        setSelection(m_selection & processes.all()); // while a job starts, what was selected in the last one waits
    relayout();
    emit looksChanged();
    describe();
}

void RankGrid::takeRanks(const RankSet& changed)
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    // Only what attaches may turn out to be on another host than the launcher said.
    if (m_layout.isOutdated(processes, changed & m_looks.of(RankLook::Starting))) {
        takeJob();
        return;
    }
    m_looks.update(processes, changed);
    m_onHold = m_context.bridge.session().onHold();
    takeSilence();
    repaintCells(changed);
    emit looksChanged();
}

void RankGrid::takeSilence()
{
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    if (m_silent == processes.silent())
        return;
    m_silent = processes.silent();
    m_silentHosts.clear();
    m_silent.forEach([&](Rank rank) { m_silentHosts.insert(QString::fromStdString(processes.at(rank).host)); });
    viewport()->update(); // the names of the hosts, too
}

void RankGrid::takeFocus()
{
    const session::Session& session = m_context.bridge.session();
    RankSet touched = (m_focus - session.focus()) | (session.focus() - m_focus);
    for (const auto leader : {m_leader, session.leadingRank()}) {
        if (leader)
            touched.insert(*leader);
    }
    m_focus = session.focus();
    m_leader = session.leadingRank();
    repaintCells(touched);
    describe();
}

// --- geometry --------------------------------------------------------------------------------------------------------

void RankGrid::relayout()
{
    const QFontMetrics text(font());
    GridRoom room;
    room.textHeight = text.height();
    room.digitWidth = text.horizontalAdvance(QLatin1Char('0'));
    for (const HostGroup& group : m_layout.groups())
        room.hostWidth = std::max(room.hostWidth, text.horizontalAdvance(group.host));
    const QSize most = maximumViewportSize();
    room.width = most.width();
    room.height = most.height();
    m_layout.arrange(room, m_sideWanted);
    if (m_layout.height() > room.height) {
        room.width -= style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
        m_layout.arrange(room, m_sideWanted);
    }
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - most.height()));
    verticalScrollBar()->setPageStep(most.height());
    verticalScrollBar()->setSingleStep(m_layout.pitch());
    prepareCells();
    viewport()->update();
}

void RankGrid::prepareCells()
{
    m_cells.prepare(m_layout.side(), m_layout.pitch(), RankLayout::kNumberSide, devicePixelRatioF());
}

int RankGrid::offset() const
{
    return verticalScrollBar()->value();
}

QPoint RankGrid::toContent(const QPointF& ofViewport) const
{
    return ofViewport.toPoint() + QPoint(0, offset());
}

QRect RankGrid::visibleContent() const
{
    return viewport()->rect().translated(0, offset());
}

QRect RankGrid::cellRect(Rank rank) const
{
    const auto cell = m_layout.cellOf(rank);
    return cell ? m_layout.rect(*cell).translated(0, -offset()) : QRect();
}

void RankGrid::setCellSide(std::optional<int> side)
{
    m_sideWanted = side;
    m_context.settings.set(kCellSide, side.value_or(0));
    relayout();
}

void RankGrid::zoom(int steps)
{
    // kSides begins with the largest.
    const auto at = std::find_if(std::begin(RankLayout::kSides), std::end(RankLayout::kSides),
                                 [&](int side) { return side <= m_layout.side(); });
    const auto index = (at - std::begin(RankLayout::kSides)) - steps;
    setCellSide(RankLayout::kSides[std::clamp<std::ptrdiff_t>(index, 0, std::size(RankLayout::kSides) - 1)]);
}

void RankGrid::scrollTo(CellIndex cell)
{
    const QRect rect = m_layout.rect(cell).adjusted(0, -m_layout.pitch(), 0, m_layout.pitch());
    if (rect.top() < offset())
        verticalScrollBar()->setValue(rect.top());
    else if (rect.bottom() > offset() + viewport()->height())
        verticalScrollBar()->setValue(rect.bottom() - viewport()->height());
}

void RankGrid::resizeEvent(QResizeEvent* /*event*/)
{
    relayout();
}

void RankGrid::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        relayout();
}

void RankGrid::scrollContentsBy(int /*dx*/, int dy)
{
    viewport()->scroll(0, dy);
}

// --- painting --------------------------------------------------------------------------------------------------------

void RankGrid::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.translate(0, -offset());
    for (const QRect& dirty : event->region()) {
        const QRect area = dirty.translated(0, offset());
        const auto [begin, end] = m_layout.groupsIn(area.top(), area.bottom());
        for (std::size_t g = begin; g < end; ++g)
            paintGroup(painter, m_layout.groups()[g], area);
        paintCells(painter, area);
    }
    if (m_band && m_band->stretched) {
        QColor fill = m_context.theme.color(ColorRole::Accent);
        painter.setPen(fill);
        fill.setAlpha(40);
        painter.setBrush(fill);
        painter.drawRect(m_band->area.adjusted(0, 0, -1, -1));
    }
}

void RankGrid::paintGroup(QPainter& painter, const HostGroup& group, const QRect& area) const
{
    const QRect name = m_layout.nameRect(group);
    if (name.intersects(area)) {
        painter.setFont(font());
        const bool silent = m_silentHosts.contains(group.host);
        painter.setPen(m_context.theme.color(silent ? ColorRole::DimText : ColorRole::Text));
        const QFontMetrics text(font());
        const QString count =
            silent ? tr("%1, silent").arg(group.count) : QString::number(group.count); // as long as the name is above
        const int countWidth = m_layout.namesAbove() ? text.horizontalAdvance(count) + 12 : 0;
        const QString host = text.elidedText(group.host, Qt::ElideMiddle, name.width() - countWidth);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, host);
        if (m_layout.namesAbove()) {
            painter.setPen(m_context.theme.color(ColorRole::DimText));
            painter.drawText(name.adjusted(text.horizontalAdvance(host) + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             count);
        }
    }
    if (m_layout.namesAbove() && m_layout.side() < RankLayout::kNumberSide)
        paintRowStarts(painter, group, area);
}

void RankGrid::paintRowStarts(QPainter& painter, const HostGroup& group, const QRect& area) const
{
    if (area.left() >= m_layout.gutter())
        return;
    const int pitch = m_layout.pitch();
    const int textHeight = QFontMetrics(font()).height();
    // Only as many as there is room for, one below the other.
    const int every = std::max(1, (textHeight + pitch - 1) / pitch);
    const int from = std::max(0, (area.top() - group.cellsTop - textHeight) / pitch) / every * every;
    painter.setFont(font());
    painter.setPen(m_context.theme.color(ColorRole::DimText));
    for (int row = from; row < group.rows; row += every) {
        const int y = group.cellsTop + row * pitch;
        if (y - textHeight > area.bottom())
            break;
        const QRect where(0, y + (m_layout.side() - textHeight) / 2, m_layout.gutter() - 4, textHeight);
        const Rank rank = m_layout.rankOf(group.first + row * m_layout.columns());
        painter.drawText(where, Qt::AlignRight | Qt::AlignVCenter, QString::number(rank.value()));
    }
}

CellLook RankGrid::lookOfCell(CellIndex cell) const
{
    const Rank rank = m_layout.rankOf(cell);
    CellLook how;
    how.rank = rank;
    how.look = m_looks.at(rank);
    how.silent = m_silent.contains(rank);
    how.focused = m_focus.contains(rank) && !how.silent;
    how.leads = m_leader == rank;
    how.onHold = m_onHold.contains(rank);
    how.selected = m_selection.contains(rank);
    how.current = m_current == rank && hasFocus();
    return how;
}

void RankGrid::paintCells(QPainter& painter, const QRect& area)
{
    // Frames reach over the edges of their cells: first all cells, then all frames, also those of neighbours.
    const QRect reach = area.adjusted(-2, -2, 2, 2);
    std::vector<std::pair<QRect, CellLook>> framed;
    m_layout.forEachRun(reach, [&](CellIndex first, CellIndex last) { paintRow(painter, first, last, framed); });
    for (const auto& [rect, how] : framed)
        m_cells.paintFrames(painter, rect, how);
}

void RankGrid::paintRow(QPainter& painter, CellIndex first, CellIndex last,
                        std::vector<std::pair<QRect, CellLook>>& framed)
{
    const QRect begin = m_layout.rect(first);
    const auto rectOf = [&](CellIndex cell) { return begin.translated((cell - first) * m_layout.pitch(), 0); };
    CellLook run = lookOfCell(first); // what the cells since `runBegin` look like
    CellIndex runBegin = first;
    for (CellIndex cell = first; cell <= last; ++cell) {
        const CellLook how = lookOfCell(cell);
        if (how.look != run.look || how.focused != run.focused) {
            m_cells.paintRun(painter, rectOf(runBegin), cell - runBegin, run.look, run.focused);
            run = how;
            runBegin = cell;
        }
        if (how.leads || how.onHold || how.silent || how.selected || how.current)
            framed.emplace_back(rectOf(cell), how);
    }
    m_cells.paintRun(painter, rectOf(runBegin), last + 1 - runBegin, run.look, run.focused);
    for (CellIndex cell = first; m_cells.hasNumbers() && cell <= last; ++cell)
        m_cells.paintNumber(painter, rectOf(cell), lookOfCell(cell));
}

void RankGrid::repaintCells(const RankSet& ranks)
{
    if (ranks.empty())
        return;
    QRegion region;
    QRect all;
    int runs = 0;
    m_layout.forEachRun(visibleContent(), [&](CellIndex first, CellIndex last) {
        QRect run;
        for (CellIndex cell = first; cell <= last; ++cell) {
            if (ranks.contains(m_layout.rankOf(cell)))
                run |= m_layout.rect(cell);
        }
        if (run.isNull())
            return;
        run = run.translated(0, -offset()).adjusted(-2, -2, 2, 2);
        all |= run;
        if (++runs <= kMostRepaintedRuns)
            region += run;
    });
    if (runs > kMostRepaintedRuns)
        viewport()->update(all);
    else if (runs > 0)
        viewport()->update(region);
}

bool RankGrid::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    auto* const help = static_cast<QHelpEvent*>(event);
    const QPoint where = toContent(help->pos());
    const session::ProcessTable& processes = m_context.bridge.session().processes();
    if (const auto cell = m_layout.cellAt(where); cell && processes.all().contains(m_layout.rankOf(*cell)))
        QToolTip::showText(help->globalPos(), rankTip(m_context.bridge.session(), m_layout.rankOf(*cell)), viewport(),
                           m_layout.rect(*cell).translated(0, -offset()));
    else if (const HostGroup* const group = m_layout.nameAt(where))
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("%1: %2").arg(group->host, counted(static_cast<qulonglong>(group->count),
                                                                             tr("1 rank"), tr("%1 ranks"))),
                           viewport());
    else
        QToolTip::hideText();
    return true;
}

void RankGrid::describe()
{
    setAccessibleDescription(gridDescription(m_context.bridge.session(), m_selection));
}

} // namespace dbgr::ui

#include "moc_rank_grid.cpp"
