// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/new_breakpoint_line.h"

#include "ui/breakpoints/breakpoint_commands.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace dbgr::ui {

NewBreakpointLine::NewBreakpointLine(BreakpointCommands& commands, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_commands(commands), m_theme(theme), m_edit(new QLineEdit(this)), m_error(new QLabel(this))
{
    m_edit->setPlaceholderText(tr("New: ring.cpp:29 on 0-3 if lap > 2, or a function, watch data, catch throw"));
    m_edit->setToolTip(
        tr("ring.cpp:29\nwork\nwork if hop == 3\nwork on 0-3\nwatch total, watch --slow total\n"
           "rwatch total, awatch total\ncatch throw std::bad_alloc\ncatch mpi-error\ncatch syscall write"));
    m_edit->setAccessibleName(tr("New breakpoint"));
    m_edit->installEventFilter(this);
    m_error->setWordWrap(true);
    m_error->hide();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(2);
    layout->addWidget(m_edit);
    layout->addWidget(m_error);
    connect(m_edit, &QLineEdit::returnPressed, this, &NewBreakpointLine::submit);
    connect(m_edit, &QLineEdit::textEdited, this, [this] { showError({}); });
    connect(&theme, &Theme::changed, this, &NewBreakpointLine::applyTheme);
    applyTheme();
}

void NewBreakpointLine::begin()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void NewBreakpointLine::beginWith(const QString& text)
{
    m_edit->setText(text);
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->deselect();
    m_edit->end(false);
}

void NewBreakpointLine::submit()
{
    const auto added = m_commands.add(m_edit->text());
    if (!added)
        return showError(QString::fromStdString(added.error().message()));
    m_edit->clear();
    showError({});
    emit this->added(*added);
}

void NewBreakpointLine::showError(const QString& text)
{
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
    m_edit->setAccessibleDescription(text);
}

void NewBreakpointLine::applyTheme()
{
    QPalette palette = m_error->palette();
    palette.setColor(QPalette::WindowText, m_theme.color(ColorRole::ErrorText));
    m_error->setPalette(palette);
    m_edit->setFont(m_theme.fixedFont());
}

bool NewBreakpointLine::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        m_edit->clear();
        showError({});
        emit left();
    }
    return true;
}

} // namespace dbgr::ui

#include "moc_new_breakpoint_line.cpp"
