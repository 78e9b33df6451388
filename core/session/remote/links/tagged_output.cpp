// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/tagged_output.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace dbgr::session {

namespace {

constexpr std::size_t kMaxDigits = 10;
constexpr std::size_t kMaxPadding = 10;
constexpr std::uint64_t kOrteMainJob = 1; // 0 is ORTE itself, others were spawned by ranks or are tools

} // namespace

/// Walks over what may be a tag. After the first thing that does not fit, or the end, it stays where it is.
class TaggedOutput::Reader
{
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    void literal(std::string_view wanted)
    {
        const std::string_view here = m_text.substr(m_at, wanted.size());
        if (!m_fits || m_ended)
            return;
        m_fits = wanted.starts_with(here);
        m_ended = m_fits && here.size() < wanted.size();
        m_at += m_fits && !m_ended ? here.size() : 0;
    }
    /// One of several words.
    void word(std::string_view& found, std::initializer_list<std::string_view> words)
    {
        const Reader before = *this;
        for (const std::string_view wanted : words) {
            *this = before;
            literal(wanted);
            found = wanted;
            if (m_fits)
                return; // or it may become one
        }
    }
    void padding()
    {
        for (std::size_t i = 0; i < kMaxPadding && m_fits && !m_ended && m_text.substr(m_at, 1) == " "; ++i)
            ++m_at;
    }
    std::uint64_t number()
    {
        std::uint64_t value = 0;
        std::size_t digits = 0;
        for (; m_fits && !m_ended && m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9' &&
               digits < kMaxDigits;
             ++digits, ++m_at)
            value = value * 10 + static_cast<unsigned>(m_text[m_at] - '0');
        m_ended = m_ended || (m_fits && m_at == m_text.size());
        m_fits = m_fits && (m_ended || digits > 0);
        return value;
    }
    [[nodiscard]] Verdict verdict() const
    {
        if (!m_fits)
            return Verdict::Text;
        return m_ended ? Verdict::Unfinished : Verdict::Tag;
    }
    [[nodiscard]] std::size_t at() const { return m_at; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_fits = true;
    bool m_ended = false;
};

TaggedOutput::Stream& TaggedOutput::stream(OutputChannel channel)
{
    return channel == OutputChannel::Stdout ? m_stdout : m_stderr;
}

TaggedOutput::Verdict TaggedOutput::readTag(std::string_view text, OutputChannel channel, Tag& tag) const
{
    Reader reader(text);
    std::uint64_t job = kOrteMainJob;
    std::uint64_t rank = 0;
    std::string_view word;
    switch (m_syntax) {
    case TagSyntax::Orte:
        reader.literal("[");
        job = reader.number();
        reader.literal(",");
        rank = reader.number();
        reader.literal("]<");
        reader.word(word, {"stdout", "stderr", "stddiag"});
        reader.literal(">:");
        channel = word == "stdout" ? OutputChannel::Stdout : OutputChannel::Stderr;
        break;
    case TagSyntax::Hydra:
        reader.literal("[");
        rank = reader.number();
        reader.literal("] ");
        break;
    case TagSyntax::Slurm:
        reader.padding();
        rank = reader.number();
        reader.literal(": ");
        break;
    }
    const Verdict verdict = reader.verdict();
    if (verdict != Verdict::Tag)
        return verdict;
    if (job == kOrteMainJob && rank >= m_jobSize) // which is no larger than a rank may be
        return Verdict::Text;
    // The tag of another job is left where it is: nothing else would say whose that text is.
    tag = job == kOrteMainJob ? Tag{{util::Rank(static_cast<std::uint32_t>(rank)), channel}, reader.at()}
                              : Tag{{std::nullopt, channel}, 0};
    return verdict;
}

bool TaggedOutput::mayBeTagged(const Stream& stream, std::size_t at) const
{
    return stream.atLineStart || m_syntax == TagSyntax::Orte || (m_syntax == TagSyntax::Hydra && at == 0);
}

std::vector<OutputBytes> TaggedOutput::feed(const OutputBytes& read)
{
    Stream& stream = this->stream(read.channel);
    const std::string bytes = std::exchange(stream.held, {}) + read.data;
    const std::string_view text = bytes;
    std::vector<OutputBytes> parts;
    const auto put = [&parts, &stream](std::string_view part) {
        const bool same = !parts.empty() && Owner{parts.back().rank, parts.back().channel} == stream.owner;
        if (same)
            parts.back().data += part;
        else if (!part.empty())
            parts.push_back({stream.owner.rank, stream.owner.channel, std::string(part)});
    };
    for (std::size_t at = 0; at < text.size();) {
        Tag tag{{std::nullopt, read.channel}, 0};
        const bool allowed = mayBeTagged(stream, at);
        const Verdict verdict = allowed ? readTag(text.substr(at), read.channel, tag) : Verdict::Text;
        if (verdict == Verdict::Unfinished) {
            stream.held = text.substr(at);
            break;
        }
        if (verdict == Verdict::Tag || stream.atLineStart)
            stream.owner = tag.owner;
        at += tag.sizeBytes;
        if (at == text.size()) { // only the tag came: its text will be no line start's
            stream.atLineStart = false;
            break;
        }
        // All that surely belongs to the same owner: up to a line's end, or to where the next tag may be.
        const std::size_t newline = std::min(text.find('\n', at), text.size() - 1);
        const std::size_t bracket = m_syntax == TagSyntax::Orte ? text.find('[', at + 1) : std::string_view::npos;
        const std::size_t end = std::min(newline + 1, bracket);
        put(text.substr(at, end - at));
        stream.atLineStart = text[end - 1] == '\n';
        at = end;
    }
    return parts;
}

std::vector<OutputBytes> TaggedOutput::finish()
{
    std::vector<OutputBytes> parts;
    for (Stream* stream : {&m_stdout, &m_stderr}) {
        if (stream->held.empty())
            continue;
        if (stream->atLineStart)
            stream->owner.rank.reset();
        parts.push_back({stream->owner.rank, stream->owner.channel, std::exchange(stream->held, {})});
    }
    return parts;
}

} // namespace dbgr::session
