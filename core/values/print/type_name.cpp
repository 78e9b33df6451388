// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/type_name.h"

#include "util/string_util.h"
#include "values/dwarf/enclosing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestArguments = 40;
constexpr std::size_t kLongestTypeName = 100'000;

using Arguments = std::vector<std::string>;

bool isNameLetter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// --- defaults --------------------------------------------------------------------------------------------------------

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& all)
{
    return std::find(all.begin(), all.end(), name) != all.end();
}

std::string ofArgument(std::string_view name, const std::string& argument)
{
    return std::string(name) + "<" + argument + ">";
}

/// Whether the last argument is what the library puts there if nobody says anything. All were shortened.
bool isDefaultArgument(std::string_view name, const Arguments& arguments)
{
    static constexpr std::array<std::string_view, 15> kAllocating{"std::vector",
                                                                  "std::deque",
                                                                  "std::list",
                                                                  "std::forward_list",
                                                                  "std::set",
                                                                  "std::multiset",
                                                                  "std::map",
                                                                  "std::multimap",
                                                                  "std::unordered_set",
                                                                  "std::unordered_map",
                                                                  "std::unordered_multiset",
                                                                  "std::unordered_multimap",
                                                                  "std::basic_string",
                                                                  "std::match_results",
                                                                  "std::basic_stringstream"};
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kOfFirst{
        {{"std::set", "std::less"},
         {"std::multiset", "std::less"},
         {"std::map", "std::less"},
         {"std::multimap", "std::less"},
         {"std::priority_queue", "std::less"},
         {"std::priority_queue", "std::vector"},
         {"std::stack", "std::deque"},
         {"std::queue", "std::deque"},
         {"std::unique_ptr", "std::default_delete"},
         {"std::basic_string", "std::char_traits"},
         {"std::basic_string_view", "std::char_traits"}}};
    const std::string& last = arguments.back();
    if (isOneOf(name, kAllocating) && last.starts_with("std::allocator<"))
        return true;
    const auto isOfFirst = [&](const auto& one) {
        return one.first == name && last == ofArgument(one.second, arguments.front());
    };
    if (std::any_of(kOfFirst.begin(), kOfFirst.end(), isOfFirst))
        return true;
    if (name.starts_with("std::unordered_"))
        return last == ofArgument("std::hash", arguments.front()) ||
               last == ofArgument("std::equal_to", arguments.front());
    if (name.starts_with("std::basic_"))
        return last == ofArgument("std::char_traits", arguments.front());
    return name == "std::span" && last == "18446744073709551615";
}

/// Eigen's last three: how it lies, and the most rows and columns.
void dropEigenDefaults(std::string_view name, Arguments& arguments)
{
    constexpr std::size_t kAll = 6;
    if ((name != "Eigen::Matrix" && name != "Eigen::Array") || arguments.size() != kAll)
        return;
    const bool isRow = arguments[1] == "1" && arguments[2] != "1";
    if (arguments[3] == (isRow ? "1" : "0") && arguments[4] == arguments[1] && arguments[5] == arguments[2])
        arguments.resize(3);
}

std::string joinedTexts(const Arguments& arguments)
{
    std::string all;
    for (const std::string& argument : arguments)
        all += (all.empty() ? "" : ", ") + argument;
    return all;
}

std::string templateText(const std::string& name, Arguments arguments)
{
    dropEigenDefaults(name, arguments);
    while (arguments.size() > 1 && isDefaultArgument(name, arguments))
        arguments.pop_back();
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTexts{
        {{"char", ""}, {"wchar_t", "w"}, {"char8_t", "u8"}, {"char16_t", "u16"}, {"char32_t", "u32"}}};
    for (const char* const text : {"string", "string_view"}) {
        for (const auto& [letter, prefix] : kTexts) {
            if (arguments.size() == 1 && arguments[0] == letter && name == "std::basic_" + std::string(text))
                return "std::" + std::string(prefix) + text;
        }
    }
    return name + "<" + joinedTexts(arguments) + ">";
}

// --- numbers ---------------------------------------------------------------------------------------------------------

