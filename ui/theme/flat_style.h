// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion without its gradients, and with outlines that can be seen: Fusion takes them from the palette in a way that
// makes them as good as invisible on a dark window. Its small pictures grow with the face. Thread: GUI.
#pragma once

#include <QProxyStyle>

namespace dbgr::ui {

/// As large beside the text as so many pixels are beside a face of the usual size; never less than these.
[[nodiscard]] int besideText(int pixels);

class FlatStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    FlatStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace dbgr::ui
