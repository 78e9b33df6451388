// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/group_line_edit.h"

#include "session/describe.h"
#include "session/group_line.h"
#include "session/rank_refusal.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPointer>
#include <QToolTip>

#include <cstddef>
#include <utility>

namespace dbgr::ui {

GroupLineEdit::GroupLineEdit(UiContext& context, QWidget* parent) : QLineEdit(parent), m_context(context)
{
    setObjectName(QStringLiteral("groupLine"));
    setAccessibleName(tr("Name of the group"));
    connect(this, &QLineEdit::textEdited, this, [this] { setProblem({}); });
    hide();
}

QString GroupLineEdit::freeName() const
{
    const session::RankGroups& groups = m_context.bridge.session().groups();
    std::size_t number = 1;
    while (groups.find("group" + std::to_string(number)))
        ++number;
    return QStringLiteral("group%1").arg(number);
}

void GroupLineEdit::askForName(const util::RankSet& ranks)
{
    m_renamed.clear();
    m_pattern.reset();
    m_ranks = ranks;
    const std::string who = ranks.empty() ? "" : session::shortRanks(ranks);
    ask(freeName(),
        tr("Name the group of ranks %1; or write NAME = RANKS (crashed | 3-5), NAME := RANKS (frozen), NAME where "
           "CONDITION (step < 10). Return makes it, Escape does not.")
            .arg(ranks.empty() ? tr("that you write") : QString::fromStdString(who)));
}

void GroupLineEdit::askForNewName(const std::string& group)
{
    m_renamed = group;
    const QString name = QString::fromStdString(group);
    ask(name, tr("Another name for %1. Return renames it, Escape does not.").arg(name));
}

void GroupLineEdit::askForNameOfCopy(Pattern pattern)
{
    m_renamed.clear();
    m_ranks = {};
    m_pattern = std::move(pattern);
    ask(freeName(), tr("Name another group like %1. Return makes it, Escape does not.")
                        .arg(QString::fromStdString(m_pattern->name)));
}

void GroupLineEdit::ask(const QString& suggestion, const QString& hint)
{
    setText(suggestion);
    setPlaceholderText(tr("name of the group"));
    setToolTip(hint);
    setAccessibleDescription(hint);
    setProblem({});
    show();
    setFocus(Qt::OtherFocusReason);
    selectAll();
}

bool GroupLineEdit::event(QEvent* event)
{
    // Escape is ours, and not the window's.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void GroupLineEdit::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return enter();
    case Qt::Key_Escape:
        return close();
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void GroupLineEdit::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason && isVisible())
        close();
}

void GroupLineEdit::enter()
{
    session::Session& session = m_context.bridge.session();
    const QString written = text().trimmed();
    if (!m_renamed.empty())
        return finish(session.renameGroup(m_renamed, written.toStdString()));
    finish(make(written));
}

util::Result<void> GroupLineEdit::make(const QString& text)
{
    session::Session& session = m_context.bridge.session();
    const std::string written = text.toStdString();
    const bool onlyName = !text.contains(QLatin1Char('=')) && !text.contains(QLatin1Char(' '));
    if (onlyName && m_pattern)
        return session.restoreGroup(written, m_pattern->definition, m_pattern->origin);
    if (onlyName && !m_ranks.empty())
        return session.defineGroup(written, m_ranks.toString());
    DBGR_TRY(const session::GroupLine line, session::parseGroupLine(written));
    using How = session::GroupLine::How;
    if (line.how == How::Define)
        return session.defineGroup(line.name, line.text);
    if (line.how == How::Freeze)
        return session.freezeGroup(line.name, line.text);
    DBGR_TRY(session.groups().checkNew(line.name));
    makeWhere(line.name, line.text);
    return {};
}

/// The answer comes later, and what there is to say of it as a notice.
void GroupLineEdit::makeWhere(const std::string& name, const std::string& condition)
{
    session::Session& session = m_context.bridge.session();
    const auto told = [line = QPointer(this), name](util::Result<session::Answer<session::ConditionRanks>> made) {
        if (!line)
            return;
        Notices& notices = line->m_context.notices;
        notices.showResult(QStringLiteral("group"), made.map([](const auto&) {}));
        if (!made || made->failures.empty())
            return;
        QStringList why;
        for (const debug::RankFailure& failure : made->failures)
            why << QString::fromStdString(session::ranksText(failure.ranks) + ": " + failure.error.message());
        notices.show(
            {QStringLiteral("group"),
             NoticeKind::Warning,
             tr("Not in group %1, since they cannot tell: %2").arg(name.c_str(), why.join(QStringLiteral("; "))),
             {},
             {}});
    };
    session.groupWhere(name, condition, session.focus(), {}, told);
}

void GroupLineEdit::finish(const util::Result<void>& done)
{
    if (done)
        return close();
    setProblem(QString::fromStdString(done.error().message()));
    QToolTip::showText(mapToGlobal(QPoint(0, height() / 2)), m_problem, this);
}

void GroupLineEdit::close()
{
    if (isHidden())
        return;
    const bool hadKeyboard = hasFocus();
    hide();
    setProblem({});
    emit closed(hadKeyboard);
}

void GroupLineEdit::setProblem(const QString& problem)
{
    QPalette colours;
    if (!problem.isEmpty()) {
        colours.setColor(QPalette::Text, m_context.theme.color(ColorRole::ErrorText));
        colours.setColor(QPalette::Base, m_context.theme.color(ColorRole::Error));
    }
    setPalette(colours);
    m_problem = problem;
    if (!problem.isEmpty())
        setAccessibleDescription(problem);
}

} // namespace dbgr::ui

#include "moc_group_line_edit.cpp"
