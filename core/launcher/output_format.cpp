// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/output_format.h"

#include <array>

namespace dbgr::launcher {

using pmix::IofChannel;

namespace {

/// As ctime() writes it: "Sat Nov 21 09:33:27 2026".
std::string timeText(std::time_t when)
{
    std::tm parts{};
    std::array<char, 64> text{};
    if (localtime_r(&when, &parts) == nullptr)
        return {};
    return {text.data(), std::strftime(text.data(), text.size(), "%a %b %e %H:%M:%S %Y", &parts)};
}

/// Control characters by number, as OpenPMIx does; the text's own encoding is left alone.
void appendEscaped(std::string& to, std::string_view text)
{
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '&') {
            to += "&amp;";
        } else if (letter == '<') {
            to += "&lt;";
        } else if (letter == '>') {
            to += "&gt;";
        } else if (code < 32 || code == 127) {
            const std::string number = std::to_string(code);
            to += "&#" + std::string(3 - number.size(), '0') + number + ";";
        } else {
            to += letter;
        }
    }
}

std::string attribute(std::string_view name, std::string_view value)
{
    std::string text = " " + std::string(name) + "=\"";
    appendEscaped(text, value);
    return text + "\"";
}

/// The part behind the last '@', which numbers the job; the whole where there is none.
std::string_view shortJob(std::string_view nspace)
{
    return nspace.substr(nspace.rfind('@') + 1);
}

} // namespace

std::string_view streamName(IofChannel channel)
{
    switch (channel) {
    case IofChannel::Stdin:
        return "stdin";
    case IofChannel::Stderr:
        return "stderr";
    case IofChannel::Stddiag:
        return "stddiag";
    default:
        return "stdout";
    }
}

OutputFormatter::OutputFormatter(OutputSpec spec, OutputJob job)
    : m_spec(std::move(spec)), m_job(std::move(job)),
      m_marked(m_spec.tag || m_spec.tagDetailed || m_spec.tagFullname || m_spec.rank || m_spec.timestamp || m_spec.xml)
{}

std::string_view OutputFormatter::format(util::Rank rank, IofChannel channel, std::string_view bytes)
{
    const Key key(rank, channel);
    Stream& stream = m_streams[key];
    if (!m_marked)
        return passOn(stream, bytes);
    refreshMark(stream, key);
    m_ready.clear();
    const std::string_view name = streamName(channel);
    for (auto newline = bytes.find('\n'); newline != std::string_view::npos; newline = bytes.find('\n')) {
        if (stream.held.empty()) {
            putLine(stream, bytes.substr(0, newline + 1), name);
        } else {
            stream.held += bytes.substr(0, newline + 1);
            putLine(stream, stream.held, name);
            stream.held.clear();
        }
        bytes.remove_prefix(newline + 1);
    }
    stream.held += bytes;
    if (!stream.held.empty() && (m_spec.raw || stream.held.size() > kMaxHeldBytes)) {
        putLine(stream, stream.held, name);
        stream.held.clear();
    }
    return m_ready;
}

std::string_view OutputFormatter::end(util::Rank rank, IofChannel channel)
{
    m_ready.clear();
    const auto found = m_streams.find(Key(rank, channel));
    if (found == m_streams.end())
        return m_ready;
    Stream& stream = found->second;
    if (!m_marked) {
        m_ready = std::move(stream.held);
    } else {
        refreshMark(stream, found->first);
        if (!stream.held.empty())
            putLine(stream, stream.held, streamName(channel));
        if (stream.midLine)
            m_ready += '\n'; // the next mark stands at the beginning of a line
    }
    m_streams.erase(found);
    return m_ready;
}

std::string_view OutputFormatter::passOn(Stream& stream, std::string_view bytes)
{
    const auto newline = bytes.rfind('\n');
    std::size_t now = bytes.size();
    if (!m_spec.raw && bytes.size() >= kCutBlockBytes && newline != std::string_view::npos)
        now = newline + 1;
    if (stream.held.empty()) {
        stream.held = bytes.substr(now);
        return bytes.substr(0, now);
    }
    m_ready = std::move(stream.held);
    m_ready += bytes.substr(0, now);
    stream.held = bytes.substr(now);
    return m_ready;
}

/// \param text with its newline, or a piece of a line
void OutputFormatter::putLine(Stream& stream, std::string_view text, std::string_view name)
{
    if (m_spec.xml) {
        m_ready += stream.mark;
        appendEscaped(m_ready, text);
        m_ready += "</" + std::string(name) + ">\n";
        return;
    }
    if (!stream.midLine)
        m_ready += stream.mark;
    m_ready += text;
    stream.midLine = !text.ends_with('\n');
}

void OutputFormatter::refreshMark(Stream& stream, const Key& key)
{
    std::time_t now = 0;
    if (m_spec.timestamp)
        now = m_job.now ? m_job.now() : std::time(nullptr);
    if (!stream.mark.empty() && now == stream.markTime)
        return;
    stream.markTime = now;
    const std::string time = m_spec.timestamp ? timeText(now) : std::string();
    stream.mark = m_spec.xml ? xmlMark(key, time) : lineMark(key, time);
}

std::string OutputFormatter::lineMark(const Key& key, const std::string& time) const
{
    const std::string rank = std::to_string(key.first.value());
    std::string mark = time.empty() ? "" : "[" + time + "]";
    if (m_spec.tag) {
        mark += "[" + std::string(shortJob(m_job.nspace)) + "," + rank + "]";
    } else if (m_spec.tagDetailed) {
        const auto pid = pidOf(key.first);
        mark += "[" + (m_spec.tagFullname ? m_job.nspace : std::string(shortJob(m_job.nspace))) + "," + rank + "][" +
                (m_job.host.empty() ? "unknown" : m_job.host) + ":" + (pid ? std::to_string(pid->value()) : "unknown") +
                "]";
    } else if (m_spec.tagFullname) {
        mark += "[" + m_job.nspace + "," + rank + "]";
    } else if (m_spec.rank) {
        mark += "[" + rank + "]";
    }
    return mark + "<" + std::string(streamName(key.second)) + ">: ";
}

std::string OutputFormatter::xmlMark(const Key& key, const std::string& time) const
{
    std::string mark = "<" + std::string(streamName(key.second));
    if (m_spec.tag && m_job.nspace.find('@') != std::string::npos)
        mark += attribute("jobid", shortJob(m_job.nspace));
    else if (m_spec.tag || m_spec.tagDetailed || m_spec.tagFullname)
        mark += attribute("nspace", m_job.nspace);
    mark += attribute("rank", std::to_string(key.first.value()));
    if (m_spec.tagDetailed && !m_spec.tag) {
        const auto pid = pidOf(key.first);
        mark += attribute("host", m_job.host.empty() ? "unknown" : m_job.host);
        mark += attribute("pid", pid ? std::to_string(pid->value()) : "unknown");
    }
    if (!time.empty())
        mark += attribute("timestamp", time);
    return mark + ">";
}

std::optional<util::Pid> OutputFormatter::pidOf(util::Rank rank) const
{
    return m_job.pidOf ? m_job.pidOf(rank) : std::nullopt;
}

} // namespace dbgr::launcher
