// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/path.h"

#include <cctype>
#include <cstddef>

namespace dbgr::values {

namespace {

constexpr std::size_t kLongestPath = 2000;

bool isWordPart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80);
}

/// Past the quotes, parentheses or brackets that begin at `at`, with all in them.
std::size_t pastEnclosed(std::string_view text, std::size_t at)
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            for (++at; at < text.size() && text[at] != c; ++at)
                at += text[at] == '\\' ? 1 : 0;
        }
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return text.size();
}

/// Whether subscripts and members may follow it as it stands: no operator is outside of its parentheses.
bool isPostfix(std::string_view text)
{
    std::size_t at = text.starts_with("static_cast<") ? text.find('>') + 1 : 0;
    const std::size_t begin = at;
    if (text.empty())
        return false;
    while (at < text.size()) {
        const char c = text[at];
        const bool isArrow = c == '-' && at > begin && text.substr(at).starts_with("->");
        const bool isOpen = c == '(' || c == '[';
        if (isOpen && (at > begin || c == '(')) {
            at = pastEnclosed(text, at);
            const bool isCast =
                c == '(' && at < text.size() && (isWordPart(text[at]) || text[at] == '(' || text[at] == ':');
            if (isCast) // (int)x
                return false;
        } else if (isArrow) {
            at += 2;
        } else if (isWordPart(c) || c == '.' || c == ':') {
            ++at;
        } else {
            return false;
        }
    }
    return true;
}

std::string enclosed(std::string_view text)
{
    return isPostfix(text) ? std::string(text) : "(" + std::string(text) + ")";
}

/// No person reads longer ones.
std::string unlessLong(std::string path)
{
    return path.size() > kLongestPath ? std::string() : path;
}

} // namespace

std::string pathOfMember(std::string_view whole, std::string_view name, Language language)
{
    if (whole.empty() || name.empty())
        return {};
    if (language == Language::Fortran)
        return unlessLong(std::string(whole) + "%" + std::string(name));
    if (whole.starts_with('*') && whole.size() > 1)
        return unlessLong(enclosed(whole.substr(1)) + "->" + std::string(name));
    return unlessLong(enclosed(whole) + "." + std::string(name));
}

std::string pathOfElement(std::string_view whole, std::string_view subscript, Language language)
{
    const bool hasSubscripts = language == Language::Fortran && whole.ends_with(')'); // a(2:5)(1) is no Fortran
    if (whole.empty() || hasSubscripts)
        return {};
    return unlessLong((language == Language::Fortran ? std::string(whole) : enclosed(whole)) + std::string(subscript));
}

std::string pathOfTarget(std::string_view pointer)
{
    if (pointer.empty())
        return {};
    const bool isUnary = pointer.starts_with('*') && isPostfix(pointer.substr(1));
    return unlessLong("*" + (isUnary ? std::string(pointer) : enclosed(pointer)));
}

std::string pathAsClass(std::string_view object, std::string_view spelledName)
{
    if (object.empty() || spelledName.empty())
        return {};
    return unlessLong("static_cast<" + std::string(spelledName) + "&>(" + std::string(object) + ")");
}

} // namespace dbgr::values
