// SPDX-License-Identifier: BSD-3-Clause
#include "session/source_search.h"

#include "session/session_error.h"
#include "util/source_text.h"
#include "util/text_encoding.h"

#include <locale.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace dbgr::session {

namespace {

char small(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

bool hasCapital(std::string_view text)
{
    return std::any_of(text.begin(), text.end(),
                       [](char letter) { return std::isupper(static_cast<unsigned char>(letter)) != 0; });
}

/// The same without what is behind a backslash: \W is no capital.
bool expressionHasCapital(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (std::isupper(static_cast<unsigned char>(text[i])) != 0)
            return true;
    }
    return false;
}

/// Letters are those of UTF-8 while this lives, as lines are, whatever the user's locale is.
class Utf8Letters
{
public:
    Utf8Letters() : m_before(locale() ? ::uselocale(locale()) : nullptr) {}
    ~Utf8Letters()
    {
        if (m_before)
            ::uselocale(m_before);
    }
    Utf8Letters(const Utf8Letters&) = delete;
    Utf8Letters& operator=(const Utf8Letters&) = delete;

private:
    /// Null on systems that do not have it.
    static locale_t locale()
    {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return utf8;
    }

    locale_t m_before;
};

} // namespace

struct LinePattern::Compiled
{
    Compiled(const std::string& text, int flags)
    {
        const Utf8Letters letters;
        error = ::regcomp(&expression, text.c_str(), flags);
    }
    ~Compiled()
    {
        if (error == 0)
            ::regfree(&expression);
    }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;
    [[nodiscard]] std::string problem() const
    {
        std::array<char, 200> words{};
        ::regerror(error, &expression, words.data(), words.size());
        return words.data();
    }

    regex_t expression{};
    int error = 0; // 0: none
};

util::Result<LinePattern> LinePattern::read(std::string_view written)
{
    constexpr std::size_t kMostWritten = 1000; // what a person types; longer expressions may take long to compile
    if (written.empty() || written.size() > kMostWritten || written.find('\0') != std::string_view::npos)
        return util::fail(Errc::BadPattern,
                          written.empty() ? "nothing is said of what is to be looked for"
                                          : "what is to be looked for has more than 1000 letters, or a zero byte");
    LinePattern pattern;
    if (written.size() > 2 && written.front() == '/' && written.back() == '/') {
        const std::string expression(written.substr(1, written.size() - 2));
        const int flags = REG_EXTENDED | (expressionHasCapital(expression) ? 0 : REG_ICASE);
        const auto compiled = std::make_shared<Compiled>(expression, flags);
        if (compiled->error != 0)
            return util::fail(Errc::BadPattern,
                              "/" + expression + "/ is no regular expression: " + compiled->problem());
        pattern.m_expression = compiled;
        return pattern;
    }
    pattern.m_words = written;
    pattern.m_anyCase = !hasCapital(written);
    return pattern;
}

std::optional<LinePattern::Match> LinePattern::in(std::string_view line) const
{
    line = line.substr(0, util::beginOfCharacter(line, kMostBytes));
    if (m_expression) {
        const std::string ended(line);
        regmatch_t match{};
        const Utf8Letters letters;
        if (::regexec(&m_expression->expression, ended.c_str(), 1, &match, 0) != 0)
            return std::nullopt;
        return Match{static_cast<std::size_t>(match.rm_so), static_cast<std::size_t>(match.rm_eo - match.rm_so)};
    }
    const auto found = std::search(line.begin(), line.end(), m_words.begin(), m_words.end(),
                                   [this](char one, char word) { return (m_anyCase ? small(one) : one) == word; });
    if (found == line.end())
        return std::nullopt;
    return Match{static_cast<std::size_t>(found - line.begin()), m_words.size()};
}

std::optional<std::vector<FoundLine>> linesWith(const LinePattern& pattern, const std::string& path, std::size_t most)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) > kMostSearched ||
        error)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (!util::isSourceText(bytes))
        return std::nullopt;
    std::vector<FoundLine> found;
    std::uint32_t number = 0;
    for (std::string_view left = util::withoutByteOrderMark(bytes); found.size() < most && !left.empty();) {
        ++number;
        std::string line = util::sourceLineText(util::takeSourceLine(left));
        if (const auto match = pattern.in(line)) {
            line.resize(util::beginOfCharacter(line, std::min(line.size(), LinePattern::kMostBytes)));
            found.push_back({number, std::move(line), *match});
        }
    }
    return found;
}

} // namespace dbgr::session
