// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rank_set_edit.h"

#include "session/describe.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"
#include "ui/widgets/rank_set_text.h"
#include "ui/window/ui_context.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QToolTip>

namespace dbgr::ui {

RankSetEdit::RankSetEdit(UiContext& context, QWidget* parent) : QLineEdit(parent), m_context(context)
{
    setAccessibleName(tr("Ranks"));
    setPlaceholderText(tr("ranks, such as 0-3,7"));
    auto* const completer = new QCompleter(rankSetWords(), this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setCompletionMode(QCompleter::InlineCompletion);
    setCompleter(completer);
    // isModified() does not do: the completer's setText() takes it back.
    connect(this, &QLineEdit::textEdited, this, [this] { m_edited = true; });
    connect(this, &QLineEdit::textChanged, this, [this] {
        if (m_edited)
            check();
    });
    connect(&context.theme, &Theme::changed, this, [this] { setProblem(m_problem); });
}

void RankSetEdit::setRanks(const util::RankSet& ranks)
{
    m_restoreRanks = ranks;
    m_restoreText = ranks.intervals().size() > kMostIntervals
                        ? QString::fromStdString(session::shortRanks(ranks))
                        : rankSetText(ranks, m_context.bridge.session().processes());
    if (!m_edited)
        restore();
}

std::optional<util::RankSet> RankSetEdit::ranks() const
{
    if (!m_edited && !m_restoreRanks.empty() && text() == m_restoreText)
        return m_restoreRanks;
    if (auto meant = read())
        return *std::move(meant);
    if (m_emptyAllowed && text().trimmed().isEmpty())
        return util::RankSet();
    return std::nullopt;
}

void RankSetEdit::startTyping(const QString& text)
{
    setFocus(Qt::OtherFocusReason);
    m_edited = true;
    setText(text);
}

bool RankSetEdit::event(QEvent* event)
{
    // Escape is ours while there is something to take back; else it is the window's.
    if (event->type() == QEvent::ShortcutOverride && m_edited &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void RankSetEdit::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        enter();
        return;
    case Qt::Key_Escape:
        if (!m_edited)
            break;
        restore();
        emit cancelled();
        return;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

void RankSetEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    // What was typed and not entered must not be taken for what is.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason && m_edited)
        restore();
}

void RankSetEdit::enter()
{
    const auto entered = ranks();
    if (!entered) {
        setProblem(whatIsWrong());
        QToolTip::showText(mapToGlobal(QPoint(0, height() / 2)), m_problem, this);
        return;
    }
    m_edited = false;
    setProblem({});
    deselect();
    emit rankSetEntered(*entered);
}

void RankSetEdit::restore()
{
    m_edited = false;
    setText(m_restoreText);
    setProblem({});
}

void RankSetEdit::check()
{
    const auto now = ranks();
    // Half a word is not an error yet.
    setProblem(now || mayBecomeRankSet(text()) ? QString() : whatIsWrong());
    if (now)
        emit rankSetTyped(*now);
}

QString RankSetEdit::whatIsWrong() const
{
    const auto meant = read();
    return meant ? QString() : QString::fromStdString(meant.error().message());
}

util::Result<util::RankSet> RankSetEdit::read() const
{
    const session::Session& session = m_context.bridge.session();
    auto plain = readRankSet(text(), session.processes());
    if (plain)
        return plain;
    auto expression = session.groups().read(text().toStdString());
    const bool isMeant = expression && !expression->empty() && session.processes().all().containsAll(*expression);
    return isMeant ? std::move(expression) : std::move(plain);
}

void RankSetEdit::setProblem(const QString& problem)
{
    QPalette colours;
    if (!problem.isEmpty()) {
        colours.setColor(QPalette::Text, m_context.theme.color(ColorRole::ErrorText));
        colours.setColor(QPalette::Base, m_context.theme.color(ColorRole::Error));
    }
    setPalette(colours);
    if (problem == m_problem)
        return;
    m_problem = problem;
    setAccessibleDescription(problem);
    emit problemChanged(problem);
}

} // namespace dbgr::ui

#include "moc_rank_set_edit.cpp"
