// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traces/trace_plot.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr double kAir = 8;        // around the room of the curves, in pixels
constexpr double kReach = 14;     // of the pointer
constexpr int kMostDots = 200;    // a curve of more points is a line only
constexpr double kGolden = 0.618; // so that neighbours in number are none in colour

QString numberText(double number)
{
    return QString::number(number, 'g', 7);
}

/// Between equal values there is room, too.
void widen(double& low, double& high, double air)
{
    const double span = high - low;
    const double more = span > 0 ? span * air : std::max(std::abs(low) * air, 0.5);
    low -= more;
    high += more;
}

} // namespace

TracePlot::TracePlot(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("tracePlot"));
    setAccessibleName(tr("Plot of what ranks have logged"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize TracePlot::minimumSizeHint() const
{
    return {160, 80};
}

void TracePlot::setCurves(TraceCurves curves, TraceAxis axis, const QString& emptyText)
{
    const std::optional<util::Rank> rank =
        m_chosen ? std::optional(m_curves.curves[m_chosen->curve].rank) : std::nullopt;
    const std::size_t point = m_chosen ? m_chosen->point : 0;
    const bool isSameAxis = axis == m_axis;
    m_curves = std::move(curves);
    m_axis = axis;
    m_emptyText = emptyText;
    m_chosen.reset();
    for (std::size_t i = 0; isSameAxis && rank && i < m_curves.curves.size(); ++i) {
        if (m_curves.curves[i].rank == *rank)
            m_chosen = Chosen{i, std::min(point, m_curves.curves[i].points.size() - 1)};
    }
    measure();
    tell();
    update();
}

void TracePlot::measure()
{
    double left = std::numeric_limits<double>::max();
    double bottom = left;
    double right = std::numeric_limits<double>::lowest();
    double top = right;
    for (const TraceCurve& curve : m_curves.curves) {
        for (const QPointF& point : curve.points) {
            left = std::min(left, point.x());
            right = std::max(right, point.x());
            bottom = std::min(bottom, point.y());
            top = std::max(top, point.y());
        }
    }
    if (m_curves.empty())
        left = right = bottom = top = 0;
    widen(left, right, 0.0);
    widen(bottom, top, 0.05);
    m_values = QRectF(QPointF(left, bottom), QPointF(right, top));
}

QRectF TracePlot::room() const
{
    const QFontMetricsF metrics(font());
    double widest = 0;
    for (const double tick : ticksBetween(m_values.top(), m_values.bottom(), 6))
        widest = std::max(widest, metrics.horizontalAdvance(numberText(tick)));
    return QRectF(rect()).adjusted(widest + 2 * kAir, kAir + metrics.height(), -2 * kAir, -2 * metrics.height() - kAir);
}

QPointF TracePlot::toScreen(const QPointF& value) const
{
    const QRectF to = room();
    // QRectF counts downwards: its top is the lowest value.
    return {to.left() + (value.x() - m_values.left()) / m_values.width() * to.width(),
            to.bottom() - (value.y() - m_values.top()) / m_values.height() * to.height()};
}

QColor TracePlot::colorOf(util::Rank rank) const
{
    double whole = 0;
    const double hue = std::modf(0.58 + rank.value() * kGolden, &whole);
    return m_theme.isDark() ? QColor::fromHsvF(static_cast<float>(hue), 0.55F, 0.95F)
                            : QColor::fromHsvF(static_cast<float>(hue), 0.85F, 0.65F);
}

void TracePlot::drawAxes(QPainter& painter) const
{
    const QRectF to = room();
    const QFontMetricsF metrics(font());
    const auto lines = [&](bool across, double low, double high, int most) {
        for (const double tick : ticksBetween(low, high, most)) {
            if (across && m_axis != TraceAxis::Time && tick != std::round(tick))
                continue; // visits and ranks are counted
            const QPointF at = toScreen(across ? QPointF(tick, m_values.top()) : QPointF(m_values.left(), tick));
            painter.setPen(m_theme.color(ColorRole::Border));
            painter.drawLine(at, across ? QPointF(at.x(), to.top()) : QPointF(to.right(), at.y()));
            painter.setPen(m_theme.color(ColorRole::DimText));
            const QString text = numberText(tick);
            const double width = metrics.horizontalAdvance(text);
            painter.drawText(across ? QPointF(at.x() - width / 2, to.bottom() + metrics.ascent() + 2)
                                    : QPointF(to.left() - width - kAir, at.y() + metrics.ascent() / 2 - 1),
                             text);
        }
    };
    lines(false, m_values.top(), m_values.bottom(), std::max(2, static_cast<int>(to.height() / 22)));
    lines(true, m_values.left(), m_values.right(), std::max(2, static_cast<int>(to.width() / 90)));
    const QString title = m_axis == TraceAxis::Time    ? tr("seconds since the first record")
                          : m_axis == TraceAxis::Visit ? tr("times that the rank has come by")
                                                       : tr("rank, with its latest value");
    painter.drawText(QRectF(to.left(), to.bottom() + metrics.height(), to.width(), metrics.height() + 4),
                     Qt::AlignHCenter | Qt::AlignBottom, title);
}

/// Of many points in a column of pixels only the highest and lowest are drawn: cost follows the width.
void TracePlot::drawCurve(QPainter& painter, const TraceCurve& curve) const
{
    painter.setPen(QPen(colorOf(curve.rank), 1.5));
    painter.setBrush(colorOf(curve.rank));
    const bool isLine = m_axis != TraceAxis::Rank;
    QPolygonF line;
    double column = -1;
    double low = 0;
    double high = 0;
    const auto flush = [&] {
        if (column < 0)
            return;
        line << QPointF(column, low);
        if (high != low)
            line << QPointF(column, high);
    };
    const bool isDense = curve.points.size() > static_cast<std::size_t>(2 * std::max(1, width()));
    for (const QPointF& value : curve.points) {
        const QPointF at = toScreen(value);
        if (!isDense) {
            line << at;
            continue;
        }
        if (std::floor(at.x()) != column) {
            flush();
            column = std::floor(at.x());
            low = high = at.y();
        }
        low = std::max(low, at.y());
        high = std::min(high, at.y());
    }
    flush();
    if (isLine)
        painter.drawPolyline(line);
    if (!isLine || curve.points.size() <= kMostDots) {
        for (const QPointF& at : line)
            painter.drawEllipse(at, 2.0, 2.0);
    }
}

void TracePlot::drawChosen(QPainter& painter) const
{
    const QFontMetricsF metrics(font());
    painter.setPen(m_theme.color(ColorRole::DimText));
    QString text = chosenText();
    if (text.isEmpty() && m_curves.left > 0)
        text = m_curves.left == 1 ? tr("One value is no number, and not drawn")
                                  : tr("%1 values are no numbers, and not drawn").arg(m_curves.left);
    painter.drawText(QRectF(room().left(), 2, room().width(), metrics.height() + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
    if (!m_chosen)
        return;
    const TraceCurve& curve = m_curves.curves[m_chosen->curve];
    painter.setPen(QPen(m_theme.color(ColorRole::Text), 1.5));
    painter.setBrush(colorOf(curve.rank));
    painter.drawEllipse(toScreen(curve.points[m_chosen->point]), 4.5, 4.5);
}

void TracePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_curves.empty()) {
        painter.setPen(m_theme.color(ColorRole::DimText));
        painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    drawAxes(painter);
    painter.save();
    painter.setClipRect(room().adjusted(-4, -4, 4, 4));
    for (const TraceCurve& curve : m_curves.curves)
        drawCurve(painter, curve);
    painter.restore();
    drawChosen(painter);
}

std::optional<TracePlot::Chosen> TracePlot::nearest(const QPointF& position) const
{
    std::optional<Chosen> found;
    double best = kReach * kReach;
    for (std::size_t i = 0; i < m_curves.curves.size(); ++i) {
        const std::vector<QPointF>& points = m_curves.curves[i].points;
        for (std::size_t j = 0; j < points.size(); ++j) {
            const QPointF away = toScreen(points[j]) - position;
            const double distance = QPointF::dotProduct(away, away);
            if (distance < best) {
                best = distance;
                found = Chosen{i, j};
            }
        }
    }
    return found;
}

void TracePlot::choose(std::optional<Chosen> chosen)
{
    m_chosen = chosen;
    tell();
    update();
}

void TracePlot::tell()
{
    const QString text = chosenText();
    setAccessibleDescription(!text.isEmpty()    ? text
                             : m_curves.empty() ? m_emptyText
                                                : tr("%1 curves, values from %2 to %3; the arrow keys tell single ones")
                                                      .arg(m_curves.curves.size())
                                                      .arg(numberText(m_values.top()), numberText(m_values.bottom())));
}

QString TracePlot::chosenText() const
{
    if (!m_chosen)
        return {};
    const TraceCurve& curve = m_curves.curves[m_chosen->curve];
    const QPointF& point = curve.points[m_chosen->point];
    const QString value = QString::number(point.y(), 'g', QLocale::FloatingPointShortest);
    switch (m_axis) {
    case TraceAxis::Time:
        return tr("Rank %1, after %2 s: %3").arg(curve.rank.value()).arg(point.x(), 0, 'f', 6).arg(value);
    case TraceAxis::Visit:
        return tr("Rank %1, visit %2: %3").arg(curve.rank.value()).arg(point.x(), 0, 'f', 0).arg(value);
    case TraceAxis::Rank:
        break;
    }
    return tr("Rank %1: %2").arg(curve.rank.value()).arg(value);
}

void TracePlot::mouseMoveEvent(QMouseEvent* event)
{
    choose(nearest(event->position()));
}

void TracePlot::leaveEvent(QEvent* event)
{
    if (!hasFocus())
        choose({});
    QWidget::leaveEvent(event);
}

void TracePlot::focusOutEvent(QFocusEvent* event)
{
    choose({});
    QWidget::focusOutEvent(event);
}

void TracePlot::keyPressEvent(QKeyEvent* event)
{
    if (m_curves.empty())
        return QWidget::keyPressEvent(event);
    const bool isAnew = !m_chosen;
    Chosen to = m_chosen.value_or(Chosen{});
    const auto walk = [](std::size_t& place, std::size_t count, int by) {
        place = by > 0 ? std::min(place + 1, count - 1) : place - std::min<std::size_t>(place, 1);
    };
    // Over the ranks, all curves are points beside each other.
    const bool isOverRanks = m_axis == TraceAxis::Rank;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Left:
        if (!isAnew)
            walk(isOverRanks ? to.curve : to.point,
                 isOverRanks ? m_curves.curves.size() : m_curves.curves[to.curve].points.size(),
                 event->key() == Qt::Key_Right ? 1 : -1);
        break;
    case Qt::Key_Down:
    case Qt::Key_Up:
        if (!isAnew)
            walk(to.curve, m_curves.curves.size(), event->key() == Qt::Key_Down ? 1 : -1);
        break;
    case Qt::Key_Home:
        (isOverRanks ? to.curve : to.point) = 0;
        break;
    case Qt::Key_End:
        if (isOverRanks)
            to.curve = m_curves.curves.size() - 1;
        to.point = m_curves.curves[to.curve].points.size() - 1;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    to.point = std::min(to.point, m_curves.curves[to.curve].points.size() - 1);
    choose(to);
}

} // namespace dbgr::ui

#include "moc_trace_plot.cpp"
