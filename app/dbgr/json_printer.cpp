// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/json_printer.h"

#include "app/dbgr/json_values.h"
#include "session/describe.h"
#include "session/signal_table.h"
#include "util/overloaded.h"
#include "util/text_encoding.h"

#include <algorithm>
#include <map>

namespace dbgr::app {

namespace {

Json rankEvent(const char* name, const util::RankSet& ranks)
{
    return Json{{"event", name}, {"ranks", ranks.toString()}};
}

Json errorEvent(const util::Error& error)
{
    Json json{{"event", "error"}};
    json.update(toJson(error));
    return json;
}

Json rankError(const char* event, const util::RankSet& ranks, const util::Error& error)
{
    Json json = rankEvent(event, ranks);
    json.update(toJson(error));
    return json;
}

using Hosts = std::map<std::string, util::RankSet>;

Hosts hostsOf(const session::JobLaunched& job)
{
    Hosts hosts;
    for (const session::RankPlace& place : job.ranks)
        hosts[place.host].insert(place.rank);
    return hosts;
}

/// Of ranks that one daemon has spoken for.
std::string hostOf(const util::RankSet& ranks, const Hosts& hosts)
{
    const auto found =
        std::find_if(hosts.begin(), hosts.end(), [&](const auto& host) { return host.second.intersects(ranks); });
    return found == hosts.end() ? "" : found->first;
}

Json launched(const session::JobLaunched& job)
{
    const Hosts hosts = hostsOf(job);
    util::RankSet all;
    for (const auto& [host, ranks] : hosts)
        all |= ranks;
    Json json{{"event", "launched"}, {"nspace", job.nspace}, {"size", all.size()}, {"ranks", all.toString()}};
    json["hosts"] = Json::array();
    for (const auto& [host, ranks] : hosts)
        json["hosts"].push_back(Json{{"host", host}, {"ranks", ranks.toString()}});
    return json;
}

Json output(const session::OutputText& text)
{
    Json json{{"event", "output"}};
    json["rank"] = text.rank ? Json(text.rank->value()) : Json();
    json["channel"] = text.channel == session::OutputChannel::Stderr ? "stderr" : "stdout";
    if (util::isUtf8(text.text)) {
        json["data"] = text.text;
    } else {
        json["data"] = util::toBase64(text.text);
        json["encoding"] = "base64";
    }
    return json;
}

Json nodeLost(const session::NodeLost& event)
{
    Json json = rankError("lost", event.ranks, event.error);
    json["host"] = event.host;
    if (event.signal != 0)
        json["signal"] = session::signalName(event.signal);
    if (!event.request.empty())
        json["request"] = event.request;
    return json;
}

Json exited(const debug::RanksExited& event)
{
    Json json = rankEvent("exited", event.ranks);
    if (event.signal != 0)
        json["signal"] = session::signalName(event.signal);
    else
        json["status"] = event.status;
    return json;
}

Json ended(const session::JobStatus& status)
{
    Json json{{"event", "ended"}};
    if (status.exitStatus)
        json["status"] = *status.exitStatus;
    if (status.firstFailed)
        json["first_failed"] = status.firstFailed->value();
    if (!status.text.empty())
        json["text"] = status.text;
    return json;
}

Json stopped(const debug::StopGroup& e)
{
    if (e.cause.reason == debug::StopReason::Attached)
        return Json();
    Json json = rankEvent("stopped", e.ranks);
    json.update(app::toJson(e.cause));
    if (!e.returned.empty())
        json["returned"] = app::toJson(e.returned);
    for (const debug::WatchedChange& change : e.watched)
        json["watched"].push_back(app::toJson(change));
    return json;
}

Json apart(const session::RanksApart& e)
{
    Json json = rankEvent("apart", e.ranks);
    json["leader"] = e.leader.value();
    json["course"] = session::name(e.course);
    return json;
}

Json gathered(const session::BarrierReached& e)
{
    Json json = rankEvent("gathered", e.ranks);
    json["barrier"] = e.id.value();
    return json;
}

Json signalSeen(const debug::SignalsSeen& e)
{
    Json json = rankEvent("signal", e.ranks);
    json["signal"] = session::signalWord(e.signal);
    return json;
}

Json lineFollowed(const session::LineFollowed& e)
{
    const char* const words[] = {"same", "moved", "gone", "unclear"};
    return Json{{"event", "line_followed"},
                {"breakpoint", e.id.value()},
                {"what", words[static_cast<std::size_t>(e.what)]},
                {"file", e.from.file},
                {"from", e.from.line},
                {"line", e.line},
                {"text", e.text}};
}

/// Nothing for what another line says as well.
Json toJson(const session::SessionEvent& event)
{
    using namespace session;
    return std::visit(
        util::Overloaded{
            [](const LauncherStarted& e) {
                return Json{{"event", "launcher"}, {"pid", e.pid.value()}, {"command", e.command},
                            {"kind", e.kind},      {"way", e.way},         {"found", e.found}};
            },
            [](const LaunchProgress& e) {
                return Json{{"event", "progress"}, {"step", e.step}, {"done", e.done}, {"total", e.total}};
            },
            [](const JobLaunched& e) { return launched(e); },
            [](const JobHeld& e) {
                Json json = rankEvent("held", e.ranks);
                json["where"] = launchers::name(e.where);
                return json;
            },
            [](const NodeJoined& e) {
                Json json = rankEvent("daemon", e.ranks);
                json["host"] = e.host;
                return json;
            },
            [](const debug::RanksAttached&) { return Json(); },
            [](const debug::AttachFailed& e) { return rankError("error", e.ranks, e.error); },
            [](const JobAttached& e) {
                Json json = rankEvent("attached", e.attached);
                json["failed"] = e.failed.toString();
                return json;
            },
            [](const AttachedAgain& e) {
                Json json = rankEvent("attached_again", e.attached);
                json["failed"] = e.failed.toString();
                return json;
            },
            [](const debug::StopGroup& e) { return stopped(e); },
            [](const debug::RanksResumed& e) { return rankEvent("running", e.ranks); },
            [](const debug::RanksStand& e) { return rankEvent("standing", e.ranks); },
            [](const debug::SignalsSeen& e) { return signalSeen(e); },
            [](const RanksReleased& e) { return rankEvent("released", e.ranks); },
            [](const OutputText& e) { return output(e); },
            [](const BreakpointUpdated&) { return Json(); },
            [](const LineFollowed& e) { return lineFollowed(e); },
            [](const HoldChanged& e) { return rankEvent(e.on ? "on_hold" : "off_hold", e.ranks); },
            [](const BarrierReached& e) { return gathered(e); },
            [](const RanksApart& e) { return apart(e); },
            [](const CommandFailed& e) {
                Json json = rankError("error", e.ranks, e.error);
                json["command"] = e.what;
                return json;
            },
            [](const InputDone& e) { return e.result ? Json() : rankError("error", e.ranks, e.result.error()); },
            [](const debug::EngineBusy& e) {
                Json json = rankEvent("busy", e.ranks);
                json["what"] = e.what;
                json["seconds"] = e.since.count();
                return json;
            },
            [](const debug::RanksLost& e) { return rankError(hasEnded(e) ? "exited" : "lost", e.ranks, e.error); },
            [](const NodeSilence& e) {
                Json json = rankEvent(e.over ? "heard" : "silent", e.ranks);
                json["host"] = e.host;
                return json;
            },
            [](const NodeLost& e) { return nodeLost(e); },
            [](const debug::RanksExited& e) { return exited(e); },
            [](const debug::RanksDetached& e) { return rankEvent("detached", e.ranks); },
            [](const BackendWarning& e) {
                Json json{{"event", "warning"}};
                json.update(app::toJson(e.error));
                return json;
            },
            [](const BackendFailed& e) { return errorEvent(e.error); },
            [](const Ended& e) { return ended(e.status); },
            [](const CommandGiven&) { return Json(); },
            [](const Finished&) { return Json(); },
        },
        event);
}

} // namespace

void JsonPrinter::event(const session::SessionEvent& event)
{
    if (const auto* const job = std::get_if<session::JobLaunched>(&event))
        m_hosts = hostsOf(*job);
    Json json = toJson(event);
    if (json.is_null())
        return;
    if (const auto* const lost = std::get_if<debug::RanksLost>(&event); lost && !debug::hasEnded(*lost))
        json["host"] = hostOf(lost->ranks, m_hosts);
    m_out(lineOf(json));
}

void JsonPrinter::breakpoint(const session::Breakpoint& breakpoint)
{
    m_out(lineOf(Json{{"event", "breakpoint"}, {"breakpoint", app::toJson(breakpoint)}}));
}

void JsonPrinter::reply(const Reply& reply)
{
    m_out(lineOf(app::toJson(reply)));
}

void JsonPrinter::error(const util::Error& error, const std::string& command)
{
    Json json = errorEvent(error);
    if (!command.empty())
        json["command"] = command;
    m_out(lineOf(json));
}

} // namespace dbgr::app
