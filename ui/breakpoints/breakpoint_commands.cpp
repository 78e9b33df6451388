// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/breakpoint_commands.h"

#include "session/breakpoint_text.h"
#include "session/file/saved_breakpoint.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <algorithm>
#include <system_error>

namespace dbgr::ui {

namespace {

const QString kNoticeKey = QStringLiteral("breakpoints");
const QString kRemovedKey = QStringLiteral("breakpoints.removed");

using What = debug::Moment::What;
constexpr What kThrown[] = {What::Throw};
constexpr What kOfMpi[] = {What::MpiError, What::MpiAbort};
constexpr What kCaught[] = {What::Catch};
constexpr What kRethrown[] = {What::Rethrow};
constexpr What kOfSanitizer[] = {What::Sanitizer};
constexpr What kExits[] = {What::Exit};
constexpr What kForks[] = {What::Fork};
constexpr What kExecs[] = {What::Exec};
constexpr What kLoads[] = {What::Load};
constexpr std::pair<const char*, std::span<const What>> kCatches[] = {{action::kCatchThrow, kThrown},
                                                                      {action::kCatchCaught, kCaught},
                                                                      {action::kCatchRethrow, kRethrown},
                                                                      {action::kCatchMpi, kOfMpi},
                                                                      {action::kCatchExit, kExits},
                                                                      {action::kCatchFork, kForks},
                                                                      {action::kCatchSanitizer, kOfSanitizer},
                                                                      {action::kCatchExec, kExecs},
                                                                      {action::kCatchLoad, kLoads}};

} // namespace

BreakpointCommands::BreakpointCommands(UiContext& context, QObject* parent)
    : QObject(parent), m_context(context),
      m_restore(context.actions.add(QStringLiteral("breakpoints.restore"), tr("Restore Removed Breakpoints"), {}))
{
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kEnableBreakpoints, [this] { setAllEnabled(true); });
    on(action::kDisableBreakpoints, [this] { setAllEnabled(false); });
    on(action::kRemoveBreakpoints, [this] { removeAll(); });
    for (const auto& [name, moments] : kCatches) {
        m_context.actions.get(name)->setCheckable(true);
        on(name, [this, moments = moments] { toggle(moments); });
    }
    m_context.actions.get(action::kCatchReports)->setCheckable(true);
    on(action::kCatchReports, [this] {
        session::Session& session = m_context.bridge.session();
        session.setCatchReports(!session.catchesReports());
    });
    connect(m_restore, &QAction::triggered, this, &BreakpointCommands::restoreRemoved);
    connect(&context.bridge, &SessionBridge::breakpointsChanged, this, &BreakpointCommands::update);
    update();
}

util::Result<util::BreakpointId> BreakpointCommands::add(const QString& text)
{
    DBGR_TRY(session::TypedBreakpoint typed, session::parseBreakpoint(text.toStdString()));
    DBGR_TRY(debug::BreakpointSpec spec, m_context.bridge.session().specOf(std::move(typed)));
    auto* const line = std::get_if<debug::SourceLine>(&spec.where);
    if (line && line->file.empty()) {
        const debug::Frame* const frame = m_context.place.frame();
        if (!frame || frame->where.file.empty())
            return util::fail(
                std::make_error_code(std::errc::invalid_argument),
                tr("no rank stands in a file: type its name, too, such as ring.cpp:%1").arg(line->line).toStdString());
        line->file = frame->where.file;
    }
    const bool isOfData = std::holds_alternative<debug::WatchedData>(spec.where);
    return m_context.bridge.session().addBreakpoint(std::move(spec),
                                                    isOfData ? m_context.place.choice() : session::FrameChoice{});
}

std::vector<util::BreakpointId> BreakpointCommands::standingAt(Moments moments) const
{
    std::vector<util::BreakpointId> ids;
    for (const debug::Moment::What what : moments) {
        debug::BreakpointSpec spec;
        spec.where = debug::Moment{what};
        if (const session::Breakpoint* const there = m_context.bridge.session().breakpoints().sameAs(spec))
            ids.push_back(there->spec.id);
    }
    return ids;
}

