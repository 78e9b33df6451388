// SPDX-License-Identifier: GPL-3.0-or-later
// A cursor over the words of a command line, which knows its column. Thread: any; it views the line.
#pragma once

#include "app/dbgr/app_error.h"
#include "util/result.h"
#include "util/string_util.h"

#include <string>
#include <string_view>

namespace dbgr::app {

class Words
{
public:
    explicit Words(std::string_view line) : m_line(line) {}

    /// The next word; "" at the end.
    std::string_view next()
    {
        skipBlanks();
        m_wordAt = m_at;
        while (m_at < m_line.size() && !isBlank(m_line[m_at]))
            ++m_at;
        return m_line.substr(m_wordAt, m_at - m_wordAt);
    }

    /// Takes only the first `size` bytes of the last word: the rest is the next one.
    std::string_view splitLast(std::size_t size)
    {
        m_at = m_wordAt + size;
        return m_line.substr(m_wordAt, size);
    }

    /// Takes the first `size` bytes of what is left, blanks at their beginning not counted, as one word.
    std::string_view take(std::size_t size)
    {
        skipBlanks();
        m_wordAt = m_at;
        m_at = std::min(m_at + size, m_line.size());
        return m_line.substr(m_wordAt, m_at - m_wordAt);
    }

    /// What next() will give.
    [[nodiscard]] std::string_view peek() const { return Words(*this).next(); }

    /// The rest of the line without blanks at its ends.
    std::string_view rest()
    {
        skipBlanks();
        m_wordAt = m_at;
        m_at = m_line.size();
        return util::trimmed(m_line.substr(m_wordAt));
    }

    /// The rest of the line byte for byte, but for the one blank that ended the last word.
    std::string_view verbatim()
    {
        m_wordAt = std::min(m_at + 1, m_line.size());
        m_at = m_line.size();
        return m_line.substr(m_wordAt);
    }

    [[nodiscard]] bool atEnd() const { return peek().empty(); }

    /// An error about the last word that was taken.
    [[nodiscard]] tl::unexpected<util::Error> bad(std::string_view why) const
    {
        const std::string column = "column " + std::to_string(m_wordAt + 1) + ": ";
        return util::fail(Errc::BadArgument, column + std::string(why));
    }

private:
    static bool isBlank(char c) { return c == ' ' || c == '\t'; }
    void skipBlanks()
    {
        while (m_at < m_line.size() && isBlank(m_line[m_at]))
            ++m_at;
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    std::size_t m_wordAt = 0;
};

} // namespace dbgr::app
