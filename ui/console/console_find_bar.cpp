// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_find_bar.h"

#include "ui/bridge/counted.h"
#include "ui/console/console_model.h"
#include "ui/console/console_view.h"
#include "ui/theme/theme.h"
#include "ui/window/ui_context.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace dbgr::ui {

using Direction = ConsoleFinder::Direction;

ConsoleFindBar::ConsoleFindBar(ConsoleModel& model, ConsoleView& view, UiContext& context, QWidget* parent)
    : QWidget(parent), m_model(model), m_view(view), m_finder(model), m_matches(model), m_text(new QLineEdit(this)),
      m_state(new QLabel(this))
{
    m_text->setObjectName(QStringLiteral("consoleFind"));
    m_text->setAccessibleName(tr("Find in the console"));
    m_text->setPlaceholderText(tr("Find in the console"));
    m_text->setClearButtonEnabled(true);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 0);
    layout->setSpacing(4);
    layout->addWidget(m_text, 1);
    const auto addButton = [&](const QString& icon, const QString& name, auto&& act) {
        auto* const button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setToolTip(name);
        button->setAccessibleName(name);
        const auto showIcon = [button, icon, &context] { button->setIcon(context.theme.icon(icon)); };
        showIcon();
        connect(&context.theme, &Theme::changed, button, showIcon);
        connect(button, &QToolButton::clicked, this, act);
        layout->addWidget(button);
    };
    addButton(QStringLiteral("previous"), tr("Find before (Shift+Return)"), [this] { find(Direction::Backward); });
    addButton(QStringLiteral("next"), tr("Find next (Return)"), [this] { find(Direction::Forward); });
    layout->addWidget(m_state);
    addButton(QStringLiteral("close"), tr("Close (Escape)"), [this] { close(); });
    connect(m_text, &QLineEdit::textChanged, this, &ConsoleFindBar::textChanged);
    connect(&m_finder, &ConsoleFinder::found, this, [this](qulonglong row) {
        m_looking = false;
        m_view.selectRow(row);
        showState();
    });
    connect(&m_finder, &ConsoleFinder::notFound, this, [this] {
        m_looking = false;
        showState();
    });
    connect(&m_matches, &ConsoleMatches::changed, this, &ConsoleFindBar::showState);
    m_state->setObjectName(QStringLiteral("consoleFindState"));
    hide();
}

void ConsoleFindBar::open()
{
    show();
    m_text->selectAll();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_view.setMarkedText(m_text->text());
    m_matches.setText(m_text->text());
}

void ConsoleFindBar::close()
{
    m_finder.stop();
    m_matches.setText({});
    m_view.setMarkedText({});
    hide();
    m_view.setFocus();
}

void ConsoleFindBar::textChanged(const QString& text)
{
    m_view.setMarkedText(text);
    m_finder.stop();
    m_looking = false;
    m_matches.setText(text);
}

void ConsoleFindBar::showState()
{
    if (m_text->text().isEmpty())
        return m_state->clear();
    if (m_looking || (m_matches.isCounting() && m_matches.count() == 0))
        return m_state->setText(tr("looking ..."));
    if (m_matches.count() == 0)
        return m_state->setText(tr("not found"));
    const ConsoleView::Selection selected = m_view.selection();
    const std::size_t number = selected.empty() ? 0 : m_matches.number(m_model.sequence(selected.first));
    const auto count = static_cast<qulonglong>(m_matches.count());
    m_state->setText(number == 0 ? counted(count, tr("1 line"), tr("%1 lines"))
                                 : tr("%1 of %2").arg(static_cast<qulonglong>(number)).arg(count));
}

void ConsoleFindBar::find(Direction direction)
{
    const std::size_t rows = m_model.rowCount();
    if (m_text->text().isEmpty() || rows == 0)
        return;
    const ConsoleView::Selection selected = m_view.selection();
    std::size_t from = direction == Direction::Forward ? selected.first + 1 : selected.first - 1;
    if (selected.empty())
        from = rows - 1; // the newest is what one looks for
    m_looking = true;
    showState();
    m_finder.start(m_text->text(), from, selected.empty() ? Direction::Backward : direction);
}

void ConsoleFindBar::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        find(event->modifiers() & Qt::ShiftModifier ? Direction::Backward : Direction::Forward);
        return;
    case Qt::Key_Escape:
        close();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace dbgr::ui

#include "moc_console_find_bar.cpp"