bool isWordOfNumber(std::string_view word)
{
    static constexpr std::array<std::string_view, 7> kWords{"long",  "unsigned", "signed",  "int",
                                                            "short", "char",     "__int128"};
    return isOneOf(word, kWords);
}

/// "unsigned long" of "long", "unsigned", "int".
std::string numberName(const std::vector<std::string>& words)
{
    const auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
    std::string name = count("unsigned") > 0 ? "unsigned " : count("signed") > 0 && count("char") > 0 ? "signed " : "";
    if (count("char") > 0)
        return name + "char";
    if (count("short") > 0)
        return name + "short";
    if (count("__int128") > 0)
        return name + "__int128";
    if (count("long") == 0)
        return name + "int";
    return name + (count("long") > 1 ? "long long" : "long");
}

/// "3" of "3ul", which compilers write or do not.
std::string withoutNumberSuffix(std::string number)
{
    const std::size_t end = number.find_last_not_of("uUlL");
    const bool isDecimal = number.find_first_not_of("0123456789uUlL") == std::string::npos;
    if (isDecimal && end != std::string::npos)
        number.resize(end + 1);
    return number;
}

// --- parsing ---------------------------------------------------------------------------------------------------------

/// How many brackets more are open behind the letter. An arrow closes none.
int bracketStep(std::string_view text, std::size_t at)
{
    const char c = text[at];
    if (c == '>')
        return at > 0 && text[at - 1] == '-' ? 0 : -1;
    return std::string_view("([{<").find(c) != std::string_view::npos  ? 1
           : std::string_view(")]}").find(c) != std::string_view::npos ? -1
                                                                       : 0;
}

/// Of one name, arguments of templates and all.
class TypeNameParser
{
public:
    TypeNameParser(std::string_view text, unsigned depth) : m_text(text), m_depth(depth) {}

    /// Nothing: it is not understood.
    [[nodiscard]] std::optional<std::string> run()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == ' ') {
                ++m_at;
                m_hadBlank = true;
                continue;
            }
            if (isNameLetter(c) || m_text.substr(m_at).starts_with("::"))
                addName();
            else if (c == '*' || c == '&')
                addMark(c);
            else if (!addRaw())
                return std::nullopt;
            m_hadBlank = false;
            if (m_isBad)
                return std::nullopt;
        }
        addWords();
        return m_result;
    }

