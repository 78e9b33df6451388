// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/breakpoint_file.h"

#include "debug/debug_error.h"
#include "session/file/saved_breakpoint.h"
#include "session/file/session_file.h"
#include "session/session.h"
#include "session/session_error.h"

#include <utility>

namespace dbgr::session {

using util::Result;

namespace {

/// Whether a file is a session of which more would be lost than breakpoints.
bool hasMore(const std::string& path)
{
    auto there = openSessionFile(path);
    if (!there)
        return false; // whether it is to be overwritten, saveSessionFile() knows
    there->breakpoints.clear();
    return *there != SessionDocument{};
}

} // namespace

Result<std::size_t> saveBreakpoints(const std::string& path, const BreakpointStore& breakpoints)
{
    const std::string doing = "saving breakpoints";
    if (hasMore(path))
        return util::fail(Errc::BadSessionFile,
                          doing + " to " + path + ": what is there is a whole session, with more than breakpoints",
                          "Name another file, or save the session there.");
    SessionDocument document;
    for (const auto& [id, breakpoint] : breakpoints.all())
        document.breakpoints.push_back(savedForm(breakpoint));
    if (auto saved = saveSessionFile(path, document); !saved)
        return util::fail(std::move(saved).error().withContext(doing));
    return document.breakpoints.size();
}

Result<LoadedBreakpoints> loadBreakpoints(const std::string& path, Session& session)
{
    DBGR_TRY(const SessionDocument document, openSessionFile(path));
    LoadedBreakpoints loaded;
    for (const SavedBreakpoint& saved : document.breakpoints) {
        auto set = setSaved(session, saved);
        if (set)
            loaded.set.push_back(*set);
        else if (set.error().code == debug::Errc::Duplicate)
            ++loaded.known;
        else
            loaded.refused.push_back(std::move(set).error().withContext("breakpoint " + saved.text));
    }
    return loaded;
}

} // namespace dbgr::session
