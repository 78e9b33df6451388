// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notice_row.h"

#include "ui/help/help_topic.h"
#include "ui/theme/leading_palette.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace dbgr::ui {

namespace {

constexpr int kIconSize = 16;
constexpr int kButtonPadding = 12; // the style leaves none around longer words

ColorRole backgroundOf(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Hint:
        return ColorRole::Hint;
    case NoticeKind::Warning:
        return ColorRole::Warning;
    case NoticeKind::Error:
        break;
    }
    return ColorRole::Error;
}

QIcon iconOf(const Theme& theme, NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Hint:
        return theme.icon(QStringLiteral("info"), ColorRole::Accent);
    case NoticeKind::Warning:
        return theme.icon(QStringLiteral("warning"));
    case NoticeKind::Error:
        break;
    }
    return theme.icon(QStringLiteral("error"), ColorRole::ErrorText);
}

QString kindName(NoticeKind kind)
{
    switch (kind) {
    case NoticeKind::Hint:
        return NoticeRow::tr("Hint");
    case NoticeKind::Warning:
        return NoticeRow::tr("Warning");
    case NoticeKind::Error:
        break;
    }
    return NoticeRow::tr("Error");
}

QLabel* makeText(QWidget* parent)
{
    auto* const label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    return label;
}

} // namespace

NoticeRow::NoticeRow(UiContext& context, QWidget* parent)
    : QFrame(parent), m_context(context), m_icon(new QLabel(this)), m_text(makeText(this)), m_advice(makeText(this)),
      m_buttons(new QHBoxLayout), m_close(new QToolButton(this))
{
    m_text->setObjectName(QStringLiteral("noticeText"));
    m_advice->setObjectName(QStringLiteral("noticeAdvice"));
    m_close->setObjectName(QStringLiteral("noticeClose"));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close this notice"));
    connect(m_close, &QToolButton::clicked, this, &NoticeRow::close);

    auto* const words = new QGridLayout;
    words->setHorizontalSpacing(8);
    words->setVerticalSpacing(2);
    words->setColumnStretch(1, 1);
    words->setRowStretch(0, 1); // above and below: the words stand in the middle of what the buttons need
    words->setRowStretch(3, 1);
    words->addWidget(m_icon, 1, 0, Qt::AlignTop);
    words->addWidget(m_text, 1, 1);
    words->addWidget(m_advice, 2, 1);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 6, 5);
    layout->setSpacing(12);
    layout->addLayout(words, 1);
    m_buttons->setSpacing(8);
    layout->addLayout(m_buttons);
    layout->addWidget(m_close, 0, Qt::AlignVCenter);

    connect(&context.theme, &Theme::changed, this, &NoticeRow::showLook);
    showLook();
}

void NoticeRow::setNotice(const Notice& notice)
{
    if (notice == m_notice)
        return;
    const bool otherButtons = notice.actions != m_notice.actions || notice.labels != m_notice.labels;
    const bool isNews = notice.key != m_notice.key || notice.kind != m_notice.kind;
    m_notice = notice;
    m_text->setText(notice.text);
    QFont face = font();
    face.setWeight(notice.advice.isEmpty() ? QFont::Normal : QFont::DemiBold);
    m_text->setFont(face);
    m_advice->setText(notice.advice);
    m_advice->setVisible(!notice.advice.isEmpty());
    setAccessibleName(QStringLiteral("%1: %2").arg(kindName(notice.kind), notice.text));
    setAccessibleDescription(notice.advice);
    setHelpMessage(*this, notice.kind == NoticeKind::Hint ? QString() : notice.text);
    if (otherButtons)
        showButtons();
    if (isNews) {
        showLook();
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void NoticeRow::showButtons()
{
    while (QLayoutItem* const item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the one that was just clicked
        delete item;
    }
    QWidget* before = m_close;
    for (qsizetype i = 0; i < m_notice.actions.size(); ++i) {
        QAction* const action = m_context.actions.find(m_notice.actions[i]);
        if (!action)
            continue;
        const QString label = m_notice.labels.value(i);
        auto* const button = new QPushButton(label.isEmpty() ? action->iconText() : label, this);
        button->setObjectName(action->objectName());
        button->setMinimumWidth(button->sizeHint().width() + kButtonPadding);
        button->setToolTip(action->toolTip());
        button->setEnabled(action->isEnabled());
        if (m_buttons->count() == 0)
            button->setProperty("leads", true);
        connect(action, &QAction::changed, button, [action, button] { button->setEnabled(action->isEnabled()); });
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        m_buttons->addWidget(button);
        if (before != m_close)
            setTabOrder(before, button);
        before = button;
    }
    if (before != m_close)
        setTabOrder(before, m_close);
    showLook();
}

void NoticeRow::showLook()
{
    const Theme& theme = m_context.theme;
    m_icon->setPixmap(iconOf(theme, m_notice.kind).pixmap(kIconSize));
    m_close->setIcon(theme.icon(QStringLiteral("close")));
    const QPalette leading = leadingPalette(theme);
    for (int i = 0; i < m_buttons->count(); ++i) {
        QWidget* const button = m_buttons->itemAt(i)->widget();
        button->setPalette(button->property("leads").toBool() ? leading : QPalette());
    }
    update();
}

void NoticeRow::close()
{
    const bool hadKeyboard = isAncestorOf(QApplication::focusWidget());
    m_context.notices.clear(m_notice.key);
    if (hadKeyboard)
        m_context.actions.get(action::kFocusSource)->trigger();
}

bool NoticeRow::event(QEvent* event)
{
    // Escape is a shortcut of the window, too: here it closes the notice.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QFrame::event(event);
}

void NoticeRow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QFrame::keyPressEvent(event);
}

void NoticeRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_context.theme.color(backgroundOf(m_notice.kind)));
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_context.theme.color(ColorRole::Border));
}

} // namespace dbgr::ui

#include "moc_notice_row.cpp"