private:
    [[nodiscard]] std::string word()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isNameLetter(m_text[m_at]))
            ++m_at;
        return std::string(m_text.substr(begin, m_at - begin));
    }
    /// a::b<c>::d, without inline namespaces of the library.
    void addName()
    {
        std::string name;
        const bool isContinued = m_text[m_at] == ':' && !m_result.empty() && m_text[m_at - 1] != ' ';
        while (m_at < m_text.size()) {
            if (m_text.substr(m_at).starts_with("::")) {
                m_at += 2;
                if (!name.empty() && !name.ends_with("::"))
                    name += "::";
            } else if (isNameLetter(m_text[m_at])) {
                const std::string part = word();
                const bool isMore = m_text.substr(m_at).starts_with("::");
                const bool isInline = isMore && name.starts_with("std::") && (part.starts_with("__") || part == "_V2");
                if (!isInline)
                    name += part;
            } else if (m_text[m_at] == '<' && !name.empty() && !name.ends_with("operator")) {
                name = templateText(name, arguments());
            } else if (m_text[m_at] == '(' && name.ends_with("::")) {
                name += rawGroup();
            } else {
                break;
            }
            if (m_isBad)
                return;
        }
        if (isWordOfNumber(name)) {
            m_words.push_back(name);
            return;
        }
        addWords();
        const bool isBare = m_result.find_first_of("*&()") == std::string::npos;
        if (isContinued)
            m_result += "::" + name;
        else if (name == "const" && isBare && !m_result.empty() && !m_result.starts_with("const "))
            m_result = "const " + m_result; // compilers write it behind
        else
            append(withoutNumberSuffix(name));
    }
    void addWords()
    {
        if (!m_words.empty())
            append(numberName(m_words));
        m_words.clear();
    }
    void addMark(char mark)
    {
        addWords();
        const bool isLoose =
            !m_result.empty() && std::string_view("*&( ").find(m_result.back()) == std::string_view::npos;
        m_result += isLoose ? " " : "";
        m_result += mark;
        ++m_at;
    }
    void append(const std::string& name)
    {
        const char last = m_result.empty() ? '(' : m_result.back();
        const bool isBehind = isNameLetter(last) || last == '>' || (last == ')' && m_hadBlank);
        m_result += (isBehind ? " " : "") + name;
    }
    /// Up to the bracket that closes the one here.
    [[nodiscard]] std::string rawGroup()
    {
        const std::size_t begin = m_at;
        int open = 0;
        for (; m_at < m_text.size(); ++m_at) {
            open += bracketStep(m_text, m_at);
            if (open == 0) {
                ++m_at;
                return std::string(m_text.substr(begin, m_at - begin));
            }
        }
        m_isBad = true;
        return {};
    }
    [[nodiscard]] bool addRaw()
    {
        addWords();
        const char c = m_text[m_at];
        if (c == '(' || c == '[' || c == '{' || c == '<') {
            const bool isApart = c == '(' && m_hadBlank && !m_result.empty() && m_result.back() != '(';
            m_result += (isApart ? " " : "") + (c == '(' ? "(" + joinedTexts(arguments()) + ")" : rawGroup());
            return !m_isBad;
        }
        if (c == ')' || c == ']' || c == '}' || c == '>')
            return false;
        m_result += c;
        ++m_at;
        return true;
    }
    /// Of a template; each shortened.
    [[nodiscard]] Arguments arguments()
    {
        const std::string group = rawGroup();
        if (m_isBad || group.size() < 2 || m_depth == kDeepestArguments) {
            m_isBad = true;
            return {};
        }
        Arguments all;
        std::size_t begin = 1;
        int open = 0;
        for (std::size_t i = 1; i < group.size(); ++i) {
            const char c = group[i];
            const bool isEnd = open == 0 && (c == ',' || i + 1 == group.size());
            open += bracketStep(group, i);
            if (!isEnd)
                continue;
            const std::string_view one = util::trimmed(std::string_view(group).substr(begin, i - begin));
            auto shortened = TypeNameParser(one, m_depth + 1).run();
            if (!shortened)
                m_isBad = true;
            if (!one.empty())
                all.push_back(shortened.value_or(""));
            begin = i + 1;
        }
        return all;
    }

    std::string_view m_text;
    unsigned m_depth;
    std::size_t m_at = 0;
    std::string m_result;
    std::vector<std::string> m_words; // of a number's name, in any order
    bool m_isBad = false;
    bool m_hadBlank = false; // before what is being read
};

bool isCLike(const Type& type)
{
    return type.language == Language::C || type.language == Language::Cxx;
}

} // namespace

std::string shortTypeName(std::string_view qualified)
{
    if (qualified.size() > kLongestTypeName)
        return std::string(qualified);
    return TypeNameParser(qualified, 0).run().value_or(std::string(qualified));
}

const std::string& shortTypeName(const Type& type)
{
    if (type.name.empty() || !isCLike(type))
        return type.name;
    if (!type.shownName.empty())
        return type.shownName;
    if (type.unqualified) {
        const std::string& inner = shortTypeName(*type.unqualified);
        const std::size_t added = type.name.size() - std::min(type.unqualified->name.size(), type.name.size());
        return type.shownName = type.name.substr(0, added) + inner;
    }
    const std::optional<Die>& entry = type.alias ? type.alias : type.die;
    const bool hasScope =
        entry && type.language == Language::Cxx && type.kind != TypeKind::Void &&
        (type.alias || type.isRecord() || type.kind == TypeKind::Enumeration || type.kind == TypeKind::Incomplete);
    const bool isNamed = hasScope && entry->name() == type.name;
    return type.shownName = shortTypeName(isNamed ? qualifiedName(*entry) : type.name);
}

} // namespace dbgr::values
