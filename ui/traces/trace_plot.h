// SPDX-License-Identifier: GPL-3.0-or-later
// Values that ranks have logged, drawn: a curve for each rank. The pointer, or the arrow keys, tell single values.
// Thread: GUI.
#pragma once

#include "ui/traces/trace_curves.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <optional>

namespace dbgr::ui {

class Theme;

class TracePlot final : public QWidget
{
    Q_OBJECT

public:
    explicit TracePlot(Theme& theme, QWidget* parent = nullptr);

    /// \param emptyText what would fill it, while there is nothing to draw
    void setCurves(TraceCurves curves, TraceAxis axis, const QString& emptyText);
    /// What is told of the value that was chosen; "" none is.
    [[nodiscard]] QString chosenText() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// A value: which curve, and which of its points.
    struct Chosen
    {
        std::size_t curve = 0;
        std::size_t point = 0;
    };
    void measure();
    [[nodiscard]] QRectF room() const;
    [[nodiscard]] QPointF toScreen(const QPointF& value) const;
    [[nodiscard]] QColor colorOf(util::Rank rank) const;
    void drawAxes(QPainter& painter) const;
    void drawCurve(QPainter& painter, const TraceCurve& curve) const;
    void drawChosen(QPainter& painter) const;
    [[nodiscard]] std::optional<Chosen> nearest(const QPointF& position) const;
    void choose(std::optional<Chosen> chosen);
    void tell();

    Theme& m_theme;
    TraceCurves m_curves;
    TraceAxis m_axis = TraceAxis::Time;
    QString m_emptyText;
    QRectF m_values; ///< what is drawn: all points, with some air
    std::optional<Chosen> m_chosen;
};

} // namespace dbgr::ui
