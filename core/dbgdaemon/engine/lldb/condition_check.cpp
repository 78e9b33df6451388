// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/condition_check.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "util/nearest.h"
#include "util/string_util.h"

#include <lldb/API/SBBlock.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBSymbolContextList.h>
#include <lldb/API/SBType.h>
#include <lldb/API/SBValueList.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace dbgr::daemon {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// Behind the quoted text that begins at `at`; npos if it does not end.
std::size_t behindQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == quote)
            return at + 1;
    }
    return std::string_view::npos;
}

bool isC(lldb::LanguageType language)
{
    constexpr std::array kC{lldb::eLanguageTypeC,
                            lldb::eLanguageTypeC89,
                            lldb::eLanguageTypeC99,
                            lldb::eLanguageTypeC11,
                            lldb::eLanguageTypeC_plus_plus,
                            lldb::eLanguageTypeC_plus_plus_03,
                            lldb::eLanguageTypeC_plus_plus_11,
                            lldb::eLanguageTypeC_plus_plus_14,
                            lldb::eLanguageTypeC_plus_plus_17,
                            lldb::eLanguageTypeC_plus_plus_20};
    return std::find(kC.begin(), kC.end(), language) != kC.end();
}

bool isKeyword(std::string_view word)
{
    constexpr std::array<std::string_view, 24> kWords{"true",  "false",    "nullptr", "this",     "sizeof", "int",
                                                      "long",  "short",    "char",    "unsigned", "signed", "float",
                                                      "bool",  "double",   "void",    "and",      "or",     "not",
                                                      "const", "volatile", "struct",  "enum",     "union",  "NULL"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// Of a function and all blocks inside.
void collectNames(lldb::SBBlock block, lldb::SBTarget& target, std::set<std::string>& names)
{
    for (; block.IsValid(); block = block.GetSibling()) {
        lldb::SBValueList variables = block.GetVariables(target, true, true, true);
        for (std::uint32_t i = 0; i < variables.GetSize(); ++i)
            names.insert(text(variables.GetValueAtIndex(i).GetName()));
        collectNames(block.GetFirstChild(), target, names);
    }
}

/// Whether the program knows the name, wherever.
bool isKnown(lldb::SBTarget& target, lldb::SBFrame& frame, const std::string& name)
{
    return target.FindGlobalVariables(name.c_str(), 1).GetSize() > 0 || target.FindFirstType(name.c_str()).IsValid() ||
           target.FindFunctions(name.c_str()).GetSize() > 0 ||
           (frame.IsValid() && frame.EvaluateExpression(name.c_str()).GetError().Success());
}

} // namespace

std::string brokenSyntax(std::string_view expression)
{
    std::string open;
    for (std::size_t at = 0; at < expression.size(); ++at) {
        const char c = expression[at];
        if (c == '"' || c == '\'') {
            at = behindQuotes(expression, at);
            if (at == std::string_view::npos)
                return std::string("a quote is not closed");
            --at;
        } else if (c == '(' || c == '[' || c == '{') {
            open += c == '(' ? ')' : c == '[' ? ']' : '}';
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty() || open.back() != c)
                return std::string("there is a '") + c + "' too much";
            open.pop_back();
        }
    }
    if (!open.empty())
        return std::string("a '") + open.back() + "' is missing";
    const std::string_view text = util::trimmed(expression);
    const bool endsWell = text.ends_with("++") || text.ends_with("--");
    if (!text.empty() && !endsWell && std::string_view("+-*/%<>=&|^!~,.?:").find(text.back()) != std::string_view::npos)
        return std::string("nothing stands behind the last '") + text.back() + "'";
    return "";
}

std::vector<std::string_view> freeNames(std::string_view expression)
{
    std::vector<std::string_view> names;
    std::string_view before; // what stands in front of the word, blanks left out
    for (std::size_t at = 0; at < expression.size();) {
        if (expression[at] == '"' || expression[at] == '\'') {
            at = std::min(behindQuotes(expression, at), expression.size());
            continue;
        }
        if (!isWord(expression[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < expression.size() && isWord(expression[at]))
            ++at;
        const std::string_view word = expression.substr(begin, at - begin);
        before = util::trimmed(expression.substr(0, begin));
        const std::string_view behind = util::trimmed(expression.substr(at));
        const bool isPart = before.ends_with('.') || before.ends_with("->") || before.ends_with("::");
        const bool leads = behind.starts_with("::") || behind.starts_with('(');
        const bool isNumber = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        if (!isPart && !leads && !isNumber && word.front() != '$' && !isKeyword(word))
            names.push_back(word);
    }
    return names;
}

std::string problemOfCondition(lldb::SBTarget target, lldb::SBAddress place, lldb::SBFrame frame,
                               const std::string& condition)
{
    lldb::SBFunction function = place.GetFunction();
    if (!condition.empty() && isFortran(place.GetCompileUnit()))
        return problemOfFortranCondition(target, place, condition);
    if (condition.empty() || !isC(place.GetCompileUnit().GetLanguage()))
        return "";
    if (std::string broken = brokenSyntax(condition); !broken.empty())
        return broken;
    std::string functionName = text(function.GetDisplayName());
    if (functionName.starts_with("::")) // of file scope
        functionName.erase(0, 2);
    std::set<std::string> names;
    if (function.IsValid())
        collectNames(function.GetBlock(), target, names);
    if (names.empty() || names.contains("this")) // members go by their bare names, too
        return "";
    for (const std::string_view word : freeNames(condition)) {
        const std::string name(word);
        if (names.contains(name))
            continue;
        util::Nearest nearest(name);
        for (const std::string& candidate : names)
            nearest.offer(candidate);
        if (const auto meant = nearest.found(); meant && !isKnown(target, frame, name))
            return "there is no '" + name + "' in " + functionName + "; the nearest is '" + std::string(*meant) + "'";
    }
    return "";
}

} // namespace dbgr::daemon
