// SPDX-License-Identifier: GPL-3.0-or-later
// The part of CommandRunner that saves and loads files.
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_runner.h"
#include "session/file/breakpoint_file.h"
#include "session/file/trace_file.h"

#include <utility>

namespace dbgr::app {

void CommandRunner::carryOut(const SaveCommand& command)
{
    const auto saved = m_saver ? m_saver(command.file) : saveAsItIs(m_session, command.file);
    if (!saved)
        return fail(saved.error());
    succeed({SaveReply{command.file, saved->launch.has_value()}, {}});
}

void CommandRunner::carryOut(const SaveTracesCommand& command)
{
    if (auto saved = session::saveTraces(command.file, m_session.traces()); !saved)
        return fail(saved.error());
    succeed({SavedTracesReply{command.file, m_session.traces().rows().size()}, {}});
}

void CommandRunner::carryOut(const SaveBreakpointsCommand& command)
{
    const auto saved = session::saveBreakpoints(command.file, m_session.breakpoints());
    if (!saved)
        return fail(saved.error());
    succeed({SavedBreakpointsReply{command.file, *saved}, {}});
}

void CommandRunner::carryOut(const LoadBreakpointsCommand& command)
{
    auto loaded = session::loadBreakpoints(command.file, m_session);
    if (!loaded)
        return fail(loaded.error());
    for (const util::Error& error : loaded->refused)
        m_printer.event(session::BackendWarning{error});
    if (loaded->refused.empty())
        return succeed({LoadedBreakpointsReply{command.file, std::move(loaded->set), loaded->known}, {}});
    const std::size_t all = loaded->set.size() + loaded->known + loaded->refused.size();
    fail({loaded->refused.front().code,
          "loading breakpoints of " + command.file + ": " + std::to_string(loaded->refused.size()) + " of " +
              std::to_string(all) + " could not be set",
          "The others are; 'breakpoints' lists them."});
}

void CommandRunner::carryOut(const MapCommand& command)
{
    session::SourceFolders& folders = m_sources.folders();
    const session::SourceFolder& folder = command.folder;
    if (!folder.to.empty()) {
        if (!folders.add(folder))
            return fail({Errc::BadArgument, "mapping " + folder.from + ": all files are below /", ""});
    } else if (!folder.from.empty() && !folders.remove(folder.from)) {
        return fail({Errc::BadArgument, "no folder " + folder.from + " is mapped", "'map' lists them."});
    }
    if (!folder.from.empty())
        m_sources.tellFolders();
    succeed({MapReply{folders.all()}, {}});
}

} // namespace dbgr::app
