// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/own_commands.h"

#include "app/dbgr/app_error.h"
#include "app/doctor/other_nodes.h"

namespace dbgr::app {

namespace {

using OwnWords = std::span<const std::string>;

tl::unexpected<util::Error> badWord(std::string why)
{
    return util::fail(Errc::BadUsage, std::move(why), "'dbgr --help' shows what there is.");
}

util::Result<std::optional<OwnCommand>> parseDoctor(OwnWords words, bool json)
{
    DoctorRequest request;
    request.json = json;
    for (const std::string& word : words) {
        if (word == "--json")
            request.json = true;
        else if (doctor::isNodeName(word))
            request.nodes.push_back(word);
        else
            return badWord("doctor: \"" + word + "\" is no name of a node");
    }
    return OwnCommand(std::move(request));
}

util::Result<std::optional<OwnCommand>> parseReport(OwnWords words)
{
    ReportRequest request;
    bool named = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--yes") {
            request.yes = true;
        } else if (words[i] == "--with-log" && i + 1 < words.size()) {
            request.log = words[++i];
        } else if (words[i].starts_with('-') || words[i].empty() || named) {
            return badWord("report: \"" + words[i] +
                           "\" makes no sense; it takes one folder, --with-log FILE and --yes");
        } else {
            request.folder = words[i];
            named = true;
        }
    }
    return OwnCommand(std::move(request));
}

} // namespace

util::Result<std::optional<OwnCommand>> parseOwnCommand(OwnWords words, bool json)
{
    if (!words.empty() && words.front() == "doctor")
        return parseDoctor(words.subspan(1), json);
    if (!words.empty() && words.front() == "report")
        return parseReport(words.subspan(1));
    return std::nullopt;
}

} // namespace dbgr::app
