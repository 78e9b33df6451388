// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_printer.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/text_reply.h"
#include "session/describe.h"
#include "session/error_text.h"

#include <map>

namespace dbgr::app {

namespace {

std::string bracketed(const util::RankSet& ranks)
{
    return "[" + session::shortRanks(ranks) + "]";
}

std::string countOfRanks(const util::RankSet& ranks)
{
    return ranks.size() == 1 ? "1 rank" : std::to_string(ranks.size()) + " ranks";
}

/// "4 ranks on n01, n02"; many hosts are counted.
std::string placesText(const session::JobLaunched& job)
{
    constexpr std::size_t kMostHosts = 4;
    std::map<std::string, util::RankSet> hosts;
    util::RankSet all;
    for (const session::RankPlace& place : job.ranks) {
        hosts[place.host].insert(place.rank);
        all.insert(place.rank);
    }
    std::string text = countOfRanks(all) + " on ";
    if (hosts.size() > kMostHosts)
        return text + std::to_string(hosts.size()) + " hosts";
    for (const auto& [host, ranks] : hosts)
        text += (host == hosts.begin()->first ? "" : ", ") + host + (hosts.size() > 1 ? " " + bracketed(ranks) : "");
    return text;
}

const char* holdText(session::HoldPoint hold)
{
    switch (hold) {
    case session::HoldPoint::Init:
        return "in MPI_Init";
    case session::HoldPoint::Exec:
        return "before the program's first instruction";
    case session::HoldPoint::App:
        return "at the end of MPI_Init";
    case session::HoldPoint::None:
        break;
    }
    return "nowhere";
}

} // namespace

TextPrinter::TextPrinter(Writer out, Writer errors, SourceFiles& sources, Style style)
    : m_out(std::move(out)), m_errors(std::move(errors)), m_sources(sources), m_style(style)
{}

void TextPrinter::event(const session::SessionEvent& event)
{
    std::visit([this](const auto& e) { show(e); }, event);
}

void TextPrinter::line(const util::RankSet& ranks, const std::string& text)
{
    m_out(m_style.ranks(bracketed(ranks)) + " " + text + "\n");
}

void TextPrinter::sourceLine(const debug::SourceLocation& where)
{
    if (const auto text = m_sources.line(where.file, where.line))
        m_out(m_style.dim(std::to_string(where.line)) + "  " + visible(*text) + "\n");
}

void TextPrinter::show(const session::LauncherStarted& event)
{
    m_out("Started " + event.command + (event.kind.empty() ? "" : " (" + event.kind + ")") + ", process " +
          std::to_string(event.pid.value()) + ".\n");
}

void TextPrinter::show(const session::LaunchProgress& event)
{
    if (std::exchange(m_lastStep, event.step) != event.step)
        m_out(m_style.dim(event.step + " ...") + "\n");
}

void TextPrinter::show(const session::JobLaunched& event)
{
    m_out("The job " + event.nspace + " has " + placesText(event) + ".\n");
}

void TextPrinter::show(const session::JobHeld& event)
{
    line(event.ranks, std::string("held ") + holdText(event.where));
}

void TextPrinter::show(const session::JobAttached& event)
{
    if (!event.attached.empty())
        line(event.attached, "attached");
}

void TextPrinter::show(const debug::AttachFailed& event)
{
    m_errors(m_style.bad(bracketed(event.ranks)) + " " + session::errorText(event.error) + "\n");
}

void TextPrinter::show(const debug::StopGroup& event)
{
    if (event.cause.reason == debug::StopReason::Attached)
        return; // JobAttached has said so
    const std::string text = visible(session::describe(event.cause));
    line(event.ranks, event.cause.isCrash() ? m_style.bad(text) : m_style.good(text));
    sourceLine(event.cause.top.where);
}

void TextPrinter::show(const session::OutputText& event)
{
    const std::string who = event.rank ? std::to_string(event.rank->value()) : "launcher";
    const std::string mark = "[" + who + (event.channel == session::OutputChannel::Stderr ? "!" : "") + "]";
    std::string lines;
    std::string_view left = event.text;
    while (!left.empty()) {
        const std::size_t end = left.find('\n');
        std::string_view text = left.substr(0, end);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        lines += m_style.dim(mark) + " " + visible(text) + "\n";
    }
    m_out(lines);
}

void TextPrinter::show(const session::CommandFailed& event)
{
    m_errors(m_style.bad(bracketed(event.ranks)) + " " + event.what + ": " + session::errorText(event.error) + "\n");
}

void TextPrinter::show(const session::InputDone& event)
{
    if (!event.result)
        m_errors(m_style.bad(bracketed(event.ranks)) + " " + session::errorText(event.result.error()) + "\n");
}

void TextPrinter::show(const debug::EngineBusy& event)
{
    line(event.ranks, m_style.dim("still busy: " + event.what + ", for " + std::to_string(event.since.count()) + " s"));
}

void TextPrinter::show(const debug::RanksLost& event)
{
    m_errors(m_style.bad(bracketed(event.ranks)) + " lost: " + session::errorText(event.error) + "\n");
}

void TextPrinter::show(const session::NodeLost& event)
{
    m_errors(m_style.bad(bracketed(event.ranks)) + " lost, with the daemon on " + event.host + ": " +
             session::errorText(event.error) + "\n");
}

void TextPrinter::show(const debug::RanksExited& event)
{
    const std::string text = session::describeExit(event.status, event.signal);
    line(event.ranks, event.status == 0 && event.signal == 0 ? text : m_style.bad(text));
}

void TextPrinter::show(const debug::RanksDetached& event)
{
    line(event.ranks, "detached, and on their own");
}

void TextPrinter::show(const session::BackendWarning& event)
{
    m_errors(m_style.bad("Warning:") + " " + session::errorText(event.error) + "\n");
}

void TextPrinter::show(const session::BackendFailed& event)
{
    m_errors(m_style.bad("Error:") + " " + session::errorText(event.error) + "\n");
}

void TextPrinter::show(const session::Ended& event)
{
    const session::JobStatus& status = event.status;
    std::string text = "The job has ended with status " + std::to_string(status.exitStatus);
    if (status.firstFailed)
        text += "; rank " + std::to_string(status.firstFailed->value()) + " failed first";
    m_out(m_style.bold(text + ".") + "\n");
}

void TextPrinter::breakpoint(const session::Breakpoint& breakpoint)
{
    m_out(breakpointText(breakpoint));
}

void TextPrinter::command(const std::string& prompt, const std::string& line)
{
    m_out(m_style.bold(prompt + line) + "\n");
}

void TextPrinter::reply(const Reply& reply)
{
    m_out(replyText(reply, m_style, m_sources));
    for (const debug::RankFailure& failure : reply.failures)
        line(failure.ranks, m_style.bad(visible(failure.error.message())));
}

void TextPrinter::error(const util::Error& error, const std::string&)
{
    m_errors(m_style.bad("Error:") + " " + session::errorText(error) + "\n");
}

void TextPrinter::note(const std::string& text)
{
    m_out(m_style.dim(text) + "\n");
}

} // namespace dbgr::app
