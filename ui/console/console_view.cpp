// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_view.h"

#include "ui/bridge/counted.h"
#include "ui/bridge/session_bridge.h"
#include "ui/console/console_accessible.h"
#include "ui/console/console_model.h"
#include "ui/console/console_row_painter.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/window/ui_context.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <limits>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kViewMargin = 8;
constexpr int kDragScrollMs = 40;

int toInt(std::size_t value)
{
    return static_cast<int>(std::min<std::size_t>(value, std::numeric_limits<int>::max()));
}

} // namespace

ConsoleView::ConsoleView(ConsoleModel& model, UiContext& context, QWidget* parent)
    : QAbstractScrollArea(parent), m_model(model), m_context(context),
      m_empty(new EmptyState(context.theme, viewport())), m_newLines(new QToolButton(viewport()))
{
    ConsoleAccessible::install();
    setObjectName(QStringLiteral("consoleView"));
    setAccessibleName(tr("Output of the job"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::IBeamCursor);
    m_newLines->setCursor(Qt::ArrowCursor);
    m_newLines->setObjectName(QStringLiteral("newLines"));
    m_newLines->setFocusPolicy(Qt::NoFocus);
    m_newLines->setToolTip(tr("Go to the end and stay there (End)"));
    m_newLines->hide();
    connect(m_newLines, &QToolButton::clicked, this, &ConsoleView::scrollToEnd);
    connect(&model, &ConsoleModel::changed, this, &ConsoleView::onChanged);
    connect(&model, &ConsoleModel::rebuilt, this, &ConsoleView::onRebuilt);
    connect(&context.theme, &Theme::changed, this, &ConsoleView::takeTheme);
    takeTheme();
}

void ConsoleView::takeTheme()
{
    setFont(m_context.theme.fixedFont());
    viewport()->setFont(font());
    const QFontMetricsF metrics(font());
    constexpr int kSample = 64;
    m_charWidth = std::max(1.0, metrics.horizontalAdvance(QString(kSample, QLatin1Char('0'))) / kSample);
    m_lineHeight = std::max(1, int(metrics.height() + 1.5));
    updateScrollBars();
    viewport()->update();
}

void ConsoleView::setWrapped(bool wrapped)
{
    m_wrapped = wrapped;
    updateScrollBars();
    viewport()->update();
}

void ConsoleView::setEmptyText(const QString& title, const QString& hint)
{
    m_empty->setText(title, hint);
}

void ConsoleView::setMarkedText(const QString& text)
{
    m_marked = text;
    viewport()->update();
}

// ---- Following the model.

void ConsoleView::onChanged(qint64)
{
    updateScrollBars();
    viewport()->update();
}

void ConsoleView::onRebuilt()
{
    m_prefixColumns = 0;
    onChanged(0);
}

void ConsoleView::updateScrollBars()
{
    m_adjusting = true;
    m_prefixColumns = prefixColumns(m_model, m_context.bridge.session().processes().size());
    verticalScrollBar()->setPageStep(std::max(1, linesInView() - 1));
    verticalScrollBar()->setSingleStep(3);
    verticalScrollBar()->setRange(0, toInt(lastTopRow()));
    if (m_atEnd)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    else
        verticalScrollBar()->setValue(toInt(m_model.rowOf(m_topSequence)));
    const int longest = m_wrapped ? 0 : toInt(std::min(m_model.longestLine(), ConsoleRow::kMostShown)) + 2;
    horizontalScrollBar()->setPageStep(columnsInView());
    horizontalScrollBar()->setSingleStep(8);
    horizontalScrollBar()->setRange(0, std::max(0, longest - columnsInView()));
    m_adjusting = false;
    m_empty->setVisible(m_model.rowCount() == 0 && !m_model.isBehind());
    updateNewLinesButton();
}

void ConsoleView::updateNewLinesButton()
{
    const std::size_t rows = m_model.rowCount();
    if (m_atEnd && rows > 0)
        m_seenSequence = m_model.sequence(rows - 1);
    const std::size_t unseen = m_atEnd ? 0 : rows - m_model.rowOf(m_seenSequence + 1);
    m_newLines->setVisible(unseen > 0);
    if (unseen == 0)
        return;
    m_newLines->setText(counted(static_cast<qulonglong>(unseen), tr("1 new line ↓"), tr("%1 new lines ↓")));
    m_newLines->adjustSize();
    m_newLines->move(viewport()->width() - m_newLines->width() - kViewMargin,
                     viewport()->height() - m_newLines->height() - kViewMargin);
}

void ConsoleView::scrollToEnd()
{
    m_atEnd = true;
    updateScrollBars();
    viewport()->update();
}

void ConsoleView::scrollContentsBy(int, int)
{
    if (!m_adjusting) {
        m_atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
        if (!m_atEnd && topRow() < m_model.rowCount())
            m_topSequence = m_model.sequence(topRow());
        updateNewLinesButton();
    }
    viewport()->update();
}

void ConsoleView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

// ---- Where things are.

int ConsoleView::linesInView() const
{
    return std::max(1, viewport()->height() / m_lineHeight);
}

int ConsoleView::bodyLeft() const
{
    return kViewMargin + int(m_prefixColumns * m_charWidth);
}

int ConsoleView::columnsInView() const
{
    return std::max(1, int((viewport()->width() - bodyLeft() - kViewMargin) / m_charWidth));
}

int ConsoleView::linesOf(const ConsoleRow& row) const
{
    if (!m_wrapped)
        return 1;
    const qsizetype size = row.body.text.size() + (row.note.isEmpty() ? 0 : row.note.size() + 2);
    const int columns = columnsInView();
    const qsizetype lines = std::max<qsizetype>(1, (size + columns - 1) / columns);
    return int(std::min<qsizetype>(lines, std::max(1, linesInView() - 1)));
}

std::size_t ConsoleView::topRow() const
{
    return static_cast<std::size_t>(verticalScrollBar()->value());
}

std::size_t ConsoleView::lastTopRow() const
{
    std::size_t row = m_model.rowCount();
    const auto room = static_cast<std::size_t>(linesInView());
    if (!m_wrapped)
        return row > room ? row - room : 0;
    for (std::size_t left = room; row > 0; --row) {
        const auto lines = static_cast<std::size_t>(linesOf(consoleRow(m_model, row - 1)));
        if (lines > left)
            break;
        left -= lines;
    }
    return row;
}

std::size_t ConsoleView::rowAt(int y) const
{
    const std::size_t last = m_model.rowCount() - 1;
    std::size_t row = topRow();
    if (!m_wrapped)
        return std::min(last, row + static_cast<std::size_t>(std::max(0, y) / m_lineHeight));
    for (int bottom = 0; row < last; ++row) {
        bottom += linesOf(consoleRow(m_model, row)) * m_lineHeight;
        if (y < bottom)
            break;
    }
    return row;
}

// ---- Painting.

void ConsoleView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_context.theme.color(ColorRole::Base));
    const ConsoleRowPainter rows{
        m_context.theme, m_lineHeight, m_charWidth, bodyLeft(), m_wrapped ? 0 : horizontalScrollBar()->value(),
        columnsInView(), m_wrapped,    m_marked};
    const Selection selected = selection();
    int y = 0;
    for (std::size_t row = topRow(); row < m_model.rowCount() && y <= event->rect().bottom(); ++row) {
        const ConsoleRow shown = consoleRow(m_model, row);
        const QRect place(0, y, viewport()->width(), linesOf(shown) * m_lineHeight);
        if (place.intersects(event->rect()))
            rows.paint(painter, place, shown, row >= selected.first && row <= selected.last);
        y += place.height();
    }
}

