// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_commands.h"

#include "session/breakpoint_text.h"
#include "session/session.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/source/source_marks.h"

namespace dbgr::ui {

SourceCommands::SourceCommands(SessionBridge& bridge, Notices& notices, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_notices(notices)
{}

debug::SourceLine SourceCommands::place(const SourceNames& file, std::uint32_t line) const
{
    return {shortestName(file.program, m_openFiles).toStdString(), line};
}

util::Result<util::BreakpointId> SourceCommands::add(const SourceNames& file, std::uint32_t line,
                                                     const QString& condition)
{
    debug::BreakpointSpec spec;
    spec.where = place(file, line);
    spec.condition = condition.toStdString();
    return m_bridge.session().addBreakpoint(std::move(spec));
}

void SourceCommands::report(const util::Result<void>& result)
{
    m_notices.showResult(QStringLiteral("breakpoint"), result);
}

void SourceCommands::toggleBreakpoint(const SourceNames& file, std::uint32_t line)
{
    if (!breakpointsAt(m_bridge.session(), file, line).empty())
        removeBreakpoints(file, line);
    else
        report(add(file, line, {}).map([](util::BreakpointId) {}));
}

void SourceCommands::setTemporaryBreakpoint(const SourceNames& file, std::uint32_t line)
{
    debug::BreakpointSpec spec;
    spec.where = place(file, line);
    report(m_bridge.session().addTemporaryBreakpoint(std::move(spec)).map([](util::BreakpointId) {}));
}

void SourceCommands::setForFocus(const SourceNames& file, std::uint32_t line)
{
    debug::BreakpointSpec spec;
    spec.where = place(file, line);
    spec.ranks = m_bridge.session().focus();
    report(m_bridge.session().addBreakpoint(std::move(spec)).map([](util::BreakpointId) {}));
}

void SourceCommands::setTracepoint(const SourceNames& file, std::uint32_t line, const QString& what)
{
    // As it is typed, with the place that it is asked for: a file's name may have commas.
    auto typed = session::parseBreakpoint("trace here, " + what.toStdString());
    if (!typed)
        return report(util::fail(std::move(typed).error().withContext("setting a tracepoint")));
    auto spec = m_bridge.session().specOf(*std::move(typed));
    if (!spec)
        return report(util::fail(std::move(spec).error().withContext("setting a tracepoint")));
    spec->where = place(file, line);
    report(m_bridge.session().addBreakpoint(*std::move(spec)).map([](util::BreakpointId) {}));
}

void SourceCommands::setBarrier(const SourceNames& file, std::uint32_t line)
{
    debug::BreakpointSpec spec;
    spec.where = place(file, line);
    report(m_bridge.session().addBarrier(std::move(spec), m_bridge.session().focus()).map([](util::BreakpointId) {}));
}

void SourceCommands::removeBreakpoints(const SourceNames& file, std::uint32_t line)
{
    for (const util::BreakpointId id : breakpointsAt(m_bridge.session(), file, line))
        report(m_bridge.session().removeBreakpoint(id));
}

void SourceCommands::setCondition(const SourceNames& file, std::uint32_t line, const QString& condition)
{
    const auto ids = breakpointsAt(m_bridge.session(), file, line);
    if (ids.empty()) {
        report(add(file, line, condition).map([](util::BreakpointId) {}));
        return;
    }
    session::Session& session = m_bridge.session();
    for (const util::BreakpointId id : ids) {
        if (const session::Breakpoint* known = session.breakpoints().find(id))
            report(session.changeBreakpoint(id, condition.toStdString(), known->spec.enabled));
    }
}

void SourceCommands::setEnabled(const SourceNames& file, std::uint32_t line, bool enabled)
{
    session::Session& session = m_bridge.session();
    for (const util::BreakpointId id : breakpointsAt(session, file, line)) {
        if (const session::Breakpoint* known = session.breakpoints().find(id))
            report(session.changeBreakpoint(id, known->spec.condition, enabled));
    }
}

QString SourceCommands::condition(const SourceNames& file, std::uint32_t line) const
{
    for (const util::BreakpointId id : breakpointsAt(m_bridge.session(), file, line)) {
        if (const session::Breakpoint* known = m_bridge.session().breakpoints().find(id))
            return QString::fromStdString(known->spec.condition);
    }
    return {};
}

void SourceCommands::runTo(const SourceNames& file, std::uint32_t line)
{
    session::Session& session = m_bridge.session();
    m_notices.showResult(QStringLiteral("continue"), session.runTo(session.focus(), {place(file, line)}));
}

void SourceCommands::runUntil(const SourceNames& file, std::uint32_t line)
{
    session::Session& session = m_bridge.session();
    m_notices.showResult(QStringLiteral("continue"), session.runTo(session.focus(), {place(file, line), true}));
}

} // namespace dbgr::ui

#include "moc_source_commands.cpp"
