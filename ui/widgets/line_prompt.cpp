// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/line_prompt.h"

#include "ui/theme/theme.h"
#include "ui/widgets/label_color.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kCodeWidth = 240;
constexpr int kNumberWidth = 96;

} // namespace

LinePrompt::LinePrompt(Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_label(new QLabel(this)), m_edit(new QLineEdit(this)), m_note(new QLabel(this))
{
    setAutoFillBackground(true);
    setFrameShape(QFrame::Box);
    setFrameShadow(QFrame::Plain);
    m_edit->setObjectName(QStringLiteral("promptText"));
    m_label->setBuddy(m_edit);
    m_edit->installEventFilter(this);
    setFocusProxy(m_edit);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_label);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_note);
    layout->addStretch();
    connect(&theme, &Theme::changed, this, &LinePrompt::restyle);
    restyle();
    hide();
}

void LinePrompt::restyle()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme.color(ColorRole::Border)); // the frame
    colors.setColor(QPalette::Window, m_theme.color(ColorRole::Window));
    setPalette(colors);
    setLabelColor(*m_label, m_theme.color(ColorRole::Text));
    setLabelColor(*m_note, m_theme.color(ColorRole::DimText));
}

void LinePrompt::ask(const Question& question, std::function<void(const QString&)> answered)
{
    m_answered = std::move(answered);
    m_label->setText(question.label);
    m_note->setText(question.note);
    m_note->setWordWrap(question.code); // there it may be long, and must not make the panel wider
    m_edit->setAccessibleName(question.label);
    m_edit->setPlaceholderText(question.hint);
    m_edit->setMinimumWidth(question.code ? kCodeWidth : kNumberWidth);
    m_edit->setMaximumWidth(question.code ? QWIDGETSIZE_MAX : kNumberWidth);
    m_edit->setFont(question.code ? m_theme.fixedFont() : font());
    m_edit->setText(question.text);
    m_edit->selectAll();
    adjustSize();
    show();
    raise();
    m_edit->setFocus(Qt::PopupFocusReason);
}

void LinePrompt::close()
{
    if (isHidden())
        return;
    m_answered = nullptr;
    hide();
    emit closed();
}

bool LinePrompt::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason && !isHidden()) {
        m_answered = nullptr;
        hide();
        return false;
    }
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool enters = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!enters && key != Qt::Key_Escape)
        return QFrame::eventFilter(watched, event);
    event->accept(); // before the window's own keys
    if (event->type() == QEvent::KeyPress) {
        const auto answered = std::exchange(m_answered, nullptr);
        const QString text = m_edit->text().trimmed();
        close();
        if (enters && answered)
            answered(text);
    }
    return true;
}

} // namespace dbgr::ui

#include "moc_line_prompt.cpp"
