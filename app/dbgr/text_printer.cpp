// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_printer.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/text_reply.h"
#include "session/describe.h"
#include "session/error_text.h"

#include <utility>

namespace dbgr::app {

TextPrinter::TextPrinter(Writer out, Writer errors, SourceFiles& sources, Style style)
    : m_out(std::move(out)), m_errors(std::move(errors)), m_sources(sources), m_style(style)
{}

void TextPrinter::event(const session::SessionEvent& event)
{
    if (const auto* const text = std::get_if<session::OutputText>(&event))
        return output(*text);
    if (isRepeated(event))
        return;
    const auto story = session::storyOf(event);
    if (!story)
        return;
    tell(*story);
    if (const auto* const stop = std::get_if<debug::StopGroup>(&event))
        sourceLine(stop->cause.place().where);
}

bool TextPrinter::isRepeated(const session::SessionEvent& event)
{
    const auto* const progress = std::get_if<session::LaunchProgress>(&event);
    return progress && std::exchange(m_lastStep, progress->step) == progress->step;
}

void TextPrinter::tell(const session::Story& story)
{
    switch (story.tone) {
    case session::Tone::Command: // whoever gave it has seen it
    case session::Tone::Detail:
        return;
    case session::Tone::Quiet:
        return line(story.ranks, m_style.dim(story.text));
    case session::Tone::Plain:
        return line(story.ranks, story.text);
    case session::Tone::Good:
        return line(story.ranks, m_style.good(visible(story.text)));
    case session::Tone::Bad:
        return line(story.ranks, m_style.bad(visible(story.text)));
    case session::Tone::Outcome:
        return line(story.ranks, m_style.bold(story.text));
    case session::Tone::Failure:
        return m_errors(m_style.bad(bracketed(story.ranks)) + " " + story.text + "\n");
    case session::Tone::Warning:
        return m_errors(m_style.bad("Warning:") + " " + story.text + "\n");
    case session::Tone::Fatal:
        return m_errors(m_style.bad("Error:") + " " + story.text + "\n");
    }
}

void TextPrinter::line(const util::RankSet& ranks, const std::string& text)
{
    m_out((ranks.empty() ? "" : m_style.ranks(bracketed(ranks)) + " ") + text + "\n");
}

void TextPrinter::sourceLine(const debug::SourceLocation& where)
{
    if (const auto text = m_sources.line(where.file, where.line))
        m_out(m_style.dim(std::to_string(where.line)) + "  " + visible(*text) + "\n");
}

void TextPrinter::output(const session::OutputText& event)
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
    for (const debug::RankFailure& failure : reply.failures) {
        const util::Error why{failure.error.code, failure.error.message(), {}};
        line(failure.ranks, m_style.bad(visible(session::errorText(failure.ranks, why))));
    }
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
