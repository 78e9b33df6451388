// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_changes.h"

#include "session/number_text.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/line_prompt.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QAction>

#include <utility>

namespace dbgr::ui {

namespace {

const QString kChangeNotice = QStringLiteral("value-change");

/// Why nothing was changed; "" if it was.
QString problemOf(const util::Result<session::Answer<std::vector<debug::ChangeGroup>>>& answer)
{
    if (!answer)
        return QString::fromStdString(answer.error().message());
    if (answer->value.empty())
        return answer->failures.empty() ? QObject::tr("nothing was changed")
                                        : QString::fromStdString(answer->failures.front().error.message());
    return QString::fromStdString(answer->value.front().problem);
}

QString shortText(const std::string& value)
{
    return QString::fromStdString(session::shortNumbers(value));
}

} // namespace

ValueChanges::ValueChanges(UiContext& context, LinePrompt& prompt, QObject* parent)
    : QObject(parent), m_context(context), m_prompt(prompt),
      m_undo(context.actions.add(QStringLiteral("values.undo"), tr("&Undo Change of a Value"),
                                 {QKeySequence(QKeySequence::Undo)}))
{
    m_undo->setToolTip(tr("Puts back what was there before, if the rank still stands there"));
    connect(m_undo, &QAction::triggered, this, &ValueChanges::undo);
    connect(&context.bridge, &SessionBridge::stacksStale, this, &ValueChanges::forget);
    connect(&context.bridge, &SessionBridge::jobChanged, this, [this] {
        m_done.clear();
        update();
    });
    update();
}

void ValueChanges::change(const Target& target)
{
    prompt(target, target.value, tr("an expression; Return changes it"));
}

void ValueChanges::prompt(const Target& target, const QString& text, const QString& note)
{
    m_prompt.ask({tr("Change %1 to").arg(target.name), text, tr("a value"), note, true},
                 [this, target](const QString& entered) {
                     if (!entered.isEmpty())
                         assign(target, entered);
                 });
}

void ValueChanges::assign(const Target& target, const QString& text)
{
    const std::optional<util::Rank> rank = m_context.place.rank();
    if (!rank || m_context.place.isStale())
        return prompt(target, text, tr("the rank runs: nothing can be changed in it"));
    m_number = m_context.bridge.session().assign(util::RankSet(*rank), target.expression, text.toStdString(),
                                                 m_context.place.choice(),
                                                 m_asked.expect([this, target, text, rank = *rank](auto answer) {
                                                     take(target, text, rank, std::move(answer));
                                                 }));
}

void ValueChanges::take(const Target& target, const QString& text, util::Rank rank,
                        util::Result<session::Answer<Changes>> answer)
{
    if (const QString problem = problemOf(answer); !problem.isEmpty())
        return prompt(target, text, problem);
    const debug::ChangeGroup& change = answer->value.front();
    Notice notice{kChangeNotice,
                  NoticeKind::Hint,
                  tr("%1 is %2 in rank %3 now; it was %4.")
                      .arg(target.name, shortText(change.after))
                      .arg(rank.value())
                      .arg(shortText(change.before)),
                  {},
                  {},
                  {}};
    if (!change.final) {
        m_done.push_back({m_number, rank, target.name});
        notice.actions = QStringList{m_undo->objectName()};
        notice.labels = QStringList{tr("Undo")};
    }
    update();
    m_context.notices.show(std::move(notice));
}

void ValueChanges::undo()
{
    if (m_done.empty())
        return;
    const Done last = m_done.back();
    m_done.pop_back();
    update();
    m_context.bridge.session().takeBack(
        util::RankSet(last.rank), last.number,
        m_asked.expect([this, last](auto answer) { takeUndone(last, std::move(answer)); }));
}

void ValueChanges::takeUndone(const Done& done, util::Result<session::Answer<Changes>> answer)
{
    Notice notice{kChangeNotice, NoticeKind::Hint, {}, {}, {}, {}};
    if (const QString problem = problemOf(answer); !problem.isEmpty()) {
        notice.kind = NoticeKind::Warning;
        notice.text = tr("%1 in rank %2 cannot be put back: %3.").arg(done.name).arg(done.rank.value()).arg(problem);
    } else {
        notice.text = tr("%1 is %2 in rank %3 again.")
                          .arg(done.name, shortText(answer->value.front().after))
                          .arg(done.rank.value());
    }
    m_context.notices.show(std::move(notice));
}

/// Who runs keeps what was changed.
void ValueChanges::forget(const util::RankSet& ranks)
{
    std::erase_if(m_done, [&](const Done& done) { return ranks.contains(done.rank); });
    if (m_done.empty())
        m_context.notices.clear(kChangeNotice);
    update();
}

void ValueChanges::update()
{
    m_undo->setEnabled(!m_done.empty());
    m_context.actions.setWhyNot(m_undo, m_done.empty() ? tr("no value was changed since the ranks stand") : QString());
}

} // namespace dbgr::ui

#include "moc_value_changes.cpp"