void BreakpointCommands::toggle(Moments moments)
{
    if (const auto standing = standingAt(moments); !standing.empty())
        return remove(standing);
    for (const debug::Moment::What what : moments) {
        debug::BreakpointSpec spec;
        spec.where = debug::Moment{what};
        m_context.notices.showResult(
            kNoticeKey, m_context.bridge.session().addBreakpoint(std::move(spec)).map([](util::BreakpointId) {}));
    }
}

void BreakpointCommands::remove(const std::vector<util::BreakpointId>& ids)
{
    session::Session& session = m_context.bridge.session();
    std::vector<session::SavedBreakpoint> removed;
    for (const util::BreakpointId id : ids) {
        const session::Breakpoint* const breakpoint = session.breakpoints().find(id);
        if (!breakpoint)
            continue;
        session::SavedBreakpoint saved = session::savedForm(*breakpoint);
        const auto done = session.removeBreakpoint(id);
        m_context.notices.showResult(kNoticeKey, done);
        if (done)
            removed.push_back(std::move(saved));
    }
    if (removed.empty())
        return;
    m_removed = std::move(removed);
    if (m_removed.size() > 1) // one is set again as quickly as a button is found
        m_context.notices.show({kRemovedKey,
                                NoticeKind::Hint,
                                tr("%1 breakpoints were removed.").arg(m_removed.size()),
                                {},
                                {m_restore->objectName()},
                                {tr("Undo")}});
    update();
}

void BreakpointCommands::removeAll()
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, breakpoint] : m_context.bridge.session().breakpoints().all())
        ids.push_back(id);
    remove(ids);
}

void BreakpointCommands::setAllEnabled(bool enabled)
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, breakpoint] : m_context.bridge.session().breakpoints().all())
        ids.push_back(id);
    setEnabled(ids, enabled);
}

void BreakpointCommands::setEnabled(const std::vector<util::BreakpointId>& ids, bool enabled)
{
    session::Session& session = m_context.bridge.session();
    for (const util::BreakpointId id : ids) {
        const session::Breakpoint* const breakpoint = session.breakpoints().find(id);
        if (breakpoint && breakpoint->spec.enabled != enabled)
            m_context.notices.showResult(
                kNoticeKey, session.changeBreakpoint(id, std::string(breakpoint->spec.condition), enabled));
    }
}

void BreakpointCommands::putIntoGroup(const std::vector<util::BreakpointId>& ids, const QString& group)
{
    for (const util::BreakpointId id : ids)
        m_context.notices.showResult(kNoticeKey,
                                     m_context.bridge.session().setBreakpointGroup(id, group.toStdString()));
}

void BreakpointCommands::restoreRemoved()
{
    for (const session::SavedBreakpoint& saved : m_removed) {
        if (const auto added = session::setSaved(m_context.bridge.session(), saved); !added)
            m_context.notices.show(errorNotice(kNoticeKey, added.error()));
    }
    m_removed.clear();
    m_context.notices.clear(kRemovedKey);
    update();
}

void BreakpointCommands::update()
{
    const auto& all = m_context.bridge.session().breakpoints().all();
    const auto any = [&](bool enabled) {
        return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.second.spec.enabled == enabled; });
    };
    m_context.actions.get(action::kEnableBreakpoints)->setEnabled(any(false));
    m_context.actions.get(action::kDisableBreakpoints)->setEnabled(any(true));
    m_context.actions.get(action::kRemoveBreakpoints)->setEnabled(!all.empty());
    m_restore->setEnabled(!m_removed.empty());
    m_context.actions.get(action::kCatchReports)->setChecked(m_context.bridge.session().catchesReports());
    for (const auto& [name, moments] : kCatches)
        m_context.actions.get(name)->setChecked(!standingAt(moments).empty());
}

} // namespace dbgr::ui

#include "moc_breakpoint_commands.cpp"
