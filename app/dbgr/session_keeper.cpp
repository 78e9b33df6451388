// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/session_keeper.h"

#include "app/dbgr/printer.h"
#include "session/file/session_file.h"
#include "session/file/session_snapshot.h"
#include "session/session.h"
#include "util/string_util.h"

#include <utility>

namespace dbgr::app {

namespace {

/// What a document has that only the window shows: "2 watches, 3 bookmarks, the layout"; "" nothing.
std::string partsOfTheWindow(const session::SessionDocument& document)
{
    std::vector<std::string> parts;
    if (const std::size_t count = document.watches.size())
        parts.push_back(std::to_string(count) + (count == 1 ? " watch" : " watches"));
    if (const std::size_t count = document.bookmarks.size())
        parts.push_back(std::to_string(count) + (count == 1 ? " bookmark" : " bookmarks"));
    if (!document.layout.empty())
        parts.emplace_back("the layout");
    return util::join(parts, ", ");
}

} // namespace

SessionKeeper::SessionKeeper(session::Session& session, Printer& printer, session::SourceFolders& folders,
                             session::SessionDocument document, std::vector<std::string> environment)
    : m_session(session), m_printer(printer), m_folders(folders), m_document(std::move(document)),
      m_environment(std::move(environment)),
      m_restorer(session, [&printer](const util::Error& error) { printer.event(session::BackendWarning{error}); })
{}

void SessionKeeper::restore()
{
    m_restorer.restore(m_document);
    for (const session::SourceFolder& folder : m_document.sourceFolders)
        m_folders.add(folder);
    if (const std::string parts = partsOfTheWindow(m_document); !parts.empty())
        m_printer.note("Kept for the window: " + parts + ".");
}

util::Result<session::SessionDocument> SessionKeeper::save(const std::string& file) const
{
    session::SessionDocument document = session::documentOf(m_session, m_environment, m_document);
    document.sourceFolders = m_folders.all();
    DBGR_TRY(session::saveSessionFile(file, document));
    return document;
}

util::Result<session::SessionDocument> saveAsItIs(const session::Session& session, const std::string& file)
{
    session::SessionDocument document = session::documentOf(session, {});
    DBGR_TRY(session::saveSessionFile(file, document));
    return document;
}

} // namespace dbgr::app
