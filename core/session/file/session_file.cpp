// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/session_file.h"

#include "session/file/session_json.h"
#include "session/file/whole_file.h"
#include "session/session_error.h"

#include <filesystem>
#include <utility>

namespace dbgr::session {

using util::Result;

namespace {

/// Whether this may take the place of what is in a file: of another session, but not of one that a newer dbgr saved.
bool mayReplace(const std::string& text)
{
    if (text.empty())
        return true;
    const auto old = readSession(text);
    const bool isNewer = !old && old.error().code == Errc::NewerSessionFile;
    return !isNewer && looksLikeSession(text) && text.find("\"dbgr-session\"") != std::string::npos;
}

} // namespace

Result<SessionDocument> openSessionFile(const std::string& path)
{
    auto text = readWholeFile(path, SessionLimits::kFileBytes);
    if (!text)
        return util::fail(std::move(text).error().withContext("opening the session"));
    if (!text->empty() && !looksLikeSession(*text))
        return util::fail(Errc::BadSessionFile, "opening the session " + path + ": it does not begin with {",
                          "If it is a script of commands, it is run by: dbgr --script FILE COMMAND...");
    auto document = readSession(*text);
    if (!document)
        return util::fail(std::move(document).error().withContext("opening the session " + path));
    return document;
}

Result<void> saveSessionFile(const std::string& path, const SessionDocument& document)
{
    const std::string doing = "saving the session";
    std::error_code error;
    const std::string file = withLinksFollowed(path);
    if (std::filesystem::exists(file, error)) {
        const auto old = readWholeFile(file, SessionLimits::kFileBytes);
        if (!old || !mayReplace(*old))
            return util::fail(Errc::BadSessionFile,
                              doing + " to " + path + ": what is there is no session file of this dbgr",
                              "Name another file, or remove that one.");
    }
    auto text = writeSession(document);
    if (!text)
        return util::fail(std::move(text).error().withContext(doing));
    if (auto written = writeWholeFile(file, *text); !written)
        return util::fail(std::move(written).error().withContext(doing));
    return util::ok();
}

} // namespace dbgr::session
