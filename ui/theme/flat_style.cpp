// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/flat_style.h"

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr qreal kRadius = 3;
/// Fusion draws its outlines in the window's colour, darker by this; the other way round, the outline is ours.
constexpr int kFusionDarker = 140;

QColor mixed(const QColor& a, const QColor& b, qreal share)
{
    const auto mix = [share](float x, float y) { return static_cast<float>(x + (y - x) * share); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

/// The outline of what can be clicked: easier to see than the borders between areas.
QColor outline(const QStyleOption& option)
{
    const bool isEnabled = option.state & QStyle::State_Enabled;
    return mixed(option.palette.color(QPalette::Mid), option.palette.color(QPalette::PlaceholderText),
                 isEnabled ? 0.45 : 0.0);
}

QRectF crisp(const QRect& rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

/// The square of an indicator, in the middle of the room it has.
QRectF indicatorBox(const QRect& rect)
{
    const int side = qMin(besideText(14), qMin(rect.width(), rect.height()));
    QRect box(0, 0, side, side);
    box.moveCenter(rect.center());
    return crisp(box);
}

void drawButton(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    const auto* const button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isDefault = button && button->features.testFlag(QStyleOptionButton::DefaultButton) && isEnabled;
    const QColor face = palette.color(QPalette::Button);
    const QColor text = palette.color(QPalette::ButtonText);
    const bool isColored = face == palette.color(QPalette::Highlight); // what leads needs no outline
    const bool isPressed = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool isUnderMouse = isEnabled && option.state & QStyle::State_MouseOver;
    const bool hasFocus = option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange;
    const qreal lift = isPressed ? 0.16 : isUnderMouse ? 0.10 : isEnabled && !isColored ? 0.05 : 0.0;
    const QColor fill = mixed(face, text, lift);
    QColor edge = outline(option);
    if (isColored)
        edge = hasFocus ? text : fill;
    else if (isDefault || hasFocus)
        edge = palette.color(QPalette::Highlight);
    painter.setBrush(fill);
    painter.setPen(edge);
    painter.drawRoundedRect(crisp(option.rect), kRadius, kRadius);
}

void drawCheckBox(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    const QRectF box = indicatorBox(option.rect);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isSet = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const QColor accent = palette.color(isEnabled ? QPalette::Highlight : QPalette::Mid);
    const bool stands = isEnabled && option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus);
    painter.setBrush(isSet ? accent : palette.color(isEnabled ? QPalette::Base : QPalette::Window));
    // On a selected row the accent is the background.
    const bool isOnAccent = option.state & QStyle::State_Selected;
    painter.setPen(isOnAccent ? palette.color(QPalette::HighlightedText) : isSet || stands ? accent : outline(option));
    painter.drawRoundedRect(box, 2, 2);
    painter.setPen(QPen(palette.color(isEnabled ? QPalette::HighlightedText : QPalette::PlaceholderText),
                        box.width() / 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](qreal x, qreal y) { return box.topLeft() + QPointF(box.width() * x, box.height() * y); };
    if (option.state & QStyle::State_NoChange) {
        painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
    } else if (option.state & QStyle::State_On) {
        const QPointF tick[] = {at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.30)};
        painter.drawPolyline(tick, 3);
    }
}

void drawRadioButton(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    const QRectF box = indicatorBox(option.rect);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isOn = option.state & QStyle::State_On;
    const QColor accent = palette.color(isEnabled ? QPalette::Highlight : QPalette::Mid);
    const bool stands = isEnabled && option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus);
    painter.setBrush(isOn ? accent : palette.color(isEnabled ? QPalette::Base : QPalette::Window));
    painter.setPen(isOn || stands ? accent : outline(option));
    painter.drawEllipse(box);
    if (!isOn)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(isEnabled ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter.drawEllipse(box.center(), box.width() / 5, box.height() / 5);
}

void drawField(const QStyleOption& option, QPainter& painter)
{
    const QPalette& palette = option.palette;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(option.state & QStyle::State_HasFocus ? palette.color(QPalette::Highlight) : outline(option));
    painter.drawRoundedRect(crisp(option.rect), kRadius, kRadius);
}

/// Between docks: a line, in the accent colour while the mouse can move it.
void drawHandle(const QStyleOption& option, QPainter& painter)
{
    const QRect& room = option.rect;
    const bool isUnderMouse = option.state & QStyle::State_MouseOver;
    const QColor color = option.palette.color(isUnderMouse ? QPalette::Highlight : QPalette::Mid);
    if (room.width() < room.height())
        painter.fillRect(QRect(room.center().x(), room.top(), 1, room.height()), color);
    else
        painter.fillRect(QRect(room.left(), room.center().y(), room.width(), 1), color);
}

} // namespace

int besideText(int pixels)
{
    constexpr int kUsualHeight = 16;
    return std::max(pixels, pixels * QFontMetrics(QApplication::font()).height() / kUsualHeight);
}

FlatStyle::FlatStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(*option, *painter);
        break;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*option, *painter);
        break;
    case PE_IndicatorRadioButton:
        drawRadioButton(*option, *painter);
        break;
    case PE_FrameLineEdit:
        drawField(*option, *painter);
        break;
    case PE_IndicatorDockWidgetResizeHandle:
        drawHandle(*option, *painter);
        break;
    default:
        painter->setRenderHint(QPainter::Antialiasing, false);
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    painter->restore();
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const
{
    const QColor fusionWindow = outline(*option).lighter(kFusionDarker);
    if (const auto* const combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && combo->frame) {
        QStyleOptionComboBox ours(*combo);
        ours.palette.setColor(QPalette::Window, fusionWindow);
        return QProxyStyle::drawComplexControl(control, &ours, painter, widget);
    }
    if (const auto* const spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
        QStyleOptionSpinBox ours(*spin);
        ours.palette.setColor(QPalette::Window, fusionWindow);
        return QProxyStyle::drawComplexControl(control, &ours, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const
{
    const auto* const item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
    const bool isSelected = option->state & State_Selected && option->state & State_Enabled;
    if (element != CE_MenuItem || !item || !isSelected || item->icon.isNull())
        return QProxyStyle::drawControl(element, option, painter, widget);
    // Fusion paints the icon as on the menu's own ground.
    QStyleOptionMenuItem ours(*item);
    const int side = pixelMetric(PM_SmallIconSize, option, widget);
    ours.icon = QIcon(item->icon.pixmap(QSize(side, side), QIcon::Selected));
    QProxyStyle::drawControl(element, &ours, painter, widget);
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int usual = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_LineEditIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return besideText(usual);
    case PM_HeaderMargin:
        return std::max(usual, 6); // titles stand free
    default:
        return usual;
    }
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* data) const
{
    // The pictures on the buttons of dialogs are not of our set.
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace dbgr::ui

#include "moc_flat_style.cpp"