QString ConsoleView::visibleLines() const
{
    QStringList lines;
    int y = 0;
    for (std::size_t row = topRow(); row < m_model.rowCount() && y < viewport()->height(); ++row) {
        const ConsoleRow shown = consoleRow(m_model, row);
        lines << (shown.prefix.isEmpty() ? QString() : shown.prefix + QLatin1Char(' ')) + shown.body.text +
                     (shown.note.isEmpty() ? QString() : QStringLiteral("  ") + shown.note);
        y += linesOf(shown) * m_lineHeight;
    }
    return lines.join(QLatin1Char('\n'));
}

// ---- Selection.

ConsoleView::Selection ConsoleView::selection() const
{
    if (m_anchor == 0 || m_model.rowCount() == 0)
        return {};
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    const std::size_t behind = m_model.rowOf(last + 1);
    const std::size_t from = m_model.rowOf(first);
    return behind > from ? Selection{from, behind - 1} : Selection{};
}

void ConsoleView::setCaret(std::size_t row, Extend extend)
{
    m_caret = m_model.sequence(row);
    if (extend == Extend::No || m_anchor == 0)
        m_anchor = m_caret;
    ensureVisible(row);
    viewport()->update();
}

void ConsoleView::moveCaret(std::ptrdiff_t rows, Extend extend)
{
    if (m_model.rowCount() == 0)
        return;
    if (m_anchor == 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + int(rows));
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(m_model.rowCount()) - 1;
    const auto caret = static_cast<std::ptrdiff_t>(m_model.rowOf(m_caret));
    setCaret(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(caret + rows, 0, last)), extend);
}

