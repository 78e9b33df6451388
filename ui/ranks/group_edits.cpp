// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/group_edits.h"

#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/rank_set_text.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QVariant>

#include <optional>
#include <utility>

namespace dbgr::ui {

namespace {

const QString kGroupNotice = QStringLiteral("group");
const QString kGroupChangedNotice = QStringLiteral("group.changed");
constexpr qsizetype kShownDefinition = 60;

/// Rests in the command that takes it back.
struct GroupChange
{
    std::string group;
    std::string before; ///< the definition
    std::string origin; ///< of ranks that were frozen before
    std::string after;
};

QString shortDefinition(const std::string& definition)
{
    const QString text = QString::fromStdString(definition);
    return text.size() > kShownDefinition ? text.left(kShownDefinition) + QStringLiteral("...") : text;
}

using Edit = util::Result<void> (session::Session::*)(const std::string&, const util::RankSet&);

/// \return what was changed; nothing if that was refused, or the group is what it was
std::optional<GroupChange> changeGroup(const UiContext& context, const std::string& group, const util::RankSet& ranks,
                                       Edit edit)
{
    session::Session& session = context.bridge.session();
    GroupChange change{group, {}, {}, {}};
    if (const session::RankGroup* const before = session.groups().find(group)) {
        change.before = before->definition.text();
        change.origin = before->origin;
    }
    const util::Result<void> done = (session.*edit)(group, ranks);
    context.notices.showResult(kGroupNotice, done);
    if (!done)
        return std::nullopt;
    change.after = session.groups().find(group)->definition.text();
    if (change.after != change.before)
        return change;
    const QString text = GroupUndo::tr("Nothing changes in group %1.").arg(QString::fromStdString(group));
    context.notices.show({kGroupNotice, NoticeKind::Hint, text, {}, {}, {}});
    return std::nullopt;
}

void tellChange(const UiContext& context, const GroupChange& change, const QString& what)
{
    const QString text = GroupUndo::tr("%1. It was %2 before.").arg(what, shortDefinition(change.before));
    Notice notice{kGroupChangedNotice, NoticeKind::Hint, text, {}, {}, {}};
    if (QAction* const undo = context.actions.find(QLatin1String(GroupUndo::kName))) {
        undo->setData(QVariant::fromValue(change));
        undo->setEnabled(true);
        notice.actions = QStringList{undo->objectName()};
        notice.labels = QStringList{GroupUndo::tr("Undo")};
    }
    context.notices.show(std::move(notice));
}

} // namespace

void addToGroup(const UiContext& context, const std::string& group, const util::RankSet& ranks)
{
    if (const auto change = changeGroup(context, group, ranks, &session::Session::addToGroup))
        tellChange(context, *change,
                   GroupUndo::tr("Added to group %1: %2").arg(QString::fromStdString(group), shortText(ranks)));
}

void removeFromGroup(const UiContext& context, const std::string& group, const util::RankSet& ranks)
{
    if (const auto change = changeGroup(context, group, ranks, &session::Session::removeFromGroup))
        tellChange(context, *change,
                   GroupUndo::tr("Removed from group %1: %2").arg(QString::fromStdString(group), shortText(ranks)));
}

GroupUndo::GroupUndo(UiContext& context, QObject* parent)
    : QObject(parent), m_context(context),
      m_undo(context.actions.add(QLatin1String(kName), tr("Undo Change of a Group"), {}))
{
    m_undo->setStatusTip(tr("The group is what it was before ranks were added to it, or removed from it"));
    m_undo->setToolTip(m_undo->statusTip());
    connect(m_undo, &QAction::triggered, this, &GroupUndo::takeBack);
    connect(&context.bridge, &SessionBridge::groupsChanged, this, &GroupUndo::forgetIfOver);
    forget();
}

void GroupUndo::takeBack()
{
    const auto change = m_undo->data().value<GroupChange>();
    if (change.group.empty())
        return;
    forget();
    m_context.notices.showResult(kGroupNotice,
                                 m_context.bridge.session().restoreGroup(change.group, change.before, change.origin));
}

/// It was made another one, was renamed, or is gone.
void GroupUndo::forgetIfOver()
{
    const auto change = m_undo->data().value<GroupChange>();
    const session::RankGroup* const now = m_context.bridge.session().groups().find(change.group);
    if (!change.group.empty() && (!now || now->definition.text() != change.after))
        forget();
}

void GroupUndo::forget()
{
    m_undo->setData({});
    m_undo->setEnabled(false);
    m_context.notices.clear(kGroupChangedNotice);
}

} // namespace dbgr::ui

#include "moc_group_edits.cpp"
