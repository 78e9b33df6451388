// SPDX-License-Identifier: BSD-3-Clause
#include "util/shell_words.h"

#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

namespace dbgr::util {

namespace {

constexpr std::string_view kShellOnly = "|&;<>";

bool isShellBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Error wordProblem(const char* what, const char* advice)
{
    return {std::make_error_code(std::errc::invalid_argument), what, advice};
}

class ShellSplitter
{
public:
    explicit ShellSplitter(std::string_view text) : m_text(text) {}

    Result<std::vector<std::string>> split()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            if (isShellBlank(c))
                endWord();
            else if (auto error = take(c))
                return fail(*std::move(error));
        }
        endWord();
        return std::move(m_words);
    }

private:
    std::optional<Error> take(char c)
    {
        if (c == '\'' || c == '"')
            return takeQuoted(c);
        if (c == '\\') {
            if (m_at == m_text.size())
                return wordProblem("A backslash stands at the end.", "Type what it is to be before, or take it away.");
            add(m_text.substr(m_at++, 1));
            return std::nullopt;
        }
        if (kShellOnly.find(c) != std::string_view::npos)
            return wordProblem("| & ; < > need a shell, and there is none here.",
                               "Put them in quotes if the program is to get them as they are.");
        const char* const home = c == '~' && !m_inWord && isEndOfHome() ? std::getenv("HOME") : nullptr;
        add(home ? std::string_view(home) : m_text.substr(m_at - 1, 1));
        return std::nullopt;
    }

    [[nodiscard]] bool isEndOfHome() const
    {
        return m_at == m_text.size() || m_text[m_at] == '/' || isShellBlank(m_text[m_at]);
    }

    std::optional<Error> takeQuoted(char quote)
    {
        add({}); // '' is a word, too
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == quote) {
                ++m_at;
                return std::nullopt;
            }
            const bool escapes = quote == '"' && c == '\\' && m_at + 1 < m_text.size() &&
                                 std::string_view("\"\\$`").find(m_text[m_at + 1]) != std::string_view::npos;
            m_at += escapes ? 1 : 0;
            add(m_text.substr(m_at++, 1));
        }
        return wordProblem("A quote has no end.", "Close it, or put a backslash before it.");
    }

    void add(std::string_view part)
    {
        m_inWord = true;
        m_word += part;
    }

    void endWord()
    {
        if (std::exchange(m_inWord, false))
            m_words.push_back(std::exchange(m_word, {}));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_inWord = false;
    std::string m_word;
    std::vector<std::string> m_words;
};

} // namespace

Result<std::vector<std::string>> splitShellWords(std::string_view text)
{
    return ShellSplitter(text).split();
}

std::string shellWord(const std::string& word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
        return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace dbgr::util
