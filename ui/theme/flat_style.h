// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion without its gradients, and with outlines that can be seen: Fusion takes them from the palette in a way that
// makes them as good as invisible on a dark window. Thread: GUI.
#pragma once

#include <QProxyStyle>

namespace dbgr::ui {

class FlatStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    FlatStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
};

} // namespace dbgr::ui
