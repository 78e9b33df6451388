// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/hover_label.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kMaxWidth = 560;
constexpr QPoint kOffset(8, 18);

} // namespace

HoverLabel::HoverLabel(Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput), m_theme(theme),
      m_value(new QLabel(this)), m_across(new QLabel(this))
{
    setObjectName(QStringLiteral("hoverLabel"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFrameShape(QFrame::Box);
    setFrameShadow(QFrame::Plain);
    setLineWidth(1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(2);
    for (QLabel* const label : {m_value, m_across}) {
        label->setTextFormat(Qt::PlainText);
        layout->addWidget(label);
    }
    restyle();
    connect(&theme, &Theme::changed, this, &HoverLabel::restyle);
}

void HoverLabel::restyle()
{
    QPalette colors = palette();
    colors.setColor(QPalette::Window, m_theme.color(ColorRole::Base));
    colors.setColor(QPalette::WindowText, m_theme.color(ColorRole::Border)); // the frame
    setPalette(colors);
    m_value->setFont(m_theme.fixedFont());
    setLabelColor(*m_value, m_theme.color(ColorRole::Text));
    setLabelColor(*m_across, m_theme.color(ColorRole::DimText));
}

void HoverLabel::showText(const HoverText& text, const QPoint& global)
{
    if (QApplication::activePopupWidget() || QApplication::activeModalWidget())
        return;
    const QString value = QStringLiteral("%1 = %2").arg(text.expression, text.value);
    m_value->setText(m_value->fontMetrics().elidedText(value, Qt::ElideRight, kMaxWidth));
    QStringList notes;
    for (const QString& note : {text.type, text.across}) {
        if (!note.isEmpty())
            notes << note;
    }
    m_across->setText(m_across->fontMetrics().elidedText(notes.join(QStringLiteral("   ")), Qt::ElideRight, kMaxWidth));
    m_across->setVisible(!notes.isEmpty());
    adjustSize();
    QPoint corner = global + kOffset;
    if (const QScreen* const on = screen()) {
        const QRect room = on->availableGeometry();
        corner.setX(std::min(corner.x(), room.right() - width()));
        if (corner.y() + height() > room.bottom())
            corner.setY(global.y() - height() - 4);
    }
    move(corner);
    show();
}

void HoverLabel::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    qApp->installEventFilter(this);
}

void HoverLabel::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    qApp->removeEventFilter(this);
}

bool HoverLabel::eventFilter(QObject* watched, QEvent* event)
{
    const auto* const shown = event->type() == QEvent::Show ? qobject_cast<QWidget*>(watched) : nullptr;
    if (shown && shown != this && shown->isWindow())
        hide();
    return QFrame::eventFilter(watched, event);
}

} // namespace dbgr::ui

#include "moc_hover_label.cpp"
