// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_input.h"

#include "ui/console/stdin_model.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rank_set_edit.h"
#include "ui/window/ui_context.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace dbgr::ui {

ConsoleInput::ConsoleInput(StdinModel& model, UiContext& context, QWidget* parent)
    : QWidget(parent), m_model(model), m_context(context), m_history(context.settings.value(setting::kConsoleHistory)),
      m_target(new RankSetEdit(context, this)), m_line(new QLineEdit(this)), m_state(new QLabel(this)),
      m_end(new QPushButton(this))
{
    auto* const label = new QLabel(tr("&stdin to"), this);
    label->setBuddy(m_target);
    m_target->setObjectName(QStringLiteral("stdinTarget"));
    m_target->setAccessibleName(tr("Ranks that get the input"));
    m_target->setToolTip(tr("Ranks that get what is typed: 0-3,7 or all"));
    m_target->setMaximumWidth(fontMetrics().averageCharWidth() * 18);
    m_line->setObjectName(QStringLiteral("stdinLine"));
    m_line->setAccessibleName(tr("Input for the ranks"));
    m_line->installEventFilter(this);
    m_state->setMinimumWidth(1); // a long reason must not widen the window
    m_line->setMinimumWidth(fontMetrics().averageCharWidth() * 20);
    m_state->setObjectName(QStringLiteral("stdinState"));
    m_end->setObjectName(QStringLiteral("endOfFile"));
    m_end->setFocusPolicy(Qt::TabFocus);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_target);
    layout->addWidget(new QLabel(QStringLiteral(">"), this));
    layout->addWidget(m_line, 1);
    layout->addWidget(m_state);
    layout->addWidget(m_end);
    setFocusProxy(m_line);
    connect(m_target, &RankSetEdit::rankSetTyped, &model, &StdinModel::chooseTarget);
    connect(m_target, &RankSetEdit::rankSetEntered, &model, [this](const util::RankSet& ranks) {
        m_model.chooseTarget(ranks);
        m_line->setFocus();
    });
    connect(m_line, &QLineEdit::returnPressed, this, &ConsoleInput::send);
    connect(m_line, &QLineEdit::textEdited, &model, &StdinModel::takeBackQuestion);
    connect(m_end, &QPushButton::clicked, &model, &StdinModel::endInput);
    connect(&model, &StdinModel::changed, this, &ConsoleInput::update);
    connect(&context.theme, &Theme::changed, this, &ConsoleInput::update);
    update();
}

void ConsoleInput::send()
{
    if (!m_model.problem().isEmpty() || !m_model.sendLine(m_line->text()))
        return;
    m_history.add(m_line->text());
    m_context.settings.set(setting::kConsoleHistory, m_history.lines());
    m_line->clear();
}

void ConsoleInput::update()
{
    const QString problem = m_model.problem();
    const StdinModel::State state = m_model.state();
    const QString& question = m_model.question();
    const bool armed = !question.isEmpty();
    m_target->setRanks(m_model.target());
    m_line->setFont(m_context.theme.fixedFont());
    m_line->setReadOnly(
        !problem.isEmpty()); // rather than disabled: the keyboard stays here, and the text can be copied
    m_line->setPlaceholderText(problem.isEmpty() ? tr("a line for the program, then Return")
                                                 : tr("Nothing can be sent: %1").arg(problem));
    m_state->setText(armed ? question + tr(": Ctrl+D again, or Escape") : state.text);
    QPalette colours;
    const bool bad = armed || state.tone == StdinModel::Tone::Bad;
    colours.setColor(QPalette::WindowText, m_context.theme.color(bad ? ColorRole::ErrorText : ColorRole::DimText));
    m_state->setPalette(colours);
    m_state->setToolTip(m_state->text());
    m_state->setVisible(!m_state->text().isEmpty());
    m_end->setText(armed ? tr("End it") : tr("End of file"));
    m_end->setToolTip(tr("Closes the input of these ranks for good (Ctrl+D in an empty line)"));
    m_end->setEnabled(problem.isEmpty());
}

bool ConsoleInput::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && !m_model.question().isEmpty()) {
            event->accept(); // ours before the window's
            return true;
        }
    }
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (keyPressed(key->key(), key->modifiers()))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool ConsoleInput::keyPressed(int key, Qt::KeyboardModifiers modifiers)
{
    if (key == Qt::Key_Up)
        m_line->setText(m_history.previous(m_line->text()));
    else if (key == Qt::Key_Down)
        m_line->setText(m_history.next(m_line->text()));
    else if (key == Qt::Key_D && modifiers == Qt::ControlModifier && m_line->text().isEmpty())
        m_model.endInput();
    else if (key == Qt::Key_Escape && !m_model.question().isEmpty())
        m_model.takeBackQuestion();
    else
        return false;
    return true;
}

} // namespace dbgr::ui

#include "moc_console_input.cpp"
