// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/thread_control.h"

#include "session/session.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QPointer>

#include <utility>

namespace dbgr::ui {

ThreadControl::ThreadControl(const UiContext& context, QObject* parent) : QObject(parent), m_context(context)
{
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kFreezeThread, [this] { freezeShown(true); });
    on(action::kThawThread, [this] { freezeShown(false); });
    on(action::kFreezeOthers, [this] { freezeOthers(); });
    on(action::kThawAll, [this] { send(m_context.bridge.session().focus(), {{}, false}); });
    connect(&context.place, &CurrentPlace::changed, this, &ThreadControl::enableActions);
    connect(&context.place, &CurrentPlace::refused, this, [this](const util::Error& error) {
        m_context.notices.showResult(QStringLiteral("thread"), util::fail(error));
    });
    connect(&context.bridge, &SessionBridge::ranksChanged, this, &ThreadControl::enableActions);
    connect(&context.bridge, &SessionBridge::focusChanged, this, &ThreadControl::enableActions);
    connect(&context.bridge, &SessionBridge::stateChanged, this, &ThreadControl::enableActions);
    enableActions();
}

void ThreadControl::enableActions()
{
    const session::Session& session = m_context.bridge.session();
    const util::RankSet standing = session.nothingRuns() ? util::RankSet() : session.processes().standing();
    const auto rank = m_context.place.rank();
    const bool isShown = rank && standing.contains(*rank) && m_context.place.shownThread();
    for (const char* const name : {action::kFreezeThread, action::kThawThread, action::kFreezeOthers})
        m_context.actions.get(name)->setEnabled(isShown);
    m_context.actions.get(action::kThawAll)->setEnabled(session.focus().intersects(standing));
}

void ThreadControl::freezeShown(bool freeze)
{
    const CurrentPlace& place = m_context.place; // one that was chosen just now is not shown yet
    const auto thread = place.thread() ? place.thread() : place.shownThread();
    if (m_context.place.rank() && thread)
        send(util::RankSet(*m_context.place.rank()), {{*thread}, freeze});
}

void ThreadControl::freezeOthers()
{
    if (m_context.place.rank()) // the thread that is shown leads
        send(util::RankSet(*m_context.place.rank()), {{}, true});
}

void ThreadControl::send(const util::RankSet& ranks, debug::FreezeThreads what)
{
    const auto tell = [here = QPointer(this)](const auto& answer) {
        if (!here)
            return;
        util::Result<void> result = util::ok();
        if (!answer)
            result = util::fail(answer.error());
        else if (!answer->failures.empty())
            result = util::fail(answer->failures.front().error);
        here->m_context.notices.showResult(QStringLiteral("thread"), result);
    };
    m_context.bridge.session().freezeThreads(ranks, std::move(what), tell);
}

} // namespace dbgr::ui

#include "moc_thread_control.cpp"
