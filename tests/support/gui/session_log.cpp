// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gui/session_log.h"

#include "app/dbgr/json_printer.h"

namespace dbgr::test {

SessionLog::SessionLog(session::Session& session)
{
    m_clock.start();
    m_subscription = session.observe(*this);
}

void SessionLog::note(const QByteArray& text)
{
    m_text += QByteArray::number(m_clock.elapsed()).rightJustified(6) + " ms  " + text + '\n';
}

void SessionLog::sessionChanged(const session::ChangeSet&, std::span<const session::SessionEvent> events)
{
    app::JsonPrinter printer([this](std::string_view line) {
        note(QByteArray(line.data(), static_cast<qsizetype>(line.size())).trimmed());
    });
    for (const session::SessionEvent& event : events) {
        printer.event(event);
        if (const auto* const launcher = std::get_if<session::LauncherStarted>(&event))
            m_launcherPid = static_cast<int>(launcher->pid.value());
    }
}

} // namespace dbgr::test