void ConsoleView::ensureVisible(std::size_t row)
{
    const std::size_t top = topRow();
    std::size_t bottom = m_model.rowCount() - 1;
    if (!m_wrapped)
        bottom = top + static_cast<std::size_t>(linesInView()) - 1;
    else if (viewport()->height() > m_lineHeight)
        bottom = rowAt(viewport()->height() - m_lineHeight);
    if (row < top)
        verticalScrollBar()->setValue(toInt(row));
    else if (row > bottom)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + toInt(row - bottom));
}

void ConsoleView::selectRow(std::size_t row)
{
    setCaret(row, Extend::No);
}

void ConsoleView::selectAll()
{
    if (m_model.rowCount() == 0)
        return;
    m_anchor = m_model.sequence(0);
    m_caret = m_model.sequence(m_model.rowCount() - 1);
    viewport()->update();
}

void ConsoleView::clearSelection()
{
    m_anchor = m_caret = 0;
    viewport()->update();
}

QString ConsoleView::selectedText() const
{
    const Selection selected = selection();
    QString text;
    for (std::size_t row = selected.first; row <= selected.last; ++row)
        text += plainRow(m_model, row) + QLatin1Char('\n');
    return text;
}

void ConsoleView::copy()
{
    if (const QString text = selectedText(); !text.isEmpty())
        QApplication::clipboard()->setText(text);
}

// ---- Keys and mouse.

void ConsoleView::keyPressEvent(QKeyEvent* event)
{
    const Extend extend = event->modifiers() & Qt::ShiftModifier ? Extend::Yes : Extend::No;
    const bool plain = (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier | Qt::ControlModifier)) == 0;
    const std::ptrdiff_t page = verticalScrollBar()->pageStep();
    const auto everything = static_cast<std::ptrdiff_t>(m_model.rowCount());
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->key() == Qt::Key_Escape && m_anchor != 0)
        clearSelection();
    else if (plain && event->key() == Qt::Key_Up)
        moveCaret(-1, extend);
    else if (plain && event->key() == Qt::Key_Down)
        moveCaret(1, extend);
    else if (plain && event->key() == Qt::Key_PageUp)
        moveCaret(-page, extend);
    else if (plain && event->key() == Qt::Key_PageDown)
        moveCaret(page, extend);
    else if (plain && event->key() == Qt::Key_Home)
        moveCaret(-everything, extend);
    else if (plain && event->key() == Qt::Key_End) {
        moveCaret(everything, extend);
        scrollToEnd();
    } else
        QAbstractScrollArea::keyPressEvent(event);
}

void ConsoleView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_model.rowCount() == 0)
        return;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    setCaret(rowAt(event->position().toPoint().y()), shift ? Extend::Yes : Extend::No);
}

void ConsoleView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_anchor == 0 || m_model.rowCount() == 0)
        return;
    const int y = event->position().toPoint().y();
    m_dragStep = y < 0 ? -1 : y >= viewport()->height() ? 1 : 0;
    if (m_dragStep == 0)
        m_dragScroll.stop();
    else if (!m_dragScroll.isActive())
        m_dragScroll.start(kDragScrollMs, this);
    setCaret(rowAt(std::clamp(y, 0, viewport()->height() - 1)), Extend::Yes);
}

void ConsoleView::mouseReleaseEvent(QMouseEvent*)
{
    m_dragScroll.stop();
}

void ConsoleView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_dragScroll.timerId())
        moveCaret(m_dragStep * 2, Extend::Yes);
    else
        QAbstractScrollArea::timerEvent(event);
}

void ConsoleView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton || m_model.rowCount() == 0 || at.x() >= bodyLeft())
        return;
    const util::RankSet ranks = m_model.ranks(rowAt(at.y()));
    if (!ranks.empty())
        (void)m_context.bridge.session().setFocus(ranks); // refused only if the ranks are of another job
}

bool ConsoleView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    QString tip;
    if (m_model.rowCount() > 0 && help->pos().x() < bodyLeft()) {
        const util::RankSet ranks = m_model.ranks(rowAt(help->pos().y()));
        if (!ranks.empty())
            tip = tr("Ranks %1. Double click: focus them").arg(QString::fromStdString(ranks.toString()));
    }
    QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

} // namespace dbgr::ui

#include "moc_console_view.cpp"
