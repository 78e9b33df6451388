// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/stop_reply.h"

#include "util/string_util.h"

#include <algorithm>
#include <vector>

namespace dbgr::daemon {

namespace {

/// "1a2b" of "p1a2b.1a2b" or "1a2b".
std::string_view threadNumber(std::string_view thread)
{
    const std::size_t dot = thread.find('.');
    return dot == std::string_view::npos ? thread : thread.substr(dot + 1);
}

/// Where the thread is, by the two parallel lists of a stop reply.
std::optional<std::uint64_t> pcOf(std::string_view payload, std::string_view thread)
{
    const auto threads = stopReplyValue(payload, "threads");
    const auto pcs = stopReplyValue(payload, "thread-pcs");
    if (!threads || !pcs)
        return std::nullopt;
    const std::vector<std::string_view> names = util::split(*threads, ',');
    const std::vector<std::string_view> places = util::split(*pcs, ',');
    const auto wanted = util::parseNumber<std::uint64_t>(threadNumber(thread), 16);
    if (names.size() != places.size() || !wanted)
        return std::nullopt;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (util::parseNumber<std::uint64_t>(names[i], 16) == wanted)
            return util::parseNumber<std::uint64_t>(places[i], 16);
    return std::nullopt;
}

/// Of several threads each that has a reason is in "jstopinfo".
bool isOnlyReason(std::string_view payload)
{
    const auto hex = stopReplyValue(payload, "jstopinfo");
    if (!hex)
        return stopReplyValue(payload, "threads").value_or("").find(',') == std::string_view::npos;
    const auto json = util::fromHex(*hex);
    if (!json)
        return false;
    constexpr std::string_view kReason = "\"reason\"";
    const std::size_t first = json->find(kReason);
    return first == std::string::npos || json->find(kReason, first + 1) == std::string::npos;
}

} // namespace

std::optional<std::string_view> stopReplyValue(std::string_view payload, std::string_view key)
{
    if (payload.size() < 3)
        return std::nullopt;
    for (std::string_view pair : util::split(payload.substr(3), ';'))
        if (pair.starts_with(key) && pair.substr(key.size()).starts_with(':'))
            return pair.substr(key.size() + 1);
    return std::nullopt;
}

std::optional<LoneTrap> loneTrapOf(std::string_view payload)
{
    const auto thread = payload.starts_with("T05") ? stopReplyValue(payload, "thread") : std::nullopt;
    if (!thread || stopReplyValue(payload, "reason") != "breakpoint" || !isOnlyReason(payload))
        return std::nullopt;
    const auto pc = pcOf(payload, *thread);
    return pc ? std::optional(LoneTrap{std::string(*thread), *pc}) : std::nullopt;
}

bool isEndOfStep(std::string_view payload, std::string_view thread)
{
    return payload.starts_with("T05") && stopReplyValue(payload, "thread") == thread &&
           stopReplyValue(payload, "reason") == "trace" && isOnlyReason(payload);
}

std::string withLibraryNews(std::string_view payload)
{
    std::string told(payload);
    if (told.back() != ';' && told.size() > 3)
        told += ';';
    return told + "library:1;";
}

std::optional<std::string> repeatable(std::string_view resume)
{
    if (resume == "c" || (resume.starts_with('C') && resume.size() == 3))
        return "c";
    constexpr std::string_view kActions = "vCont;";
    if (!resume.starts_with(kActions))
        return std::nullopt;
    std::string again = "vCont";
    for (std::string_view action : util::split(resume.substr(kActions.size()), ';')) {
        if (!action.starts_with('c') && !action.starts_with('C'))
            return std::nullopt;
        const std::size_t colon = action.find(':');
        again += ";c";
        again += colon == std::string_view::npos ? std::string_view() : action.substr(colon);
    }
    return again;
}

bool isLoneStep(std::string_view resume)
{
    constexpr std::string_view kStep = "vCont;s:";
    return resume.starts_with(kStep) && resume.find(';', kStep.size()) == std::string_view::npos;
}

} // namespace dbgr::daemon
